// SPDX-License-Identifier: Apache-2.0
#include "batch/edges.h"
#include "printed_name.h"

namespace mmasc {
namespace {

class Edges : public ::testing::TestWithParam<const char*> {};
class AllEdges : public ::testing::TestWithParam<const char*> {};

TEST_P(Edges, Agree) { expect_edges_agree(GetParam(), 5, kOperations); }
TEST_P(AllEdges, Agree) { expect_edges_agree(GetParam(), 1, 2 * kOperations); }

INSTANTIATE_TEST_SUITE_P(Quick, Edges, ::testing::ValuesIn(kEdgeRows), PrintedName());
INSTANTIATE_TEST_SUITE_P(Default, AllEdges, ::testing::ValuesIn(kEdgeRows), PrintedName());

}  // namespace
}  // namespace mmasc
