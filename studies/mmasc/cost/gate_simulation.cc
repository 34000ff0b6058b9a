// SPDX-License-Identifier: Apache-2.0
#include "mmasc/cost/gate_simulation.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>

#include "mmasc/unit/error.h"

namespace mmasc {
namespace {

// A cell without a clock computes its library's function, a constant its table.
GateFunction function_of(const Netlist::Cell& cell, const LibertyCell* of_library) {
  if (cell.type.empty()) return {cell.table.starts_with('1') ? "1" : "0", {}};
  return {of_library->pin(cell.output_pin)->function, cell.pins};
}

}  // namespace

GateSimulation::GateSimulation(const Netlist& netlist, const CellEnergies& library)
    : values_(netlist.nets.size()), before_(values_), changes_(netlist.nets.size()) {
  Netlist logic = netlist;  // without registers, whose outputs are inputs of it
  logic.cells.clear();
  std::vector<const LibertyCell*> of_logic;
  for (const Netlist::Cell& cell : netlist.cells) {
    const auto found = library.cells.find(cell.type);
    const LibertyCell* const known = found == library.cells.end() ? nullptr : &found->second;
    const bool is_constant = cell.type.empty() && cell.is_constant();
    if (!is_constant && (known == nullptr || known->pin(cell.output_pin) == nullptr))
      throw EnvironmentError(fmt::format(
          "a netlist has the cell \"{}\", of which the library has no function", cell.type));
    for (const std::string& pin : cell.pins)
      if (const LibertyPin* const other = known != nullptr ? known->pin(pin) : nullptr;
          other != nullptr && other->is_output)
        throw EnvironmentError(
            fmt::format("a netlist has a {} with two outputs, which is not simulated", cell.type));
    if (known == nullptr || !known->reg) {
      logic.cells.push_back(cell);
      of_logic.push_back(known);
      continue;
    }
    const LibertyCell::Register& reg = *known->reg;
    const auto function = [&](const std::string& text) {
      return GateFunction(text.empty() ? "0" : text, cell.pins);
    };
    registers_.push_back({.next_state = function(reg.next_state),
                          .clear = function(reg.clear),
                          .preset = function(reg.preset),
                          .inputs = cell.inputs,
                          .output = cell.output,
                          .is_inverted = known->pin(cell.output_pin)->function != reg.state});
  }
  for (const int i : logic.in_order()) {
    const Netlist::Cell& cell = logic.cells[static_cast<std::size_t>(i)];
    gates_.push_back(
        {function_of(cell, of_logic[static_cast<std::size_t>(i)]), cell.inputs, cell.output});
  }
  states_.resize(registers_.size());
}

std::uint64_t GateSimulation::value(const GateFunction& function, const std::vector<int>& inputs) {
  operands_.clear();
  for (const int net : inputs) operands_.push_back((*this)[net]);
  return function(operands_);
}

void GateSimulation::settle() {
  for (const Gate& gate : gates_) (*this)[gate.output] = value(gate.function, gate.inputs);
  if (counts_)
    for (std::size_t net = 0; net < values_.size(); ++net)
      changes_[net] += std::popcount(values_[net] ^ before_[net]);
  before_ = values_;
}

// All at one edge: states first, since an output may be another's input.
void GateSimulation::clock() {
  for (std::size_t i = 0; i < registers_.size(); ++i) {
    const Register& reg = registers_[i];
    const std::uint64_t clear = value(reg.clear, reg.inputs),
                        preset = value(reg.preset, reg.inputs);
    states_[i] = (value(reg.next_state, reg.inputs) & ~clear) | preset;
  }
  for (std::size_t i = 0; i < registers_.size(); ++i)
    (*this)[registers_[i].output] = registers_[i].is_inverted ? ~states_[i] : states_[i];
}

void GateSimulation::begin_counting() {
  counts_ = true;
  std::ranges::fill(changes_, 0);
}

}  // namespace mmasc
