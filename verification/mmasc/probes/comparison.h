// SPDX-License-Identifier: Apache-2.0
// Findings beside those that should have been: what the same probes find of another engine (that of
// mmasc/arith/exact_engine.h, which runs none of the stage functions), and what fields state.
#pragma once

#include <string>
#include <vector>

#include "mmasc/probes/stated.h"
#include "mmasc/probes/survey.h"

namespace mmasc::probes {

struct Difference {
  std::string name, expected, found;
};

struct Comparison {
  int agree = 0;
  int not_observable = 0;
  int not_answered = 0;  // of those that were probed
  std::vector<Difference> differences;
};

// Features differ where their values do, where one is not observable or only one was probed, and
// where the operands that show them give another d.
Comparison compare(const Survey& survey, const Survey& expected);
// A feature that was not probed is not observable here.
Comparison compare(const Survey& survey, const std::vector<Stated>& stated);

}  // namespace mmasc::probes
