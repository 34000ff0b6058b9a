// SPDX-License-Identifier: Apache-2.0
// The ranks of registers of a dot-product unit, first to last.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "mmasc/pipeline/dot_product_unit_of.h"
#include "pipeline/stages_by_hand.h"

namespace mmasc {

struct Rank {
  int stage = 0;  // index in the plan
  int rank = 0;   // of that stage
  friend bool operator==(const Rank&, const Rank&) = default;
};

inline std::vector<Rank> ranks_of(const Plan& plan) {
  std::vector<Rank> ranks;
  for (int s = 0; s < plan.stages.size(); ++s)
    for (int r = 0; r < plan.stages[s].registers; ++r) ranks.push_back({s, r});
  return ranks;
}

inline std::string name_of(const Plan& plan, const Rank& rank) {
  return std::string(name_of(plan.stages[rank.stage].kind)) + ", stage " +
         std::to_string(rank.stage) + " rank " + std::to_string(rank.rank);
}

// Calls f with the rank's stage as what its payload is.
template <NumberSystem N>
decltype(auto) with_stage(const DotProductUnitOf<N>& unit, const Rank& rank, auto&& f) {
  AnyStage& stage = *unit.stages()[static_cast<std::size_t>(rank.stage)];
  if (auto* to_terms = dynamic_cast<StageTo<N, Terms<N>>*>(&stage)) return f(*to_terms);
  if (auto* to_addends = dynamic_cast<StageTo<N, Addends<N>>*>(&stage)) return f(*to_addends);
  return f(dynamic_cast<StageTo<N, Result>&>(stage));
}

// Calls probe(id, payload) with what `rank` is about to take; the probe may change the payload.
template <NumberSystem N, class Probe>
void set_probe(DotProductUnitOf<N>& unit, const Rank& rank, Probe probe) {
  with_stage<N>(unit, rank, [&](auto& stage) {
    stage.set_probe(rank.rank, [probe](auto& tagged) { probe(tagged.id, tagged.payload); });
  });
}

// The operation in a register: its id and payload.
template <NumberSystem N>
std::pair<std::uint64_t, Payload<N>> standing_in(const DotProductUnitOf<N>& unit,
                                                 const Rank& rank) {
  return with_stage<N>(unit, rank, [&](const auto& stage) {
    const auto& data = stage.data_q(rank.rank);
    return std::pair{data.id, Payload<N>(data.payload)};
  });
}

}  // namespace mmasc
