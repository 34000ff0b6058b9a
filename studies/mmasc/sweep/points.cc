// SPDX-License-Identifier: Apache-2.0
#include "mmasc/sweep/points.h"

#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <iterator>
#include <span>

#include "mmasc/arith/stages.h"
#include "mmasc/batch/on_lines.h"
#include "mmasc/inputs/draw.h"
#include "mmasc/inputs/study_hash.h"
#include "mmasc/matrix_files/load.h"
#include "mmasc/sweep/planner.h"
#include "mmasc/sweep/point_key.h"
#include "mmasc/unit/catalog.h"
#include "mmasc/unit/error.h"
#include "mmasc/unit/random_elements.h"

namespace mmasc {

InputFormats Point::formats() const {
  if (const Format* number = number_format(workload.kind))
    return {.a = number, .b = number, .c = number};
  return input_formats(unit->unit, c_format(unit->unit, gemm_options()));
}

Promotions Point::promotions() const {
  if (workload.kind == Workload::fp8gemm) return promotions_of(unit->unit, workload.fp8gemm);
  return {.outer = promotion ? std::optional(promotion->rounding) : std::nullopt};
}

std::int64_t Point::repetitions(const Study& study) const {
  const bool is_drawn_anew = is_drawn(inputs.a) || is_drawn(inputs.b) || is_drawn(inputs.c) ||
                             !random_widths(unit->unit).empty();
  return is_drawn_anew ? study.repetitions : 1;
}

const Format& Point::d_format() const {
  if (const Format* number = number_format(workload.kind)) return *number;
  return mmasc::d_format(unit->unit, gemm_options());
}

bool is_condition(std::string_view axis) {
  return axis == kDepthAxis || axis == kSizeAxis || axis.starts_with("inputs.");
}

std::string file_of(const Study& study, const std::string& name) {
  return name.ends_with(".toml") ? in_folder(study.folder, name) : name;
}

std::string unit_name(const Study& study, const std::string& name) {
  return split_name(name) ? in_folder(study.folder, name) : name;
}

std::string_view meaning_of_zero(std::string_view field) {
  return field == kPromoteK ? "never" : meaning_of_workload_zero(field);
}

PlannedUnit plan_unit(Unit unit) {
  Unit of_fields = described(unit);
  if (negates(make_plan(of_fields)))
    throw RowError("sum", "a term is negated, but a study takes d for c plus all products");
  if (!unit.has_own_stages())
    return {std::move(unit), StudyHash::of(to_toml_of_numbers(of_fields))};
  (void)load_stages(unit.datapath.stages);  // what is wrong with it is told first
  of_fields.instruction.note.clear();       // which has the file's path
  std::ifstream file(unit.datapath.stages, std::ios::binary);
  const std::string content{std::istreambuf_iterator<char>(file), {}};
  const std::string text =
      to_toml_of_numbers(of_fields) + fmt::format("stages {:016x}\n", StudyHash::of(content));
  return {std::move(unit), StudyHash::of(text)};
}

void check_files(const Point& point, const std::function<void()>& tick) {
  for (const auto& [operand, file, content] : point.files)
    if (file_facts(operand, in_folder(point.inputs.folder, file), tick).content != content)
      throw InputError(fmt::format(
          "{}: {} was changed while the sweep ran; name another folder for the results, or "
          "restore it",
          operand, file));
}

std::vector<Point> plan_points(const Study& study, std::int64_t most, const Progress& progress) {
  const std::int64_t count = count_points(study);
  if (count > most)
    throw InputError(
        fmt::format("{}: {} points, more than {}; shorten an axis, or allow them with "
                    "--points {}",
                    study.origin, count, most, count));
  std::vector<std::vector<Setting>> of_variants, of_axes;
  for (const Variant& variant : study.variants) {
    std::vector<Setting>& settings = of_variants.emplace_back();
    for (const auto& [field, value, line] : variant.changes)
      settings.push_back({field, value, line, join(join("variant", variant.name), field)});
  }
  for (const Axis& axis : study.axes) {
    std::vector<Setting>& settings = of_axes.emplace_back();
    for (std::int64_t i = 0; i < axis.size(); ++i)
      settings.push_back({axis.name, axis.value(i), axis.line, join("axes", axis.name)});
  }
  constexpr std::int64_t kPointsATick = 256,
                         kWorkOfAHash = 1000;  // in products, as on_lines() weighs
  std::vector<Point> points;
  const auto tick = [&] {
    if (progress) progress(static_cast<std::int64_t>(points.size()), count);
  };
  const std::string beside = text_beside_points(study);
  Planner planner(study, tick);
  points.reserve(static_cast<std::size_t>(count));
  const std::int64_t combinations =
      count / std::max<std::int64_t>(1, static_cast<std::int64_t>(study.variants.size()));
  std::vector<const Setting*> settings;
  for (std::int64_t index = 0; index < count; ++index) {
    if (index % kPointsATick == 0) tick();
    settings.clear();
    std::vector<std::pair<std::string, AxisValue>> axes;
    if (!study.variants.empty()) {
      const auto variant = static_cast<std::size_t>(index / combinations);
      axes.emplace_back(kVariantAxis, study.variants[variant].name);
      for (const Setting& setting : of_variants[variant]) settings.push_back(&setting);
    }
    std::int64_t left = combinations, place = index % combinations;
    for (const std::vector<Setting>& values : of_axes) {
      left /= static_cast<std::int64_t>(values.size());
      settings.push_back(&values[static_cast<std::size_t>(place / left)]);
      axes.emplace_back(settings.back()->field, settings.back()->value);
      place %= left;
    }
    points.push_back(planner.point(index, settings));
    points.back().axes = std::move(axes);
  }
  const Progress by_one = [&](std::int64_t, std::int64_t) { tick(); };
  on_lines({.count = count, .length = kWorkOfAHash, .threads = 0, .progress = &by_one},
           [&](std::int64_t first, std::int64_t last) {
             for (Point& point : std::span(points).subspan(static_cast<std::size_t>(first),
                                                           static_cast<std::size_t>(last - first)))
               point.hash = hash_of(study, beside, point);
           });
  for (Point& point : points)
    point.platform_is_structural = point.platform && !planner.all_sourced();
  return points;
}

}  // namespace mmasc
