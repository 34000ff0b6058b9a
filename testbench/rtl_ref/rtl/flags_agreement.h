// SPDX-License-Identifier: Apache-2.0
// The flags of RTL against the reference's.
#pragma once

#include "random/flagged_units.h"
#include "rtl/agreement.h"

namespace mmasc {

// Of each `stride`th of the units that raise flags; they meet every flag that there is.
inline void expect_flags_agree(std::size_t stride) {
  std::uint64_t all = 0;
  const std::vector<Unit> units = flagged_units();
  for (std::size_t u = 0; u < units.size(); u += stride) {
    const OperationBatch operations = driving_batch(units[u], 1, 300);
    const auto expected = operations.run_with_flags(*make_reference_engine(units[u]));
    const auto rtl = operations.run_with_flags(*make_rtl_engine(units[u]));
    for (std::size_t i = 0; i < expected.size(); ++i) {
      ASSERT_EQ(rtl[i].d, expected[i].d) << operations.describe(i);
      ASSERT_EQ(rtl[i].flags, expected[i].flags) << operations.describe(i);
      all |= expected[i].flags;
    }
  }
  EXPECT_EQ(all, 0x17u);
}

}  // namespace mmasc
