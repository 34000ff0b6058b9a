// SPDX-License-Identifier: Apache-2.0
// When one side of a bench stalls: phases of stalls drawn cycle by cycle, of one long stall, and of
// none, which together stall in a given part of the cycles.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace mmasc {

class StallPhases {
 public:
  // `first`: of the long stalls. Two sides that begin with different ones are out of step.
  StallPhases(int percent, std::size_t first) : percent_(percent), next_(first) {}

  // In the next cycle; `number` is random.
  bool stalls(std::uint64_t number) {
    if (percent_ == 0) return false;
    while (left_ == 0) begin_phase(number / 100);
    --left_;
    return phase_ == Phase::drawn ? static_cast<int>(number % 100) < percent_
                                  : phase_ == Phase::stalled;
  }

 private:
  enum class Phase { drawn, stalled, free };
  static constexpr int kDrawnCycles = 256;
  // Each is longer than a counter of so many bits holds.
  static constexpr std::array kLongStalls{64, 256, 128, 1024};
  static constexpr std::uint64_t kSpread = 8;

  void begin_phase(std::uint64_t number) {
    switch (phase_) {
      case Phase::free:
        phase_ = Phase::drawn;
        left_ = kDrawnCycles;
        return;
      case Phase::drawn:
        phase_ = Phase::stalled;
        length_ =
            kLongStalls[next_++ % kLongStalls.size()] + 1 + static_cast<int>(number % kSpread);
        left_ = length_;
        return;
      case Phase::stalled:
        phase_ = Phase::free;  // so long that the two stall in `percent_` of their cycles
        left_ = length_ * (100 - percent_) / percent_;
        return;
    }
  }

  int percent_;
  std::size_t next_;  // long stall
  Phase phase_ = Phase::free;
  int left_ = 0, length_ = 0;  // of the phase; of the last long stall
};

}  // namespace mmasc
