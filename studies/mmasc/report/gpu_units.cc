// SPDX-License-Identifier: Apache-2.0
#include "mmasc/report/gpu_units.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <memory>
#include <set>

#include "mmasc/batch/engine.h"
#include "mmasc/inputs/study_hash.h"
#include "mmasc/report/shape.h"
#include "mmasc/sweep/evaluate_point.h"
#include "mmasc/unit/catalog.h"
#include "mmasc/unit/error.h"

namespace mmasc {
namespace {

// e4m3 and e4m3fnuz are alike: one product is drawn for both, each rounded to its own.
bool are_alike(const Format& x, const Format& y) {
  return x.exponent_bits == y.exponent_bits && x.fraction_bits == y.fraction_bits &&
         x.integer_bits == y.integer_bits;
}

// Whether a design's operands are drawn for the unit as they are for it, but for formats alike.
bool takes_operands_of(const Unit& unit, const Unit& design) {
  const Instruction &x = unit.instruction, &y = design.instruction;
  return are_alike(*x.a, *y.a) && are_alike(*x.b, *y.b) && x.c == y.c && &unit.d() == &design.d() &&
         x.scale == y.scale && x.tensor_scale == y.tensor_scale && !x.sparsity;
}

// An instruction of each datapath that takes the unit's operands.
std::vector<const Unit*> own_units(const Unit& of) {
  std::vector<const Unit*> units;
  for (const Unit& unit : catalog().units()) {
    if (!takes_operands_of(unit, of) || batch_kernel(unit).name == "reference") continue;
    if (std::ranges::none_of(units, [&](const Unit* other) {
          return other->datapath.name == unit.datapath.name && other->lanes() == unit.lanes();
        }))
      units.push_back(&unit);
  }
  return units;
}

// Elements of K between promotions of a GEMM; 0: there is none.
std::int64_t promotion_of(const Point& point) {
  return point.promotion
             ? std::int64_t{point.promotion->interval} * point.unit->unit.instruction.shape.k
             : 0;
}

// A unit in the place of a point's own: on the same operands, with the same promotion.
struct OwnPoint {
  Point point;
  std::string promotion;  // in words
};

class OwnPoints {
 public:
  explicit OwnPoints(const ReportShape& shape) : shape_(shape) {}

  void add(const Point& design) {
    if (design.workload.kind == Workload::dgemm) return;
    for (const Unit* unit : units_for(design)) add(design, *unit);
  }

  // The points, with those of one set of operands together.
  std::vector<OwnPoint> points() && {
    std::ranges::stable_sort(points_, {},
                             [](const OwnPoint& own) { return own.point.input_key(); });
    return std::move(points_);
  }
  bool has_several_promotions() const { return promotions_.size() > 1; }

 private:
  const std::vector<const Unit*>& units_for(const Point& design) {
    const auto [found, is_new] = units_.try_emplace(design.unit->fingerprint);
    if (is_new) found->second = own_units(design.unit->unit);
    return found->second;
  }

  void add(const Point& design, const Unit& unit) {
    const std::int64_t interval = promotion_of(design);
    const int depth = unit.instruction.shape.k;
    if (interval % depth != 0) return;
    Point own = design;
    if (own.promotion) own.promotion->interval = static_cast<int>(interval / depth);
    const std::string promotion = promotion_text(own, interval, unit);
    if (promotion.empty()) return;
    std::erase_if(own.axes, [&](const auto& axis) {
      return std::ranges::find(shape_.conditions, axis.first) == shape_.conditions.end();
    });
    std::string key = fmt::format("{}\n{}\n{}\n{}", unit.instruction.id, promotion,
                                  design.workload_text, StudyHash::of(design.operands_key()));
    for (const auto& [name, value] : own.axes) key += fmt::format("\n{}={}", name, to_text(value));
    if (!seen_.insert(std::move(key)).second) return;
    auto& planned = planned_[&unit];
    if (!planned) planned = std::make_shared<const PlannedUnit>(plan_unit(unit));
    own.unit = planned;
    promotions_.insert(promotion);
    points_.push_back({std::move(own), promotion});
  }

  // In words; empty where the unit cannot follow it.
  static std::string promotion_text(const Point& own, std::int64_t interval, const Unit& unit) {
    if (own.workload.kind == Workload::gemm)
      return own.promotion ? fmt::format("promoted every {} by {}", interval,
                                         enum_name(own.promotion->rounding))
                           : "not promoted";
    try {
      check(unit, own.workload, own.shape.k);
    } catch (const InputError&) {
      return "";
    }
    const std::int64_t outer = interval_of(unit, own.workload.fp8gemm);
    const std::int64_t inner = own.workload.fp8gemm.inner_interval;
    return (outer == 0 ? "not promoted" : fmt::format("promoted every {}", outer)) +
           (inner == 0 ? "" : fmt::format(", inside every {}", inner));
  }

  const ReportShape& shape_;
  std::map<std::uint64_t, std::vector<const Unit*>> units_;  // by the fingerprint of a design's
  std::map<const Unit*, std::shared_ptr<const PlannedUnit>> planned_;
  std::set<std::string> seen_, promotions_;
  std::vector<OwnPoint> points_;
};

void add_once(std::vector<std::string>& all, const std::string& text) {
  if (std::ranges::find(all, text) == all.end()) all.push_back(text);
}

// Whether a plot has them in one place.
bool is_one_place(const PointResult& x, const PointResult& y) {
  return x.axes == y.axes && x.operands == y.operands && x.measures == y.measures &&
         x.cost.has_value() == y.cost.has_value() &&
         (!x.cost || x.cost->numbers == y.cost->numbers);
}

}  // namespace

std::string GpuPoint::label() const {
  return fmt::format("{}{}{}", fmt::join(labels, ", "), promotions.empty() ? "" : ": ",
                     fmt::join(promotions, ", "));
}

std::vector<std::string> labels_of(const std::vector<GpuPoint>& gpus) {
  std::vector<std::string> all;
  for (const GpuPoint& gpu : gpus)
    for (const std::string& label : gpu.labels) add_once(all, label);
  return all;
}

std::vector<GpuPoint> gpu_points(const Results& results, const PlannedResults& planned,
                                 const std::function<void()>& tick, const Synthesiser& synthesise) {
  const ReportShape shape = shape_of(results);
  OwnPoints own(shape);
  for (const PointResult& result : results.points)
    if (const Point* const design = planned.point_of(result)) own.add(*design);
  const bool names_promotion = own.has_several_promotions();
  const std::vector<OwnPoint> points = std::move(own).points();
  std::vector<GpuPoint> found;
  if (points.empty()) return found;
  const Study& study = results.study;
  const int lanes = find_unit(unit_name(study, study.unit)).lanes();
  std::vector<const Point*> all;
  for (const OwnPoint& one : points) all.push_back(&one.point);
  const PointCosts costs(study, all, synthesise);
  std::string key;
  SharedInputs shared;
  for (const auto& [point, promotion] : points) {
    if (tick) tick();
    if (std::string own_key = point.input_key(); own_key != key) {
      shared = make_shared_inputs(study, point, 0, tick);
      key = std::move(own_key);
    }
    PointResult result = evaluate_point(study, point, shared, costs, 0, tick);
    const Unit& unit = point.unit->unit;
    std::string label = unit.datapath.name;
    if (unit.lanes() != lanes) label += fmt::format(" ({} lanes)", unit.lanes());
    auto same = std::ranges::find_if(
        found, [&](const GpuPoint& other) { return is_one_place(other.result, result); });
    if (same == found.end()) same = found.insert(same, {{}, std::move(result), {}});
    add_once(same->labels, label);
    if (names_promotion) add_once(same->promotions, promotion);
  }
  return found;
}

}  // namespace mmasc
