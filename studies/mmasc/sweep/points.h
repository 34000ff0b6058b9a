// SPDX-License-Identifier: Apache-2.0
// The points of a study: every combination of its axes' values with each variant, checked.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "mmasc/arith/gemm.h"
#include "mmasc/cost/whole.h"
#include "mmasc/inputs/input_set.h"
#include "mmasc/platform/gemm_cycles.h"
#include "mmasc/sweep/study.h"
#include "mmasc/sweep/workload.h"
#include "mmasc/unit/plan.h"
#include "mmasc/unit/progress.h"

namespace mmasc {

struct PlannedUnit {
  Unit unit;
  std::uint64_t fingerprint = 0;  // of the row as TOML, and of the contents of its stages' file

  // As the fields describe it. Elaborated when it is asked for: a plan takes 100 kB, and a study
  // may have a million.
  Plan plan() const { return make_plan(described(unit)); }
};

struct Point {
  std::int64_t index = 0;  // the variants outermost, the last axis innermost
  std::string hash;        // 16 hex digits: of all that decides its result
  std::vector<std::pair<std::string, AxisValue>> axes;
  std::shared_ptr<const PlannedUnit> unit;  // points that are alike in it share one
  // The study's platform with the unit in its accelerators; null where there is none.
  std::shared_ptr<const tlm::PlatformOfUnit> platform;
  // Of all points of the study, where a source does not have the cycles of each unit.
  bool platform_is_structural = false;
  InputRow inputs;
  InputShape shape;
  std::optional<Promotion> promotion;
  WorkloadRow workload;
  std::string workload_text;  // its fields as they were set
  // Operands that are files: each with the hash of its content when the point was planned.
  struct OperandFile {
    std::string operand, file;
    std::uint64_t content = 0;
  };
  std::vector<OperandFile> files;

  GemmOptions gemm_options() const { return {.promotion = promotion}; }
  // The additions outside the unit that promote its partial sums, by any workload.
  Promotions promotions() const;
  // What its cost is of: with these additions.
  WholeUnit whole_unit() const { return {unit->unit, promotions()}; }
  InputFormats formats() const;
  const Format& d_format() const;
  // The key of operands and exact results: points alike in it share them.
  std::string input_key() const;
  // The same but for the format of a C of zeros: points alike in it have errors of one product,
  // which may be compared.
  std::string operands_key() const;
  // GEMMs that are measured together: one where all would be the same.
  std::int64_t repetitions(const Study& study) const;

 private:
  std::string key_of_operands(const std::string& c) const;
};

inline constexpr std::int64_t kMostPoints = 100000;

// Whether an axis is a condition under which designs are judged: of operands, not of the unit.
bool is_condition(std::string_view axis);

// Every unit is elaborated, every tensor's file read, every GEMM's formats and shapes looked at.
// Throws InputError with the line of the study, EnvironmentError; `most` bounds the number of
// points. `progress` is of points.
std::vector<Point> plan_points(const Study& study, std::int64_t most = kMostPoints,
                               const Progress& progress = {});

// Throws RowError where the unit has no plan.
PlannedUnit plan_unit(Unit unit);

// Throws InputError where a file of the point's operands is not what it was when it was planned.
void check_files(const Point& point, const std::function<void()>& tick);

// What the study names by a file FILE.toml in its folder, or by another name.
std::string file_of(const Study& study, const std::string& name);

// A unit that the study names, as find_unit() takes it: files are in the study's folder.
std::string unit_name(const Study& study, const std::string& name);

// The fields that an axis or a variant may name besides those of a unit.
inline constexpr std::string_view kUnitAxis = "unit", kDepthAxis = "k", kVariantAxis = "variant",
                                  kSizeAxis = "size", kWorkloadAxis = "workload";
// A field of a unit that a study knows by name: a tie may take it of every unit.
inline constexpr std::string_view kLanesField = "lanes";
inline constexpr std::string_view kPromoteK = "gemm.promote_k",
                                  kPromoteRounding = "gemm.promote_rounding";

// The meaning of 0 in a field that counts from 1 on: "never"; empty: it is a number as others.
std::string_view meaning_of_zero(std::string_view field);

}  // namespace mmasc
