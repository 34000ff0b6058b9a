// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <bit>

#include "mmasc/pipeline/unit_array.h"

namespace mmasc {
namespace {

class LaneUnitArray final : public UnitArray {
 public:
  LaneUnitArray(const std::string& name, const Sequence& sequence, const Plan& plan, int units,
                const LaneTarget& target)
      : UnitArray(name),
        plan_(plan),
        units_(static_cast<std::size_t>(units)),
        lanes_(static_cast<std::size_t>(target.lanes)),
        payloads_(target.make_array(sequence.program(), plan, units)),
        offers_(groups()) {
    for (int stage = 0; stage < plan.stages.size(); ++stage)
      for (int rank = 0; rank < plan.stages[stage].registers; ++rank)
        places_.push_back({stage, rank});
    ranks_.resize(places_.size() + 1);
    for (Rank& rank : ranks_) {
      rank.valid.resize(groups());
      rank.has_written.resize(groups());
      rank.written = std::make_unique<bool[]>(units_);
      rank.id.resize(units_);
    }
  }

  std::optional<Tagged<Result>> result(int unit) const override {
    const auto u = static_cast<std::size_t>(unit);
    if ((ranks_.back().valid[u / lanes_] >> u % lanes_ & 1) == 0) return std::nullopt;
    return Tagged<Result>{ranks_.back().id[u], {payloads_->d(unit)}};
  }

  // The last rank goes first, so that each still sees what stood before it.
  void clock() override {
    for (std::size_t group = 0; group < groups(); ++group)
      for (std::size_t r = ranks_.size() - 1; r > 0; --r)
        take(group, ranks_[r - 1], ranks_[r], places_[r - 1]);
    std::ranges::fill(ranks_.front().valid, 0);
  }

  void offer(int unit, std::uint64_t id, int step, const DotOperands& in,
             std::uint64_t chained) override {
    const auto u = static_cast<std::size_t>(unit);
    ranks_.front().valid[u / lanes_] |= 1u << u % lanes_;
    ranks_.front().id[u] = id;
    LaneArray::Inputs& inputs = offers_[u / lanes_];
    const std::size_t lane = u % lanes_;
    inputs.step[lane] = step;
    for (const OperandRow& row : kInputs)
      inputs.elements[row.operand][lane] = in[row.operand].data();
    inputs.c[lane] = in.c();
    inputs.chained[lane] = chained;
  }

  void reset() override {
    for (Rank& rank : ranks_) std::ranges::fill(rank.valid, 0);
  }

  std::vector<RegisterView> registers(int unit) const override {
    const auto u = static_cast<std::size_t>(unit);
    std::vector<RegisterView> views = registers_of(plan_);
    for (std::size_t r = 0; r < views.size(); ++r) {
      const Rank& rank = ranks_[r + 1];
      views[r].handshakes[0].valid = {&rank.valid[u / lanes_], static_cast<int>(u % lanes_), 1,
                                      sizeof(unsigned)};
      views[r].handshakes[0].id = place_of(rank.id[u], 64);
      views[r].written = &rank.written[u];
      auto field = views[r].fields.begin();
      payloads_->visit_places(places_[r].stage, places_[r].rank, unit,
                              [&](const void* base, int low, int bytes) {
                                field->place = {base, low, field->width, bytes};
                                ++field;
                              });
    }
    return views;
  }

 private:
  struct Place {
    int stage, rank;  // of the stage
  };
  struct Rank {
    std::vector<unsigned> valid, has_written;  // of each group, a bit for each unit
    std::unique_ptr<bool[]> written;           // the same, as views see it
    std::vector<std::uint64_t> id;             // of each unit
  };
  std::size_t groups() const { return (units_ + lanes_ - 1) / lanes_; }

  template <class F>
  static void for_each_lane(unsigned lanes, F f) {
    for (; lanes != 0; lanes &= lanes - 1) f(static_cast<std::size_t>(std::countr_zero(lanes)));
  }

  void take(std::size_t group, const Rank& from, Rank& to, const Place& place) {
    const unsigned taking = to.valid[group] = from.valid[group];
    if (taking == 0) return;
    payloads_->take(place.stage, place.rank, static_cast<int>(group), taking, offers_[group]);
    const std::size_t first = group * lanes_;
    for_each_lane(taking, [&](std::size_t lane) { to.id[first + lane] = from.id[first + lane]; });
    for_each_lane(taking & ~to.has_written[group],
                  [&](std::size_t lane) { to.written[first + lane] = true; });
    to.has_written[group] |= taking;
  }

  const Plan& plan_;
  const std::size_t units_, lanes_;  // lanes of a group
  std::unique_ptr<LaneArray> payloads_;
  std::vector<Place> places_;
  std::vector<Rank> ranks_;                // the operand registers, then the units'
  std::vector<LaneArray::Inputs> offers_;  // of each group
};

}  // namespace

std::unique_ptr<UnitArray> make_lane_unit_array(const std::string& name, const Sequence& sequence,
                                                const Plan& plan, int units,
                                                const LaneTarget& target) {
  return std::make_unique<LaneUnitArray>(name, sequence, plan, units, target);
}

}  // namespace mmasc
