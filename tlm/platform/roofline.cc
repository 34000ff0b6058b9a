// SPDX-License-Identifier: Apache-2.0
#include "tlm/platform/roofline.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

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
  return {std::floor(std::log10(least)), std::ceil(std::log10(most * 1.01)), from, to};
}

std::string line(double x0, double y0, double x1, double y1, const char* style) {
  return fmt::format(
      "<line x1=\"{:.1f}\" y1=\"{:.1f}\" x2=\"{:.1f}\" y2=\"{:.1f}\" class=\"{}\"/>\n", x0, y0, x1,
      y1, style);
}
std::string label(double x, double y, const char* anchor, const std::string& words) {
  return fmt::format("<text x=\"{:.1f}\" y=\"{:.1f}\" text-anchor=\"{}\">{}</text>\n", x, y, anchor,
                     words);
}

// As a person writes it: 16384, 2.438.
std::string number(double value) {
  return value >= 1000 ? fmt::format("{:.0f}", value) : fmt::format("{:.4g}", value);
}

std::string escaped(const std::string& words) {
  std::string safe;
  for (const char letter : words) {
    if (letter == '&')
      safe += "&amp;";
    else if (letter == '<')
      safe += "&lt;";
    else
      safe += letter;
  }
  return safe;
}

std::string grid(const Axis& x, const Axis& y) {
  std::string svg;
  for (double decade = x.low; decade <= x.high; ++decade) {
    const double at = x.at(std::pow(10, decade));
    svg += line(at, y.from, at, y.to, "grid");
    svg += label(at, y.from + 18, "middle", number(std::pow(10, decade)));
  }
  for (double decade = y.low; decade <= y.high; ++decade) {
    const double at = y.at(std::pow(10, decade));
    svg += line(x.from, at, x.to, at, "grid");
    svg += label(x.from - 6, at + 4, "end", number(std::pow(10, decade)));
  }
  return svg;
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
  std::string svg = fmt::format(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {0} {1}\" width=\"{0}\" "
      "height=\"{1}\">\n<style>\n"
      "text {{ font: 12px sans-serif; fill: #222; }}\n"
      ".grid {{ stroke: #8884; }} .roof {{ stroke: #c60; stroke-width: 2; }}\n"
      ".run {{ fill: #06c; }}\n"
      "@media (prefers-color-scheme: dark) {{ text {{ fill: #ddd; }} .run {{ fill: #6bf; }} }}\n"
      "</style>\n",
      kWidth, kHeight);
  svg += grid(x, y);
  // The sloping roof from where it enters the picture.
  if (bandwidth > 0) {
    const double first = std::max(std::pow(10, x.low), std::pow(10, y.low) / bandwidth);
    svg += line(x.at(first), y.at(first * bandwidth), x.at(ridge), y.at(peak), "roof");
    svg += line(x.at(ridge), y.at(peak), x.to, y.at(peak), "roof");
  } else {
    svg += line(x.from, y.at(peak), x.to, y.at(peak), "roof");
  }
  svg += fmt::format("<circle cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"5\" class=\"run\"/>\n",
                     x.at(intensity), y.at(reached));
  // Right below the run, where no roof is.
  constexpr double kLabelWidth = 220;
  const bool fits = x.at(intensity) + kLabelWidth < kWidth - kRight;
  svg += label(x.at(intensity) + (fits ? 9 : -9), y.at(reached) + 16, fits ? "start" : "end",
               fmt::format("{} of {} products a cycle", number(reached), number(peak)));
  svg += label(kLeft, 20, "start",
               escaped(fmt::format("{}: {}", platform.name, tiling.whole.unit->instruction.id)));
  svg +=
      label(kLeft, 38, "start",
            fmt::format("{} x {} x {}; roofs: {} products a cycle, {} (sourced cycles)", gemm.m,
                        gemm.n, gemm.k, number(peak),
                        bandwidth > 0 ? fmt::format("{} bytes a cycle of memory", number(bandwidth))
                                      : "memory without a limit"));
  svg += label((kLeft + kWidth - kRight) / 2, kHeight - 14, "middle",
               "products a byte moved to and from memory");
  svg += fmt::format(
      "<text transform=\"translate(20 {:.1f}) rotate(-90)\" text-anchor=\"middle\">products a "
      "cycle</text>\n",
      (kTop + kHeight - kBottom) / 2);
  return svg + "</svg>\n";
}

}  // namespace mmasc::tlm
