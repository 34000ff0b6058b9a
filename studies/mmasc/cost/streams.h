// SPDX-License-Identifier: Apache-2.0
// The operands on which the energy of a unit is measured (energy.h): so many dot products.
#pragma once

#include <cstdint>

#include "mmasc/unit/plan.h"

namespace mmasc {

// Streams of dot products that run side by side, one for each bit of a word.
inline constexpr int kEnergyStreams = 64;

// The dot products of the instruction that a stream takes: of 64 steps, and of those that fill the
// ranks before anything is counted.
inline std::int64_t dots_of_a_stream(const Unit& unit, const Plan& plan) {
  constexpr std::int64_t kCounted = 64;
  return (kCounted + plan.latency() + unit.steps() - 1) / unit.steps();
}

}  // namespace mmasc
