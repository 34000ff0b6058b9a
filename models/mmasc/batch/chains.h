// SPDX-License-Identifier: Apache-2.0
// Instructions one after the other on a tile of chains.
#pragma once

#include <algorithm>
#include <type_traits>

#include "mmasc/batch/aligned_buffer.h"
#include "mmasc/batch/floating_point_mode.h"
#include "mmasc/batch/program.h"

namespace mmasc::batch {

// Work space of a thread.
struct Workspace {
  AlignedBuffer<std::uint32_t> raw;
  AlignedBuffer<float> tile, partial;
};
inline Workspace& workspace() {
  thread_local Workspace instance;
  return instance;
}

// How partial sums are promoted. This stretch runs the instructions from `first` on, of `all` of K.
struct PromotionPlan {
  int interval = 1;
  GridRounding rounding;
  std::int64_t first = 0, all = 0;
};

// The operands of a tile's chains, and how they are paired.
template <class Lane>
struct TileTask {
  Stretch<Lane> panels;  // `tile`, `first_step` and `steps` are set here
  int tile_kind = kWideTile;
  Pairing pairing = Pairing::in_order;
  bool specials = true;  // an operand may be infinite or NaN
  int instructions = 0;
};

// Runs the chain of all instructions: the tile is its c, and then its d. If partial sums are
// promoted, `partial` keeps the current one from one call to the next. The caller's floating-point
// mode rounds to nearest even.
template <class Lane>
void run_chains(const LaneProgram& program, const Kernels& kernels, const PromotionPlan* promotion,
                const TileTask<Lane>& task, float* tile, float* partial) {
  const std::int64_t size = std::int64_t{task.panels.row_count} * kWidths[task.tile_kind];
  const auto chain = [&](int first, int count, float* c) {
    Stretch<Lane> stretch = task.panels;
    stretch.first_step = first * program.steps;
    stretch.steps = count * program.steps;
    stretch.specials = task.specials;
    stretch.tile = c;
    // The conversions to f32 must truncate if the result does.
    const FloatingPointMode inner(program.truncates ? FloatingPointMode::Rounding::toward_zero
                                                    : FloatingPointMode::Rounding::nearest_even);
    const auto pairing = static_cast<int>(task.pairing);
    const auto run = [&](const auto& kernels_of_plan, const auto& plan) {
      kernels_of_plan[task.tile_kind][pairing](plan, stretch);
    };
    const auto* fused = std::get_if<FusedPlan>(&program.step);
    const auto* tree = std::get_if<std::shared_ptr<const TreePlan>>(&program.step);
    if constexpr (std::is_same_v<Lane, F32Lanes>) {
      if (fused != nullptr)
        kernels.fused_f32[task.tile_kind][pairing][task.specials](*fused, stretch);
      else if (tree != nullptr)
        run(kernels.tree_f32, **tree);
      else
        run(kernels.ieee_f32, std::get<IeeePlan>(program.step));
    } else {
      if (fused != nullptr)
        run(kernels.fused_f64, *fused);
      else if (tree != nullptr)
        run(kernels.tree_f64, **tree);
      else
        run(kernels.exact_f64, std::get<ExactPlan>(program.step));
    }
  };
  // Runs instructions [first, first + count), with c before and after them.
  const auto instructions = [&](int first, int count, float* c) {
    if (program.late_c) {
      float* sum = workspace().partial.reserve(static_cast<std::size_t>(size));
      for (int i = first; i < first + count; ++i) {
        std::fill_n(sum, size, 0.0f);
        chain(i, 1, sum);
        kernels.add(*program.late_c, sum, c, size);
      }
    } else if (program.c.flush != Flush::none) {
      const int at_once = program.d_is_flushed ? count : 1;
      for (int i = first; i < first + count; i += at_once) {
        kernels.flush(program.c, c, size);
        chain(i, at_once, c);
      }
    } else {
      chain(first, count, c);
    }
  };
  if (promotion == nullptr) {
    instructions(0, task.instructions, tile);
    return;
  }
  for (int i = 0; i < task.instructions;) {
    const std::int64_t at = promotion->first + i;
    const auto done = static_cast<int>(at % promotion->interval);
    if (done == 0) std::fill_n(partial, size, 0.0f);
    const int count = std::min(promotion->interval - done, task.instructions - i);
    instructions(i, count, partial);
    i += count;
    if (done + count == promotion->interval || at + count == promotion->all)
      kernels.add(promotion->rounding, partial, tile, size);
  }
}

}  // namespace mmasc::batch
