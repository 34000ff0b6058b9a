// SPDX-License-Identifier: Apache-2.0
#include "mmasc/cost/pipeline.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

#include "mmasc/cost/yosys.h"

namespace mmasc {
namespace {

constexpr int kConstant = -1;  // a number of registers that any other is equal to

std::size_t place(int i) { return static_cast<std::size_t>(i); }

bool is_constant(const Netlist& netlist, const std::vector<int>& drivers, int net) {
  const int cell = drivers[place(net)];
  return cell >= 0 && netlist.cells[place(cell)].is_constant();
}

// 0 or 1: abc's "_const1_", or BLIF's function of nothing.
bool value_of_constant(const Netlist::Cell& cell) {
  return cell.type == "_const1_" || cell.table == "1\n";
}

// The cells that lead to outputs.
class Cone {
 public:
  explicit Cone(const Netlist& stage) : stage_(stage), drivers_(stage.drivers()) {}

  const std::vector<int>& drivers() const { return drivers_; }
  const std::set<int>& cells() const { return cells_; }

  // False, and nothing added, where a register of the handshake is in it.
  bool add(int output) {
    std::set<int> found;
    std::vector<int> nets{output};
    while (!nets.empty()) {
      const int cell = drivers_[place(nets.back())];
      nets.pop_back();
      if (cell < 0 || cells_.contains(cell) || !found.insert(cell).second) continue;
      const Netlist::Cell& of = stage_.cells[place(cell)];
      if (of.type == kHandshakeRegister) return false;
      if (of.type == kDataRegister)
        nets.push_back(of.at("D"));
      else
        nets.insert(nets.end(), of.inputs.begin(), of.inputs.end());
    }
    cells_.merge(found);
    return true;
  }

 private:
  const Netlist& stage_;
  const std::vector<int> drivers_;
  std::set<int> cells_;
};

// The writer of pipeline_text().
class PipelineText {
 public:
  PipelineText(const Netlist& mapped, const std::vector<int>& pieces, int ranks)
      : mapped_(mapped),
        drivers_(mapped.drivers()),
        ranks_(ranks),
        made_in_(mapped.nets.size()),
        needed_in_(mapped.nets.size(), -1) {
    for (std::size_t i = 0; i < mapped.cells.size(); ++i) {
      const Netlist::Cell& cell = mapped.cells[i];
      made_in_[place(cell.output)] = pieces[i];
      for (const int net : cell.inputs) need(net, pieces[i]);
    }
    for (const int net : mapped.outputs) need(net, ranks);
  }

  std::string text() const {
    std::string ports, cells, ranks;
    for (const int input : mapped_.inputs)
      ports += fmt::format("  input logic {},\n", mapped_.nets[place(input)]);
    for (const std::string& output : mapped_.output_names)
      ports += fmt::format("  output logic {},\n", output);
    for (std::size_t i = 0; i < mapped_.cells.size(); ++i) cells += text_of(mapped_.cells[i]);
    for (int rank = 0; rank < ranks_; ++rank) ranks += text_of_rank(rank);
    std::string outputs;
    for (std::size_t i = 0; i < mapped_.outputs.size(); ++i)
      outputs += fmt::format("  assign {} = {};\n", mapped_.output_names[i],
                             in_piece(mapped_.outputs[i], ranks_));
    return fmt::format(
        "module stage (\n{}  input logic clk_i, rst_ni, valid_i, ready_i,\n"
        "  output logic valid_o, ready_o\n);\n"
        "  wire [{}:0] valid, ready;\n"
        "  assign valid[0] = valid_i;\n  assign ready_o = ready[0];\n"
        "  assign valid_o = valid[{}];\n  assign ready[{}] = ready_i;\n{}{}{}endmodule\n",
        ports, ranks_, ranks_, ranks_, cells, ranks, outputs);
  }

 private:
  void need(int net, int piece) {
    if (!is_constant(mapped_, drivers_, net))
      needed_in_[place(net)] = std::max(needed_in_[place(net)], piece);
  }

  // A net as it is in a piece: as it was made, or the output of a rank.
  std::string in_piece(int net, int piece) const {
    const int cell = drivers_[place(net)];
    if (is_constant(mapped_, drivers_, net))
      return value_of_constant(mapped_.cells[place(cell)]) ? "1'b1" : "1'b0";
    if (cell < 0 && piece == 0) return mapped_.nets[place(net)];
    return fmt::format("n{}_{}", net, piece);
  }

  std::string text_of(const Netlist::Cell& cell) const {
    if (cell.is_constant()) return "";
    const int piece = made_in_[place(cell.output)];
    const std::string output = in_piece(cell.output, piece);
    std::string text = fmt::format("  wire {};\n  {} c{} (", output, cell.type, cell.output);
    for (std::size_t i = 0; i < cell.inputs.size(); ++i)
      text += fmt::format(".{}({}), ", cell.pins[i], in_piece(cell.inputs[i], piece));
    return text + fmt::format(".{}({}));\n", cell.output_pin, output);
  }

  std::string text_of_rank(int rank) const {
    std::string loads, holds, declared;
    int width = 0;
    for (std::size_t n = 0; n < mapped_.nets.size(); ++n) {
      if (made_in_[n] > rank || needed_in_[n] <= rank) continue;
      const int net = static_cast<int>(n);
      const char* const comma = width == 0 ? "" : ", ";
      loads += comma + in_piece(net, rank);
      holds += comma + in_piece(net, rank + 1);
      declared += fmt::format("  wire {};\n", in_piece(net, rank + 1));
      ++width;
    }
    return fmt::format(
        "{0}  mmasc_elastic #(.REGISTERS(1), .WIDTH({1})) u_rank_{2} (\n"
        "    .clk_i(clk_i), .rst_ni(rst_ni), .valid_i(valid[{2}]), .ready_o(ready[{2}]),\n"
        "    .data_i({{{4}}}),\n    .valid_o(valid[{3}]), .ready_i(ready[{3}]),\n"
        "    .data_o({{{5}}}));\n",
        declared, width, rank, rank + 1, loads, holds);
  }

  const Netlist& mapped_;
  const std::vector<int> drivers_;
  int ranks_;
  std::vector<int> made_in_, needed_in_;  // pieces, of each net; inputs are made in the first
};

}  // namespace

Netlist data_path(const Netlist& stage) {
  Cone cone(stage);
  Netlist data;
  data.nets = stage.nets;
  for (std::size_t i = 0; i < stage.outputs.size(); ++i) {
    if (!cone.add(stage.outputs[i])) continue;
    data.outputs.push_back(stage.outputs[i]);
    data.output_names.push_back(stage.output_names[i]);
  }
  std::set<int> read(data.outputs.begin(), data.outputs.end());
  for (const int i : cone.cells()) {
    Netlist::Cell cell = stage.cells[place(i)];
    if (cell.type == kDataRegister && !cell.is_register()) {
      cell.enable = cell.at("E");
      cell.inputs = {cell.at("D")};
      cell.pins = {"D"};
    }
    read.insert(cell.inputs.begin(), cell.inputs.end());
    data.cells.push_back(std::move(cell));
  }
  for (const int input : stage.inputs)
    if (read.contains(input)) data.inputs.push_back(input);
  return data;
}

Netlist without_spare_outputs(const Netlist& data) {
  const std::vector<int> drivers = data.drivers();
  Netlist spare_less = data;
  spare_less.outputs.clear();
  spare_less.output_names.clear();
  std::set<int> kept;
  for (std::size_t i = 0; i < data.outputs.size(); ++i) {
    if (is_constant(data, drivers, data.outputs[i]) || !kept.insert(data.outputs[i]).second)
      continue;
    spare_less.outputs.push_back(data.outputs[i]);
    spare_less.output_names.push_back(data.output_names[i]);
  }
  return data_path(spare_less);
}

Netlist with_short_names(Netlist netlist) {
  for (std::size_t n = 0; n < netlist.nets.size(); ++n) netlist.nets[n] = fmt::format("n{}", n);
  for (std::size_t i = 0; i < netlist.inputs.size(); ++i)
    netlist.nets[place(netlist.inputs[i])] = fmt::format("i{}", i);
  for (std::size_t i = 0; i < netlist.outputs.size(); ++i)
    netlist.output_names[i] = fmt::format("o{}", i);
  return netlist;
}

std::string pipeline_text(const Netlist& mapped, const std::vector<int>& pieces, int ranks) {
  return PipelineText(mapped, pieces, ranks).text();
}

std::string fault_of_pipeline(const Netlist& data, int ranks) {
  const std::vector<int> drivers = data.drivers();
  const std::set<int> inputs(data.inputs.begin(), data.inputs.end());
  std::vector<int> crossed(data.nets.size(), 0);
  std::map<int, int> enable_of_rank;
  for (const int i : data.in_order()) {
    const Netlist::Cell& cell = data.cells[place(i)];
    int& number = crossed[place(cell.output)];
    number = kConstant;
    for (const int net : cell.inputs) {
      if (drivers[place(net)] < 0 && !inputs.contains(net))
        return data.nets[place(net)] + " is driven by nothing";
      const int before = crossed[place(net)];
      if (before == kConstant) continue;
      if (number != kConstant && number != before)
        return fmt::format("paths to {} cross {} and {} registers", data.nets[place(cell.output)],
                           number, before);
      number = before;
    }
    if (!cell.is_register() || number == kConstant) continue;
    const auto [known, is_new] = enable_of_rank.try_emplace(number++, cell.enable);
    if (known->second != cell.enable)
      return fmt::format("registers of rank {} have two enables", number);
  }
  std::set<int> enables;
  for (const auto& [rank, enable] : enable_of_rank)
    if (!enables.insert(enable).second) return "two ranks have one enable";
  for (std::size_t i = 0; i < data.outputs.size(); ++i)
    if (const int number = crossed[place(data.outputs[i])]; number != ranks && number != kConstant)
      return fmt::format("paths to {} cross {} registers, not {}", data.output_names[i], number,
                         ranks);
  return "";
}

Netlist without_registers(const Netlist& data) {
  const std::vector<int> drivers = data.drivers();
  const auto origin = [&](int net) {
    for (int cell = drivers[place(net)]; cell >= 0 && data.cells[place(cell)].is_register();
         cell = drivers[place(net)])
      net = data.cells[place(cell)].inputs[0];
    return net;
  };
  Netlist wires = data;
  std::erase_if(wires.cells, [](const Netlist::Cell& cell) { return cell.is_register(); });
  for (Netlist::Cell& cell : wires.cells)
    for (int& net : cell.inputs) net = origin(net);
  for (int& net : wires.outputs) net = origin(net);
  return wires;
}

Netlist pieces_of(const Netlist& data) {
  const std::vector<int> drivers = data.drivers();
  Netlist pieces = data;
  pieces.outputs.clear();
  pieces.output_names.clear();
  std::erase_if(pieces.cells, [](const Netlist::Cell& cell) { return cell.is_register(); });
  std::set<int> loaded;
  const auto load = [&](int net) {
    const int cell = drivers[place(net)];
    if (cell < 0 || data.cells[place(cell)].is_register() ||
        data.cells[place(cell)].is_constant() || !loaded.insert(net).second)
      return;
    pieces.outputs.push_back(net);
    pieces.output_names.push_back(data.nets[place(net)]);
  };
  for (const Netlist::Cell& cell : data.cells) {
    if (!cell.is_register()) continue;
    pieces.inputs.push_back(cell.output);
    load(cell.inputs[0]);
  }
  for (const int net : data.outputs) load(net);
  return pieces;
}

}  // namespace mmasc
