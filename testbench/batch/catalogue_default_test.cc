// SPDX-License-Identifier: Apache-2.0
// Every row of the catalogue.
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

}  // namespace
}  // namespace mmasc
