// SPDX-License-Identifier: Apache-2.0
// The digits drawn are those of the trace: each sum's kept bits add up to what the sum keeps, and
// with the dropped ones to the exact sum.
#include "mmasc/presentation/waterfall.h"

#include <gtest/gtest.h>

#include "arith/operands.h"
#include "mmasc/unit/catalog.h"
#include "random/random_operands.h"
#include "random/random_unit.h"

namespace mmasc {
namespace {

Dyadic value_of(const BitRun& run, bool negative) {
  BigInt magnitude;
  for (const char digit : run.digits) magnitude = (magnitude << 1) + BigInt(digit - '0');
  return {negative ? -magnitude : magnitude, run.unit};
}

struct Drawn {
  Dyadic kept, dropped;
};
Drawn total(const WaterfallBlock& block) {
  Drawn sum;
  for (const WaterfallRow& row : block.rows) {
    sum.kept = sum.kept + value_of(row.kept, row.negative);
    sum.dropped = sum.dropped + value_of(row.dropped, row.negative);
  }
  return sum;
}

// The sum of what the roundings of a sum's terms added to their magnitudes.
Dyadic increments_of(const ExactSum& sum) {
  Dyadic added;
  for (const AlignedTerm& term : sum.terms) {
    added = added + term.complement();
    if (!term.vanished && term.shift.incremented)
      added = added +
              Dyadic{BigInt(term.shift.negative ? -1 : 1), term.shift.unit + term.shift.distance};
  }
  return added;
}

struct Counts {
  int sums = 0, lossy_sums = 0, results = 0, lossy_results = 0;
};

void check_step(const WaterfallStep& drawn, const ExactStep& exact, Counts& counts) {
  std::vector<const WaterfallBlock*> aligners;
  for (const WaterfallBlock& block : drawn.blocks)
    if (block.title.starts_with("aligner of ")) aligners.push_back(&block);
  ASSERT_EQ(aligners.size(), exact.sums.size());
  for (std::size_t s = 0; s < aligners.size(); ++s) {
    const ExactSum& sum = exact.sums[s];
    if (!sum.finite()) continue;
    const Drawn all = total(*aligners[s]);
    ++counts.sums;
    counts.lossy_sums += sum.dropped().is_zero() ? 0 : 1;
    EXPECT_EQ(all.kept, sum.kept()) << aligners[s]->title;
    EXPECT_EQ(all.kept + all.dropped, sum.exact() + increments_of(sum)) << aligners[s]->title;
  }
  const ExactRounding& result = exact.result;
  if (result.outcome != ExactRounding::Outcome::number) return;
  const WaterfallBlock& last = drawn.blocks.back();
  EXPECT_EQ(last.title, "normalizer of d");
  const WaterfallRow& d = last.rows.back();
  ++counts.results;
  counts.lossy_results += result.dropped().is_zero() ? 0 : 1;
  EXPECT_EQ(value_of(d.kept, d.negative), result.out.value());
}

void check_unit(const Unit& unit, std::uint64_t seed, Counts& counts) {
  SCOPED_TRACE(to_toml(unit));
  const Sequence sequence(unit);
  const Case x = random_operands(unit, seed);
  const Trace traced = trace(sequence, view(x));
  const auto drawn = waterfall(traced);
  ASSERT_EQ(drawn.size(), traced.steps.size());
  for (std::size_t i = 0; i < drawn.size(); ++i)
    check_step(drawn[i], traced.steps[i].exact, counts);
}

TEST(Waterfall, DigitsAreTheTraces) {
  Counts counts;
  for (std::uint64_t seed = 1; seed <= 200; ++seed)
    check_unit(seed % 4 == 0 ? stochastic_unit(seed) : random_unit(seed), seed, counts);
  for (const Unit& unit : catalog().units()) check_unit(unit, 1, counts);
  EXPECT_GT(counts.lossy_sums, 100);
  EXPECT_GT(counts.sums, counts.lossy_sums);
  EXPECT_GT(counts.lossy_results, 100);
  EXPECT_GT(counts.results, counts.lossy_results);
}

TEST(Waterfall, AlikeZerosAreOneRow) {
  const Unit unit = catalog().find("hopper/mma.m16n8k16.f32.f16.f16.f32");
  std::vector<std::uint64_t> a(16), b(16);
  a[0] = b[0] = 0x3c00;
  const auto drawn = waterfall(trace(Sequence(unit), view(case_of(a, b, 0))));
  ASSERT_EQ(drawn.size(), 1U);
  ASSERT_EQ(drawn[0].blocks.size(), 4U);
  const auto& aligned = drawn[0].blocks[1].rows;
  ASSERT_EQ(aligned.size(), 2U);
  EXPECT_EQ(aligned[0].name, "p0");
  EXPECT_EQ(aligned[1].name, "p1..c");
  EXPECT_EQ(aligned[1].note, "zero, takes part with exponent -133");
}

TEST(Waterfall, NamesTheElementsOfBThatMetadataSelects) {
  const Unit unit = catalog().find("ampere/mma.sp.m16n8k32.f32.f16.f16.f32");  // two steps
  const std::vector<std::uint64_t> b(32, 0x4000);
  std::vector<std::uint64_t> a(16), metadata(16);
  a[1] = a[14] = 0x3c00;
  metadata[1] = 3;
  metadata[14] = 2;
  const auto drawn =
      waterfall(trace(Sequence(unit), view(case_of(a, b, 0, {{Operand::metadata, metadata}}))));
  ASSERT_EQ(drawn.size(), 2U);
  const WaterfallBlock& first = drawn[0].blocks[0];
  EXPECT_EQ(first.note, "8 lanes, f16 * f16, elements of b as metadata selects them");
  ASSERT_EQ(first.rows.size(), 4U);  // p0, p1, p2..p7, c
  EXPECT_EQ(first.rows[1].note, "2 = 3c00 * 4000 (b[3])");
  EXPECT_EQ(first.rows[2].name, "p2..p7");
  EXPECT_EQ(drawn[1].blocks[0].rows[1].note, "2 = 3c00 * 4000 (b[30])");
}

}  // namespace
}  // namespace mmasc
