// SPDX-License-Identifier: Apache-2.0
// Netlists as Yosys and abc write them in BLIF, read without a library.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace mmasc {

struct Netlist {
  // A gate or flip-flop with one output; nets by their place in `nets`.
  struct Cell {
    std::string type;               // "NAND2X1"; empty: a function given by `table`
    std::vector<std::string> pins;  // of the inputs; of a function none
    std::vector<int> inputs;
    std::string output_pin;
    int output = 0;
    std::string table;  // BLIF's lines of the function
    int enable = -1;    // of a rank's register, whose only input is D: what lets it load

    // abc's or BLIF's constants, 0 or 1.
    bool is_constant() const { return inputs.empty(); }
    bool is_register() const { return enable >= 0; }
    // The input at a pin; -1 where there is none.
    int at(std::string_view pin) const;
  };

  std::vector<std::string> nets;
  std::vector<int> inputs, outputs;
  std::vector<std::string> output_names;  // several may be of one net
  std::vector<Cell> cells;

  // The cell that drives each net; -1: none.
  std::vector<int> drivers() const;
  // Cells in such an order that each comes after those that drive it. Throws EnvironmentError where
  // there is a loop.
  std::vector<int> in_order() const;
};

// The output pin of a type of cells where it is not the last that BLIF has.
using OutputPins = std::map<std::string, std::string>;

// One .model. Buffers, which BLIF's functions of one input are, become names of the same net.
// Throws EnvironmentError with the line that it cannot read.
Netlist parse_blif(std::string_view text, const OutputPins& output_pins = {});

std::string blif_of(const Netlist& netlist);

// Each cell's output pin.
OutputPins output_pins(const Netlist& netlist);

}  // namespace mmasc
