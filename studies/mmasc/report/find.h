// SPDX-License-Identifier: Apache-2.0
// The design that a study looks for ([find]), beside the one that comes next, and what keeps those
// out that would be better.
#pragma once

#include "mmasc/report/answer.h"

namespace mmasc {

// A design meets a constraint where each of its points does, so under every condition, and for
// certain; it is undecided where no point misses one and the samples of some leave one open
// (mmasc/sweep/verdict.h). A constraint on a condition says which points are asked. The quantity
// wanted is that under the last condition. A quantity that a point does not have meets nothing.
// Where a measure decides, designs are compared on the same operands, and one that loses more
// results as infinities or NaN is no better.
Answer found_design(const Results& results, const ReportShape& shape, const FindRow& find);

}  // namespace mmasc
