// SPDX-License-Identifier: Apache-2.0
// Fields of a study that follow others: [tied] in a study file.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "mmasc/sweep/axis_value.h"

namespace mmasc {

// `field` has the value of `name`, or what one operation with a whole number makes of it:
// "k / 32", "2 * lanes", "256 / lanes", "dot.fraction_bits + 3".
struct Tie {
  std::string field;
  int line = 0;
  std::string text, name;
  char operation = 0;  // one of * / + -; 0: none
  std::int64_t number = 0;
  bool number_is_left = false;

  // Throws InputError: no number, no whole result, beyond 64 bits.
  AxisValue value(const AxisValue& of_name) const;
};

// Throws InputError where the text is of another form.
Tie parse_tie(std::string field, std::string_view text, int line);

}  // namespace mmasc
