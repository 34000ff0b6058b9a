// SPDX-License-Identifier: Apache-2.0
#include "pipeline/mma_unit.h"

#include <cassert>
#include <limits>

namespace mmasc {

MmaUnit::Port::Port(const std::string& name, const Plan& plan, MmaUnit& parent)
    : operands(name + "_operands"),
      result(name + "_result"),
      unit(make_dot_product_unit(name.c_str(), plan)) {
  unit->forward_clock(parent);
  unit->bind_input(operands);
  unit->bind_output(result);
}

MmaUnit::MmaUnit(sc_core::sc_module_name name, const Unit& unit)
    : sc_module(name), sequence_(unit) {
  for (int lane = 0; lane < unit.structure.units; ++lane) {
    const std::string suffix = "_" + std::to_string(lane);
    lanes_.emplace_back();
    lanes_.back().first = lane;
    lanes_.back().dot = std::make_unique<Port>("dot" + suffix, sequence_.plan(), *this);
    if (sequence_.late_c_plan() != nullptr)
      lanes_.back().late =
          std::make_unique<Port>("late_c" + suffix, *sequence_.late_c_plan(), *this);
  }
  SC_METHOD(on_clock);
  sensitive << clk_i.pos() << rst_ni.neg();
  dont_initialize();
  SC_METHOD(drive_ready);
  sensitive << busy_q_;
}

std::vector<RegisterView> MmaUnit::registers() const {
  std::vector<RegisterView> all;
  const auto append = [&](const Port& port) {
    for (RegisterView view : port.unit->registers()) {
      view.name = std::string(port.unit->basename()) + "." + view.name;
      all.push_back(std::move(view));
    }
  };
  for (const Lane& lane : lanes_) {
    append(*lane.dot);
    if (lane.late) append(*lane.late);
  }
  return all;
}

void MmaUnit::drive_ready() { ready_o.write(!busy_q_.read()); }

void MmaUnit::on_clock() {
  if (!rst_ni.read()) {
    tile_q_ = {};
    busy_q_.write(false);
    valid_o.write(false);
    for (Lane& lane : lanes_)
      for (Port* port : {lane.dot.get(), lane.late.get()})
        if (port != nullptr) port->operands.valid.write(false);
    return;
  }
  if (valid_o.read() && ready_i.read()) {
    valid_o.write(false);
    busy_q_.write(false);
  }
  for (Lane& lane : lanes_) {
    collect(lane);
    issue(lane);
    if (lane.late) issue_late(lane);
  }
  if (busy() && unfinished_q_ == 0) {
    data_o.write({tile_q_.id, std::make_shared<const std::vector<std::uint64_t>>(accumulator_q_)});
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

void MmaUnit::collect(Lane& lane) {
  lane.dot->result.ready.write(true);
  if (lane.late) lane.late->result.ready.write(true);
  if (!busy()) return;
  const int size = tile_q_.payload->size();
  if (lane.dot->result.valid.read()) {
    const Tagged<Result>& result = lane.dot->result.data.read();
    const int element = static_cast<int>(result.id % static_cast<std::uint64_t>(size));
    const auto e = static_cast<std::size_t>(element);
    accumulator_q_[e] = result.payload.d;
    if (++steps_done_q_[e] == sequence_.steps()) {
      if (lane.late)
        lane.late_queue_q.push_back(element);
      else
        finish(element, result.payload.d);
    }
  }
  if (lane.late && lane.late->result.valid.read()) {
    const Tagged<Result>& result = lane.late->result.data.read();
    finish(static_cast<int>(result.id % static_cast<std::uint64_t>(size)), result.payload.d);
  }
}

void MmaUnit::issue(Lane& lane) {
  if (lane.wait_q > 0) --lane.wait_q;
  Port& port = *lane.dot;
  if (!port.empties()) return;
  const int size = busy() ? tile_q_.payload->size() : 0;
  const auto e = static_cast<std::size_t>(lane.element_q);
  const bool has_c =
      lane.element_q < size && lane.step_q < sequence_.steps() && steps_done_q_[e] == lane.step_q;
  const bool issues = has_c && lane.wait_q == 0;
  port.operands.valid.write(issues);
  if (!issues) return;
  const DotOperands operands = tile_q_.payload->element(sequence_.unit(), lane.element_q);
  const int id = lane.step_q * size + lane.element_q;
  port.operands.data.write(
      {static_cast<std::uint64_t>(id), sequence_.step(lane.step_q, operands, accumulator_q_[e])});
  lane.wait_q = sequence_.unit().structure.initiation_interval;
  lane.element_q += static_cast<int>(lanes_.size());
  if (lane.element_q >= size) {
    lane.element_q = lane.first;
    ++lane.step_q;
  }
}

void MmaUnit::issue_late(Lane& lane) {
  Port& port = *lane.late;
  if (!port.empties()) return;
  port.operands.valid.write(!lane.late_queue_q.empty());
  if (lane.late_queue_q.empty()) return;
  const int element = lane.late_queue_q.front();
  lane.late_queue_q.erase(lane.late_queue_q.begin());
  const DotOperands operands = tile_q_.payload->element(sequence_.unit(), element);
  const int id = sequence_.steps() * tile_q_.payload->size() + element;
  port.operands.data.write(
      {static_cast<std::uint64_t>(id),
       sequence_.late_c(operands, accumulator_q_[static_cast<std::size_t>(element)])});
}

}  // namespace mmasc
