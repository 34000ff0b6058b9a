// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <bit>

#include "pipeline/unit_array.h"

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
        offers_(units_) {
    for (int stage = 0; stage < plan.stages.size(); ++stage)
      for (int rank = 0; rank < plan.stages[stage].registers; ++rank)
        places_.push_back({stage, rank});
    ranks_.resize(places_.size() + 1);
    for (Rank& rank : ranks_) {
      rank.valid.resize(units_);
      rank.written = std::make_unique<bool[]>(units_);
      rank.id.resize(units_);
    }
  }

  std::optional<Tagged<Result>> result(int unit) const override {
    const auto u = static_cast<std::size_t>(unit);
    if (ranks_.back().valid[u] == 0) return std::nullopt;
    return Tagged<Result>{ranks_.back().id[u], {payloads_->d(unit)}};
  }

  // The last rank goes first, so that each still sees what stood before it.
  void clock() override {
    for (std::size_t r = ranks_.size() - 1; r > 0; --r) {
      const Rank& from = ranks_[r - 1];
      Rank& to = ranks_[r];
      for (std::size_t first = 0; first < units_; first += lanes_) {
        const unsigned taking = lanes_with(from.valid, first);
        if (taking != 0)
          payloads_->take(places_[r - 1].stage, places_[r - 1].rank, group_of(first), taking);
      }
      to.valid = from.valid;
      for (std::size_t u = 0; u < units_; ++u) {
        to.id[u] = from.valid[u] != 0 ? from.id[u] : to.id[u];
        to.written[u] = to.written[u] || from.valid[u] != 0;
      }
    }
    std::ranges::fill(ranks_.front().valid, 0);
  }

  void offer(int unit, std::uint64_t id, int step, const DotOperands& in,
             std::uint64_t chained) override {
    const auto u = static_cast<std::size_t>(unit);
    ranks_.front().valid[u] = 1;
    ranks_.front().id[u] = id;
    offers_.step[u] = step;
    offers_.in[u] = in;
    offers_.chained[u] = chained;
  }

  // Group by group and step by step: units that have nothing to do in one step are ahead.
  void settle() override {
    for (std::size_t first = 0; first < units_; first += lanes_) {
      unsigned left = lanes_with(ranks_.front().valid, first);
      while (left != 0) {
        const int step = offers_.step[first + static_cast<std::size_t>(std::countr_zero(left))];
        unsigned alike = 0;
        for (std::size_t lane = 0; lane < lanes_; ++lane)
          if ((left >> lane & 1) != 0 && offers_.step[first + lane] == step) alike |= 1u << lane;
        payloads_->load(group_of(first), alike, step, std::span(offers_.in).subspan(first),
                        std::span(offers_.chained).subspan(first));
        left &= ~alike;
      }
    }
  }

  void reset() override {
    for (Rank& rank : ranks_) std::ranges::fill(rank.valid, 0);
  }

  std::vector<RegisterView> registers(int unit) const override {
    const auto u = static_cast<std::size_t>(unit);
    std::vector<RegisterView> views = registers_of(plan_);
    for (std::size_t r = 0; r < views.size(); ++r) {
      const Rank& rank = ranks_[r + 1];
      views[r].handshakes[0].valid = place_of(rank.valid[u], 1);
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
  // Of all units.
  struct Rank {
    std::vector<std::uint8_t> valid;
    std::unique_ptr<bool[]> written;
    std::vector<std::uint64_t> id;
  };
  struct Offers {
    explicit Offers(std::size_t units) : step(units), in(units), chained(units) {}
    std::vector<int> step;
    std::vector<DotOperands> in;
    std::vector<std::uint64_t> chained;
  };

  int group_of(std::size_t unit) const { return static_cast<int>(unit / lanes_); }
  unsigned lanes_with(const std::vector<std::uint8_t>& valid, std::size_t first) const {
    unsigned lanes = 0;
    for (std::size_t lane = 0; lane < std::min(lanes_, units_ - first); ++lane)
      lanes |= static_cast<unsigned>(valid[first + lane]) << lane;
    return lanes;
  }

  const Plan& plan_;
  const std::size_t units_, lanes_;  // lanes of a group
  std::unique_ptr<LaneArray> payloads_;
  std::vector<Place> places_;
  std::vector<Rank> ranks_;  // the operand registers, then the units'
  Offers offers_;
};

}  // namespace

std::unique_ptr<UnitArray> make_lane_unit_array(const std::string& name, const Sequence& sequence,
                                                const Plan& plan, int units,
                                                const LaneTarget& target) {
  return std::make_unique<LaneUnitArray>(name, sequence, plan, units, target);
}

}  // namespace mmasc
