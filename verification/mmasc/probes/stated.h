// SPDX-License-Identifier: Apache-2.0
// Features that a single field of a row states: a check of the probes that knows nothing of plans.
#pragma once

#include <string>
#include <vector>

#include "mmasc/unit/unit.h"

namespace mmasc::probes {

struct Stated {
  std::string name;   // the finding's
  std::string field;  // of the row
  std::string value;
};

// For the catalogue's rows. On other datapaths a second field may hide what the first one states: a
// first rounding hides a directed alignment rounding, a narrow window the result's rounding.
std::vector<Stated> stated_features(const Unit& unit);

}  // namespace mmasc::probes
