// SPDX-License-Identifier: Apache-2.0
// Every vector there is, on every target.
#include <gtest/gtest.h>

#include <cstdlib>

#include "batch/engines.h"
#include "mmasc/arith/same_bits.h"
#include "mmasc/unit/catalog.h"
#include "mmasc/vectors/bundled.h"
#include "mmasc/vectors/find_vectors.h"
#include "vectors/file_batch.h"

namespace mmasc {
namespace {

const Unit& find_row(std::string_view id) { return catalog().find(id); }

// Returns how many vectors were compared.
std::size_t expect_vectors(const std::string& path, const std::string& target) {
  const std::string paths[] = {path};
  std::size_t compared = 0;
  for (const VectorSource& source : find_vectors(paths)) {
    const VectorFile file = load_vectors(source, find_row);
    const Unit& unit = find_row(file.instruction);
    FileBatch batch(file);
    batch.run(*make_batch_engine(unit, {target, 1}));
    for (std::size_t i = 0; i < file.cases.size(); ++i) {
      ++compared;
      EXPECT_TRUE(same_bits(unit.d(), batch.d[i], file.cases[i].d(), file.nan == NanMatch::any))
          << target << ", " << file.name << ':' << file.cases[i].line << std::hex << ": "
          << batch.d[i] << ", not " << file.cases[i].d();
      if (::testing::Test::HasFailure()) return compared;
    }
  }
  return compared;
}

class OnEveryTarget : public ::testing::TestWithParam<std::string> {};

TEST_P(OnEveryTarget, BundledVectorsAgree) {
  EXPECT_GT(expect_vectors(bundled_vectors_dir(), GetParam()), 30'000u);
}

TEST_P(OnEveryTarget, PublishedRecordingsAgree) {
  const char* golden = std::getenv("MMASC_GOLDEN");
  if (golden == nullptr || *golden == '\0')
    GTEST_SKIP() << "MMASC_GOLDEN is not set: published recordings skipped";
  EXPECT_GE(expect_vectors(golden + std::string("/public"), GetParam()), 120'000u);
}

INSTANTIATE_TEST_SUITE_P(Vectors, OnEveryTarget, ::testing::ValuesIn(batch_targets()),
                         [](const auto& each) { return each.param; });

}  // namespace
}  // namespace mmasc
