// SPDX-License-Identifier: Apache-2.0
#include "mmasc/onlookers/emit_coverage.h"

#include <fmt/format.h>

#include <algorithm>

#include "mmasc/onlookers/cover_events.h"
#include "mmasc/onlookers/sources.h"

namespace mmasc {
namespace {

// Cover points that have an event, by their places in the vector `met`.
using Places = std::vector<int>;

// An escaped identifier has no space.
std::string identifier_of_point(const std::string& name) {
  std::string text = name;
  std::ranges::replace(text, ' ', '_');
  return "\\" + text + " ";
}

std::string events_text(const CoverPoints& points, const CoverEvents& events,
                        const Places& places) {
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

// Yosys reads immediate ones alone.
std::string properties_text(const Places& places, bool late, const std::string& row) {
  std::string immediate, concurrent;
  const auto add = [&](const std::string& label, const std::string& event) {
    immediate += fmt::format("      {}: cover ({});\n", label, event);
    concurrent += fmt::format(
        "    {}: cover property (@(posedge clk_i) disable iff (!rst_ni) {});\n", label, event);
  };
  if (!late) add("vectors", "enters && c_is_input_i");
  for (std::size_t i = 0; i < places.size(); ++i)
    add(fmt::format("p{}", places[i]), fmt::format("met[{}]", i));
  return fmt::format(
      "  if (1) begin : row_{}\n`ifdef YOSYS\n    always @(posedge clk_i) if (rst_ni) begin\n{}"
      "    end\n`else\n{}`endif\n  end\n",
      row, immediate, concurrent);
}

// What an element of an operand is: a number, or one of the special ones.
std::string class_text(const std::string& name, const std::string& operand,
                       const std::string& index) {
  const auto bit = [&](const char* what) { return fmt::format("o_{}_{}{}", operand, what, index); };
  return fmt::format(
      "    {}: coverpoint {{{}, {}, {}, {}}} iff (enters) {{\n      bins number = {{4'd0}};\n"
      "      bins nan = {{4'd1}};\n      bins infinity = {{4'd2}};\n      bins subnormal = "
      "{{4'd4}};\n"
      "      bins minus_zero = {{4'd8}};\n    }}\n",
      name, bit("minus_zero"), bit("subnormal"), bit("infinite"), bit("nan"));
}

// What a lane takes beside what c is.
std::string crosses_text(int lane, int lanes) {
  const std::string index = lanes == 1 ? "" : fmt::format("[{}]", lane);
  return class_text("a_is", "a", index) + class_text("b_is", "b", index) +
         class_text("c_is", "c", "") +
         "    a_and_c: cross a_is, c_is;\n    b_and_c: cross b_is, c_is;\n";
}

// A group for each stage, and one for each lane's own points.
std::string groups_text(const CoverPoints& points, const Places& places, int lanes) {
  std::vector<std::pair<std::string, std::string>> groups;  // in the order of the points
  for (std::size_t i = 0; i < places.size(); ++i) {
    const CoverPoint& point = points.list[static_cast<std::size_t>(places[i])];
    const std::string group = point.goal.kind == Goal::Kind::lane
                                  ? fmt::format("lane_{}", point.goal.lane.lane)
                                  : std::string(name_of(point.stage));
    auto at = std::ranges::find(groups, group, &std::pair<std::string, std::string>::first);
    const bool is_lane = point.goal.kind == Goal::Kind::lane;
    if (at == groups.end())
      at = groups.insert(groups.end(),
                         {group, is_lane ? crosses_text(point.goal.lane.lane, lanes) : ""});
    at->second +=
        fmt::format("    {}: coverpoint met[{}] {{ {}; }}\n", identifier_of_point(point.name), i,
                    point.unreachable.empty()
                        ? "bins met = {1'b1}"
                        : fmt::format("option.comment = \"{}\"; ignore_bins met = {{1'b1}}",
                                      point.unreachable));
  }
  std::string text;
  for (const auto& [group, body] : groups)
    text += fmt::format(
        "  covergroup {0}_points @(posedge clk_i iff rst_ni);\n    option.per_instance = 1;\n"
        "    option.name = \"{0}\";\n{1}  endgroup\n  {0}_points u_{0}_points = new();\n",
        group, body);
  return only_if("MMASC_COVERGROUPS", text);
}

std::string unseen_text(const CoverPoints& points, const Places& places, bool late) {
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
  Places places;
  for (const auto& [point, any] : events.events()) places.push_back(point);
  const std::string name = coverage_top(rtl.top);
  const std::string body = events.text() + "\n" + events_text(points, events, places) + "\n" +
                           unseen_text(points, places, late) + properties_text(places, late, row) +
                           groups_text(points, places, plan.lanes());
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
