// SPDX-License-Identifier: Apache-2.0
// Every planted fault is reported with its stage, its field and the operation.
#pragma once

#include <algorithm>
#include <numeric>

#include "cosim/lock_step_of.h"
#include "cosim/planted_faults.h"
#include "mmasc/unit/stage_name.h"

namespace mmasc::testing {

// A stage whose instances are `runs` of terms: "u_normalizer_0", "u_normalizer_0_1". Beside the
// multiplier there may be "u_multiplier_beside", beside the result "u_normalizer_result_flags".
inline bool is_instance_of(const std::string& instance, const StagePlan& stage) {
  const std::string name = "u_" + stage_name(stage);
  return instance == name || instance == name + "_beside" ||
         (stage.kind == StageKind::normalizer && instance.starts_with(name + "_"));
}

inline const StagePlan& stage_of(const Plan& plan, const std::string& instance) {
  for (const StagePlan& stage : plan.stages)
    if (is_instance_of(instance, stage)) return stage;
  throw InputError("no stage " + instance);
}

// The terms that leave a stage, as numbers, in the two ways they go: through its logic, where
// `instance` has its share, and past it.
struct Terms {
  std::vector<int> through, past;
};
inline Terms terms_of(const Plan& plan, const StagePlan& stage, int first, int count) {
  Terms terms;
  const int lanes = plan.lanes();
  if (stage.level < 0) {
    terms.through.resize(static_cast<std::size_t>(lanes));
    std::iota(terms.through.begin(), terms.through.end(), 0);
    (stage.kind == StageKind::multiplier ? terms.through : terms.past).push_back(lanes);
    return terms;
  }
  const LevelPlan& level = plan.levels[stage.level];
  for (int s = 0; s < level.sum_count; ++s) {
    const bool rounds = plan.sums[level.first_sum + s].rounds;
    (stage.kind != StageKind::normalizer || rounds ? terms.through : terms.past).push_back(s);
  }
  for (int i = 0; i < level.bypass.size(); ++i) terms.past.push_back(level.sum_count + i);
  if (count > 0)
    terms.through = {terms.through.begin() + first, terms.through.begin() + first + count};
  return terms;
}

// How tools call the element that has the bit. `first` and `count`: which of a normalizer's rounded
// terms the instance has.
inline std::string name_of(const Plan& plan, const PlantedFault& fault, int first, int count) {
  std::string field = fault.field;
  if (field.ends_with("_i")) field.resize(field.size() - 2);
  if (field == "id" || field == "d" || field == "flags" || field == "valid") return field;
  const std::string of_nans = plan.raises_flags ? "quiet_nan" : "nan_word";
  if (field == "beside") return of_nans;
  const StagePlan& stage = stage_of(plan, fault.instance);
  const bool adds = stage.kind == StageKind::aligner ||
                    (stage.kind == StageKind::adder_tree && !stage.last_tree_level);
  const std::string part_of_past = fault.highest ? ".infinite" : ".significand";
  // Which stands above the terms that pass by.
  const auto is_of_nans = [&](bool terms_pass) {
    return field == "bypass" && (plan.tells_nans_apart() || plan.raises_flags) &&
           (fault.highest || !terms_pass);
  };
  const auto numbered = [](const char* of, int i) { return of + ("_" + std::to_string(i)); };
  if (!adds) {
    const Terms terms = terms_of(plan, stage, first, count);
    if (is_of_nans(!terms.past.empty())) return of_nans;
    const std::vector<int>& those = field == "bypass" ? terms.past : terms.through;
    if (field.starts_with("sum_")) field.erase(0, 4);
    return numbered("term", fault.highest ? those.back() : those.front()) +
           (field == "bypass" ? part_of_past : "." + field);
  }
  const LevelPlan& level = plan.levels[stage.level];
  if (is_of_nans(!level.bypass.empty())) return of_nans;
  if (field == "bypass")
    return numbered("bypass", fault.highest ? level.bypass.size() - 1 : 0) + part_of_past;
  if (field == "addend") {
    int addends = 0;
    for (int s = 0; s < level.sum_count; ++s)
      addends += addends_left(plan.sums[level.first_sum + s].addend_count, plan.adder_radix,
                              stage.kind == StageKind::aligner ? 0 : stage.tree_level + 1);
    return numbered("addend", fault.highest ? addends - 1 : 0);
  }
  if (field.starts_with("sum_")) field.erase(0, 4);
  return numbered("sum", fault.highest ? level.sum_count - 1 : 0) + "." + field;
}

inline void expect_every_fault_is_named(const Unit& unit) {
  const PlantedFaults planted(emit_rtl(make_plan(unit), kUnitTop));
  const LockStepOf both(unit, planted.rtl());
  ASSERT_GT(planted.faults().size(), 40u);
  for (const PlantedFault& fault : planted.faults()) {
    SCOPED_TRACE(fault.instance + " " + fault.field + (fault.highest ? ", highest bit" : ""));
    const StagePlan& stage = stage_of(both.plan(), fault.instance);
    int first = 0, count = 0;
    if (stage.kind == StageKind::normalizer && stage.level >= 0)
      for (const auto& [instance, terms] : planted.terms()) {
        if (!is_instance_of(instance, stage)) continue;
        count = terms;
        if (instance == fault.instance) break;
        first += terms;
      }
    LockStepOptions options;
    options.first_operation = fault.id;
    options.cycles = 200;
    const LockStepReport report = both.run(options);
    ASSERT_TRUE(report.divergence.has_value());
    const Divergence& found = *report.divergence;
    EXPECT_EQ(found.operation, fault.id) << found;
    EXPECT_EQ(found.place, stage_name(stage) + ".rank0") << found;
    EXPECT_EQ(found.field, name_of(both.plan(), fault, first, count)) << found;
    EXPECT_NE(found.model, found.rtl);
  }
}

}  // namespace mmasc::testing
