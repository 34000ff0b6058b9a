// SPDX-License-Identifier: Apache-2.0
// Area over fraction bits: no bit more costs over 1 % less.
#include <gtest/gtest.h>

#include "cost/library.h"
#include "cost/synthesis.h"
#include "rtl/folder.h"
#include "spec/catalog.h"
#include "spec/error.h"

namespace mmasc {
namespace {

TEST(FractionBits, CostArea) {
  if (!std::filesystem::exists(kDefaultLiberty)) GTEST_SKIP() << "no " << kDefaultLiberty;
  try {
    synthesis_tools();
  } catch (const EnvironmentError& error) {
    GTEST_SKIP() << error.what();
  }
  const testing::Folder cache;
  const Unit& volta = catalog().find("volta/mma.m8n8k4.f32.f16.f16.f32");
  double before = 0, first = 0;
  for (int bits = 13; bits <= 27; ++bits) {
    const Unit unit = volta.with("dot.fraction_bits", std::to_string(bits));
    const double area = synthesise(unit, {.cache = cache.path()}).cost.all.area;
    EXPECT_GT(area, 0.99 * before) << bits;
    before = area;
    if (first == 0) first = area;
  }
  EXPECT_GT(before, 1.1 * first);
}

}  // namespace
}  // namespace mmasc
