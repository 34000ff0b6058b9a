// SPDX-License-Identifier: Apache-2.0
#include "mmasc/presentation/waterfall_svg.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "mmasc/presentation/waterfall.h"
#include "mmasc/text/number.h"
#include "mmasc/text/svg.h"
#include "mmasc/unit/hex.h"

namespace mmasc {
namespace {

constexpr std::size_t kMostSteps = 8, kStepsAtEnds = 3;
constexpr int kShortGap = 12;     // columns without a bit that are drawn all the same
constexpr int kMostWindow = 100;  // columns of a sum's window that are drawn in any case
constexpr int kColumnsWithDigits = 110;
constexpr double kRow = 15, kGapWidth = 16, kWaterfallFont = 11;

// The weights of the first and of the last one in a run that has a one.
int highest(const BitRun& run) { return run.unit + static_cast<int>(run.digits.size()) - 1; }
int lowest(const BitRun& run) { return highest(run) - static_cast<int>(run.digits.rfind('1')); }
bool has_bits(const BitRun& run) { return run.digits.find('1') != std::string::npos; }
bool bit(const BitRun& run, int weight) {
  return run.digits[static_cast<std::size_t>(highest(run) - weight)] == '1';
}

std::string dropped_text(const WaterfallRow& row) {
  if (!has_bits(row.dropped)) return "";
  BigInt magnitude;
  for (const char digit : row.dropped.digits) magnitude = (magnitude << 1) + BigInt(digit - '0');
  return "drops " + exact_text({row.negative ? -magnitude : magnitude, row.dropped.unit});
}

// Where each weight stands: from the greatest, left, to the least. Long gaps are folded.
class Columns {
 public:
  explicit Columns(const std::vector<WaterfallBlock>& sections) {
    std::map<int, int> ends;  // of runs [low, high]: high by low
    const auto occupy = [&](int low, int high) {
      int& end = ends.try_emplace(low, high).first->second;
      end = std::max(end, high);
    };
    for (const WaterfallBlock& section : sections) {
      for (const WaterfallRow& row : section.rows)
        for (const BitRun* run : {&row.kept, &row.dropped})
          if (has_bits(*run)) occupy(lowest(*run), highest(*run));
      if (!section.window) continue;
      const auto [high, low] = *section.window;
      if (high - low > kMostWindow) {
        occupy(high, high);
        occupy(low, low);
      } else {
        occupy(low, high);
      }
    }
    for (const auto& [low, high] : ends) {
      if (!runs_.empty() && low <= runs_.back().high + 1 + kShortGap)
        runs_.back().high = std::max(runs_.back().high, high);
      else
        runs_.push_back({low, high, 0});
    }
    std::reverse(runs_.begin(), runs_.end());
    int count = 0;
    for (const Run& run : runs_) count += run.high - run.low + 1;
    cell_ = count <= kColumnsWithDigits ? 12 : 5;
    double x = 0;
    for (Run& run : runs_) {
      run.left = x;
      x += (run.high - run.low + 1) * cell_ + kGapWidth;
    }
    width_ = runs_.empty() ? 0 : x - kGapWidth;
  }

  struct Run {
    int low, high;
    double left;
  };
  const std::vector<Run>& runs() const { return runs_; }
  double cell() const { return cell_; }
  double width() const { return width_; }
  bool has_digits() const { return cell_ > 8; }
  // Left edge of a weight, or of the next lower one that is drawn.
  double left(int weight) const {
    for (const Run& run : runs_) {
      if (weight > run.high) return run.left;
      if (weight >= run.low) return run.left + (run.high - weight) * cell_;
    }
    return width_;
  }
  double right(int weight) const { return std::min(width_, left(weight) + cell_); }

 private:
  std::vector<Run> runs_;
  double cell_ = 12, width_ = 0;
};

constexpr std::string_view kWaterfallStyle =
    ".mmasc .kept1 { fill: var(--kept); } .mmasc .kept0 { fill: var(--kept-zero); }\n"
    ".mmasc .lost1 { fill: var(--lost); } .mmasc .lost0 { fill: var(--lost-zero); }\n"
    ".mmasc .window { fill: var(--window); stroke: var(--line); stroke-opacity: 0.5; }\n"
    ".mmasc .on { fill: var(--kept-ink); }\n";

class WaterfallDrawer {
 public:
  std::string draw(const Unit& unit, const Trace& trace) && {
    svg_.add_style(kWaterfallStyle);
    const std::size_t steps = trace.steps.size();
    for (WaterfallStep& step : waterfall(trace)) all_.push_back(std::move(step));
    measure_names();
    svg_.text(0, y_, unit.instruction.id, Svg::Anchor::start, "bold", 14);
    draw_legend();
    for (std::size_t i = 0; i < steps; ++i) {
      if (steps > kMostSteps && i == kStepsAtEnds) {
        const std::size_t hidden = steps - 2 * kStepsAtEnds;
        y_ += 2 * kRow;
        svg_.text(0, y_, fmt::format("{} steps between are not drawn", hidden), Svg::Anchor::start,
                  "faint");
        i += hidden;
      }
      draw_step(all_[i], steps);
    }
    const Format& format = unit.d();
    y_ += 2 * kRow;
    svg_.text(0, y_,
              fmt::format("d = {}  {}", to_hex(trace.d, format), element_text(format, trace.d)),
              Svg::Anchor::start, "bold");
    return svg_.finish(
        fmt::format("{}: the bits that its stages keep and drop", unit.instruction.id));
  }

 private:
  void measure_names() {
    for (const WaterfallStep& step : all_)
      for (const WaterfallBlock& section : step.blocks)
        for (const WaterfallRow& row : section.rows)
          left_ = std::max(left_, Svg::text_width(row.name, kWaterfallFont) + 24);
  }

  void draw_legend() {
    y_ += 22;
    double x = 0;
    for (const auto& [style, words] : {std::pair{"kept1", "1, kept"},
                                       {"kept0", "0, kept"},
                                       {"lost1", "1, dropped"},
                                       {"lost0", "0, dropped"},
                                       {"window", "what the sum keeps"}}) {
      svg_.rect(x, y_ - 10, 12, 12, style);
      svg_.text(x + 17, y_, words, Svg::Anchor::start, "faint", kWaterfallFont);
      x += 17 + Svg::text_width(words, kWaterfallFont) + 18;
    }
    y_ += 6;
  }

  void draw_step(const WaterfallStep& step, std::size_t count) {
    y_ += 2 * kRow;
    if (count > 1) {
      svg_.text(0, y_, step.title, Svg::Anchor::start, "bold");
      y_ += kRow;
    }
    const Columns columns(step.blocks);
    draw_weights(columns);
    for (const WaterfallBlock& section : step.blocks) draw_section(columns, section);
  }

  // Powers of two above their columns: where a run begins, and every eighth weight.
  void draw_weights(const Columns& columns) {
    y_ += kRow;
    double free = -1e9;  // right end of the last label
    for (const Columns::Run& run : columns.runs())
      for (int weight = run.high; weight >= run.low; --weight) {
        if (weight % 8 != 0 && weight != run.high) continue;
        const double x = left_ + columns.left(weight) + columns.cell() / 2;
        const std::string words = fmt::format("2^{}", weight);
        const double half = Svg::text_width(words, 9) / 2;
        svg_.line(x, y_ + 2, x, y_ + 5, "line");
        if (x - half < free) continue;
        svg_.text(x, y_, words, Svg::Anchor::middle, "faint", 9);
        free = x + half + 3;
      }
    for (std::size_t i = 1; i < columns.runs().size(); ++i)
      svg_.text(left_ + columns.runs()[i].left - kGapWidth / 2, y_ + 6, "...", Svg::Anchor::middle,
                "faint", 9);
    y_ += 6;
  }

  void draw_section(const Columns& columns, const WaterfallBlock& section) {
    y_ += kRow + 4;
    svg_.text(0, y_, section.title + ": " + section.note, Svg::Anchor::start, "mark",
              kWaterfallFont);
    y_ += 5;
    if (section.window) {
      const auto [high, low] = *section.window;
      const double from = columns.left(high), to = columns.right(low);
      svg_.rect(left_ + from, y_, to - from, kRow * static_cast<double>(section.rows.size()),
                "window");
    }
    for (const WaterfallRow& row : section.rows) draw_row(columns, row);
  }

  void draw_row(const Columns& columns, const WaterfallRow& row) {
    const double base = y_ + kRow - 4;
    svg_.text(0, base, row.name, Svg::Anchor::start, {}, kWaterfallFont);
    if (has_bits(row.kept) || has_bits(row.dropped))
      svg_.text(left_ - 6, base, row.negative ? "-" : "+", Svg::Anchor::end, {}, kWaterfallFont);
    draw_run(columns, row.kept, "kept", base);
    draw_run(columns, row.dropped, "lost", base);
    std::string note = row.note;
    if (const std::string dropped = dropped_text(row); !dropped.empty())
      note += (note.empty() ? "" : ", ") + dropped;
    svg_.text(left_ + columns.width() + 12, base, note, Svg::Anchor::start, "faint",
              kWaterfallFont);
    y_ += kRow;
  }

  void draw_run(const Columns& columns, const BitRun& run, const std::string& style, double base) {
    if (!has_bits(run)) return;
    const double gap = columns.has_digits() ? 1 : 0.5;
    for (int weight = highest(run); weight >= lowest(run); --weight) {
      const bool one = bit(run, weight);
      const double x = left_ + columns.left(weight);
      svg_.rect(x, y_ + 1, columns.cell() - gap, kRow - 2, style + (one ? "1" : "0"));
      if (columns.has_digits())
        svg_.text(x + (columns.cell() - gap) / 2, base, one ? "1" : "0", Svg::Anchor::middle,
                  one ? "on" : "faint", 9);
    }
  }

  Svg svg_;
  std::vector<WaterfallStep> all_;
  double y_ = 0, left_ = 0;
};

}  // namespace

std::string waterfall_svg(const Unit& unit, const Trace& trace) {
  return WaterfallDrawer().draw(unit, trace);
}

}  // namespace mmasc
