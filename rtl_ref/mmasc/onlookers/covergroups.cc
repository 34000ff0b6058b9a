// SPDX-License-Identifier: Apache-2.0
#include "mmasc/onlookers/covergroups.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <set>

#include "mmasc/lanes/element_class.h"

namespace mmasc {
namespace {

// An escaped identifier has no space.
std::string identifier_of_point(const std::string& name) {
  std::string text = name;
  std::ranges::replace(text, ' ', '_');
  return "\\" + text + " ";
}

struct ClassBit {
  ElementClass of;
  const char* wire;  // of mmasc_observe_operand
};
// [ nan infinite subnormal zero ] of an element: at most one is set, and none of a number.
constexpr ClassBit kClassBits[] = {{ElementClass::nan, "nan"},
                                   {ElementClass::infinity, "infinite"},
                                   {ElementClass::subnormal, "subnormal"},
                                   {ElementClass::zero, "plain_zero"}};

using Classes = std::set<ElementClass>;

// The elements of an input may have these classes, as the unit sees them.
Classes classes_of(const CoverPoints& points, const OperandPoints& of, const Format& format) {
  Classes classes{ElementClass::number};
  if (format.has_zero()) classes.insert(ElementClass::zero);
  if (points.is_reachable(of.subnormal)) classes.insert(ElementClass::subnormal);
  if (points.is_reachable(of.infinity)) classes.insert(ElementClass::infinity);
  if (points.is_reachable(of.nan)) classes.insert(ElementClass::nan);
  return classes;
}

// A step's c is the input, or +0 where that is added last, or the result of the step before.
Classes classes_of_c(const CoverPoints& points, const Format& format) {
  Classes classes =
      points.has_late_c() ? Classes{ElementClass::zero} : classes_of(points, points.c, format);
  const ChainPoints& chain = points.chain;
  for (const auto& [of, point] : {std::pair{ElementClass::number, chain.normal},
                                  {ElementClass::zero, chain.zero},
                                  {ElementClass::subnormal, chain.subnormal},
                                  {ElementClass::infinity, chain.infinity},
                                  {ElementClass::nan, chain.nan}})
    if (points.is_reachable(point)) classes.insert(of);
  return classes;
}

std::string class_text(const std::string& operand, const Classes& classes,
                       const std::string& index) {
  std::vector<std::string> bits;
  std::string bins;
  if (classes.contains(ElementClass::number)) bins += "      bins number = {4'b0000};\n";
  for (const auto& [of, wire] : kClassBits) {
    if (classes.contains(of))
      bins += fmt::format("      bins {} = {{4'b{:04b}}};\n", name_of(of), 8 >> bits.size());
    bits.push_back(fmt::format("o_{}_{}{}", operand, wire, index));
  }
  return fmt::format("    {}_is: coverpoint {{{}}} iff (enters) {{\n{}    }}\n", operand,
                     fmt::join(bits, ", "), bins);
}

// A lane takes its elements beside what c is.
std::string crosses_text(const CoverPoints& points, int lane, const MultiplierPlan& plan) {
  const std::string index = plan.lanes == 1 ? "" : fmt::format("[{}]", lane);
  return class_text("a", classes_of(points, points.a, plan.a), index) +
         class_text("b", classes_of(points, points.b, plan.b), index) +
         class_text("c", classes_of_c(points, plan.c), "") +
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
        "{1}  endgroup\n  {0}_points u_{0}_points = new();\n",
        name, body);
  return text + "  /* verilator lint_on UNUSEDSIGNAL */\n";
}

}  // namespace mmasc
