// SPDX-License-Identifier: Apache-2.0
#include "mmasc/cost/yosys.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cctype>
#include <cstdlib>
#include <iterator>
#include <regex>
#include <sstream>

namespace mmasc {

std::string abc_script(SynthesisRecipe recipe) {
  switch (recipe) {
    case SynthesisRecipe::speed:
      return "strash; ifraig; dch -f; map; topo; buffer -c; topo; upsize -c; dnsize -c; stime\n";
    case SynthesisRecipe::area:
      break;
  }
  return "strash; ifraig; scorr; dc2; dc2; dch -f; map -a -B 0.9; topo; stime\n";
}

std::string lone_module(std::string_view instance) {
  return fmt::format("module {};\n  {} u_unit ();\nendmodule\n", kLoneTop, instance);
}

std::string read_stage_script(const std::vector<std::string>& files) {
  return fmt::format(
      "read_verilog -sv -defer {0}\n"
      "hierarchy -check -top {1}\n"
      "delete {1}\n"
      "hierarchy -auto-top\n"
      "rename -top stage\n"
      "synth -flatten -noabc -top stage\n"
      "opt_clean -purge\n",
      fmt::join(files, " "), kLoneTop);
}

// Flip-flops are mapped last: before, their enables end at a port of the logic, so that no stage's
// delay is that of an unbuffered net to hundreds of them.
std::string map_script() {
  return "abc -liberty cells.lib -script recipe.abc\n"
         "opt_clean -purge\n"
         "tee -q -o logic.txt stat -liberty cells.lib\n"
         "dfflibmap -liberty cells.lib\n"
         "abc -liberty cells.lib -script registers.abc\n"
         "opt_clean -purge\n"
         "tee -q -o cells.txt stat -liberty cells.lib\n";
}

std::string stage_script(const std::vector<std::string>& files) {
  return read_stage_script(files) + map_script();
}

std::string legal_registers_script() {
  return fmt::format(
      "dfflegalize -cell {} x -cell {} x\n"
      "opt_clean -purge\n",
      kDataRegister, kHandshakeRegister);
}

std::string plain_text(const std::string& text) {
  return std::regex_replace(text, std::regex("\\x1b\\[[0-9;]*m"), "");
}

int CellCounts::total() const {
  int sum = 0;
  for (const auto& [type, count] : cells) sum += count;
  return sum;
}

int CellCounts::generic() const {
  int sum = 0;
  for (const auto& [type, count] : cells)
    if (type.starts_with('$')) sum += count;
  return sum;
}

CellCounts parse_stat(std::string_view text) {
  CellCounts counts;
  std::istringstream lines{std::string(text)};
  bool are_cells = false;
  for (std::string line; std::getline(lines, line);) {
    std::istringstream stream(line);
    const std::vector<std::string> words{std::istream_iterator<std::string>(stream), {}};
    const std::string last = words.empty() ? "" : words.back();
    if (line.find(" Number of cells: ") != line.npos || last == "cells" || last == "submodules")
      are_cells = true;
    else if (words.size() < 2)
      are_cells = false;
    else if (are_cells && std::isdigit(static_cast<unsigned char>(words.front().front())) != 0)
      counts.cells[last] += std::atoi(words.front().c_str());
    else if (are_cells)
      counts.cells[words.front()] += std::atoi(last.c_str());
    else if (line.find("Chip area ") != line.npos)
      counts.area = std::strtod(line.c_str() + line.rfind(':') + 1, nullptr);
  }
  counts.cells.erase("$scopeinfo");  // a name that was flattened, and nothing of hardware
  return counts;
}

std::vector<double> parse_delays(std::string_view text) {
  static const std::regex pattern("Delay =[^0-9\\x1b]*([0-9]+\\.?[0-9]*) ps");
  std::vector<double> delays;
  const std::string plain = plain_text(std::string(text));
  for (std::sregex_iterator each(plain.begin(), plain.end(), pattern), end; each != end; ++each)
    delays.push_back(std::strtod((*each)[1].str().c_str(), nullptr));
  return delays;
}

double parse_delay(std::string_view text) {
  const std::vector<double> delays = parse_delays(text);
  return delays.empty() ? 0 : delays.back();
}

std::string first_error_of(std::string_view text) {
  std::istringstream lines{std::string(text)};
  std::string first;
  for (std::string line; std::getline(lines, line);) {
    if (line.find("ERROR") != std::string::npos || line.find("Error") != std::string::npos)
      return line;
    if (first.empty()) first = line;
  }
  return first;
}

}  // namespace mmasc
