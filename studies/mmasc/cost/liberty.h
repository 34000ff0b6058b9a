// SPDX-License-Identifier: Apache-2.0
// A liberty file as far as switching takes energy: what cells compute, what their pins load, and
// what a change inside them takes. Yosys and abc read areas and delays of gates of the same file,
// register_time.h those of flip-flops.
//
// Source of the syntax and of the units: the Liberty User Guide and Reference Manual (Synopsys,
// 2017.06): internal energy is in units of voltage_unit squared times capacitive_load_unit.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace mmasc {

// type(name) { attribute : value; attribute(values); group(name) {...} ... }
struct LibertyGroup {
  std::string type, name;
  // Without quotation marks; of attribute(x, y) "x, y".
  std::vector<std::pair<std::string, std::string>> attributes;
  std::vector<LibertyGroup> groups;

  std::string_view attribute(std::string_view key) const;  // empty: there is none
};

// Throws InputError with the line of what is no liberty.
LibertyGroup parse_liberty(std::string_view text);

// An energy or a time by the load that is driven, at a steep slew of the inputs: a quarter up the
// table, the second of four to seven.
struct LoadTable {
  std::vector<double> loads;  // pF, ascending; one: of any load
  std::vector<double> values;

  double at(double load) const;  // between the loads linearly, beyond them as at the last
};

struct LibertyPin {
  std::string name;
  bool is_output = false;
  double capacitance = 0;          // pF
  std::string function;            // of an output
  std::vector<LoadTable> changes;  // pJ: means of a rise and a fall, by each pin or condition

  double energy(double load) const;  // pJ of a change, the mean of `changes`; 0 without any
};

struct LibertyCell {
  double area = 0;
  std::vector<LibertyPin> pins;
  struct Register {
    std::string state, inverted;  // the names that outputs call them
    std::string next_state, clock, clear, preset;
  };
  std::optional<Register> reg;

  const LibertyPin* pin(std::string_view name) const;  // null: there is none
};

struct CellEnergies {
  double voltage = 0;  // V
  std::map<std::string, LibertyCell, std::less<>> cells;
};

// Throws InputError: no liberty, or no voltage, capacitances or functions.
CellEnergies read_cell_energies(std::string_view text);

}  // namespace mmasc
