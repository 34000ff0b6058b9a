// SPDX-License-Identifier: Apache-2.0
#include "mmasc/cost/points.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <sstream>

#include "mmasc/unit/error.h"

namespace mmasc {
namespace {

constexpr std::string_view kHead =
    "use;unit;changes;stage;flip_flops;cells;area;register_area;delay";
constexpr std::size_t kColumns = 9;

std::vector<std::string> split(const std::string& text, char at) {
  std::vector<std::string> parts;
  std::istringstream stream(text);
  for (std::string part; std::getline(stream, part, at);) parts.push_back(part);
  return parts;
}

struct Reader {
  CostPoints read;
  int line = 0;

  [[noreturn]] void fail(const std::string& what) const {
    throw InputError(fmt::format("points.csv:{}: {}", line, what));
  }

  double number(const std::string& text) const {
    char* end = nullptr;
    const double value = std::strtod(text.c_str(), &end);
    if (text.empty() || *end != '\0' || !(value >= 0)) fail("no number >= 0: \"" + text + '"');
    return value;
  }

  void header(const std::string& key, const std::string& value) {
    if (key == "library") read.how.library = value;
    if (key == "tool") read.how.tool = value;
    if (key == "nand2_area") read.how.nand2_area = number(value);
    if (key == "fo4_delay") read.how.fo4_delay = number(value);
  }

  void row(const std::string& text) {
    const auto cells = split(text, ';');
    if (cells.size() != kColumns) fail(fmt::format("{} columns, not {}", cells.size(), kColumns));
    if (cells[0] != "fit" && cells[0] != "check") fail("use is fit or check");
    const UnitArgument unit{cells[1], split(cells[2], ' ')};
    if (read.points.empty() || read.points.back().unit != unit)
      read.points.push_back({unit, cells[0] == "check", {}});
    if (cells[3] == "all") {
      read.points.back().delay = number(cells[8]);
      return;
    }
    StageCost stage;
    stage.stage = cells[3];
    stage.flip_flops = number(cells[4]);
    stage.cells = number(cells[5]);
    stage.area = number(cells[6]);
    if (!(stage.area > 0)) fail("no area");
    stage.register_share = number(cells[7]) / stage.area;
    stage.delay = number(cells[8]);
    read.points.back().stages.push_back(std::move(stage));
  }
};

}  // namespace

bool CostPoint::leaves_out_registers() const {
  return std::ranges::any_of(
      stages, [](const StageCost& row) { return row.stage.find(" to ") != std::string::npos; });
}

CostPoints read_cost_points(std::string_view text) {
  Reader reader;
  std::istringstream lines{std::string(text)};
  bool is_headed = false;
  for (std::string line; std::getline(lines, line);) {
    ++reader.line;
    if (line.starts_with("# ")) {
      const auto colon = line.find(": ");
      if (colon != std::string::npos)
        reader.header(line.substr(2, colon - 2), line.substr(colon + 2));
    } else if (!is_headed) {
      if (line != kHead) reader.fail("the columns are " + std::string(kHead));
      is_headed = true;
    } else {
      reader.row(line);
    }
  }
  if (!(reader.read.how.nand2_area > 0) || !(reader.read.how.fo4_delay > 0))
    reader.fail("no nand2_area or fo4_delay above the rows");
  return std::move(reader.read);
}

const CostPoints& cost_points() {
  static const CostPoints points = read_cost_points(cost_point_files().front().text);
  return points;
}

}  // namespace mmasc
