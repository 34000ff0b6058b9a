// SPDX-License-Identifier: Apache-2.0
#include "mmasc/onlookers/covergroups.h"

#include <fmt/format.h>

#include <algorithm>

#include "mmasc/lanes/element_class.h"

namespace mmasc {
namespace {

// An escaped identifier has no space.
std::string identifier_of_point(const std::string& name) {
  std::string text = name;
  std::ranges::replace(text, ' ', '_');
  return "\\" + text + " ";
}

// [ nan infinite subnormal zero ] of an element: at most one is set. A class that the operand's
// cover points say cannot be reached has no bin.
std::string class_text(const CoverPoints& points, const std::string& operand,
                       const OperandPoints& of, const Format& format, const std::string& index) {
  std::vector<std::string> bits;
  for (const char* what : {"nan", "infinite", "subnormal", "plain_zero"})
    bits.push_back(fmt::format("o_{}_{}{}", operand, what, index));
  std::string text =
      fmt::format("    {}_is: coverpoint {{{}}} iff (enters) {{\n", operand, fmt::join(bits, ", "));
  const auto add = [&](ElementClass is, int value, int point) {
    if (point == kNoPoint || points.list[static_cast<std::size_t>(point)].unreachable.empty())
      text += fmt::format("      bins {} = {{4'd{}}};\n", name_of(is), value);
  };
  add(ElementClass::number, 0, kNoPoint);
  if (format.has_zero()) add(ElementClass::zero, 1, kNoPoint);
  add(ElementClass::subnormal, 2, of.subnormal);
  add(ElementClass::infinity, 4, of.infinity);
  add(ElementClass::nan, 8, of.nan);
  return text + "    }\n";
}

// A lane takes its elements beside what c is.
std::string crosses_text(const CoverPoints& points, int lane, const MultiplierPlan& plan) {
  const std::string index = plan.lanes == 1 ? "" : fmt::format("[{}]", lane);
  return class_text(points, "a", points.a, plan.a, index) +
         class_text(points, "b", points.b, plan.b, index) +
         class_text(points, "c", points.c, plan.c, "") +
         "    a_and_c: cross a_is, c_is;\n    b_and_c: cross b_is, c_is;\n";
}

struct Group {
  std::string name, body;
};

}  // namespace

std::string covergroups_of(const CoverPoints& points, const std::vector<int>& places,
                           const Plan& plan) {
  std::vector<Group> groups;  // in the order of the points
  for (std::size_t i = 0; i < places.size(); ++i) {
    const CoverPoint& point = points.list[static_cast<std::size_t>(places[i])];
    const bool is_lane = point.goal.kind == Goal::Kind::lane;
    const std::string name =
        is_lane ? fmt::format("lane_{}", point.goal.lane.lane) : std::string(name_of(point.stage));
    auto group = std::ranges::find(groups, name, &Group::name);
    if (group == groups.end())
      group = groups.insert(
          groups.end(),
          {name, is_lane ? crosses_text(points, point.goal.lane.lane, plan.multiplier) : ""});
    group->body +=
        point.unreachable.empty()
            ? fmt::format("    {}: coverpoint met[{}] {{ bins met = {{1'b1}}; }}\n",
                          identifier_of_point(point.name), i)
            : fmt::format("    // {}: cannot be reached: {}\n", point.name, point.unreachable);
  }
  // Verilator 5.051 makes variables of covergroups, and says that they are not used.
  std::string text = "  /* verilator lint_off UNUSEDSIGNAL */\n";
  for (const auto& [name, body] : groups)
    text += fmt::format(
        "  covergroup {0}_points @(posedge clk_i iff rst_ni);\n    option.per_instance = 1;\n"
        "    option.name = \"{0}\";\n{1}  endgroup\n  {0}_points u_{0}_points = new();\n",
        name, body);
  return text + "  /* verilator lint_on UNUSEDSIGNAL */\n";
}

}  // namespace mmasc
