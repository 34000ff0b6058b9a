// SPDX-License-Identifier: Apache-2.0
// Every row of the catalogue.
#include <fstream>
#include <regex>
#include <set>
#include <string>

#include "batch/agreement.h"
#include "mmasc/unit/catalog.h"

namespace mmasc {
namespace {

TEST(CatalogueRows, Agree) {
  const auto& units = catalog().units();
  const auto row = [&](std::uint64_t seed) { return units[seed % units.size()]; };
  const int count = static_cast<int>(units.size());
  EXPECT_GT(expect_agreement(row, 0, count, 2 * kOperations), count / 2);
}

// The table of docs/batch.md has a line for each kernel.
TEST(CatalogueRows, HaveTheKernelsOfThePage) {
  std::set<std::string> had, told;
  for (const Unit& unit : catalog().units()) had.emplace(batch_kernel(unit).name);
  std::ifstream page(MMASC_DOCS "/batch.md");
  const std::regex kernel(R"(\| `(\w+)` \|[^|]*\|[^|]*\|)");
  std::smatch cells;
  for (std::string line; std::getline(page, line);)
    if (std::regex_match(line, cells, kernel)) told.insert(cells[1]);
  EXPECT_EQ(had, told);
}

}  // namespace
}  // namespace mmasc
