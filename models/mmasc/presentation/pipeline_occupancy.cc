// SPDX-License-Identifier: Apache-2.0
#include "mmasc/presentation/pipeline_occupancy.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "mmasc/text/svg.h"

namespace mmasc {
namespace {

constexpr double kCellHeight = 20, kLabelFont = 11, kFold = 26;
constexpr std::uint64_t kMostCycles = 120, kFirstCycles = 80, kLastCycles = 32;
constexpr int kColours = 8;

// Two shades of each: for light paper and for dark.
constexpr std::array<std::pair<std::string_view, std::string_view>, kColours> kOperationColours{{
    {"#bfdbfe", "#1e4f8a"},
    {"#fed7aa", "#8a4a12"},
    {"#bbf7d0", "#1c6b3a"},
    {"#fbcfe8", "#85305f"},
    {"#ddd6fe", "#54409b"},
    {"#fef08a", "#75651a"},
    {"#a5f3fc", "#176473"},
    {"#e2e8f0", "#4b5563"},
}};

std::string colours() {
  std::string light, dark;
  for (int i = 0; i < kColours; ++i) {
    const auto& [on_white, on_black] = kOperationColours[static_cast<std::size_t>(i)];
    light += fmt::format(".mmasc .op{} {{ fill: {}; }} ", i, on_white);
    dark += fmt::format(".mmasc .op{} {{ fill: {}; }} ", i, on_black);
  }
  return fmt::format("{}\n@media screen and (prefers-color-scheme: dark) {{ {} }}\n", light, dark);
}

class OccupancyDrawer {
 public:
  OccupancyDrawer(const Unit& unit, const Occupancy& occupancy, std::uint64_t operations)
      : unit_(unit),
        occupancy_(occupancy),
        operations_(std::max<std::uint64_t>(operations, 1)),
        cycles_(occupancy.held.empty() ? 0 : occupancy.held.back().cycle) {}

  std::string draw() && {
    svg_.add_style(colours());
    svg_.text(0, -42, unit_.instruction.id, Svg::Anchor::start, "bold", 14);
    svg_.text(0, -24, summary(), Svg::Anchor::start, "faint");
    for (const std::string& name : occupancy_.registers)
      left_ = std::max(left_, Svg::text_width(name, kLabelFont) + 12);
    for (const auto& held : occupancy_.held)
      cell_ = std::max(cell_, Svg::text_width(label(held.id), kLabelFont) + 8);
    draw_frame();
    for (const auto& held : occupancy_.held) draw_held(held);
    return svg_.finish(fmt::format("{}: what its registers hold", unit_.instruction.id));
  }

 private:
  std::string summary() const {
    std::string text = fmt::format("{} operation{}; cycles 1 to {} (structural)", operations_,
                                   operations_ == 1 ? "" : "s", cycles_);
    if (unit_.steps() > 1)
      text += operations_ == 1 ? "; in a cell: its step" : "; in a cell: operation.step";
    else
      text += "; in a cell: the operation";
    return text;
  }
  std::string label(std::uint64_t id) const {
    const std::uint64_t operation = id % operations_, step = id / operations_;
    if (unit_.steps() == 1 && step == 0) return std::to_string(operation);
    return operations_ == 1 ? std::to_string(step + 1) : fmt::format("{}.{}", operation, step + 1);
  }

  bool folds() const { return cycles_ > kMostCycles; }
  bool is_drawn(std::uint64_t cycle) const {
    return !folds() || cycle <= kFirstCycles || cycle > cycles_ - kLastCycles;
  }
  double left(std::uint64_t cycle) const {
    if (!folds() || cycle <= kFirstCycles) return left_ + static_cast<double>(cycle - 1) * cell_;
    const std::uint64_t place = cycle - (cycles_ - kLastCycles) + kFirstCycles - 1;
    return left_ + static_cast<double>(place) * cell_ + kFold;
  }

  void draw_frame() {
    const double bottom = static_cast<double>(occupancy_.registers.size()) * kCellHeight;
    for (std::size_t i = 0; i < occupancy_.registers.size(); ++i) {
      const double y = static_cast<double>(i) * kCellHeight;
      svg_.text(0, y + 14, occupancy_.registers[i], Svg::Anchor::start, {}, kLabelFont);
      if (cycles_ > 0) svg_.line(left_, y, left(cycles_) + cell_, y, "grid");
    }
    double free = -1e9;
    for (std::uint64_t cycle = 1; cycle <= cycles_; ++cycle) {
      if (!is_drawn(cycle)) continue;
      const double x = left(cycle) + cell_ / 2;
      const std::string words = std::to_string(cycle);
      const double half = Svg::text_width(words, 9) / 2;
      if (x - half < free) continue;
      svg_.text(x, -5, words, Svg::Anchor::middle, "faint", 9);
      free = x + half + 4;
    }
    if (folds())
      svg_.text(left_ + kFirstCycles * cell_ + kFold / 2, bottom / 2, "...", Svg::Anchor::middle,
                "faint");
    svg_.text(left_ - 12, -5, "cycle", Svg::Anchor::end, "faint", 9);
  }

  void draw_held(const Occupancy::Held& held) {
    if (!is_drawn(held.cycle)) return;
    const double x = left(held.cycle), y = static_cast<double>(held.register_index) * kCellHeight;
    const std::uint64_t operation = held.id % operations_, step = held.id / operations_;
    const std::uint64_t colour = operations_ == 1 ? step : operation;
    svg_.rect(x + 0.5, y + 1, cell_ - 1, kCellHeight - 2, fmt::format("op{}", colour % kColours),
              fmt::format("cycle {}, {}: operation {}, step {}", held.cycle,
                          occupancy_.registers[held.register_index], operation, step + 1),
              2);
    svg_.text(x + cell_ / 2, y + 14, label(held.id), Svg::Anchor::middle, {}, kLabelFont);
  }

  const Unit& unit_;
  const Occupancy& occupancy_;
  std::uint64_t operations_, cycles_;
  double left_ = 0, cell_ = 18;
  Svg svg_;
};

}  // namespace

std::string occupancy_svg(const Unit& unit, const Occupancy& occupancy, std::uint64_t operations) {
  return OccupancyDrawer(unit, occupancy, operations).draw();
}

}  // namespace mmasc
