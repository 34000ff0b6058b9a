// SPDX-License-Identifier: Apache-2.0
// The C of the catalogue against the reference: 10^6 vectors for each datapath, and up to as many
// for each other text of a row.
#include <algorithm>
#include <chrono>
#include <cstdio>

#include "c_source/distinct_rows.h"
#include "random/integer_unit.h"
#include "random/random_unit.h"

namespace mmasc {
namespace {

using Clock = std::chrono::steady_clock;
using Seconds = std::chrono::duration<double>;

constexpr int kVectors = 1'000'000, kAtOnce = 10'000;
// A further row of a datapath gets as many as it answers in this time, and no fewer than kAtOnce.
constexpr Seconds kPatience{20};

// MMASC_C_VECTORS gives further rows fewer.
int vectors_wanted() {
  const char* const text = std::getenv("MMASC_C_VECTORS");
  return text == nullptr ? kVectors : std::atoi(text);
}

TEST(Catalogue, HasHundredsOfDistinctSources) {
  const std::vector<Row> rows = distinct_rows();
  EXPECT_GT(rows.size(), 400u);
  EXPECT_GT(std::ranges::count_if(rows, &Row::stands_for_its_datapath), 100);
}

class EveryDatapath : public ::testing::TestWithParam<int> {};

TEST_P(EveryDatapath, GivesTheReferencesBits) {
  const std::vector<Row> rows = rows_of_shard(GetParam());
  std::uint64_t all = 0, whole = 0, datapaths = 0;
  Seconds reference_time{}, emitted_time{}, compile_time{};
  for (const auto& [unit, is_whole] : rows) {
    SCOPED_TRACE(unit.instruction.id);
    const int wanted = is_whole ? kVectors : vectors_wanted();
    const auto begun = Clock::now();
    const EmittedUnit emitted(unit, "-O1" + kTraps);
    compile_time += Clock::now() - begun;
    ASSERT_TRUE(emitted.is_there());
    const auto reference = make_reference_engine(unit);
    const auto first = Clock::now();
    const OperationBatch first_ones = drawn(unit, kAtOnce, 1);
    int vectors = 0;
    for (; vectors < wanted; vectors += kAtOnce) {
      if (!is_whole && vectors > 0 && Clock::now() - first > kPatience) break;
      const Compared compared =
          compare(emitted, *reference,
                  vectors == 0 ? first_ones
                               : crossed(unit, first_ones.operations(), kAtOnce,
                                         static_cast<std::uint64_t>(vectors)));
      ASSERT_TRUE(compared.equal);
      reference_time += compared.reference_time;
      emitted_time += compared.emitted_time;
    }
    all += static_cast<std::uint64_t>(vectors);
    whole += vectors >= kVectors ? 1 : 0;
    datapaths += is_whole ? 1 : 0;
  }
  std::printf(
      "%zu rows, %llu vectors equal; %llu rows had %d each, %llu datapaths; compiling %.0f s, "
      "emitted C %.1f s, reference %.1f s\n",
      rows.size(), static_cast<unsigned long long>(all), static_cast<unsigned long long>(whole),
      kVectors, static_cast<unsigned long long>(datapaths), compile_time.count(),
      emitted_time.count(), reference_time.count());
}

// Behind -fsanitize=undefined,address, by the self test.
TEST_P(EveryDatapath, PassesItsSelfTestWithSanitizers) {
  for (const auto& [unit, is_whole] : rows_of_shard(GetParam())) {
    const std::vector<Case> cases = answered(unit, drawn(unit, 120, 5));
    const EmittedFolder folder(source_of(unit, cases));
    ASSERT_EQ(folder.run(kSanitized + "-O0 -DUNIT_SELF_TEST unit.c -o test && ./test >out"), 0)
        << unit.instruction.id;
  }
}

INSTANTIATE_TEST_SUITE_P(Shards, EveryDatapath, ::testing::Range(0, kShards));

// As users compile it; says how fast it is.
class EveryKind : public ::testing::TestWithParam<std::string> {};

TEST_P(EveryKind, GivesTheReferencesBits) {
  const Unit& unit = catalog().find(GetParam());
  const auto begun = Clock::now();
  const EmittedUnit emitted(unit, "-O2");
  const Seconds compile_time = Clock::now() - begun;
  ASSERT_TRUE(emitted.is_there());
  const auto reference = make_reference_engine(unit);
  const OperationBatch first = drawn(unit, kAtOnce, 7);
  Seconds reference_time{}, emitted_time{};
  for (int vectors = 0; vectors < kVectors; vectors += kAtOnce) {
    const Compared compared =
        compare(emitted, *reference,
                crossed(unit, first.operations(), kAtOnce, static_cast<std::uint64_t>(vectors)));
    ASSERT_TRUE(compared.equal);
    reference_time += compared.reference_time;
    emitted_time += compared.emitted_time;
  }
  std::printf("%s: compiled in %.1f s, %.2f million vectors/s, reference %.2f\n",
              unit.instruction.id.c_str(), compile_time.count(), 1 / emitted_time.count(),
              1 / reference_time.count());
}
INSTANTIATE_TEST_SUITE_P(Units, EveryKind, ::testing::ValuesIn(kinds_of_units()),
                         [](const auto& instance) {
                           return "Unit" + std::to_string(instance.index);
                         });

template <class MakeUnit>
void expect_random_agree(MakeUnit make, std::uint64_t count) {
  for (std::uint64_t seed = 1'000; seed < 1'000 + count; ++seed) {
    SCOPED_TRACE(seed);
    const Unit unit = make(seed);
    const EmittedUnit emitted(unit, "-O1" + kTraps);
    ASSERT_TRUE(emitted.is_there());
    ASSERT_TRUE(compare(emitted, *make_reference_engine(unit), drawn(unit, 4'000, seed)).equal);
  }
}
TEST(RandomUnits, GiveTheReferencesBits) { expect_random_agree(random_unit, 200); }
TEST(RandomUnits, OfStochasticRoundingsDo) { expect_random_agree(stochastic_unit, 100); }
TEST(RandomUnits, ThatAreSparseDo) { expect_random_agree(sparse_unit, 100); }
TEST(RandomUnits, ThatAreTensorScaledDo) { expect_random_agree(tensor_scaled_unit, 100); }
TEST(RandomUnits, OfIntegersDo) { expect_random_agree(integer_unit, 100); }

}  // namespace
}  // namespace mmasc
