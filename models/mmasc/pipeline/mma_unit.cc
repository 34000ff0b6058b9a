// SPDX-License-Identifier: Apache-2.0
#include "mmasc/pipeline/mma_unit.h"

#include <cassert>
#include <limits>

#include "mmasc/unit/error.h"

namespace mmasc {

namespace {

const LaneTarget* widest_target() {
  return lane_targets().empty() ? nullptr : &lane_targets().front();
}

}  // namespace

MmaUnit::MmaUnit(sc_core::sc_module_name name, const Unit& unit) : MmaUnit(name, Sequence(unit)) {}

MmaUnit::MmaUnit(sc_core::sc_module_name name, const Sequence& sequence)
    : MmaUnit(name, sequence, widest_target()) {}

MmaUnit::MmaUnit(sc_core::sc_module_name name, const Unit& unit, const LaneTarget* target)
    : MmaUnit(name, Sequence(unit), target) {}

MmaUnit::MmaUnit(sc_core::sc_module_name name, const Sequence& sequence, const LaneTarget* target)
    : MmaUnit(name, sequence, target, {}) {}

MmaUnit::MmaUnit(sc_core::sc_module_name name, const Sequence& sequence, const MakeUnit& make)
    : MmaUnit(name, sequence, nullptr, make) {}

MmaUnit::MmaUnit(sc_core::sc_module_name name, const Sequence& sequence, const LaneTarget* target,
                 const MakeUnit& make)
    : sc_module(name),
      sequence_(sequence),
      lanes_(static_cast<std::size_t>(sequence.unit().structure.units)) {
  const StageSet* const own = sequence_.stages();
  if (make && own != nullptr)
    throw InputError(
        "the sequence has stages of its own, and its units are made otherwise; give the stages to "
        "the units");
  dots_ = make_array(
      "dot", sequence_.plan(), own == nullptr ? target : nullptr,
      make ? make : [own](const char* unit, const Plan& plan) {
        return make_dot_product_unit(unit, plan, own);
      });
  if (sequence_.late_c_plan() != nullptr)
    late_ = make_array(
        "late_c", *sequence_.late_c_plan(), target,
        [](const char* unit, const Plan& plan) { return make_dot_product_unit(unit, plan); });
  for (std::size_t i = 0; i < lanes_.size(); ++i) lanes_[i].first = static_cast<int>(i);
  SC_METHOD(on_clock);
  sensitive << clk_i.pos() << rst_ni.neg();
  dont_initialize();
  SC_METHOD(drive_ready);
  sensitive << busy_q_;
}

std::unique_ptr<UnitArray> MmaUnit::make_array(const char* of, const Plan& plan,
                                               const LaneTarget* target, const MakeUnit& make) {
  const int units = static_cast<int>(lanes_.size());
  if (target != nullptr && units > 1 && 2 * units >= target->lanes && fits_lanes(plan))
    return make_lane_unit_array(of, sequence_, plan, units, *target);
  return make_module_array(of, sequence_, plan, units, *this, make);
}

std::vector<RegisterView> MmaUnit::registers() const {
  std::vector<RegisterView> all;
  for (int unit = 0; unit < static_cast<int>(lanes_.size()); ++unit)
    for (const UnitArray* units : {dots_.get(), late_.get()}) {
      if (units == nullptr) continue;
      for (RegisterView view : units->registers(unit)) {
        view.name = units->name(unit) + "." + view.name;
        all.push_back(std::move(view));
      }
    }
  return all;
}

void MmaUnit::drive_ready() { ready_o.write(!busy_q_.read()); }

void MmaUnit::on_clock() {
  if (!rst_ni.read()) {
    tile_q_ = {};
    busy_q_.write(false);
    valid_o.write(false);
    dots_->reset();
    if (late_) late_->reset();
    return;
  }
  if (valid_o.read() && ready_i.read()) {
    valid_o.write(false);
    busy_q_.write(false);
  }
  const int units = static_cast<int>(lanes_.size());
  for (int unit = 0; busy() && unit < units; ++unit) collect(unit);
  for (UnitArray* array : {dots_.get(), late_.get()})
    if (array != nullptr) array->clock();
  for (int unit = 0; unit < units; ++unit) {
    issue(unit);
    if (late_) issue_late(unit);
  }
  if (busy() && unfinished_q_ == 0) {
    data_o.write({tile_q_.id, std::make_shared<const std::vector<std::uint64_t>>(results())});
    valid_o.write(true);
    tile_q_ = {};
  }
  if (valid_i.read() && ready_o.read()) start(data_i.read());
}

void MmaUnit::start(const Tagged<TileData>& tile) {
  const Tile& operands = *tile.payload;
  assert(operands.m > 0 && operands.n > 0 && operands.blocks > 0);
  assert(std::int64_t{operands.blocks} * operands.m * operands.n * (sequence_.steps() + 1) <=
         std::numeric_limits<int>::max());
  const auto size = static_cast<std::size_t>(operands.size());
  tile_q_ = tile;
  busy_q_.write(true);
  accumulator_q_.assign(size, 0);
  flags_q_.assign(sequence_.plan().raises_flags ? size : 0, 0);
  steps_done_q_.assign(size, 0);
  unfinished_q_ = tile.payload->size();
  for (Lane& lane : lanes_) {
    lane.step_q = 0;
    lane.element_q = lane.first;
    lane.wait_q = 0;
    lane.late_queue_q.clear();
  }
}

void MmaUnit::finish(int element, std::uint64_t d) {
  accumulator_q_[static_cast<std::size_t>(element)] = d;
  --unfinished_q_;
}

std::vector<std::uint64_t> MmaUnit::results() const {
  std::vector<std::uint64_t> all = accumulator_q_;
  all.insert(all.end(), flags_q_.begin(), flags_q_.end());
  return all;
}

void MmaUnit::collect(int unit) {
  const auto size = static_cast<std::uint32_t>(tile_q_.payload->size());  // and ids: Tile
  const auto element = [size](std::uint64_t id) { return static_cast<std::uint32_t>(id) % size; };
  if (const auto result = dots_->result(unit)) {
    const auto e = static_cast<std::size_t>(element(result->id));
    accumulator_q_[e] = result->payload.d;
    if (!flags_q_.empty()) flags_q_[e] = result->payload.flags;
    if (++steps_done_q_[e] == sequence_.steps()) {
      if (late_)
        lanes_[static_cast<std::size_t>(unit)].late_queue_q.push_back(static_cast<int>(e));
      else
        finish(static_cast<int>(e), result->payload.d);
    }
  }
  if (!late_) return;
  if (const auto result = late_->result(unit))
    finish(static_cast<int>(element(result->id)), result->payload.d);
}

void MmaUnit::issue(int unit) {
  Lane& lane = lanes_[static_cast<std::size_t>(unit)];
  if (lane.wait_q > 0) --lane.wait_q;
  const int size = busy() ? tile_q_.payload->size() : 0;
  const auto e = static_cast<std::size_t>(lane.element_q);
  const bool has_c =
      lane.element_q < size && lane.step_q < sequence_.steps() && steps_done_q_[e] == lane.step_q;
  if (!has_c || lane.wait_q > 0) return;
  const int id = lane.step_q * size + lane.element_q;
  dots_->offer(unit, static_cast<std::uint64_t>(id), lane.step_q,
               tile_q_.payload->element(lane.element_q), accumulator_q_[e]);
  lane.wait_q = sequence_.unit().structure.initiation_interval;
  lane.element_q += static_cast<int>(lanes_.size());
  if (lane.element_q >= size) {
    lane.element_q = lane.first;
    ++lane.step_q;
  }
}

void MmaUnit::issue_late(int unit) {
  std::vector<int>& queue = lanes_[static_cast<std::size_t>(unit)].late_queue_q;
  if (queue.empty()) return;
  const int element = queue.front();
  queue.erase(queue.begin());
  const int id = sequence_.steps() * tile_q_.payload->size() + element;
  late_->offer(unit, static_cast<std::uint64_t>(id), sequence_.steps(),
               tile_q_.payload->element(element),
               accumulator_q_[static_cast<std::size_t>(element)]);
}

}  // namespace mmasc
