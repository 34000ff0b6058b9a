// SPDX-License-Identifier: Apache-2.0
// Exact sums of products that share their scales are narrow enough for vector lanes.
#include "batch/agreement.h"
#include "random/grouped_unit.h"

namespace mmasc {
namespace {

TEST(SharedScalesInLanes, GiveTheReferencesBits) {
  int kernels = 0;
  for (const char* scale : {"ue8m0", "ue4m3"})
    for (const char* fields : kGroupedFields) {
      SCOPED_TRACE(fields);
      const Unit unit = grouped(fields, scale);
      kernels += has_kernel(unit);
      expect_agreement(unit, 1, 2 * kOperations);
      expect_agreement(grouped_pairs(fields), 1, kOperations);
    }
  EXPECT_GE(kernels, 7);
}

}  // namespace
}  // namespace mmasc
