// SPDX-License-Identifier: Apache-2.0
#include "batch/edges.h"
#include "printed_name.h"

namespace mmasc {
namespace {

class AllEdges : public ::testing::TestWithParam<const char*> {};

TEST_P(AllEdges, Agree) { expect_edges_agree(GetParam(), 1, 2 * kOperations); }

INSTANTIATE_TEST_SUITE_P(Rows, AllEdges, ::testing::ValuesIn(kEdgeRows), PrintedName());

}  // namespace
}  // namespace mmasc
