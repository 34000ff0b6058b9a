// SPDX-License-Identifier: Apache-2.0
#include "mmasc/cost/liberty.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>

#include "mmasc/cost/liberty_tables.h"
#include "mmasc/unit/error.h"

namespace mmasc {
namespace {

class LibertyReader {
 public:
  explicit LibertyReader(std::string_view text) : text_(text) {}

  LibertyGroup file() {
    LibertyGroup root;
    statement(root);
    if (root.groups.size() != 1) refuse("a file has one library (NAME) { ... }");
    return std::move(root.groups.front());
  }

 private:
  static constexpr int kDeepest = 64;

  [[noreturn]] void refuse(std::string_view what) const {
    const auto line = 1 + std::ranges::count(text_.substr(0, at_), '\n');
    throw InputError(fmt::format("line {}: {}", line, what));
  }

  void skip() {
    while (at_ < text_.size()) {
      const char letter = text_[at_];
      if (std::isspace(static_cast<unsigned char>(letter)) != 0 || letter == '\\') {
        ++at_;
      } else if (text_.substr(at_).starts_with("/*")) {
        const auto end = text_.find("*/", at_ + 2);
        at_ = end == text_.npos ? text_.size() : end + 2;
      } else if (text_.substr(at_).starts_with("//")) {
        at_ = std::min(text_.find('\n', at_), text_.size());
      } else {
        return;
      }
    }
  }

  bool take(char letter) {
    skip();
    if (at_ >= text_.size() || text_[at_] != letter) return false;
    ++at_;
    return true;
  }

  // A name, a number or a text.
  std::string word() {
    skip();
    if (take('"')) {
      const auto end = text_.find('"', at_);
      if (end == text_.npos) refuse("a text is not closed");
      std::string text(text_.substr(at_, end - at_));
      at_ = end + 1;
      std::erase_if(text, [](char letter) { return letter == '\\' || letter == '\n'; });
      return text;
    }
    constexpr std::string_view kEnds = "(){}:;,\" \t\r\n\\";
    const std::size_t first = at_;
    at_ = std::min(text_.find_first_of(kEnds, at_), text_.size());
    if (at_ == first) refuse("a name or a value is missing");
    return std::string(text_.substr(first, at_ - first));
  }

  // The rest of a value up to ";" or the end of its line.
  std::string value() {
    std::string text = word();
    while (at_ < text_.size() && text_[at_] != '\n' && text_[at_] != ';' && text_[at_] != '}') {
      if (std::isspace(static_cast<unsigned char>(text_[at_])) != 0)
        ++at_;
      else if (text_.substr(at_).starts_with("/*"))
        skip();
      else
        text += " " + word();
    }
    return text;
  }

  void statement(LibertyGroup& group) {
    const std::string name = word();
    if (take(':')) {
      group.attributes.emplace_back(name, value());
      take(';');
      return;
    }
    if (!take('(')) refuse(fmt::format("\"{}\" has neither a value nor brackets", name));
    std::string values;
    while (!take(')')) {
      if (!values.empty()) values += ", ";
      values += word();
      take(',');
    }
    if (!take('{')) {
      group.attributes.emplace_back(name, std::move(values));
      take(';');
      return;
    }
    if (++depth_ > kDeepest) refuse("groups stand in more than 64 others");
    LibertyGroup inner{name, std::move(values), {}, {}};
    while (!take('}')) {
      if (at_ >= text_.size()) refuse(fmt::format("{} ({}) is not closed", name, inner.name));
      if (!take(';')) statement(inner);
    }
    --depth_;
    group.groups.push_back(std::move(inner));
  }

  std::string_view text_;
  std::size_t at_ = 0;
  int depth_ = 0;
};

class EnergyReader {
 public:
  explicit EnergyReader(const LibertyGroup& library)
      : library_(library),
        picofarads_(picofarads(library.attribute("capacitive_load_unit"))),
        picojoules_(picofarads_ * volts(library.attribute("voltage_unit")) *
                    volts(library.attribute("voltage_unit"))),
        tables_(library) {}

  CellEnergies read() const {
    CellEnergies energies;
    energies.voltage =
        number_in(library_.attribute("nom_voltage")) * volts(library_.attribute("voltage_unit"));
    for (const LibertyGroup& group : library_.groups)
      if (group.type == "cell") energies.cells.emplace(group.name, cell_of(group));
    return energies;
  }

 private:
  LibertyCell cell_of(const LibertyGroup& group) const {
    LibertyCell cell;
    cell.area = number_in(group.attribute("area"));
    for (const LibertyGroup& inner : group.groups)
      if (inner.type == "pin")
        cell.pins.push_back(pin_of(inner));
      else if (inner.type == "ff")
        cell.reg = register_of(inner);
    return cell;
  }

  static LibertyCell::Register register_of(const LibertyGroup& group) {
    LibertyCell::Register reg;
    const auto comma = group.name.find(',');
    reg.state = group.name.substr(0, comma);
    if (comma != std::string::npos)
      reg.inverted = group.name.substr(group.name.find_first_not_of(", ", comma));
    reg.next_state = group.attribute("next_state");
    reg.clock = group.attribute("clocked_on");
    reg.clear = group.attribute("clear");
    reg.preset = group.attribute("preset");
    return reg;
  }

  LibertyPin pin_of(const LibertyGroup& group) const {
    LibertyPin pin;
    pin.name = group.name;
    pin.is_output = group.attribute("direction") == "output";
    pin.capacitance = number_in(group.attribute("capacitance")) * picofarads_;
    pin.function = group.attribute("function");
    for (const LibertyGroup& inner : group.groups)
      if (inner.type == "internal_power")
        if (LoadTable table = change_of(inner); !table.values.empty())
          pin.changes.push_back(std::move(table));
    return pin;
  }

  // The mean of a rise and a fall, whose tables have the same loads.
  LoadTable change_of(const LibertyGroup& group) const {
    LoadTable sum;
    int tables = 0;
    for (const LibertyGroup& inner : group.groups) {
      LoadTable table = tables_.read(inner, picojoules_);
      if (tables > 0 && table.loads != sum.loads) continue;
      if (tables++ == 0) {
        sum = std::move(table);
        continue;
      }
      for (std::size_t i = 0; i < sum.values.size(); ++i) sum.values[i] += table.values[i];
    }
    for (double& energy : sum.values) energy /= tables;
    return sum;
  }

  const LibertyGroup& library_;
  double picofarads_, picojoules_;  // that a number of the file counts in
  const LibertyTables tables_;
};

}  // namespace

std::string_view LibertyGroup::attribute(std::string_view key) const {
  const auto found =
      std::ranges::find(attributes, key, &std::pair<std::string, std::string>::first);
  return found == attributes.end() ? std::string_view() : found->second;
}

LibertyGroup parse_liberty(std::string_view text) { return LibertyReader(text).file(); }

double LibertyPin::energy(double load) const {
  double sum = 0;
  for (const LoadTable& change : changes) sum += change.at(load);
  return changes.empty() ? 0 : sum / static_cast<double>(changes.size());
}

const LibertyPin* LibertyCell::pin(std::string_view name) const {
  const auto found = std::ranges::find(pins, name, &LibertyPin::name);
  return found == pins.end() ? nullptr : &*found;
}

CellEnergies read_cell_energies(std::string_view text) {
  CellEnergies energies = EnergyReader(parse_liberty(text)).read();
  const auto some_pin = [&](const auto& is_so) {
    return std::ranges::any_of(energies.cells, [&](const auto& cell) {
      return std::ranges::any_of(cell.second.pins, is_so);
    });
  };
  if (!(energies.voltage > 0))
    throw InputError("has no nom_voltage, by which switching takes energy");
  if (!some_pin([](const LibertyPin& pin) { return pin.capacitance > 0; }))
    throw InputError("has no capacitances of pins, by which switching takes energy");
  if (!some_pin([](const LibertyPin& pin) { return !pin.function.empty(); }))
    throw InputError("has no functions of cells");
  return energies;
}

}  // namespace mmasc
