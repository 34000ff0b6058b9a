// SPDX-License-Identifier: Apache-2.0
#include "mmasc/onlookers/emit_coverage.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "mmasc/onlookers/cover_events.h"
#include "mmasc/onlookers/covergroups.h"
#include "mmasc/onlookers/sources.h"
#include "mmasc/rtl/term_wires.h"

namespace mmasc {
namespace {

std::string events_text(const CoverPoints& points, const CoverEvents& events,
                        const std::vector<int>& places) {
  std::string text = fmt::format("  wire [{}:0] met;\n", places.size() - 1);
  for (std::size_t i = 0; i < places.size(); ++i) {
    const auto& any = events.events().at(places[i]);
    text += fmt::format("  // {}{}\n  assign met[{}] = ({});\n",
                        points.list[static_cast<std::size_t>(places[i])].name,
                        events.taken_alone().contains(places[i]) ? ": taken" : "", i,
                        fmt::join(any, ") ||\n                  ("));
  }
  return text;
}

struct Property {
  std::string label, event;
};

// How many fewer leading zeros are told beside a sum than it has, which no model knows.
std::vector<Property> of_anticipated_zeros(const Onlooker& unit) {
  std::vector<Property> properties;
  for (int s = 0; s < unit.stages(); ++s)
    for (const auto& [label, zeros, significand, bits] : unit.anticipated_zeros(s)) {
      const std::string when = unit.moves(s) + " && ";
      for (int fewer = 0; fewer <= std::min(kMostZerosFewer, bits - 1); ++fewer)
        properties.push_back({fmt::format("zeros_{}_fewer_{}", fewer, label),
                              fmt::format("{}({} << {}) >> {} == {}'d1", when, significand, zeros,
                                          bits - 1 - fewer, bits)});
      properties.push_back(
          {"zeros_of_nothing_" + label, fmt::format("{}{} == {}'d0", when, significand, bits)});
    }
  return properties;
}

// Yosys reads immediate ones alone.
std::string properties_text(const std::vector<int>& places, const std::vector<Property>& others,
                            bool late, const std::string& row) {
  std::string immediate, concurrent;
  const auto add = [&](const std::string& label, const std::string& event) {
    immediate += fmt::format("      {}: cover ({});\n", label, event);
    concurrent += fmt::format(
        "    {}: cover property (@(posedge clk_i) disable iff (!rst_ni) {});\n", label, event);
  };
  if (!late) add("vectors", "enters && c_is_input_i");
  for (std::size_t i = 0; i < places.size(); ++i)
    add(fmt::format("p{}", places[i]), fmt::format("met[{}]", i));
  for (const auto& [label, event] : others) add(label, event);
  return fmt::format(
      "  if (1) begin : row_{}\n`ifdef YOSYS\n    always @(posedge clk_i) if (rst_ni) begin\n{}"
      "    end\n`else\n{}`endif\n  end\n",
      row, immediate, concurrent);
}

std::string unseen_text(const CoverPoints& points, const std::vector<int>& places, bool late) {
  std::string text;
  for (std::size_t p = 0; p < points.list.size(); ++p) {
    const std::string& name = points.list[p].name;
    if (name.starts_with("late_c.") == late &&
        std::ranges::find(places, static_cast<int>(p)) == places.end())
      text += fmt::format("  //   {}\n", name);
  }
  return text.empty() ? text : "  // Not seen here:\n" + text;
}

}  // namespace

std::vector<RtlFile> emit_coverage(const Rtl& rtl, const Plan& plan, const CoverPoints& points,
                                   bool late, const std::string& row) {
  const Onlooker unit(rtl, plan);
  CoverEvents events(unit, points, late);
  events.run();
  std::vector<int> places;
  for (const auto& [point, any] : events.events()) places.push_back(point);
  const std::string name = coverage_top(rtl.top);
  const std::string body = events.text() + "\n" + events_text(points, events, places) + "\n" +
                           unseen_text(points, places, late) +
                           properties_text(places, of_anticipated_zeros(unit), late, row) +
                           only_if(kCovergroupsWord, covergroups_of(points, places, plan));
  std::vector<RtlFile> files = observers();
  files.push_back({name + ".sv",
                   "// SPDX-License-Identifier: Apache-2.0\n// The unit's cover points, written by "
                   "mmasc emit-rtl; nothing where " +
                       std::string(kCoverageWord) + " is not defined.\n" +
                       only_if(kCoverageWord, unit.module(name, body))});
  return files;
}

std::vector<Seen> seen_in_rtl(const Rtl& rtl, const Plan& plan, const CoverPoints& points,
                              bool late) {
  const Onlooker unit(rtl, plan);
  CoverEvents events(unit, points, late);
  events.run();
  std::vector<Seen> seen(points.list.size(), Seen::not_at_all);
  for (const auto& [point, any] : events.events())
    seen[static_cast<std::size_t>(point)] =
        events.taken_alone().contains(point) ? Seen::as_taken : Seen::as_counted;
  return seen;
}

}  // namespace mmasc
