// SPDX-License-Identifier: Apache-2.0
// The generator of the random bits of stochastic roundings: words of xorshift32 side by side
// (rtl_ref/random), all of one cost.
#pragma once

#include "mmasc/cost/cost.h"

namespace mmasc {

inline constexpr int kRandomWordBits = 32;
inline constexpr const char* kRandomBits = "random_bits";  // its row

// So many words have the bits that one step draws.
int random_words(const Plan& plan);

// One word by the default library and the recipe area; a test synthesises it.
StageCost estimated_random_word();

}  // namespace mmasc
