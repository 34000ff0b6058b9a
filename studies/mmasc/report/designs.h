// SPDX-License-Identifier: Apache-2.0
// The designs that a study compares: its points without their conditions.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "mmasc/report/shape.h"

namespace mmasc {

// One design, under each condition.
struct Design {
  std::string series;
  std::optional<std::int64_t> x;
  std::vector<const PointResult*> points;  // not empty

  // Its point under the last condition: the longest sum, as studies list them.
  const PointResult& last() const { return *points.back(); }
};

// In the order of their first points.
std::vector<Design> designs_of(const ReportShape& shape,
                               const std::vector<const PointResult*>& points);

// "nearest_even, dot.fraction_bits = 13"; a 0 that is no number has its meaning behind it.
std::string name_of(const ReportShape& shape, const Design& design);

// The designs in groups: within one the points under the last condition have the same operands.
std::vector<std::vector<const Design*>> on_same_operands(const std::vector<const Design*>& designs);

}  // namespace mmasc
