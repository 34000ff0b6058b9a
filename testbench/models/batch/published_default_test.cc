// SPDX-License-Identifier: Apache-2.0
// Every published recording, on every target.
#include <gtest/gtest.h>

#include <cstdlib>

#include "batch/engines.h"
#include "mmasc/arith/same_bits.h"
#include "mmasc/unit/catalog.h"
#include "mmasc/vectors/find_vectors.h"
#include "vectors/file_batch.h"

namespace mmasc {
namespace {

const Unit& find_row(std::string_view id) { return catalog().find(id); }

class OnEveryTarget : public ::testing::TestWithParam<std::string> {};

TEST_P(OnEveryTarget, PublishedRecordingsAgree) {
  const char* golden = std::getenv("MMASC_GOLDEN");
  if (golden == nullptr || *golden == '\0')
    GTEST_SKIP() << "MMASC_GOLDEN is not set: published recordings skipped";
  const std::string paths[] = {golden + std::string("/public")};
  std::size_t compared = 0;
  for (const VectorSource& source : find_vectors(paths)) {
    const VectorFile file = load_vectors(source, find_row);
    const Unit& unit = find_row(file.instruction);
    FileBatch batch(file);
    batch.run(*make_batch_engine(unit, {GetParam(), 1}));
    for (std::size_t i = 0; i < file.cases.size(); ++i) {
      ++compared;
      ASSERT_TRUE(same_bits(unit.d(), batch.d[i], file.cases[i].d(), file.nan == NanMatch::any))
          << file.name << ':' << file.cases[i].line << std::hex << ": " << batch.d[i] << ", not "
          << file.cases[i].d();
    }
  }
  EXPECT_GE(compared, 120'000u);
}

INSTANTIATE_TEST_SUITE_P(Vectors, OnEveryTarget, ::testing::ValuesIn(batch_targets()),
                         [](const auto& each) { return each.param; });

}  // namespace
}  // namespace mmasc
