// SPDX-License-Identifier: Apache-2.0
// The smallest operands of which two engines differ, and the same found by questions and answers.
#include "mmasc/compare/smallest.h"

#include "mmasc/compare/asked_shrinker.h"
#include "mmasc/stimulus/packed_cases.h"
#include "mmasc/unit/error.h"
#include "mmasc/vectors/answers.h"
#include "pairs.h"
#include "printed_name.h"

namespace mmasc::compare {
namespace {

// Of the smallest operands no bit of a, b and c can be cleared.
class SmallestOf : public ::testing::TestWithParam<std::pair<const char*, const char*>> {};

TEST_P(SmallestOf, AUnitAndTheSameWithAFieldChanged) {
  const auto [id, change] = GetParam();
  const Unit& unit = catalog().find(id);
  const std::string set = change;
  const auto equals = set.find('=');
  const Unit other = unit.with(set.substr(0, equals), set.substr(equals + 1));
  const auto x = make_reference_engine(unit), y = make_reference_engine(other);
  const Generator generator(unit, 3);
  std::vector<Case> vectors;
  for (std::uint64_t i = 0; i < 300; ++i)
    vectors.push_back(generator.make(i % 2 == 0 ? VectorClass::edge : VectorClass::cancel, i));
  const auto smallest = smallest_difference(*x, *y, vectors, false);
  ASSERT_TRUE(smallest);
  EXPECT_NE(smallest->expected, smallest->got);
  EXPECT_EQ(dot_of(*x, smallest->row), smallest->expected);
  EXPECT_EQ(dot_of(*y, smallest->row), smallest->got);
  const OperandLayout layout = layout_of(unit);
  int tried = 0;
  for (const OperandRow& input : kInputs) {
    ASSERT_EQ(smallest->row[input.operand].size(),
              static_cast<std::size_t>(layout[input.operand].count));
    if (input.scales || layout.format[input.operand] == nullptr) continue;
    for (std::size_t i = 0; i < smallest->row[input.operand].size(); ++i)
      for (int bit = 0; bit < 64; ++bit) {
        Case smaller = smallest->row;
        std::uint64_t& element = smaller[input.operand][i];
        if ((element >> bit & 1) == 0) continue;
        element &= ~(std::uint64_t{1} << bit);
        EXPECT_EQ(dot_of(*x, smaller), dot_of(*y, smaller)) << input.name << i << " bit " << bit;
        ++tried;
      }
  }
  EXPECT_GT(tried, 0);
  const auto again = smallest_difference(*x, *y, vectors, false);
  EXPECT_EQ(again->row[Operand::a], smallest->row[Operand::a]);
  EXPECT_EQ(again->row[Operand::b], smallest->row[Operand::b]);
}

INSTANTIATE_TEST_SUITE_P(
    Units, SmallestOf,
    ::testing::Values(std::pair(kAda, "dot.fraction_bits=20"),
                      std::pair(kHopper, "result.rounding=nearest_even"),
                      std::pair("cdna2/v_mfma_f32_32x32x8f16", "pairs.round_to=f16"),
                      std::pair("ampere/mma.sp.m16n8k32.f32.f16.f16.f32", "dot.fraction_bits=20"),
                      std::pair("blackwell/tcgen05.mma.m128nNk64.mxf4nvf4.f32.e2m1.e2m1.4X.ue4m3",
                                "dot.fraction_bits=20")),
    [](const auto& info) {
      return as_name(std::string(info.param.first) + "_" + info.param.second);
    });

TEST(Smallest, OfEnginesThatDoNotDifferThereIsNone) {
  const auto x = make_reference_engine(catalog().find(kAda));
  const Generator generator(x->unit(), 1);
  const std::vector<Case> vectors{generator.make(VectorClass::edge, 0)};
  EXPECT_FALSE(smallest_difference(*x, *x, vectors, false));
}

// Answers no vector but those of which a is all 1.
class Record final : public Engine {
 public:
  explicit Record(const Unit& unit) : unit_(unit) {}
  std::string_view name() const override { return "record"; }
  const Unit& unit() const override { return unit_; }
  void dot(const DotBatch& batch) const override {
    for (const std::uint64_t element : batch[Operand::a])
      if (element != 0x3c00) throw Unanswered("not recorded");
    std::ranges::fill(batch.d, 1);
  }

 private:
  const Unit& unit_;
};

TEST(Smallest, WhatIsNotAnsweredShowsNothing) {
  const Unit& unit = catalog().find(kAda);
  const Record record(unit);
  Case row(layout_of(unit)), other = row;
  std::ranges::fill(row[Operand::a], 0x3c00);
  std::ranges::fill(row[Operand::b], 0x3c00);
  const std::vector<Case> vectors{other, row};
  const auto smallest = smallest_difference(*make_reference_engine(unit), record, vectors, false);
  ASSERT_TRUE(smallest);
  EXPECT_EQ(smallest->row[Operand::a], row[Operand::a]);
  EXPECT_EQ(smallest->row[Operand::b], std::vector<std::uint64_t>(16, 0));
  EXPECT_EQ(smallest->got, 1u);
}

TEST(Smallest, QuestionsLeadToTheSame) {
  const Pair pair = pair_of(kAda, kHopper);
  const OperandLayout layout = layout_of(pair.x.unit());
  const Case row = differing(pair, VectorClass::edge, 1);
  const auto shows = [&](const Case& smaller) { return pair.differ(smaller); };
  const Case expected = shrink_whole(layout, row, shows);
  AskedShrinker shrinker(layout, row);
  EXPECT_EQ(shrinker.operands()[Operand::a], row[Operand::a]);
  int asked = 0;
  while (shrinker.asks()) {
    ASSERT_EQ(shrinker.operands()[Operand::a].size(), 16u);
    shrinker.answer(shows(shrinker.operands()));
    ASSERT_LT(++asked, 10000);
  }
  EXPECT_GT(asked, 10);
  for (const OperandRow& input : kInputs)
    EXPECT_EQ(shrinker.operands()[input.operand], expected[input.operand]) << input.name;
}

TEST(Smallest, OperandsThatShowNothingAloneStay) {
  Case row(layout_of(catalog().find(kAda)));
  row.c() = 5;
  AskedShrinker shrinker(layout_of(catalog().find(kAda)), row);
  shrinker.answer(false);
  EXPECT_FALSE(shrinker.asks());
  EXPECT_EQ(shrinker.operands().c(), 5u);
}

}  // namespace
}  // namespace mmasc::compare
