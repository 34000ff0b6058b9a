// SPDX-License-Identifier: Apache-2.0
// A and B as numbers: before quantising, and as what their elements and scales stand for.
#pragma once

#include <cstdint>
#include <functional>

#include "mmasc/inputs/input_set.h"

namespace mmasc {

// Operands of f64, C of zeros.
struct QuantisedNumbers {
  InputSet before, after;
};

// Of operands that make_inputs() made of the same arguments.
QuantisedNumbers quantised_numbers(const InputSet& inputs, const InputRow& row,
                                   const InputFormats& formats, const InputShape& shape,
                                   std::uint64_t seed, int repetition,
                                   const std::function<void()>& tick);

// Throws InputError where an element times its scale may have more bits than an f64.
void check_quantised_numbers(const InputRow& row, const InputFormats& formats);

}  // namespace mmasc
