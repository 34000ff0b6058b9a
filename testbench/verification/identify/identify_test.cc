// SPDX-License-Identifier: Apache-2.0
#include "mmasc/identify/identify.h"

#include <gtest/gtest.h>

#include "identify/boxes.h"
#include "identify/loop_closed.h"
#include "mmasc/identify/judge.h"
#include "mmasc/unit/catalog.h"
#include "mmasc/unit/error.h"
#include "mmasc/vectors/nan_words.h"
#include "stimulus/drawn_cases.h"

namespace mmasc {
namespace {

using testing::close_loop, testing::Loop;

TEST(Identify, FindsARowOfTheCatalogue) {
  for (const char* id : {"volta/mma.m8n8k4.f32.f16.f16.f32", "x86/vdpbf16ps"}) {
    const Unit& unit = catalog().find(id);
    const Loop loop = close_loop(unit);
    EXPECT_TRUE(loop.recovered()) << id << loop.contradiction;
    EXPECT_TRUE(loop.found.is_confirmed) << id;
    EXPECT_LT(loop.queries, 2000U) << id;
    EXPECT_EQ(std::ranges::count(loop.found.equal, unit.datapath.name), 1) << id;
  }
}

// A field of which no operands tell other values is named with the reason.
TEST(Identify, TellsWhatIsNeverSeen) {
  const Loop loop = close_loop(catalog().find("volta/mma.m8n8k4.f32.f16.f16.f32"));
  const auto of = [&](std::string_view field) {
    return std::ranges::find_if(loop.found.open, [&](const identify::Open& one) {
      return one.field == field && one.is_tried;
    });
  };
  ASSERT_NE(of("dot.zero_exponent"), loop.found.open.end());
  EXPECT_NE(of("dot.zero_exponent")->why, "");
  EXPECT_EQ(of("dot.fraction_bits"), loop.found.open.end());
  EXPECT_EQ(of("result.rounding"), loop.found.open.end());
}

TEST(Identify, TellsABoxThatIsNoSuchUnit) {
  const Unit box = identify::box_of("a=f16 b=f16 c=f32 d=f32 k=2");
  identify::Asked asked(box, [&] {
    return std::make_unique<testing::FunctionBox>(
        box, [](auto a, auto b, auto c) { return (a[0] * 77 + b[1] * 3 + c) & 0x7effffff; });
  });
  asked.most_queries = 1500;
  const auto found = testing::found_of(asked);
  EXPECT_LE(asked.queries(), 1500U);
  EXPECT_FALSE(found.is_identified());
  ASSERT_FALSE(found.wrong.empty());
  const Case& shown = *found.wrong.front();
  EXPECT_NE(evaluate(Sequence(found.unit), operands_of(shown)), shown.d());
}

TEST(Identify, TellsABoxThatDrawsItsAnswers) {
  const Unit box = identify::box_of("a=f16 b=f16 c=f32 d=f32 k=2");
  std::uint64_t drawn = 0;
  identify::Asked asked(box, [&] {
    return std::make_unique<testing::FunctionBox>(box,
                                                  [&](auto, auto, auto) { return ++drawn % 99; });
  });
  const auto found = testing::found_of(asked);
  EXPECT_NE(found.unrepeatable, nullptr);
  EXPECT_FALSE(found.is_identified());
}

// Without a box: what the answers leave possible, and no more.
TEST(Identify, TellsWhatRecordedAnswersLeaveOpen) {
  const Unit& unit = catalog().find("volta/mma.m8n8k4.f32.f16.f16.f32");
  identify::Asked asked(identify::box_of(layout_of(unit)), nullptr);
  asked.remember(answered_cases(unit, VectorClass::normal, 40, 7));
  const auto found = testing::found_of(asked);
  EXPECT_TRUE(found.is_identified());
  EXPECT_FALSE(found.is_confirmed);
  EXPECT_FALSE(found.is_decided());
  EXPECT_EQ(asked.queries(), 0U);
}

// Whether a field's number is told as open: alone, or within a range.
bool is_open(const identify::Identified& found, std::string_view field, int number) {
  return std::ranges::any_of(found.open, [&](const identify::Open& one) {
    if (one.field != field) return false;
    const std::size_t dots = one.may_be.find("..");
    const std::string last = dots == std::string::npos ? one.may_be : one.may_be.substr(dots + 2);
    return last.find_first_of("0123456789") != std::string::npos &&
           number >= std::atoi(one.may_be.c_str()) && number <= std::atoi(last.c_str());
  });
}

// No number is left out that gives all answers: also those that no search would have tried.
TEST(Identify, TellsEveryNumberThatNoAnswerExcludes) {
  const Unit& unit = catalog().find("volta/mma.m8n8k4.f32.f16.f16.f32");
  identify::Asked asked(identify::box_of(layout_of(unit)), nullptr);
  asked.remember(answered_cases(unit, VectorClass::normal, 200, 7));
  const auto found = testing::found_of(asked);
  ASSERT_TRUE(found.is_identified());
  const identify::Judge judge(asked);
  int alive = 0;
  for (const char* field : {"dot.exponent_floor", "dot.zero_exponent", "dot.fraction_bits"})
    for (int number = field == std::string_view("dot.fraction_bits") ? 0 : -4400; number <= 4400;
         number += 50) {
      const Unit other = found.unit.with(field, std::to_string(number));
      const bool gives_all = other.datapath != found.unit.datapath && judge.judge(other, 0);
      alive += gives_all ? 1 : 0;
      EXPECT_TRUE(!gives_all || is_open(found, field, number)) << field << " = " << number;
    }
  EXPECT_GT(alive, 50);
}

// Files may say of NaN only that it is one.
TEST(Identify, LeavesWordsOfNanOpenThatAreNotKnown) {
  const Unit& unit = catalog().find("volta/mma.m8n8k4.f32.f16.f16.f32");
  std::vector<Case> known = answered_cases(unit, VectorClass::corner, 60, 7);
  for (std::size_t i = 0; i < known.size(); ++i)
    if (is_nan(unit.d(), known[i].d())) known[i].d() = 0x7fc00000 + i;
  ASSERT_GT(nan_words(unit.d(), known).size(), 1U);
  identify::Asked asked(identify::box_of(layout_of(unit)), nullptr);
  asked.remember(known);
  asked.tells_nan_words = false;
  const auto found = testing::found_of(asked);
  EXPECT_TRUE(found.is_identified());
  EXPECT_EQ(std::ranges::count(found.equal, "volta.f16_f32"), 1);
}

TEST(Identify, DoesNotSayThatARowIsConfirmedOnAFewVectors) {
  const Unit& unit = catalog().find("x86/vdpbf16ps");
  identify::Asked asked(identify::box_of(layout_of(unit)),
                        [&] { return make_reference_engine(unit); });
  asked.most_queries = 100;
  const auto found = testing::found_of(asked);
  EXPECT_EQ(asked.queries(), 100U);
  EXPECT_TRUE(found.is_identified());
  EXPECT_FALSE(found.is_confirmed);
  EXPECT_FALSE(found.is_decided());
}

TEST(Identify, RefusesStochasticRoundings) {
  const Unit unit = catalog()
                        .find("volta/mma.m8n8k4.f32.f16.f16.f32")
                        .with("result.rounding", "{ mode = \"stochastic\", random_bits = 8 }");
  EXPECT_THROW(identify::box_of(layout_of(unit)), InputError);
}

}  // namespace
}  // namespace mmasc
