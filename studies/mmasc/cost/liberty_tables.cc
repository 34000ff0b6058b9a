// SPDX-License-Identifier: Apache-2.0
#include "mmasc/cost/liberty_tables.h"

#include <algorithm>
#include <cstdlib>

namespace mmasc {
namespace {

constexpr std::string_view kLoad = "total_output_net_capacitance";

// The numbers in a list, whatever stands between them.
std::vector<double> numbers_in(std::string_view text) {
  std::vector<double> numbers;
  const std::string copy(text);
  for (const char* at = copy.c_str(); *at != '\0';) {
    char* end = nullptr;
    const double number = std::strtod(at, &end);
    if (end == at) {
      ++at;
      continue;
    }
    numbers.push_back(number);
    at = end;
  }
  return numbers;
}

double one_or(double number) { return number == 0 ? 1 : number; }

bool has(std::string_view text, std::string_view part) { return text.find(part) != text.npos; }

}  // namespace

double number_in(std::string_view text) {
  const std::vector<double> numbers = numbers_in(text);
  return numbers.empty() ? 0 : numbers.front();
}

double picofarads(std::string_view unit) {
  const bool is_femto = has(unit, "ff") || has(unit, "FF") || has(unit, "fF");
  return one_or(number_in(unit)) * (is_femto ? 1e-3 : 1);
}

double volts(std::string_view unit) {
  return one_or(number_in(unit)) * (has(unit, "mV") ? 1e-3 : 1);
}

double picoseconds(std::string_view unit) {
  return one_or(number_in(unit)) * (has(unit, "ps") ? 1 : 1e3);
}

LibertyTables::LibertyTables(const LibertyGroup& library)
    : picofarads_(picofarads(library.attribute("capacitive_load_unit"))) {
  for (const LibertyGroup& group : library.groups) {
    const bool is_power = group.type == "power_lut_template";
    if (is_power || group.type == "lu_table_template") templates_[{is_power, group.name}] = &group;
  }
}

LoadTable LibertyTables::read(const LibertyGroup& table, double unit) const {
  const auto named = templates_.find({table.type.ends_with("_power"), table.name});
  const LibertyGroup* const shape = named == templates_.end() ? nullptr : named->second;
  const auto from = [&](std::string_view key) {
    const std::string_view own = table.attribute(key);
    return numbers_in(own.empty() && shape != nullptr ? shape->attribute(key) : own);
  };
  const auto is_load = [&](std::string_view variable) {
    return shape != nullptr && shape->attribute(variable) == kLoad;
  };
  const bool first_is_load = is_load("variable_1"), second_is_load = is_load("variable_2");
  const std::vector<double> first = from("index_1"), second = from("index_2"),
                            values = numbers_in(table.attribute("values"));
  const std::size_t rows = std::max<std::size_t>(1, first.size()),
                    columns = std::max<std::size_t>(1, second.size());
  LoadTable read;
  if (values.size() != rows * columns) return read;
  if (!first_is_load && !second_is_load) {
    read.loads = {0};
    read.values = {values[rows / 4 * columns + columns / 4] * unit};
    return read;
  }
  for (const double load : first_is_load ? first : second) read.loads.push_back(load * picofarads_);
  for (std::size_t i = 0; i < read.loads.size(); ++i)
    read.values.push_back(unit * (first_is_load ? values[i * columns + columns / 4]
                                                : values[rows / 4 * columns + i]));
  return read;
}

double LoadTable::at(double load) const {
  const auto above = std::ranges::upper_bound(loads, load);
  const auto i = static_cast<std::size_t>(above - loads.begin());
  if (i == 0) return values.front();
  if (above == loads.end()) return values.back();
  const double part = (load - loads[i - 1]) / (loads[i] - loads[i - 1]);
  return values[i - 1] + part * (values[i] - values[i - 1]);
}

}  // namespace mmasc
