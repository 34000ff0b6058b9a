// SPDX-License-Identifier: Apache-2.0
#include "pipeline/gtkwave.h"

#include <vector>

#include "pipeline/register_view.h"

namespace mmasc {
namespace {

// GTKWave's trace flags: how the signals that follow are shown.
constexpr const char *kBinary = "@28\n", *kHex = "@22\n", *kReal = "@20\n", *kOpen = "@800200\n",
                     *kClosed = "@c00200\n", *kEnd = "@1000200\n", *kEndClosed = "@1401200\n";

std::string signal(const std::string& name, int width) {
  std::string text = "SystemC." + name + "_q";
  if (width > 1) text += "[" + std::to_string(width - 1) + ":0]";
  return text + "\n";
}

std::string rank_text(const std::string& unit_name, const RegisterView& view) {
  const std::string name = unit_name + "." + view.name;
  std::string text = kOpen + ("-" + name + "\n");
  for (int i = 0; i < view.registers(); ++i) {
    const std::string of = view.registers() > 1 ? "_" + std::to_string(i) : "";
    text += kBinary + signal(name + ".valid" + of, 1) + kHex + signal(name + ".id" + of, 64);
  }
  text += kReal;
  for (const DecodedValue& value : view.values)
    text += "SystemC." + name + "." + value.name + "_value\n";
  text += kClosed + ("-bits of " + name + "\n") + kHex;
  for (const RegisterView::Field& field : view.fields)
    text += signal(name + "." + field.name, field.width);
  return text + kEndClosed + "-bits of " + name + "\n" + kEnd + "-" + name + "\n";
}

}  // namespace

std::string gtkwave_save(const Unit& unit, const std::string& vcd) {
  std::string text(kGtkwaveMark);
  text += "[dumpfile] \"" + vcd + "\"\n[timestart] 0\n[size] 1600 1000\n[pos] -1 -1\n";
  text += kBinary + std::string("SystemC.clk\n");
  const auto add = [&](const std::string& name, const Plan& plan) {
    for (const RegisterView& view : registers_of(plan)) text += rank_text(name, view);
  };
  const Plan plan = make_plan(unit);
  for (int i = 0; i < unit.structure.units; ++i) {
    add("dot_" + std::to_string(i), plan);
    if (unit.instruction.late_c) add("late_c_" + std::to_string(i), make_late_c_plan(unit));
  }
  return text;
}

}  // namespace mmasc
