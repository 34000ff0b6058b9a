// SPDX-License-Identifier: Apache-2.0
#include "mmasc/inputs/quantised_numbers.h"

#include <fmt/format.h>

#include <bit>

#include "mmasc/elements/element.h"
#include "mmasc/inputs/side.h"
#include "mmasc/unit/error.h"
#include "mmasc/unit/formats.h"

namespace mmasc {
namespace {

// The scale of a patch that begins at a row and an element of K.
using ScaleOf = std::function<double(std::int64_t row, std::int64_t k, double greatest)>;

class OperandNumbers {
 public:
  OperandNumbers(const Side& side, const OwnedMatrix& elements)
      : side_(side), elements_(elements) {}

  OwnedMatrix before(const std::vector<double>& numbers, const Tick& tick) const {
    OwnedMatrix matrix = empty();
    for_each_place(side_, tick, [&](std::int64_t row, std::int64_t k) {
      put(matrix, row, k, numbers[static_cast<std::size_t>(row * side_.k + k)]);
    });
    return matrix;
  }

  OwnedMatrix after(const std::vector<double>& numbers, const Patch& patch, const ScaleOf& scale_of,
                    const Tick& tick) const {
    OwnedMatrix matrix = empty();
    for_each_patch(side_, patch, numbers, tick,
                   [&](std::int64_t first, std::int64_t end, std::int64_t first_k,
                       std::int64_t end_k, double greatest) {
                     const double scale = scale_of(first, first_k, greatest);
                     for (std::int64_t row = first; row < end; ++row)
                       for (std::int64_t k = first_k; k < end_k; ++k)
                         put(matrix, row, k, element(row, k) * scale);
                   });
    return matrix;
  }

  // Of random bits, which are numbers by themselves.
  std::vector<double> of_elements(const Tick& tick) const {
    std::vector<double> numbers;
    for_each_place(side_, tick,
                   [&](std::int64_t row, std::int64_t k) { numbers.push_back(element(row, k)); });
    return numbers;
  }

 private:
  double element(std::int64_t row, std::int64_t k) const {
    return value_of(side_.format, elements_.at(row, k));
  }
  OwnedMatrix empty() const { return {format_named("f64"), side_.outer, side_.k, side_.name}; }
  static void put(const OwnedMatrix& matrix, std::int64_t row, std::int64_t k, double number) {
    store_element(matrix.matrix(), row, k, std::bit_cast<std::uint64_t>(number));
  }

  const Side& side_;
  const OwnedMatrix& elements_;
};

}  // namespace

QuantisedNumbers quantised_numbers(const InputSet& inputs, const InputRow& row,
                                   const InputFormats& formats, const InputShape& shape,
                                   std::uint64_t seed, int repetition, const Tick& tick) {
  QuantisedNumbers all;
  for (const auto& [operand, scales] :
       {std::pair(Operand::a, Operand::sa), std::pair(Operand::b, Operand::sb)}) {
    const Side side = side_of(operand, row, formats, shape, seed, repetition);
    const Quantise quantise = quantise_of(row, formats, side.format);
    const OperandNumbers of(side, inputs[operand]);
    const std::vector<double> numbers = side.text == enum_name(Distribution::bits)
                                            ? of.of_elements(tick)
                                            : numbers_of(row, side, tick);
    const bool is_scaled = quantise != Quantise::none && !side.is_raw(quantise);
    Patch patch = patch_of(is_scaled ? quantise : Quantise::none, row.block);
    ScaleOf scale_of = [&](std::int64_t, std::int64_t, double greatest) {
      return is_scaled ? scale_for(greatest, side.format, row.scale) : 1;
    };
    if (inputs.has(scales)) {
      patch = {1, formats.scale_block};
      scale_of = [&, of_blocks = scales](std::int64_t outer, std::int64_t k, double) {
        return value_of(*formats.scale, inputs[of_blocks].at(outer, k / formats.scale_block));
      };
    }
    all.before.set(operand, of.before(numbers, tick));
    all.after.set(operand, of.after(numbers, patch, scale_of, tick));
  }
  for (InputSet* const set : {&all.before, &all.after})
    set->set(Operand::c, {format_named("f64"), shape.m, shape.n, "C"});
  return all;
}

void check_quantised_numbers(const InputRow& row, const InputFormats& formats) {
  const Format &f32 = format_named("f32"), &f64 = format_named("f64");
  if (formats.scale != nullptr || row.scale != ScaleKind::f32) return;
  for (const Format* const format : {formats.a, formats.b}) {
    const Quantise quantise = quantise_of(row, formats, *format);
    if (quantise != Quantise::none &&
        format->fraction_bits + f32.fraction_bits + 2 > f64.fraction_bits + 1)
      throw InputError(
          fmt::format("elements of {} times scales of f32 are no numbers of f64; write scale = "
                      "\"power_of_two\" in [inputs], or quantise = \"none\"",
                      format->name));
  }
}

}  // namespace mmasc
