// SPDX-License-Identifier: Apache-2.0
// Factors of wide products: no solver tells that two multipliers are the same unless what they
// multiply is the same bits. So bits of the other side are looked for that the model's factors are
// equal to; where that is proved, the model multiplies those.
#pragma once

#include <functional>

#include "mmasc/proof/aiger.h"
#include "mmasc/proof/bits_of_words.h"

namespace mmasc::proof {

// Adds such bits to `given`, for the factors of products of more than `kWideProduct` bits. Bits are
// sought among those that `gates` has; `is_never` proves a bit never 1.
inline constexpr int kWideProduct = 24;
void match_factors(AndGraph& gates, const std::vector<NamedLiteral>& inputs, const WordGraph& words,
                   const std::function<bool(Literal)>& is_never, GivenBits& given);

}  // namespace mmasc::proof
