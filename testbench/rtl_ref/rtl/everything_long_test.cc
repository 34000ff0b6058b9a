// SPDX-License-Identifier: Apache-2.0
// Every row on every vector there is, and 10,000 random datapaths: hours.
#include <cstdlib>

#include "mmasc/arith/same_bits.h"
#include "mmasc/arith/sequence_plan.h"
#include "mmasc/unit/catalog.h"
#include "mmasc/unit/error.h"
#include "mmasc/vectors/bundled.h"
#include "mmasc/vectors/find_vectors.h"
#include "random/random_unit.h"
#include "rtl/agreement.h"
#include "rtl/with_verilator.h"
#include "vectors/file_batch.h"

namespace mmasc {
namespace {

const Unit& find_row(std::string_view id) { return catalog().find(id); }

std::size_t expect_vectors(const std::string& path) {
  const std::string paths[] = {path};
  std::size_t compared = 0;
  for (const VectorSource& source : find_vectors(paths)) {
    const VectorFile file = load_vectors(source, find_row);
    const Unit& unit = find_row(file.instruction);
    FileBatch batch(file);
    batch.run(*make_rtl_engine(unit));
    for (std::size_t i = 0; i < file.cases.size(); ++i, ++compared)
      EXPECT_TRUE(same_bits(unit.d(), batch.d[i], file.cases[i].d(), file.nan == NanMatch::any))
          << file.name << ':' << file.cases[i].line << std::hex << ": " << batch.d[i] << ", not "
          << file.cases[i].d();
    if (::testing::Test::HasFailure()) break;
  }
  return compared;
}

class VerilatedLong : public testing::WithVerilator {};

TEST_F(VerilatedLong, BundledVectorsAgree) {
  EXPECT_GT(expect_vectors(bundled_vectors_dir()), 30'000u);
}

TEST_F(VerilatedLong, PublishedRecordingsAgree) {
  const char* golden = std::getenv("MMASC_GOLDEN");
  if (golden == nullptr || *golden == '\0')
    GTEST_SKIP() << "MMASC_GOLDEN is not set: published recordings skipped";
  EXPECT_GE(expect_vectors(golden + std::string("/public")), 120'000u);
}

TEST_F(VerilatedLong, EveryRowAgreesWithTheReference) {
  for (const Unit& unit : catalog().units()) {
    SCOPED_TRACE(unit.instruction.id);
    expect_rtl_agrees(unit, 2, 1'000);
    if (HasFatalFailure()) return;
  }
}

class ManyVerilatedRandomUnits : public testing::WithVerilator,
                                 public ::testing::WithParamInterface<int> {};

TEST_P(ManyVerilatedRandomUnits, Agree) {
  int built = 0;
  for (int i = 0; i < 100 && !HasFatalFailure(); ++i) {
    const auto seed = static_cast<std::uint64_t>(100 * GetParam() + i);
    const Unit unit = random_unit(seed);
    try {
      plan_sequence(unit);
    } catch (const RowError&) {
      continue;
    }
    expect_rtl_agrees(unit, seed, 200);
    ++built;
  }
  EXPECT_GE(built, 20);
}

INSTANTIATE_TEST_SUITE_P(Parts, ManyVerilatedRandomUnits, ::testing::Range(0, 100));

}  // namespace
}  // namespace mmasc
