// SPDX-License-Identifier: Apache-2.0
#include "mmasc/sweep/results.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <set>
#include <sstream>

#include "mmasc/sweep/points.h"
#include "mmasc/sweep/quantities.h"
#include "mmasc/unit/error.h"
#include "mmasc/unit/toml_file.h"

namespace mmasc {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

// As many digits as measures mean; so that the last bit of a C library's logarithm does not show.
double rounded(double number) {
  return std::strtod(fmt::format("{:.9g}", number).c_str(), nullptr);
}

Json json_of(const MeasureResult& measure) {
  Json json;
  json["value"] = measure.value ? Json(rounded(*measure.value)) : Json(nullptr);
  json["samples"] = measure.samples;
  if (measure.interval)
    json["interval"] = {rounded(measure.interval->low), rounded(measure.interval->high)};
  if (measure.left_out > 0) json["left_out"] = measure.left_out;
  if (measure.histogram.empty()) return json;
  json["histogram"] = Json::array();
  for (const HistogramBin& bin : measure.histogram)
    json["histogram"].push_back({bin.low, bin.high, bin.count});
  return json;
}

MeasureResult measure_of(const std::string& name, const Json& json) {
  MeasureResult measure;
  measure.name = name;
  if (!json.at("value").is_null()) measure.value = json.at("value").get<double>();
  measure.samples = json.at("samples").get<std::int64_t>();
  if (json.contains("interval"))
    measure.interval = {json.at("interval").at(0).get<double>(),
                        json.at("interval").at(1).get<double>()};
  if (json.contains("left_out")) measure.left_out = json.at("left_out").get<std::int64_t>();
  if (json.contains("histogram"))
    for (const Json& bin : json.at("histogram"))
      measure.histogram.push_back({bin.at(0).get<std::int64_t>(), bin.at(1).get<std::int64_t>(),
                                   bin.at(2).get<std::int64_t>()});
  return measure;
}

Json json_of(const NamedNumbers& numbers) {
  Json json = Json::object();
  for (const auto& [name, number] : numbers) {
    const bool whole = number == std::floor(number) && std::fabs(number) < 1e15;
    json[name] = whole ? Json(static_cast<std::int64_t>(number)) : Json(rounded(number));
  }
  return json;
}

NamedNumbers numbers_of(const Json& json) {
  NamedNumbers numbers;
  for (const auto& [name, number] : json.items())
    if (number.is_number()) numbers.emplace_back(name, number.get<double>());
  return numbers;
}

Json json_of(const PointCycles& cycles) {
  Json json;
  for (const CyclesRow& row : kCyclesRows) json[std::string(row.name)] = cycles.*row.member;
  json["sourced"] = nullptr;
  if (cycles.sourced)
    json["sourced"] = {{"interval", rounded(cycles.sourced->interval)},
                       {"confidence", cycles.sourced->confidence},
                       {"source", cycles.sourced->source}};
  if (cycles.platform)
    json["platform"] = {{"cycles", cycles.platform->cycles},
                        {"kind", cycles.platform->is_structural ? "structural" : "sourced"}};
  return json;
}

PointCycles cycles_of(const Json& json) {
  PointCycles cycles;
  for (const CyclesRow& row : kCyclesRows)
    cycles.*row.member = json.at(std::string(row.name)).get<std::int64_t>();
  if (const Json& sourced = json.at("sourced"); !sourced.is_null())
    cycles.sourced = {.interval = sourced.at("interval").get<double>(),
                      .source = sourced.at("source").get<std::string>(),
                      .confidence = sourced.at("confidence").get<std::string>()};
  if (json.contains("platform")) {
    const Json& platform = json.at("platform");
    cycles.platform = {.cycles = platform.at("cycles").get<double>(),
                       .is_structural = platform.at("kind").get<std::string>() == "structural"};
  }
  return cycles;
}

Json json_of(const PointResult& result) {
  Json json;
  json["point"] = result.point;
  json["index"] = result.index;
  json["axes"] = Json::object();
  for (const auto& [name, value] : result.axes)
    std::visit([&](const auto& one) { json["axes"][name] = one; }, value);
  json["unit"] = result.unit;
  json["m"] = result.m;
  json["n"] = result.n;
  json["k"] = result.k;
  if (!result.operands.empty()) json["operands"] = result.operands;
  json["measures"] = Json::object();
  for (const MeasureResult& measure : result.measures)
    json["measures"][measure.name] = json_of(measure);
  json["widths"] = json_of(result.widths);
  if (!result.slices.empty()) json["slices"] = json_of(result.slices);
  json["cycles"] = json_of(result.cycles);
  json["cost"] = nullptr;
  if (!result.cost) return json;
  json["cost"] = Json{
      {"kind", result.cost->kind}, {"library", result.cost->library}, {"tool", result.cost->tool}};
  json["cost"].update(json_of(result.cost->numbers));
  return json;
}

PointResult result_of(const Json& json) {
  PointResult result;
  result.point = json.at("point").get<std::string>();
  result.index = json.at("index").get<std::int64_t>();
  for (const auto& [name, value] : json.at("axes").items())
    result.axes.emplace_back(name, value.is_number() ? AxisValue(value.get<std::int64_t>())
                                                     : AxisValue(value.get<std::string>()));
  result.unit = json.at("unit").get<std::string>();
  result.m = json.at("m").get<std::int64_t>();
  result.n = json.at("n").get<std::int64_t>();
  result.k = json.at("k").get<std::int64_t>();
  result.operands = json.value("operands", std::string());
  for (const auto& [name, measure] : json.at("measures").items())
    result.measures.push_back(measure_of(name, measure));
  result.widths = numbers_of(json.at("widths"));
  if (json.contains("slices")) result.slices = numbers_of(json.at("slices"));
  result.cycles = cycles_of(json.at("cycles"));
  if (const Json& cost = json.at("cost"); !cost.is_null())
    result.cost = PointCost{.kind = cost.at("kind").get<std::string>(),
                            .library = cost.at("library").get<std::string>(),
                            .tool = cost.value("tool", std::string()),
                            .numbers = numbers_of(cost)};
  return result;
}

std::string read_text(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  std::ostringstream text;
  text << file.rdbuf();
  if (!file) throw EnvironmentError(path.string() + ": cannot be read; check its permissions");
  return std::move(text).str();
}

bool is_result_file(const fs::path& path) {
  const std::string name = path.filename().string();
  return name.starts_with("results-") && name.ends_with(".jsonl");
}

}  // namespace

const MeasureResult* PointResult::measure(std::string_view name) const {
  const auto found = std::ranges::find(measures, name, &MeasureResult::name);
  return found == measures.end() ? nullptr : &*found;
}

std::string to_line(const PointResult& result) {
  return json_of(result).dump(-1, ' ', false, Json::error_handler_t::replace) + "\n";
}

std::optional<PointResult> parse_line(std::string_view line) {
  const Json json = Json::parse(line, nullptr, /*allow_exceptions=*/false);
  if (json.is_discarded()) return std::nullopt;
  try {
    return result_of(json);
  } catch (const Json::exception&) {
    throw InputError("is no result of a point");
  }
}

std::string results_path(const std::string& folder, int rank) {
  return (fs::path(folder) / fmt::format("results-{}.jsonl", rank)).string();
}

std::string study_path(const std::string& folder) {
  return (fs::path(folder) / "study.toml").string();
}

std::string layers_path(const std::string& folder) {
  return (fs::path(folder) / "layers.txt").string();
}

std::vector<std::string> kept_layers(const std::string& folder) {
  std::ifstream file(layers_path(folder));
  std::vector<std::string> layers;
  for (std::string line; std::getline(file, line);) layers.push_back(line);
  return layers;
}

std::string study_folder_path(const std::string& folder) {
  return (fs::path(folder) / "study-folder.txt").string();
}

ResultFile read_result_file(const std::string& path) {
  ResultFile file;
  std::error_code none;
  if (!fs::exists(path, none)) return file;
  const std::string text = read_text(path);
  int line = 1;
  for (std::size_t at = 0; at < text.size(); ++line) {
    const std::size_t end = text.find('\n', at);
    if (end == std::string::npos) break;  // cut short
    try {
      auto result = parse_line(std::string_view(text).substr(at, end - at));
      // A line that another process was cut off in, and one that was appended to it.
      if (result) file.points.push_back(std::move(*result));
    } catch (const InputError& error) {
      throw InputError(fmt::format("{}:{}: {}; remove the line", path, line, error.what()));
    }
    at = end + 1;
    file.bytes = at;
  }
  return file;
}

Results read_results(const std::string& folder) {
  std::error_code none;
  if (!fs::exists(study_path(folder), none))
    throw InputError(folder + ": holds no study.toml; name a folder that mmasc sweep has filled");
  const std::string path = study_path(folder);
  Results results{parse_study(read_toml_file(path), path), {}, 0};
  std::ifstream study_folder(study_folder_path(folder));
  if (!std::getline(study_folder, results.study.folder)) results.study.folder.clear();
  set_layers(results.study, kept_layers(folder));
  results.planned = count_points(results.study);
  std::vector<fs::path> files;
  for (const auto& entry : fs::directory_iterator(folder))
    if (is_result_file(entry.path())) files.push_back(entry.path());
  std::ranges::sort(files);
  std::set<std::string> seen;
  for (const fs::path& file : files)
    for (PointResult& point : read_result_file(file.string()).points) {
      if (point.index < 0 || point.index >= results.planned)
        throw InputError(
            fmt::format("{}: holds a result of another study; remove it", file.string()));
      if (seen.insert(point.point).second) results.points.push_back(std::move(point));
    }
  std::ranges::sort(results.points, {}, &PointResult::index);
  return results;
}

}  // namespace mmasc
