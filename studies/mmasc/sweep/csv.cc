// SPDX-License-Identifier: Apache-2.0
#include "mmasc/sweep/csv.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "mmasc/sweep/quantities.h"
#include "mmasc/sweep/verdict.h"

namespace mmasc {
namespace {

std::string cell(const std::string& text) {
  if (text.find_first_of(",\"\n") == std::string::npos) return text;
  std::string quoted = "\"";
  for (const char letter : text) quoted += letter == '"' ? "\"\"" : std::string(1, letter);
  return quoted + '"';
}

std::string cell(double number) { return fmt::format("{:.9g}", number); }

// Columns of columns, and one row's cells.
struct CsvRow {
  std::vector<std::string> names, cells;

  void add(const std::string& name, std::string text) {
    if (std::ranges::find(names, name) != names.end()) return;  // an axis has it
    names.push_back(cell(name));
    cells.push_back(std::move(text));
  }
};

using Columns = std::vector<std::string>;

void add_numbers(const Columns& names, const NamedNumbers& numbers, CsvRow& row) {
  for (const std::string& name : names) {
    const auto found = std::ranges::find(numbers, name, &NamedNumbers::value_type::first);
    row.add(name, found == numbers.end() ? std::string() : cell(found->second));
  }
}

CsvRow row_of(const Study& study, const PointResult& point, const Columns& slices,
              const Columns& costs) {
  CsvRow row;
  row.add("index", std::to_string(point.index));
  for (const auto& [name, value] : point.axes) row.add(name, cell(to_text(value)));
  row.add("unit", cell(point.unit));
  row.add("m", std::to_string(point.m));
  row.add("n", std::to_string(point.n));
  row.add("k", std::to_string(point.k));
  for (const std::string& name : study.measures) {
    std::string value, samples, low, high;
    if (const MeasureResult* measure = point.measure(name)) {
      if (measure->value) value = cell(*measure->value);
      samples = std::to_string(measure->samples);
      if (measure->interval) {
        low = cell(measure->interval->low);
        high = cell(measure->interval->high);
      }
    }
    row.add(name, value);
    row.add(name + "_samples", samples);
    row.add(name + "_low", low);
    row.add(name + "_high", high);
  }
  add_numbers(slices, point.slices, row);
  row.add("latency", std::to_string(point.cycles.latency));
  row.add("chain_cycles", std::to_string(point.cycles.chain));
  row.add("sourced_interval",
          point.cycles.sourced ? cell(point.cycles.sourced->interval) : std::string());
  if (!study.platform.empty()) {
    const auto& platform = point.cycles.platform;
    row.add(std::string(kPlatformCycles), platform ? cell(platform->cycles) : std::string());
    row.add("platform_kind", !platform ? "" : platform->is_structural ? "structural" : "sourced");
  }
  add_numbers(costs, point.cost ? point.cost->numbers : NamedNumbers{}, row);
  if (!study.find.where.empty()) row.add("verdict", std::string(verdict_text(point, study.find)));
  return row;
}

}  // namespace

std::string to_csv(const Results& results) {
  Columns slices, costs;
  const auto add_names = [](const NamedNumbers& numbers, Columns& names) {
    for (const auto& [name, value] : numbers)
      if (std::ranges::find(names, name) == names.end()) names.push_back(name);
  };
  for (const PointResult& point : results.points) {
    add_names(point.slices, slices);
    if (point.cost) add_names(point.cost->numbers, costs);
  }
  std::string text;
  for (const PointResult& point : results.points) {
    const CsvRow row = row_of(results.study, point, slices, costs);
    if (text.empty()) text = fmt::format("{}\n", fmt::join(row.names, ","));
    text += fmt::format("{}\n", fmt::join(row.cells, ","));
  }
  return text;
}

}  // namespace mmasc
