// SPDX-License-Identifier: Apache-2.0
// Compiled once for each target, as models/mmasc/arith/lanes_of_target.cc is.
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <type_traits>
#include <vector>

#include "arith/lane_stages.h"
#include "mmasc/arith/lanes.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "arith/lane_stages_of_target.cc"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#if HWY_TARGET == MMASC_LANE_TARGET

#include "mmasc/arith/lane_numbers-inl.h"

HWY_BEFORE_NAMESPACE();
#include "arith/stage_fields.h"

namespace mmasc::HWY_NAMESPACE {

using N = LaneNumbers;

N::raw gather(const std::uint64_t* each) { return N::load(each, N::places(1, N::kLanes)); }

struct Spread {
  std::vector<std::vector<std::uint64_t>>& lanes;

  void operator()(const N::raw& x) const {
    std::uint64_t each[N::kLanes];
    N::store(x, each, N::kLanes);
    for (int lane = 0; lane < N::kLanes; ++lane)
      lanes[static_cast<std::size_t>(lane)].push_back(each[lane]);
  }
  void operator()(const N::word& x) const { (*this)(N::to_raw(x)); }
  void operator()(const N::index& x) const { (*this)(N::to_word(x, 64)); }
  void operator()(const N::bit& x) const {
    (*this)(N::select(x, N::word_of(1, 2), N::word_of(0, 2)));
  }
};

std::vector<std::vector<std::uint64_t>> fields(const Plan& plan, std::span<const Operands> in) {
  StepOperands<N> all;
  for (const OperandRow& row : kInputs) {
    all.resize(row.operand, in[0][row.operand].size());
    for (int i = 0; i < all[row.operand].size(); ++i) {
      std::uint64_t each[N::kLanes];
      for (int lane = 0; lane < N::kLanes; ++lane)
        each[lane] = in[static_cast<std::size_t>(lane)][row.operand][i];
      all[row.operand][i] = gather(each);
    }
  }
  std::uint64_t is_input[N::kLanes];
  for (int lane = 0; lane < N::kLanes; ++lane)
    is_input[lane] = in[static_cast<std::size_t>(lane)].c_is_input;
  all.c_is_input = N::bit_at(N::from_raw(gather(is_input), 1), 0);
  std::vector<std::vector<std::uint64_t>> lanes(N::kLanes);
  visit_stage_fields<N>(plan, all, Spread{lanes});
  return lanes;
}

std::vector<std::int64_t> leading_zeros(std::span<const std::uint64_t> words, int width) {
  std::vector<std::vector<std::uint64_t>> lanes(N::kLanes);
  Spread{lanes}(N::count_leading_zeros(N::from_raw(gather(words.data()), width), width));
  std::vector<std::int64_t> counts;
  for (const auto& lane : lanes) counts.push_back(static_cast<std::int64_t>(lane[0]));
  return counts;
}

LaneStages make_lane_stages() {
  return {hwy::TargetName(HWY_TARGET), N::kLanes, fields, leading_zeros};
}

}  // namespace mmasc::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
