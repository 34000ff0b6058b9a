// SPDX-License-Identifier: Apache-2.0
// What a stage may take for granted of leading zeros that were anticipated.
#pragma once

#include <cstddef>
#include <vector>

#include "mmasc/proof/and_graph.h"
#include "mmasc/proof/bits_of_words.h"

namespace mmasc::proof {

inline constexpr const char* kLeadingZeros = "leading zeros";  // the claim

// Beside a field of a stage's payload: as the stage gives them, and as the next one reads them.
struct LeadingZeros {
  std::size_t field = 0;
  Literals given, read;
};

// Whether they are as many as lead the significand, or one or two fewer; of 0 anything is right.
// Lowest bits first.
Literal lead(AndGraph& gates, const Literals& significand, const Literals& zeros);
// Whether those that a stage gives do not lead a significand of its payload.
Literal mislead(AndGraph& gates, const std::vector<LeadingZeros>& all,
                const std::vector<Literals>& payload);

}  // namespace mmasc::proof
