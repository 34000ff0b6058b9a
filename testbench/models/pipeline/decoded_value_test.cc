// SPDX-License-Identifier: Apache-2.0
// The numbers beside the bits in a VCD.
#include "mmasc/pipeline/decoded_value.h"

#include <gtest/gtest.h>

#include <cmath>
#include <map>

#include "mmasc/unit/catalog.h"

namespace mmasc {
namespace {

using Contents = std::map<std::string, std::int64_t>;

// A payload with these fields, all others zero; fails where a name is none.
PackedBits packed(const Plan& plan, const StagePlan& stage, const Contents& contents) {
  PackedBits bits;
  std::size_t found = 0;
  for (const PayloadField& field : payload_fields(plan, stage)) {
    const auto at = contents.find(field.name);
    const int128 value{at == contents.end() ? 0 : at->second};
    bits.append(place_of(value, field.width));
    if (at != contents.end()) ++found;
  }
  EXPECT_EQ(found, contents.size());
  return bits;
}

double value_named(const Plan& plan, const StagePlan& stage, const std::string& name,
                   const Contents& contents) {
  for (const DecodedValue& value : decoded_values(plan, stage))
    if (value.name == name) return value_of(value, packed(plan, stage, contents));
  ADD_FAILURE() << "no value " << name;
  return 0;
}

const Plan& fp8_plan() {
  static const Plan plan = make_plan(catalog().find("hopper/wgmma.m64nNk32.f32.e4m3.e4m3"));
  return plan;
}

const StagePlan& stage_of(StageKind kind, bool last = false) {
  for (const StagePlan& stage : fp8_plan().stages)
    if (stage.kind == kind && stage.last == last) return stage;
  ADD_FAILURE() << "no such stage";
  return fp8_plan().stages[0];
}

// Products have 6 fraction bits: 96 / 64 * 2^3.
TEST(DecodedValue, OfATermIsItsSignificandTimesItsPower) {
  const StagePlan& stage = stage_of(StageKind::multiplier);
  const Contents product{
      {"term_5.significand", 96}, {"term_5.exponent", 3}, {"term_5.negative", 1}};
  EXPECT_EQ(value_named(fp8_plan(), stage, "term_5", product), -12);
  EXPECT_EQ(value_named(fp8_plan(), stage, "term_4", product), 0);
  EXPECT_EQ(value_named(fp8_plan(), stage, "term_0",
                        {{"term_0.significand", 64}, {"term_0.exponent", -7}}),
            0x1p-7);
}

// The sum keeps 13 fraction bits below its exponent.
TEST(DecodedValue, OfAnAddendIsInTwosComplement) {
  const StagePlan& stage = stage_of(StageKind::aligner);
  EXPECT_EQ(value_named(fp8_plan(), stage, "addend_2", {{"addend_2", -3}, {"sum_0.exponent", 10}}),
            -0.375);
  EXPECT_EQ(value_named(fp8_plan(), stage, "addend_0", {{"addend_0", 1}, {"sum_0.exponent", -133}}),
            0x1p-146);
}

TEST(DecodedValue, OfSpecialsIsSpecial) {
  const StagePlan& stage = stage_of(StageKind::aligner);
  EXPECT_TRUE(std::isnan(value_named(fp8_plan(), stage, "addend_0", {{"sum_0.nan", 1}})));
  EXPECT_EQ(value_named(fp8_plan(), stage, "addend_0",
                        {{"sum_0.infinite", 1}, {"sum_0.negative_infinity", 1}}),
            -std::numeric_limits<double>::infinity());
}

TEST(DecodedValue, OfDIsTheElement) {
  const StagePlan& stage = stage_of(StageKind::normalizer, true);
  EXPECT_EQ(value_named(fp8_plan(), stage, "d", {{"d", 0xbf400000}}), -0.75);
  EXPECT_EQ(value_of(decoded_values(fp8_plan(), stage).front(), PackedBits()), 0);
}

// Every term, addend and element of every register has one.
TEST(DecodedValue, ThereIsOneForEveryNumber) {
  for (const StagePlan& stage : fp8_plan().stages) {
    std::size_t numbers = 0;
    for (const PayloadField& field : payload_fields(fp8_plan(), stage))
      if (field.name.ends_with(".significand") || field.name == "d" ||
          (field.name.starts_with("addend_")))
        ++numbers;
    EXPECT_EQ(decoded_values(fp8_plan(), stage).size(), numbers);
    EXPECT_GT(numbers, 0u);
  }
}

}  // namespace
}  // namespace mmasc
