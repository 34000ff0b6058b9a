// SPDX-License-Identifier: Apache-2.0
#include "mmasc/cost/netlist.h"

#include <fmt/format.h>

#include <algorithm>
#include <sstream>

#include "mmasc/unit/error.h"

namespace mmasc {
namespace {

class BlifReader {
 public:
  explicit BlifReader(const OutputPins& output_pins) : output_pins_(output_pins) {}

  Netlist read(std::string_view text) {
    std::istringstream lines{std::string(text)};
    std::string line;
    for (std::string part; std::getline(lines, part);) {
      line += part;
      if (line.ends_with('\\')) {
        line.back() = ' ';
        continue;
      }
      take(line);
      line.clear();
    }
    end_of_function();
    join_buffers();
    return std::move(netlist_);
  }

 private:
  int net(const std::string& name) {
    const auto [at, is_new] = numbers_.try_emplace(name, static_cast<int>(netlist_.nets.size()));
    if (is_new) netlist_.nets.push_back(name);
    return at->second;
  }

  void take(const std::string& line) {
    std::istringstream stream(line);
    std::vector<std::string> words;
    for (std::string word; stream >> word;) words.push_back(word);
    if (words.empty() || words[0].starts_with('#')) return;
    if (!words[0].starts_with('.')) {
      if (!is_in_function_) throw EnvironmentError("a netlist in BLIF has the line " + line);
      netlist_.cells.back().table += line + "\n";
      return;
    }
    end_of_function();
    if (words[0] == ".inputs")
      for (std::size_t i = 1; i < words.size(); ++i) netlist_.inputs.push_back(net(words[i]));
    else if (words[0] == ".outputs")
      for (std::size_t i = 1; i < words.size(); ++i) {
        netlist_.outputs.push_back(net(words[i]));
        netlist_.output_names.push_back(words[i]);
      }
    else if (words[0] == ".names" && words.size() > 1)
      begin_function(words);
    else if ((words[0] == ".gate" || words[0] == ".subckt") && words.size() > 2)
      add_cell(words);
    else if (words[0] != ".model" && words[0] != ".end")
      throw EnvironmentError("a netlist in BLIF has the line " + line);
  }

  void begin_function(const std::vector<std::string>& words) {
    Netlist::Cell cell;
    for (std::size_t i = 1; i + 1 < words.size(); ++i) cell.inputs.push_back(net(words[i]));
    cell.output = net(words.back());
    netlist_.cells.push_back(std::move(cell));
    is_in_function_ = true;
  }

  void end_of_function() {
    if (!is_in_function_) return;
    is_in_function_ = false;
    Netlist::Cell& cell = netlist_.cells.back();
    if (cell.inputs.size() != 1 || cell.table != "1 1\n") return;
    same_.emplace(cell.output, cell.inputs[0]);
    netlist_.cells.pop_back();
  }

  void add_cell(const std::vector<std::string>& words) {
    Netlist::Cell cell;
    cell.type = words[1];
    const auto known = output_pins_.find(cell.type);
    for (std::size_t i = 2; i < words.size(); ++i) {
      const auto equals = words[i].find('=');
      const std::string pin = words[i].substr(0, equals);
      const int at = equals == std::string::npos ? -1 : net(words[i].substr(equals + 1));
      if (at < 0) throw EnvironmentError("a netlist in BLIF has the pin " + words[i]);
      if (known != output_pins_.end() ? pin == known->second : i + 1 == words.size()) {
        cell.output_pin = pin;
        cell.output = at;
      } else {
        cell.pins.push_back(pin);
        cell.inputs.push_back(at);
      }
    }
    if (cell.output_pin.empty())
      throw EnvironmentError(fmt::format("a netlist in BLIF has a {} without output", cell.type));
    netlist_.cells.push_back(std::move(cell));
  }

  int joined(int net) const {
    for (auto at = same_.find(net); at != same_.end(); at = same_.find(net)) net = at->second;
    return net;
  }

  void join_buffers() {
    for (Netlist::Cell& cell : netlist_.cells)
      for (int& input : cell.inputs) input = joined(input);
    for (int& output : netlist_.outputs) output = joined(output);
  }

  const OutputPins& output_pins_;
  Netlist netlist_;
  std::map<std::string, int> numbers_;
  std::map<int, int> same_;  // a buffer's input by its output
  bool is_in_function_ = false;
};

}  // namespace

int Netlist::Cell::at(std::string_view pin) const {
  const auto found = std::ranges::find(pins, pin);
  return found == pins.end() ? -1 : inputs[static_cast<std::size_t>(found - pins.begin())];
}

std::vector<int> Netlist::drivers() const {
  std::vector<int> drivers(nets.size(), -1);
  for (std::size_t i = 0; i < cells.size(); ++i)
    drivers[static_cast<std::size_t>(cells[i].output)] = static_cast<int>(i);
  return drivers;
}

std::vector<int> Netlist::in_order() const {
  const std::vector<int> driver = drivers();
  std::vector<std::vector<int>> readers(cells.size());
  std::vector<int> missing(cells.size()), order;
  for (std::size_t i = 0; i < cells.size(); ++i) {
    for (const int net : cells[i].inputs)
      if (const int from = driver[static_cast<std::size_t>(net)]; from >= 0) {
        readers[static_cast<std::size_t>(from)].push_back(static_cast<int>(i));
        ++missing[i];
      }
    if (missing[i] == 0) order.push_back(static_cast<int>(i));
  }
  for (std::size_t done = 0; done < order.size(); ++done)
    for (const int reader : readers[static_cast<std::size_t>(order[done])])
      if (--missing[static_cast<std::size_t>(reader)] == 0) order.push_back(reader);
  if (order.size() != cells.size()) throw EnvironmentError("a netlist has a loop");
  return order;
}

Netlist parse_blif(std::string_view text, const OutputPins& output_pins) {
  return BlifReader(output_pins).read(text);
}

std::string blif_of(const Netlist& netlist) {
  const auto name = [&](int net) -> const std::string& {
    return netlist.nets[static_cast<std::size_t>(net)];
  };
  std::string text = ".model stage\n.inputs";
  for (const int input : netlist.inputs) text += " " + name(input);
  text += "\n.outputs";
  for (const std::string& output : netlist.output_names) text += " " + output;
  text += '\n';
  for (const Netlist::Cell& cell : netlist.cells) {
    if (cell.type.empty()) {
      text += ".names";
      for (const int input : cell.inputs) text += " " + name(input);
      text += fmt::format(" {}\n{}", name(cell.output), cell.table);
      continue;
    }
    text += ".gate " + cell.type;
    for (std::size_t i = 0; i < cell.inputs.size(); ++i)
      text += fmt::format(" {}={}", cell.pins[i], name(cell.inputs[i]));
    text += fmt::format(" {}={}\n", cell.output_pin, name(cell.output));
  }
  for (std::size_t i = 0; i < netlist.outputs.size(); ++i)
    if (netlist.output_names[i] != name(netlist.outputs[i]))
      text += fmt::format(".names {} {}\n1 1\n", name(netlist.outputs[i]), netlist.output_names[i]);
  return text + ".end\n";
}

OutputPins output_pins(const Netlist& netlist) {
  OutputPins pins;
  for (const Netlist::Cell& cell : netlist.cells) pins[cell.type] = cell.output_pin;
  return pins;
}

}  // namespace mmasc
