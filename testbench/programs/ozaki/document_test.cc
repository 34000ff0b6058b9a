// SPDX-License-Identifier: Apache-2.0
// The table of docs/ozaki.md is what the units' plans give.
#include <gtest/gtest.h>

#include <fstream>
#include <sstream>

#include "ozaki/doubles.h"

namespace mmasc {
namespace {

std::string widest(const std::vector<ExactSlices>& all, std::int64_t k) {
  int chained = 0, promoted = 0;
  for (const ExactSlices& slices : all) {
    if (slices.chain >= k) chained = slices.bits;
    if (slices.call >= k) promoted = slices.bits;
  }
  const std::string text = std::to_string(chained);
  return chained == promoted ? text : text + " (" + std::to_string(promoted) + ")";
}

TEST(Document, TableOfSlicesIsThatOfTheCatalogue) {
  std::ifstream file(MMASC_DOCS "/ozaki.md");
  int rows = 0;
  for (std::string line; std::getline(file, line);) {
    if (!line.starts_with("| `") || line.find('/') == std::string::npos) continue;
    const std::string id = line.substr(3, line.find('`', 3) - 3);
    const std::vector<ExactSlices> all = exact_slices(catalog().find(id));
    std::string expected = "| `" + id + "` |";
    for (const std::int64_t k : {16, 64, 256, 1024, 4096}) expected += " " + widest(all, k) + " |";
    EXPECT_EQ(line, expected);
    ++rows;
  }
  EXPECT_GE(rows, 12);
}

}  // namespace
}  // namespace mmasc
