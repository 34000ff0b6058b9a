// SPDX-License-Identifier: Apache-2.0
// The points of a study: every combination of its axes' values with each variant, checked.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "arith/gemm.h"
#include "inputs/input_set.h"
#include "spec/plan.h"
#include "sweep/study.h"
#include "sweep/workload.h"

namespace mmasc {

struct PlannedUnit {
  Unit unit;
  Plan plan;
  std::uint64_t fingerprint = 0;  // of the row as TOML
};

struct Point {
  std::int64_t index = 0;  // the variants outermost, the last axis innermost
  std::string hash;        // 16 hex digits: of all that decides its result
  std::vector<std::pair<std::string, AxisValue>> axes;
  std::shared_ptr<const PlannedUnit> unit;  // points that are alike in it share one
  InputRow inputs;
  InputShape shape;
  std::optional<Promotion> promotion;
  WorkloadRow workload;
  std::string workload_text;  // its fields as they were set

  GemmOptions gemm_options() const { return {.promotion = promotion}; }
  InputFormats formats() const;
  const Format& d_format() const;
  // What decides operands and exact results: points alike in it share them.
  std::string input_key() const;
};

inline constexpr std::int64_t kMostPoints = 100000;

// Whether an axis is a condition under which designs are judged: of operands, not of the unit.
bool is_condition(std::string_view axis);

// Every unit is elaborated, every header of a tensor's file read, every GEMM's formats and shapes
// looked at. Throws InputError with the line of the study, EnvironmentError; `most` bounds the
// number of points.
std::vector<Point> plan_points(const Study& study, std::int64_t most = kMostPoints);

// A unit that the study names, as find_unit() takes it: files are in the study's folder.
std::string unit_name(const Study& study, const std::string& name);

// The fields that an axis or a variant may name besides those of a unit.
inline constexpr std::string_view kUnitAxis = "unit", kDepthAxis = "k", kVariantAxis = "variant",
                                  kSizeAxis = "size", kWorkloadAxis = "workload";
inline constexpr std::string_view kPromotionInterval = "promotion.interval",
                                  kPromotionRounding = "promotion.rounding";

}  // namespace mmasc
