// SPDX-License-Identifier: Apache-2.0
#include "mmasc/cost/period.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>

#include "mmasc/unit/fields.h"
#include "mmasc/unit/segments.h"

namespace mmasc {
namespace {

constexpr double kBestCut = 0.85, kBestJoint = 0.7;
constexpr int kMostRanks = kRegisters.max;

struct RanksField {
  StageKind kind;
  const char* name;
  int least;
};
constexpr RanksField kRanksFields[] = {
    {StageKind::multiplier, "structure.multiplier.registers", 0},
    {StageKind::aligner, "structure.aligner.registers", 0},
    {StageKind::adder_tree, "structure.adder_tree.registers_per_level", 0},
    {StageKind::normalizer, "structure.normalizer.registers", 1},
};
using RanksOfKinds = std::array<int, std::size(kRanksFields)>;

// A row and its ranks.
struct RankedRow {
  Segment stages;
  int ranks = 0;
};

class DepthSearch {
 public:
  DepthSearch(const Unit& unit, double period, const std::function<UnitCost(const Unit&)>& cost_of)
      : unit_(unit), period_(period), cost_of_(cost_of), plan_(make_plan(unit)) {
    for (const RanksField& field : kRanksFields)
      is_there_.at(static_cast<std::size_t>(&field - kRanksFields)) = std::ranges::any_of(
          plan_.stages, [&](const StagePlan& stage) { return stage.kind == field.kind; });
  }

  PeriodSearch run() {
    RanksOfKinds single{};
    single.fill(1);
    const Depth first = synthesise(single);  // for what it says of each stage
    for (const auto& [latency, structures] : by_latency()) {
      std::optional<Depth> best;
      for (const RanksOfKinds& ranks : structures) {
        if (!may_meet(ranks)) continue;
        Depth depth = ranks == single ? first : synthesise(ranks);
        if (depth.cost.all.delay <= period_ && (!best || depth.cost.all.area < best->cost.all.area))
          best = std::move(depth);
      }
      if (best) return {std::move(best), std::nullopt, tried_};
    }
    RanksOfKinds most{};
    most.fill(kMostRanks);
    Depth deepest = synthesise(most);
    return {std::nullopt, std::move(deepest), tried_};
  }

 private:
  void set(const RanksOfKinds& ranks) {
    for (StagePlan& stage : plan_.stages)
      for (std::size_t i = 0; i < ranks.size(); ++i)
        if (kRanksFields[i].kind == stage.kind) stage.registers = ranks[i];
  }

  std::vector<RankedRow> rows_of(const RanksOfKinds& ranks) {
    set(ranks);
    std::vector<RankedRow> rows;
    for (const Segment& stages : segments_of(plan_))
      rows.push_back({stages, plan_.stages[stages.last].registers});
    return rows;
  }

  std::map<int, std::vector<RanksOfKinds>> by_latency() {
    std::map<int, std::vector<RanksOfKinds>> all;
    RanksOfKinds ranks{};
    const auto choose = [&](auto&& self, std::size_t i) -> void {
      if (i == ranks.size()) {
        set(ranks);
        all[plan_.latency()].push_back(ranks);
        return;
      }
      const int most = is_there_[i] ? kMostRanks : kRanksFields[i].least;
      for (ranks[i] = kRanksFields[i].least; ranks[i] <= most; ++ranks[i]) self(self, i + 1);
    };
    choose(choose, 0);
    return all;
  }

  Depth synthesise(const RanksOfKinds& ranks) {
    Depth depth;
    depth.unit = unit_;
    for (std::size_t i = 0; i < ranks.size(); ++i) {
      if (!is_there_[i]) continue;
      depth.unit = depth.unit.with(kRanksFields[i].name, std::to_string(ranks[i]));
      depth.fields.push_back(fmt::format("{}={}", kRanksFields[i].name, ranks[i]));
    }
    depth.cost = cost_of_(depth.unit);
    ++tried_;
    const std::vector<RankedRow> rows = rows_of(ranks);
    depth.latency = plan_.latency();
    for (std::size_t i = 0; i < rows.size(); ++i)
      delays_[{rows[i].stages.first, rows[i].stages.last}][rows[i].ranks] =
          depth.cost.stages[i].delay;
    if (depth.cost.ready_delay > 0)
      ready_of_a_rank_ = std::max(ready_of_a_rank_, depth.cost.ready_delay / depth.latency);
    return depth;
  }

  // No delay of a row is less, of those that were not synthesised; of others it is theirs.
  double least_delay(const RankedRow& row) const {
    double least = 0;
    const auto known = delays_.find({row.stages.first, row.stages.last});
    if (known != delays_.end())
      for (const auto& [ranks, delay] : known->second) {
        if (ranks == row.ranks) return delay;
        least = std::max(least, kBestCut * delay * std::min(1.0, 1.0 * ranks / row.ranks));
      }
    if (row.stages.size() == 1) return least;
    double sum = 0;
    for (int s = row.stages.first; s <= row.stages.last; ++s) sum += delays_.at({s, s}).at(1);
    return std::max(least, kBestJoint * sum / row.ranks);
  }

  bool may_meet(const RanksOfKinds& ranks) {
    const std::vector<RankedRow> rows = rows_of(ranks);
    const bool is_retimed =
        std::ranges::any_of(rows, [](const auto& row) { return row.ranks > 1; });
    if (is_retimed && kBestCut * ready_of_a_rank_ * plan_.latency() > period_) return false;
    return std::ranges::all_of(rows, [&](const auto& row) { return least_delay(row) <= period_; });
  }

  const Unit& unit_;
  const double period_;
  const std::function<UnitCost(const Unit&)>& cost_of_;
  Plan plan_;
  std::array<bool, std::size(kRanksFields)> is_there_{};
  std::map<std::pair<int, int>, std::map<int, double>>
      delays_;  // by first and last stage, by ranks
  double ready_of_a_rank_ = 0;
  int tried_ = 0;
};

}  // namespace

PeriodSearch search_period(const Unit& unit, double period,
                           const std::function<UnitCost(const Unit&)>& cost_of) {
  return DepthSearch(unit, period, cost_of).run();
}

}  // namespace mmasc
