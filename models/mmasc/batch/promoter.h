// SPDX-License-Identifier: Apache-2.0
// The addition of promoted sums by code of its own.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "mmasc/arith/sequence_plan.h"
#include "mmasc/batch/aligned_buffer.h"
#include "mmasc/batch/compiled_panels.h"

namespace mmasc::batch {

// sum = partial + sum, lane by lane, by a unit's code whose b is 1.
class Promoter {
 public:
  Promoter(const compiled::UnitCode& code, const Format& partial)
      : code_(code), one_(one(partial)) {}

  void add(const std::byte* partial, std::byte* sum, std::int64_t rows) const {
    thread_local AlignedBuffer<std::byte> panel;
    std::byte* const to = panel.reserve(static_cast<std::size_t>(code_.layout().panel_bytes));
    alignas(64) std::uint64_t ones[kMostLanes];
    const std::int64_t step = std::int64_t{code_.lanes()} * code_.layout().tile_bytes;
    const auto pack = [&](Operand operand, const void* raw) {
      for (const compiled::PackedOperand& each : code_.layout().columns)
        if (each.operand == operand) pack_into(each, raw, code_.lanes(), to);
    };
    if (code_.layout().tile_bytes == 4)
      std::fill_n(reinterpret_cast<std::uint32_t*>(ones), code_.lanes(),
                  static_cast<std::uint32_t>(one_));
    else
      std::fill_n(ones, code_.lanes(), one_);
    pack(Operand::b, ones);
    for (std::int64_t row = 0; row < rows; ++row, partial += step, sum += step) {
      pack(Operand::a, partial);
      code_.run({nullptr, to, sum, kNoRandom}, 1, 0, 1);
    }
  }

 private:
  static constexpr int kMostLanes = 64;
  static constexpr std::uint32_t kNoRandom[2 * kMostLanes] = {};

  const compiled::UnitCode& code_;
  const std::uint64_t one_;
};

}  // namespace mmasc::batch
