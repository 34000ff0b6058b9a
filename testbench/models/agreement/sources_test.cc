// SPDX-License-Identifier: Apache-2.0
// Some source draws every field of the language: a field that none draws is tried on no engine.
#include <gtest/gtest.h>

#include <regex>
#include <string>
#include <string_view>

#include "agreement/unit_sources.h"
#include "mmasc/unit/catalog.h"
#include "mmasc/unit/fields.h"

namespace mmasc {
namespace {

std::string rows_drawn() {
  std::string rows;
  for (const std::string_view name : {"random", "stochastic", "sparse", "tensor_scaled", "integer",
                                      "coarse_factors", "moved_products", "tiny"})
    for (std::uint64_t seed = 0; seed < 8; ++seed)
      rows += to_toml(source_named(name).draw(seed).unit);
  for (const std::string_view name : {"flagged", "varied", "written"})
    for (std::uint64_t seed = 0; seed < source_named(name).count(); ++seed)
      rows += to_toml(source_named(name).draw(seed).unit);
  return rows;
}

template <class... Rows>
int expect_drawn(const std::string& rows) {
  Names keys;
  const auto add = [&](const Names& more) { keys.insert(keys.end(), more.begin(), more.end()); };
  (add(keys_of<Rows>()), ...);
  for (const std::string_view key : keys) {
    const std::regex written("\\b" + std::string(key) + " *=");
    EXPECT_TRUE(std::regex_search(rows, written))
        << key << ": no source draws it; add it to random/random_tree.cc or agreement/varied.units";
  }
  return static_cast<int>(keys.size());
}

TEST(Sources, DrawEveryField) {
  const int fields =
      expect_drawn<TermRow, ExponentGrid, Accumulator, Cut, SumRow, FlushRow, ProductRow,
                   Prerounding, ResultRow, ScaleRow, SparsityRow, OrderRow, LateC>(rows_drawn());
  EXPECT_GT(fields, 50);
}

}  // namespace
}  // namespace mmasc
