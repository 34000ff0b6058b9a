// SPDX-License-Identifier: Apache-2.0
// An operand as it is typed, in every format and count: refused with an InputError that points into
// the text, or the same elements when they are printed as hex digits and typed again; and an
// element printed as a number is that number again.
#include <cstddef>
#include <cstdint>
#include <span>

#include "mmasc/text/number.h"
#include "mmasc/text/operand.h"
#include "mmasc/unit/hex.h"
#include "operand_input.h"
#include "require.h"

namespace mmasc::fuzz {
namespace {

// A number has one encoding, but for bits that do not count: tf32's low ones, ue4m3's sign.
bool is_canonical(const Format& format) {
  return format.ignored_low_bits == 0 && format.sign != Sign::ignored;
}

void try_number(std::uint64_t bits, const Format& format) {
  const std::string decimal = to_decimal(format, bits);
  const std::uint64_t again = parse_element(decimal, format);
  require(to_decimal(format, again) == decimal, "a decimal is read as the number it was");
  require(parse_element(to_hexfloat(format, bits), format) == again,
          "a hexfloat is read as the number the decimal is");
  if (decimal != "nan" && is_canonical(format)) require(again == bits, "a number has one encoding");
}

void try_operand(const OperandInput& input) {
  const auto& [format, count, text] = input;
  TypedOperand operand;
  try {
    operand = parse_operand(text, *format, count, "--a");
  } catch (const OperandError& error) {
    require(error.offset <= text.size(), "an error points into the text");
    return;
  }
  require(operand.elements.size() == std::size_t(count), "an operand has its count of elements");
  require(operand.padded >= 0 && operand.padded < count, "a list gives one element at least");
  const std::string hex = to_hex(operand.elements, *format);
  require(parse_operand(hex, *format, count, "--a").elements == operand.elements,
          "elements printed as hex digits are the same elements");
  try_number(operand.elements.front(), *format);
}

}  // namespace
}  // namespace mmasc::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace mmasc::fuzz;
  if (size >= kOperandHeader) try_operand(operand_input({data, size}));
  return 0;
}
