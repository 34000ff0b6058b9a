// SPDX-License-Identifier: Apache-2.0
#include "mmasc/pipeline/gtkwave.h"

#include <algorithm>
#include <cmath>

namespace mmasc {
namespace {

constexpr int kPicoseconds = 1000;  // of a cycle; a VCD counts them

// GTKWave's trace flags: how the signals that follow are shown.
constexpr const char *kBinary = "@28\n", *kHex = "@22\n", *kReal = "@20\n", *kOpen = "@800200\n",
                     *kClosed = "@c00200\n", *kEnd = "@1000200\n", *kEndClosed = "@1401200\n";

std::string signal(const std::string& name, int width) {
  std::string text = "SystemC." + name + "_q";
  if (width > 1) text += "[" + std::to_string(width - 1) + ":0]";
  return text + "\n";
}

std::string rank_text(const RegisterView& view) {
  std::string text = kOpen + ("-" + view.name + "\n");
  for (int i = 0; i < view.registers(); ++i) {
    const std::string of = view.registers() > 1 ? "_" + std::to_string(i) : "";
    text +=
        kBinary + signal(view.name + ".valid" + of, 1) + kHex + signal(view.name + ".id" + of, 64);
  }
  text += kReal;
  for (const DecodedValue& value : view.values)
    text += "SystemC." + view.name + "." + value.name + "_value\n";
  text += kClosed + ("-bits of " + view.name + "\n") + kHex;
  for (const RegisterView::Field& field : view.fields)
    text += signal(view.name + "." + field.name, field.width);
  return text + kEndClosed + "-bits of " + view.name + "\n" + kEnd + "-" + view.name + "\n";
}

// The zoom is -log2 of the picoseconds of a frame, which has 200 pixels; of the markers behind it
// the first is the one that a click sets.
std::string window_text(const GtkwaveWindow& window) {
  constexpr double kFrames = 4.9;  // beside the names, in the size below, and a bit: GTKWave begins
                                   // at 0 where the VCD ends within what is seen
  constexpr int kNamedMarkers = 26;
  const double duration = kPicoseconds * static_cast<double>(window.last - window.first);
  std::string text = "[timestart] " + std::to_string(window.first * kPicoseconds) + "\n*" +
                     std::to_string(-std::log2(duration / kFrames)) + " " +
                     (window.marker ? std::to_string(*window.marker * kPicoseconds) : "-1");
  for (int i = 0; i < kNamedMarkers; ++i) text += " -1";
  return text + "\n";
}

}  // namespace

std::string gtkwave_save(const std::vector<RegisterView>& registers, const std::string& vcd,
                         const GtkwaveWindow& window) {
  std::string text(kGtkwaveMark);
  text += "[dumpfile] \"" + vcd + "\"\n" + window_text(window) + "[size] 1600 1000\n[pos] -1 -1\n";
  text += kBinary + std::string("SystemC.clk\n");
  for (const RegisterView& view : registers) text += rank_text(view);
  return text;
}

std::string gtkwave_save(const Unit& unit, const std::string& vcd, std::uint64_t cycles) {
  constexpr std::uint64_t kMostSeen = 32, kAround = 3;
  std::vector<RegisterView> registers;
  const auto add = [&](const std::string& name, const Plan& plan) {
    for (RegisterView& view : registers_of(plan)) {
      view.name = name + "." + view.name;
      view.stage = nullptr;  // of a plan that ends here
      registers.push_back(std::move(view));
    }
  };
  const Plan plan = make_plan(described(unit));
  for (int i = 0; i < unit.structure.units; ++i) {
    add("dot_" + std::to_string(i), plan);
    if (unit.instruction.late_c) add("late_c_" + std::to_string(i), make_late_c_plan(unit));
  }
  return gtkwave_save(registers, vcd, {0, std::min(cycles + kAround, kMostSeen)});
}

}  // namespace mmasc
