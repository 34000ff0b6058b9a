// SPDX-License-Identifier: Apache-2.0
// The tables of pages, beside what the shipped studies print.
#pragma once

#include <fmt/format.h>

#include <regex>

#include "cli_fixture.h"
#include "mmasc/sweep/results.h"

namespace mmasc {

inline std::string percent(double share) { return fmt::format("{:.2g} %", 100 * share); }

class StudyPages : public Cli {
 protected:
  std::vector<PointResult> points(const std::string& name, const std::string& size = "") const {
    std::string text = slurp(MMASC_DOCS "/../studies/examples/" + name + ".toml");
    if (!size.empty()) text = std::regex_replace(text, std::regex("size +=[^\n]*"), size);
    const std::string out = (folder_ / name).string();
    const Ran ran = run("sweep " + write(name + ".toml", text) + " -o " + out);
    EXPECT_EQ(ran.code, 0) << ran.err;
    return read_results(out).points;
  }
  static double value(const PointResult& point, const char* measure) {
    return point.measure(measure)->value.value_or(-1);
  }
  static std::string axis(const PointResult& point, const std::string& name) {
    for (const auto& [one, at] : point.axes)
      if (one == name) return to_text(at);
    return "";
  }
  static const PointResult& point_with(const std::vector<PointResult>& points,
                                       const std::string& name, const std::string& at,
                                       const std::string& variant) {
    return *std::ranges::find_if(points, [&](const PointResult& point) {
      return axis(point, name) == at && axis(point, "variant") == variant;
    });
  }
  static void expect_on(const std::string& page, const std::string& cells) {
    EXPECT_NE(slurp(MMASC_DOCS "/" + page).find(cells), std::string::npos) << cells;
  }
};

}  // namespace mmasc
