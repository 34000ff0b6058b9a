// SPDX-License-Identifier: Apache-2.0
// Arguments of audit/meaning.h against drawn vectors.
#pragma once

#include <gtest/gtest.h>

#include "mmasc/mutation/kill.h"
#include "mmasc/mutation/meaning.h"
#include "mmasc/probes/survey.h"

namespace mmasc {

// An argument that a vector contradicts is wrong. Returns how many arguments there were.
inline int arguments_tried(const Unit& unit, std::uint64_t count) {
  MutantKiller killer(unit);
  killer.search(3, count, std::vector<std::string>(killer.verdicts().size()));
  int arguments = 0;
  for (const Verdict& verdict : killer.verdicts()) {
    const std::string why = why_equal(unit, verdict.mutant);
    arguments += why.empty() ? 0 : 1;
    EXPECT_FALSE(verdict.killed_by && !why.empty())
        << unit.instruction.id << ": " << verdict.mutant.text() << ": " << why << "\n"
        << (verdict.killed_by ? probes::replay_text(layout_of(unit), *verdict.killed_by) : "");
  }
  return arguments;
}

}  // namespace mmasc
