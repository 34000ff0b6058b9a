// SPDX-License-Identifier: Apache-2.0
// The design that a study looks for ([find]), beside the one that comes next, and what keeps those
// out that would be better.
#pragma once

#include "mmasc/report/answer.h"

namespace mmasc {

// A design meets a constraint where each of its points does, so under every condition; a constraint
// on a condition says which points are asked. The quantity wanted is that under the last condition.
// A quantity that a point does not have meets nothing. Where a measure decides, designs are
// compared on the same operands, and one that loses more results as infinities or NaN is no better.
Answer found_design(const Results& results, const ReportShape& shape, const FindRow& find);

// The point's own, a measure as it is judged; nullopt where it has none.
std::optional<double> quantity_of(const PointResult& point, std::string_view quantity);

}  // namespace mmasc
