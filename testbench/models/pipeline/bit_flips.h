// SPDX-License-Identifier: Apache-2.0
// Single bits of a register's payload, forced to the opposite.
#pragma once

#include <string>
#include <vector>

#include "mmasc/arith/payload_fields.h"
#include "pipeline/ranks.h"

namespace mmasc {

struct Flip {
  Rank at;
  int field = 0;  // as visit_fields counts
  int bit = 0;
};

// A significand has no sign; addends and exponents are two's complement.
inline bool is_signed_field(const std::string& name) {
  return !name.ends_with(".significand") && name != "d";
}

template <class Integer>
void flip_bit(Integer& value, int width, int bit, bool is_signed) {
  const bool is_one = place_of(value, width).bit(bit);
  const bool weighs_negative = is_signed && bit == width - 1;
  const Integer weight = static_cast<Integer>(Integer(1) << bit);
  if (is_one == weighs_negative)
    value = static_cast<Integer>(value + weight);
  else
    value = static_cast<Integer>(value - weight);
}
inline void flip_bit(Numbers64::bit& value, int, int, bool) { value ^= 1; }
inline void flip_bit(std::uint64_t& value, int, int bit, bool) { value ^= std::uint64_t{1} << bit; }

template <NumberSystem N>
void flip(const Plan& plan, const Flip& flip, Payload<N>& payload) {
  int field = 0;
  const auto visit = [&](auto& fields) {
    visit_fields<N>(plan, plan.stages[flip.at.stage], fields,
                    [&](const std::string& name, int width, auto& value) {
                      if (field++ == flip.field)
                        flip_bit(value, width, flip.bit, is_signed_field(name));
                    });
  };
  if (auto* terms = std::get_if<Terms<N>>(&payload)) visit(*terms);
  if (auto* addends = std::get_if<Addends<N>>(&payload)) visit(*addends);
  if (auto* result = std::get_if<Result>(&payload)) visit(*result);
}

// Every bit of every field of one rank of registers, whose payload looks like `payload`.
template <NumberSystem N>
std::vector<Flip> flips_of(const Plan& plan, const Rank& rank, Payload<N> payload) {
  std::vector<Flip> flips;
  int field = 0;
  const auto visit = [&](auto& fields) {
    visit_fields<N>(plan, plan.stages[rank.stage], fields,
                    [&](const std::string&, int width, auto&) {
                      for (int bit = 0; bit < width; ++bit) flips.push_back({rank, field, bit});
                      ++field;
                    });
  };
  if (auto* terms = std::get_if<Terms<N>>(&payload)) visit(*terms);
  if (auto* addends = std::get_if<Addends<N>>(&payload)) visit(*addends);
  if (auto* result = std::get_if<Result>(&payload)) visit(*result);
  return flips;
}

// Whether every sum of the addends still fits its planned width; a flipped sign may break that,
// and what the stages make of it is then not defined.
template <NumberSystem N>
bool sums_fit(const Plan& plan, const Rank& rank, const Payload<N>& payload) {
  const auto* addends = std::get_if<Addends<N>>(&payload);
  if (addends == nullptr) return true;
  using word = typename N::word;
  const StagePlan& stage = plan.stages[rank.stage];
  const LevelPlan& level = plan.levels[stage.level];
  const int levels_done = stage.kind == StageKind::aligner ? 0 : stage.tree_level + 1;
  int first = 0;
  for (int s = 0; s < level.sum_count; ++s) {
    const SumPlan& sum = plan.sums[level.first_sum + s];
    const int count = addends_left(sum.addend_count, plan.adder_radix, levels_done);
    word total(0);
    for (int i = first; i < first + count; ++i) total = word(total + addends->addend[i]);
    first += count;
    const word limit = word(word(1) << sum.output.magnitude_bits);
    if (!(total < limit) || !(word(word(0) - limit) < total)) return false;
  }
  return true;
}

}  // namespace mmasc
