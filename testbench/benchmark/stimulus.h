// SPDX-License-Identifier: Apache-2.0
// Operands for benchmarks: finite numbers whose exponents lie close together, so that nothing is
// idle.
#pragma once

#include <cstdint>
#include <vector>

#include "mmasc/arith/sequence.h"

namespace mmasc {

class Stimulus {
 public:
  explicit Stimulus(const Unit& unit) : sequence_(unit) {}

  const Sequence& sequence() const { return sequence_; }

  // One fused step's operands; the same for the same seed.
  Operands step(std::uint64_t seed) const {
    const MultiplierPlan& m = sequence_.plan().multiplier;
    std::uint64_t state = seed * 0x9e3779b97f4a7c15u + 1;
    const auto next = [&] {
      state ^= state << 13;
      state ^= state >> 7;
      state ^= state << 17;
      return state;
    };
    const auto element = [&](const Format& format) {
      const std::uint64_t exponent = std::uint64_t(format.bias) - next() % 4;
      const std::uint64_t fraction_and_sign =
          next() & ~(std::uint64_t(format.top_exponent_field()) << format.exponent_low());
      return (fraction_and_sign | exponent << format.exponent_low()) & format.storage_mask();
    };
    Operands in;
    for (int k = 0; k < m.lanes; ++k) {
      in.push_back(Operand::a, element(m.a));
      in.push_back(Operand::b, element(m.b));
    }
    for (const ScalePlan& scale : m.scales)
      for (int k = 0; k < m.lanes; k += scale.lanes)
        in.push_back(scale.operand, element(scale.format));
    in.c() = element(m.c);
    in.c_is_input = true;
    return in;
  }

  std::vector<Operands> steps(int count) const {
    std::vector<Operands> all;
    for (int i = 0; i < count; ++i) all.push_back(step(static_cast<std::uint64_t>(i)));
    return all;
  }

 private:
  Sequence sequence_;
};

}  // namespace mmasc
