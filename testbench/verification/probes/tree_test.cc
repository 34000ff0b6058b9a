// SPDX-License-Identifier: Apache-2.0
#include "mmasc/probes/tree.h"

#include <gtest/gtest.h>

namespace mmasc::probes {
namespace {

Tree leaf(Place place) { return {.place = place}; }
Tree sum(std::vector<Tree> children, bool exact = false) {
  return {.children = std::move(children), .exact = exact};
}

// Four products and c; the counts by hand.
TEST(Tree, FusedSumLosesEverything) {
  const std::vector<std::vector<int>> lost(5, std::vector<int>{3, 3, 3, 3, 3});
  auto counts = lost;
  for (std::size_t i = 0; i < 5; ++i) counts[i][i] = 0;
  EXPECT_EQ(to_text(infer_tree({0, 1, 2, 3, kC}, counts)), "(0-3 c)");
}

TEST(Tree, ChainLosesWhatCameBefore) {
  // ((0 1 c) 2 3): the first three lose one; every other pair loses all three others.
  const std::vector<std::vector<int>> counts{
      {0, 1, 3, 3, 1}, {1, 0, 3, 3, 1}, {3, 3, 0, 3, 3}, {3, 3, 3, 0, 3}, {1, 1, 3, 3, 0}};
  EXPECT_EQ(to_text(infer_tree({0, 1, 2, 3, kC}, counts)), "((0 1 c) 2 3)");
}

TEST(Tree, ExactSumsLoseOnlyWhatWasRoundedAway) {
  // exact(exact(0 1 c) 2 3): 2 and 3 lose nothing; a term of the first step lost its two partners.
  const std::vector<std::vector<int>> counts{
      {0, 0, 2, 2, 0}, {0, 0, 2, 2, 0}, {2, 2, 0, 0, 2}, {2, 2, 0, 0, 2}, {0, 0, 2, 2, 0}};
  EXPECT_EQ(to_text(infer_tree({0, 1, 2, 3, kC}, counts)), "exact(exact(0 1 c) 2 3)");
}

TEST(Tree, PairwiseSums) {
  // ((0 1) (2 3)): within a pair nothing is lost, between pairs both partners are.
  const std::vector<std::vector<int>> counts{
      {0, 0, 2, 2}, {0, 0, 2, 2}, {2, 2, 0, 0}, {2, 2, 0, 0}};
  EXPECT_EQ(to_text(infer_tree({0, 1, 2, 3}, counts)), "((0 1) (2 3))");
}

TEST(Tree, CountsOfNoTree) {
  const std::vector<std::vector<int>> counts{
      {0, 0, 1, 2}, {0, 0, 2, 1}, {1, 2, 0, 0}, {2, 1, 0, 0}};
  EXPECT_TRUE(infer_tree({0, 1, 2, 3}, counts).leaf());
}

TEST(Tree, CanonicalFormHasNoSingleChildrenAndSorts) {
  EXPECT_EQ(to_text(canonical(sum({leaf(kC), sum({sum({leaf(2), leaf(1), leaf(0)})})}))),
            "((0-2) c)");
  EXPECT_EQ(to_text(canonical(sum({leaf(1), leaf(0)}, true))), "(0 1)");
}

TEST(Tree, Drawing) {
  const std::vector<std::string> lines{"d = sum of 3", "|-- sum of 3", "|   `-- 0 1 c", "`-- 2 3"};
  EXPECT_EQ(drawing(canonical(sum({sum({leaf(0), leaf(1), leaf(kC)}), leaf(2), leaf(3)}))), lines);
}

}  // namespace
}  // namespace mmasc::probes
