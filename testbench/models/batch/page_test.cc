// SPDX-License-Identifier: Apache-2.0
// What the page says of kernels.
#include <fstream>
#include <regex>
#include <set>
#include <string>

#include "mmasc/batch/engine.h"
#include "mmasc/unit/catalog.h"

namespace mmasc {
namespace {

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
