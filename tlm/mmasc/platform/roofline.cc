// SPDX-License-Identifier: Apache-2.0
#include "mmasc/platform/roofline.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "mmasc/text/svg.h"

namespace mmasc::tlm {
namespace {

constexpr double kWidth = 720, kHeight = 400, kLeft = 80, kRight = 20, kTop = 50, kBottom = 60;

// Decades of x and y, whole ones around all that is drawn.
struct Axis {
  double low = 0, high = 1;  // exponents of ten
  double from = 0, to = 1;   // in the picture

  double at(double value) const {
    return from + (std::log10(value) - low) / (high - low) * (to - from);
  }
};

Axis axis_of(double least, double most, double from, double to) {
  return {.low = std::floor(std::log10(least)),
          .high = std::ceil(std::log10(most * 1.01)),
          .from = from,
          .to = to};
}

// As a person writes it: 16384, 2.438.
std::string number(double value) {
  return value >= 1000 ? fmt::format("{:.0f}", value) : fmt::format("{:.4g}", value);
}

void draw_grid(Svg& svg, const Axis& x, const Axis& y) {
  for (double decade = x.low; decade <= x.high; ++decade) {
    const double at = x.at(std::pow(10, decade));
    svg.line(at, y.from, at, y.to, "grid");
    svg.text(at, y.from + 18, number(std::pow(10, decade)), Svg::Anchor::middle);
  }
  for (double decade = y.low; decade <= y.high; ++decade) {
    const double at = y.at(std::pow(10, decade));
    svg.line(x.from, at, x.to, at, "grid");
    svg.text(x.from - 6, at + 4, number(std::pow(10, decade)), Svg::Anchor::end);
  }
}

}  // namespace

std::string roofline_svg(const Platform& platform, const Tiling& tiling, const Analysis& analysis) {
  const Extents& gemm = platform.gemm;
  const double products =
      static_cast<double>(gemm.m) * static_cast<double>(gemm.n) * static_cast<double>(gemm.k);
  double bytes = 0;
  for (const OperandTraffic& each : analysis.traffic) bytes += static_cast<double>(each.bytes);
  const double milli = static_cast<double>(kCycle);
  const Job& job = tiling.whole;
  const double peak = static_cast<double>(job.m) * job.n * job.k * platform.accelerators * milli /
                      static_cast<double>(analysis.sourced.multiplying);
  const double bandwidth = platform.bytes_per_cycle.value;
  const double intensity = products / bytes;
  const double reached = products * milli / static_cast<double>(analysis.cycles());
  const double ridge = bandwidth > 0 ? peak / bandwidth : intensity;

  const Axis x = axis_of(std::min(intensity, ridge) / 3, std::max(intensity, ridge) * 3, kLeft,
                         kWidth - kRight);
  const Axis y = axis_of(std::min(reached, peak) / 2, peak, kHeight - kBottom, kTop);
  Svg svg;
  svg.add_style(
      ".mmasc .roof { stroke: var(--mark); stroke-width: 2; } .mmasc .run { fill: var(--kept); "
      "}\n");
  draw_grid(svg, x, y);
  // The sloping roof from where it enters the picture.
  if (bandwidth > 0) {
    const double first = std::max(std::pow(10, x.low), std::pow(10, y.low) / bandwidth);
    svg.line(x.at(first), y.at(first * bandwidth), x.at(ridge), y.at(peak), "roof");
    svg.line(x.at(ridge), y.at(peak), x.to, y.at(peak), "roof");
  } else {
    svg.line(x.from, y.at(peak), x.to, y.at(peak), "roof");
  }
  svg.circle(x.at(intensity), y.at(reached), 5, "run");
  // Right below the run, where no roof is.
  const std::string words = fmt::format("{} of {} products a cycle", number(reached), number(peak));
  const bool fits = x.at(intensity) + 9 + Svg::text_width(words) < kWidth - kRight;
  svg.text(x.at(intensity) + (fits ? 9 : -9), y.at(reached) + 16, words,
           fits ? Svg::Anchor::start : Svg::Anchor::end);
  const std::string title = fmt::format("{}: {}", platform.name, job.unit->instruction.id);
  svg.text(kLeft, 20, title, Svg::Anchor::start, "bold");
  svg.text(kLeft, 38,
           fmt::format("{} x {} x {}; roofs: {} products a cycle, {} ({} cycles)", gemm.m, gemm.n,
                       gemm.k, number(peak),
                       bandwidth > 0 ? fmt::format("{} bytes a cycle of memory", number(bandwidth))
                                     : "memory without a limit",
                       analysis.sourced.kind()));
  svg.text((kLeft + kWidth - kRight) / 2, kHeight - 14, "products a byte moved to and from memory",
           Svg::Anchor::middle);
  svg.vertical_text(20, (kTop + kHeight - kBottom) / 2, "products a cycle");
  return svg.finish(title);
}

}  // namespace mmasc::tlm
