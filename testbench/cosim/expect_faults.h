// SPDX-License-Identifier: Apache-2.0
// Every planted fault is reported with its stage, its field and the operation.
#pragma once

#include "cosim/lock_step_of.h"
#include "cosim/planted_faults.h"

namespace mmasc::testing {

// How tools call what a stage's text calls `field`, of element 0 or any.
inline bool names_field(const std::string& reported, std::string field) {
  if (field.ends_with("_i")) field.resize(field.size() - 2);
  if (field == "id" || field == "d") return reported == field;
  if (field == "addend") return reported.starts_with("addend_");
  if (field == "pass") return reported.ends_with(".significand");  // its lowest
  if (field.starts_with("sum_")) field.erase(0, 4);
  return reported.ends_with("." + field);
}

// A stage's instance, or one of several: "u_normalizer_0", "u_normalizer_0_1".
inline bool is_instance_of(const std::string& instance, const std::string& place) {
  const std::string stage = "u_" + place.substr(0, place.find('.'));
  return instance == stage || instance.starts_with(stage + "_");
}

inline void expect_every_fault_is_named(const Unit& unit) {
  const PlantedFaults planted(emit_rtl(make_plan(unit), kTop));
  const LockStepOf both(unit, planted.rtl());
  ASSERT_GT(planted.faults().size(), 20u);
  for (const PlantedFault& fault : planted.faults()) {
    SCOPED_TRACE(fault.instance + " " + fault.field);
    LockStepOptions options;
    options.first_id = fault.id;
    options.cycles = 200;
    const LockStepReport report = both.run(options);
    ASSERT_TRUE(report.divergence.has_value());
    const Divergence& found = *report.divergence;
    EXPECT_EQ(found.id, fault.id) << found;
    EXPECT_TRUE(is_instance_of(fault.instance, found.place)) << found;
    EXPECT_TRUE(names_field(found.field, fault.field)) << found;
    EXPECT_NE(found.model, found.rtl);
  }
}

}  // namespace mmasc::testing
