// SPDX-License-Identifier: Apache-2.0
#include "mmasc/stimulus/memory_image.h"

#include <fmt/format.h>

#include <span>

#include "mmasc/vectors/vector_layout.h"

namespace mmasc {
namespace {

using vector_layout::for_each_column;

int bits_of(const OperandElements& column) {
  int bits = 0;
  for (int i = 0; i < column.count; ++i) bits += column.bits_of(i);
  return bits;
}

// The elements' bits, where no format says them: "draws of 5 2 2 bits, the lowest first".
std::string widths_text(const OperandElements& column) {
  std::string text = "draws of";
  for (int i = 0; i < column.count; ++i) text += fmt::format(" {}", column.bits_of(i));
  return text + " bits, the lowest first";
}

// A word of any width, filled from its least significant bit.
class Word {
 public:
  explicit Word(int bits) : digits_(static_cast<std::size_t>((bits + 3) / 4), 0) {}

  void append(std::uint64_t value, int bits) {
    for (int i = 0; i < bits; ++i, ++filled_)
      if ((value >> i & 1) != 0)
        digits_[static_cast<std::size_t>(filled_ / 4)] |= 1u << (filled_ % 4);
  }

  std::string hex() const {
    std::string text;
    for (auto digit = digits_.rbegin(); digit != digits_.rend(); ++digit)
      text += "0123456789abcdef"[*digit];
    return text;
  }

 private:
  std::vector<unsigned> digits_;  // least significant first
  int filled_ = 0;
};

}  // namespace

int word_bits(const OperandLayout& layout, bool has_d, bool has_flags) {
  int bits = has_flags ? kStatusFlagBits : 0;
  for_each_column(layout, has_d, [&](const OperandRow&, const OperandElements& column) {
    bits += bits_of(column);
  });
  return bits;
}

std::string memory_image_header(const VectorFile& file, std::uint64_t words) {
  std::string text =
      fmt::format("// {}: {} word{} of {} bits\n", file.instruction, words, words == 1 ? "" : "s",
                  word_bits(file.layout, file.has_d, file.has_flags));
  int low = 0;
  for_each_column(
      file.layout, file.has_d, [&](const OperandRow& row, const OperandElements& column) {
        const int width = bits_of(column);
        text += fmt::format("// [{}:{}] {}: {} {}\n", low + width - 1, low, row.name, column.count,
                            column.format ? column.format->name : widths_text(column));
        low += width;
      });
  if (file.has_flags)
    text += fmt::format("// [{}:{}] {}: {}\n", low + kStatusFlagBits - 1, low,
                        vector_layout::kFlagsColumn, "NV DZ OF UF NX, the last lowest");
  return text + fmt::format("// {}\n", file.provenance);
}

std::string memory_image_word(const VectorFile& file, const Case& row) {
  Word word(word_bits(file.layout, file.has_d, file.has_flags));
  for_each_column(file.layout, file.has_d,
                  [&](const OperandRow& of, const OperandElements& column) {
                    int i = 0;
                    for (const std::uint64_t element : row[of.operand])
                      word.append(element, column.bits_of(i++));
                  });
  if (file.has_flags) word.append(row.flags, kStatusFlagBits);
  return word.hex() + "\n";
}

}  // namespace mmasc
