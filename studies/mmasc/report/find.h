// SPDX-License-Identifier: Apache-2.0
// The design that a study looks for ([find]), beside the one that comes next, and what keeps those
// out that would be better.
#pragma once

#include "mmasc/report/answer.h"

namespace mmasc {

// A design meets a constraint where each of its points does, so under every condition. The quantity
// wanted is that under the last condition. Null quantities meet no constraint.
Answer found_design(const Results& results, const ReportShape& shape, const FindRow& find);

// Of a point; nullopt where it has none.
std::optional<double> quantity_of(const PointResult& point, std::string_view quantity);

}  // namespace mmasc
