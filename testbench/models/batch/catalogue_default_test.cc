// SPDX-License-Identifier: Apache-2.0
// Every row of the catalogue.
#include <fstream>
#include <map>
#include <regex>
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

// The table of docs/batch.md: a line for each kernel, whose third cell is its dense rows.
TEST(CatalogueRows, HaveTheKernelsThatThePageCounts) {
  std::map<std::string, int> rows, counted;
  for (const Unit& unit : catalog().units())
    if (!unit.instruction.sparsity) ++rows[std::string(batch_kernel(unit).name)];
  std::ifstream page(MMASC_DOCS "/batch.md");
  const std::regex kernel(R"(\| `(\w+)` \| .* \| (\d+) \|[^|]*\|)");
  std::smatch cells;
  for (std::string line; std::getline(page, line);)
    if (std::regex_match(line, cells, kernel)) counted[cells[1]] = std::stoi(cells[2]);
  EXPECT_EQ(rows, counted);
}

}  // namespace
}  // namespace mmasc
