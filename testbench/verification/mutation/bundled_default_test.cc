// SPDX-License-Identifier: Apache-2.0
// Bundled vectors against changes of every eighth datapath, and their results.
#include "arith/operands.h"
#include "mutation/bundled_audit.h"
#include "specification/exact.h"

namespace mmasc {
namespace {

TEST(BundledAudit, LeavesNoChangeOfSomeDatapathsUnexplained) { expect_no_change_unexplained(8); }

// d of these vectors came from the models: the specification gives the same bits.
TEST(BundledAudit, VectorsHaveTheExactResult) {
  std::size_t compared = 0;
  for (const auto& [id, files] : bundled_by_row())
    for (const VectorFile& file : files) {
      if (file.provenance.find("audit") == std::string::npos) continue;
      const Unit& unit = catalog().find(id);
      for (const Case& row : file.cases) {
        ASSERT_EQ(evaluate_exactly(unit, row), row.d()) << id << ": " << row.name;
        ++compared;
      }
    }
  EXPECT_GT(compared, catalog().units().size());
}

}  // namespace
}  // namespace mmasc
