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

// [ nan infinite subnormal zero ] of an element: at most one is set.
std::string class_text(const std::string& operand, const Format& format, const std::string& index) {
  std::vector<std::string> bits;
  for (const char* what : {"nan", "infinite", "subnormal", "plain_zero"})
    bits.push_back(fmt::format("o_{}_{}{}", operand, what, index));
  std::string text =
      fmt::format("    {}_is: coverpoint {{{}}} iff (enters) {{\n", operand, fmt::join(bits, ", "));
  for (const ElementClass of : kElementClasses)
    if (lack_of(format, of).empty())
      text +=
          fmt::format("      bins {} = {{4'd{}}};\n", name_of(of), 1 << static_cast<int>(of) >> 1);
  return text + "    }\n";
}

// A lane takes its elements beside what c is.
std::string crosses_text(int lane, const MultiplierPlan& plan) {
  const std::string index = plan.lanes == 1 ? "" : fmt::format("[{}]", lane);
  return class_text("a", plan.a, index) + class_text("b", plan.b, index) +
         class_text("c", plan.c, "") +
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
          groups.end(), {name, is_lane ? crosses_text(point.goal.lane.lane, plan.multiplier) : ""});
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
