// SPDX-License-Identifier: Apache-2.0
// Whether vectors that a unit does not give have the other answer to what is undecided of it.
#pragma once

#include <optional>
#include <string>

#include "mmasc/verify/verify.h"

namespace mmasc {

// Vectors that differ, and how many of them still do where the question is answered otherwise.
struct BetterReading {
  Undecided question;
  std::size_t differing = 0, of = 0;
};

// The reading, one question at a time, with which the fewest of the unit's differing vectors
// differ, the first of several; none where no reading helps. Vectors that are right as the unit is
// are not looked at again.
std::optional<BetterReading> better_reading(const VerifiedUnit& verified, const EngineRow& engine);

// "hint: UNIT --set FIELD=VALUE: 0 of 6 still differ (undecided: ...)"
std::string hint_text(const VerifiedUnit& verified, const BetterReading& reading);

}  // namespace mmasc
