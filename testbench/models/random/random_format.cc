// SPDX-License-Identifier: Apache-2.0
#include "random/random_format.h"

#include <algorithm>
#include <string>

#include "mmasc/unit/error.h"

namespace mmasc {
namespace {

// The format of the row, under a name that says its fields; null where they make none.
const Format* define(FormatRow row) {
  row.name = "r" + std::to_string(row.exponent_bits) + "_" + std::to_string(row.fraction_bits) +
             "_" + std::to_string(row.bias.value_or(0) + 2000) + "_" +
             std::to_string(static_cast<int>(row.specials)) +
             std::to_string(static_cast<int>(row.sign)) + (row.subnormals ? "s" : "n") +
             std::to_string(row.ignored_low_bits);
  try {
    return define_format(row);
  } catch (const RowError&) {
    return nullptr;
  }
}

FormatRow random_row(Random& random, int exponent_bits, int fraction_bits) {
  FormatRow row;
  row.exponent_bits = random.between(1, exponent_bits);
  row.fraction_bits = random.between(0, fraction_bits);
  const int half = (1 << (row.exponent_bits - 1)) - 1;
  row.bias = half + (random.chance(50) ? random.between(-20, 20) : 0);
  row.specials = random.pick(
      {Specials::ieee, Specials::nan_all_ones, Specials::nan_minus_zero, Specials::none});
  if (random.chance(8)) row.ignored_low_bits = random.between(1, 7);
  return row;
}

template <class Draw>
const Format* draw_until(Draw draw, bool (*fits)(const Format&) = nullptr) {
  const Format* format = nullptr;
  while (format == nullptr || (fits != nullptr && !fits(*format))) format = define(draw());
  return format;
}

}  // namespace

const Format* random_element_format(Random& random) {
  return draw_until([&] {
    FormatRow row = random.chance(80) ? random_row(random, 6, 7) : random_row(random, 9, 24);
    row.subnormals = !random.chance(15);
    return row;
  });
}

const Format* random_grid_format(Random& random) {
  return draw_until([&] {
    FormatRow row = random_row(random, 9, 28);
    row.exponent_bits = std::max(row.exponent_bits, 2);
    if (row.specials == Specials::none) row.specials = Specials::ieee;
    return row;
  });
}

const Format* random_scale_format(Random& random) {
  return draw_until(
      [&] {
        FormatRow row = random_row(random, 8, 4);
        row.specials = random.pick({Specials::nan_all_ones, Specials::none});
        row.sign = random.pick({Sign::none, Sign::ignored});
        row.subnormals = random.chance(60);
        return row;
      },
      [](const Format& format) { return format.has_one(); });
}

}  // namespace mmasc
