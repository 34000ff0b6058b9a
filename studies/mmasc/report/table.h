// SPDX-License-Identifier: Apache-2.0
// The points of a report as an HTML table.
#pragma once

#include <map>
#include <string>

#include "mmasc/report/answer.h"

namespace mmasc {

// The table shows so many points at most, the first ones.
inline constexpr std::size_t kMostTableRows = 2000;

// `drawn` is the picture of a point's unit, by the point's index. Rows that the answer names stand
// out.
std::string points_table(const Results& results, const Answer& answer,
                         const std::map<std::int64_t, int>& drawn);

}  // namespace mmasc
