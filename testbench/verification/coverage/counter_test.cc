// SPDX-License-Identifier: Apache-2.0
// Every kind of counter counts a vector and leaves out another that differs little, or the same
// vector on a datapath of which one field is changed.
#include "mmasc/coverage/counter.h"

#include "arith/operands.h"
#include "coverage/support.h"

namespace mmasc {
namespace {

constexpr std::uint64_t kOne = 0x3c00, kMinusOne = 0xbc00, kInf = 0x7c00, kMinusInf = 0xfc00,
                        kNan = 0x7e00, kMinusZero = 0x8000;

// 2^exponent as f16.
constexpr std::uint64_t power(int exponent) {
  return exponent < -14 ? std::uint64_t{1} << (exponent + 24)
                        : static_cast<std::uint64_t>(exponent + 15) << 10;
}

struct Example {
  std::string point;
  std::string unit;
  Changes changes;
  Vector counted, left_out;
};

const std::vector<Example>& examples() {
  static const Changes kUp{{"result.rounding", "up"}};
  static const Changes kPre{
      {"result.prerounding", R"({ significand_fraction = 11, rounding = "nearest_even" })"},
      {"dot.fraction_bits", "14"}};
  static const Changes kFloor{{"dot.exponent_floor", "3"}};
  static const Changes kLimit{{"product.infinity_at", "4"}};
  static const Changes kShift{{"dot.alignment_rounding", "nearest_even"}};
  static const Changes kExactZero{
      {"sum",
       R"([{ name = "dot", terms = ["products"], cancelled = "zero" }, { name = "all", terms = ["dot", "c"] }])"}};
  const auto c = [](std::uint64_t bits) { return Vector{{}, bits}; };
  static const std::vector<Example> kExamples{
      {"a.nan", "two", {}, {{kNan, kOne}}, {{kOne, kNan}}},
      {"b.nan", "two", {}, {{kOne, kNan}}, {{kNan, kOne}}},
      {"c.nan", "two", {}, c(kNan), {{kNan, kOne}}},
      {"a.infinity", "two", {}, {{kInf, kOne}}, {{0x7bff, kOne}}},
      {"b.infinity", "two", {}, {{kOne, kInf}}, {{kInf, kOne}}},
      {"c.infinity", "two", {}, c(kInf), c(0x7bff)},
      {"a.subnormal", "two", {}, {{0x03ff, kOne}}, {{0x0400, kOne}}},
      {"b.subnormal", "two", {}, {{kOne, 1}}, {{1, kOne}}},
      {"c.subnormal", "two", {}, c(1), c(0)},
      {"a.subnormal flushed", "two", {{"flush.inputs", "keep_sign"}}, {{1, kOne}}, {{kOne, 1}}},
      {"lane[1].a.nan", "two", {}, {{kOne, kOne, kNan, kOne}}, {{kNan, kOne, kNan, kOne}}},
      {"lane[0].a.infinity", "two", {}, {{kInf, kOne}}, {{kInf, kOne, kInf, kOne}}},
      {"lane[0].a.subnormal", "two", {}, {{0x03ff, kOne}}, {{0x03ff, 0}}},
      {"lane[0].b.subnormal",
       "two",
       {{"flush.inputs", "keep_sign"}},
       {{kOne, 0x03ff}},
       {{kOne, 0x03ff, kOne, 0x7bff}}},
      {"lane[1].a.minus_zero",
       "two",
       {{"zero_sign", "ieee"}},
       {{kMinusZero, kOne, kMinusZero, kOne}, kMinusZero},
       {{0, kOne, kMinusZero, kOne}, kMinusZero}},
      {"lane[1].b.minus_zero",
       "two",
       {},
       {{0, kOne, kOne, kMinusZero}},
       {{0, kOne, 0, kMinusZero}}},
      {"dot.leaves <= 1 of 16 bits",
       "two",
       {},
       {{kOne, kOne, kMinusOne, kOne}, power(-12)},
       {{kOne, kOne, kMinusOne, kOne}, power(-11)}},
      {"products.plus_zero", "two", {}, {{0, kOne, kOne, kOne}}, {{kOne, kOne, kOne, kOne}}},
      {"products.minus_zero", "two", {}, {{kMinusZero, kOne}}, {{kMinusZero, kMinusOne}}},
      {"products.infinity_times_zero", "two", {}, {{kInf, 0}}, {{0, kInf}}},
      {"products.zero_times_infinity", "two", {}, {{0, kInf}}, {{kInf, 0}}},
      {"products.infinity_times_zero",
       "two",
       {{"instruction.formats.b", "e4m3fnuz"}},
       {{kInf, 0}},
       {{kInf, 0x80}}},  // its NaN
      {"products.zero_times_infinity",
       "two",
       {{"instruction.formats.a", "e5m2fnuz"}},
       {{0, kInf}},
       {{0x80, kInf}}},
      {"products.leads = 3", "two", kLimit, {{power(3), kOne}}, {{power(4), kOne}}},
      {"products.leads = 4", "two", kLimit, {{power(4), kOne}}, {{power(3), kOne}}},
      {"dot.opposite_infinities of products",
       "two",
       {},
       {{kInf, kOne, kMinusInf, kOne}},
       {{kInf, kOne, kInf, kOne}}},
      {"dot.opposite_infinities of products and c",
       "two",
       {},
       {{kInf, kOne}, kMinusInf},
       {{kInf, kOne}, kInf}},
      {"dot.products.distance = 12",
       "two",
       {},
       {{kOne, kOne, power(-12), kOne}},
       {{kOne, kOne, power(-11), kOne}}},
      {"dot.c.distance = 3", "two", {}, {{power(3), kOne}, kOne}, {{power(3), kOne}, power(1)}},
      {"dot.c.keeps_all", "two", {}, {{power(3), kOne}, kOne}, {{power(3), kOne}, kOne + 1}},
      {"dot.c.loses_bits", "two", {}, {{power(3), kOne}, kOne + 1}, {{power(2), kOne}, kOne + 1}},
      {"dot.c.loses_all", "two", {}, {{power(3), kOne}, power(-10)}, {{power(3), kOne}, power(-9)}},
      {"dot.c.vanishes",
       "vanish",
       {},
       {{power(3), kOne}, power(-3)},
       {{power(3), kOne}, power(-2)}},
      {"dot.products.zero_leads", "two", {}, {{power(-14), power(-11)}}, {{power(-14), kOne}}},
      {"dot.c.zero one_above", "two", {}, {{power(-14), power(-3)}}, {{power(-14), power(-2)}}},
      {"dot.c.zero level", "two", {}, {{power(-14), power(-2)}}, {{power(-14), power(-1)}}},
      {"dot.c.zero one_below", "two", {}, {{power(-14), power(-1)}}, {{power(-14), power(-2)}}},
      {"dot.floor_leads", "two", kFloor, {{kOne, kOne}}, {{power(3), kOne}}},
      {"dot.floor one_above", "two", kFloor, {{power(2), kOne}}, {{kOne, kOne}}},
      {"dot.floor level", "two", kFloor, {{power(3), kOne}}, {{power(2), kOne}}},
      {"dot.floor one_below", "two", kFloor, {{power(4), kOne}}, {{power(3), kOne}}},
      {"dot.all_zero", "two", {}, c(0), c(1)},
      {"dot.carry = 0", "two", {}, c(kOne), c(0)},
      {"dot.carry = 1", "two", {}, {{kOne, kOne}, kOne}, {{kOne, kOne}, power(-1)}},
      {"dot.fills = 16 of 16 bits +",
       "two",
       {},
       {{0x3fff, 0x3fff, 0x3fff, 0x3fff}, 0x3fff},
       {{0x3fff, kOne, 0x3fff, kOne}, 0x3fff}},
      {"dot.carry = 2", "two", {}, {{0x3fff, kOne, 0x3fff, kOne}, 0x3fff}, {{kOne, kOne}, kOne}},
      {"dot.cancels = 1", "two", {}, {{power(1), kOne, kMinusOne, kOne}}, {{power(1), kOne}}},
      {"dot.cancels > 1",
       "two",
       {},
       {{power(1), kOne, 0xbf00, kOne}},
       {{power(1), kOne, kMinusOne, kOne}}},
      {"dot.cancels_to_zero", "two", {}, {{kOne, kOne}, kMinusOne}, c(0)},
      {"dot.cancels_to_an_exact_zero",
       "two",
       kExactZero,
       {{kOne, kOne, kMinusOne, kOne}},
       {{kOne, kOne}, kMinusOne}},
      {"dot.plus_zero", "two", {}, c(0), c(kOne)},
      {"dot.minus_zero",
       "two",
       {{"zero_sign", "ieee"}},
       {{kMinusZero, kOne, kMinusZero, kOne}, kMinusZero},
       {{kMinusZero, kOne}, kMinusZero}},
      {"result.round.exact", "two", {}, c(kOne), {{power(-11), kOne}, kOne}},
      {"result.round.below_half", "two", {}, {{power(-12), kOne}, kOne}, c(kOne)},
      {"result.round.tie_even", "two", {}, {{power(-11), kOne}, kOne}, {{power(-12), kOne}, kOne}},
      {"result.round.tie_odd",
       "two",
       {},
       {{power(-11), kOne}, kOne + 1},
       {{power(-11), kOne}, kOne}},
      {"result.round.above_half",
       "two",
       {},
       {{power(-11), kOne, power(-12), kOne}, kOne},
       {{power(-11), kOne}, kOne}},
      {"result.round.below_half +",
       "two",
       kUp,
       {{power(-12), kOne}, kOne},
       {{power(-12), kMinusOne}, kMinusOne}},
      {"result.round.below_half -",
       "two",
       kUp,
       {{power(-12), kMinusOne}, kMinusOne},
       {{power(-12), kOne}, kOne}},
      {"result.preround.exact",
       "two",
       kPre,
       {{power(-11), kOne}, kOne},
       {{power(-12), kOne}, kOne}},
      {"result.preround.below_half",
       "two",
       kPre,
       {{power(-13), kOne}, kOne},
       {{power(-12), kOne}, kOne}},
      {"result.preround.tie_even",
       "two",
       kPre,
       {{power(-12), kOne}, kOne},
       {{power(-12), kOne, power(-11), kOne}, kOne}},
      {"result.preround.tie_odd",
       "two",
       kPre,
       {{power(-12), kOne, power(-11), kOne}, kOne},
       {{power(-12), kOne}, kOne}},
      {"result.preround.above_half",
       "two",
       kPre,
       {{power(-12), kOne, power(-13), kOne}, kOne},
       {{power(-12), kOne}, kOne}},
      {"dot.c.alignment_rounding.exact",
       "two",
       kShift,
       {{power(3), kOne}, kOne},
       {{power(3), kOne}, kOne + 1}},
      {"dot.c.alignment_rounding.below_half",
       "two",
       kShift,
       {{power(4), kOne}, kOne + 1},
       {{power(3), kOne}, kOne + 1}},
      {"dot.c.alignment_rounding.tie_even",
       "two",
       kShift,
       {{power(3), kOne}, kOne + 1},
       {{power(3), kOne}, kOne + 3}},
      {"dot.c.alignment_rounding.tie_odd",
       "two",
       kShift,
       {{power(3), kOne}, kOne + 3},
       {{power(3), kOne}, kOne + 1}},
      {"dot.c.alignment_rounding.above_half",
       "two",
       kShift,
       {{power(4), kOne}, kOne + 3},
       {{power(3), kOne}, kOne + 3}},
      {"result.carries", "two", {}, {{power(-11), kOne}, 0x3fff}, {{power(-11), kOne}, 0x3ffe}},
      {"result.becomes_normal",
       "two",
       {},
       {{power(-14), power(-11)}, 0x03ff},
       {{power(-14), power(-11)}, 0x03fe}},
      {"result.plus_zero", "two", {}, c(0), c(1)},
      {"result.minus_zero",
       "two",
       {},
       {{power(-14), power(-11) | kMinusZero}},
       {{power(-14), power(-11)}}},
      {"result.underflow", "two", {}, {{power(-14), power(-11)}}, {{power(-14), power(-10)}}},
      {"result.flushed", "two", {{"flush.results", "keep_sign"}}, c(0x03ff), c(0x0400)},
      {"result.subnormal", "two", {}, c(0x03ff), c(0x0400)},
      {"result.least_normal", "two", {}, c(0x0400), c(0x0401)},
      {"result.normal", "two", {}, c(0x0400), c(0x03ff)},
      {"result.greatest", "two", {}, c(0x7bff), c(0x7bfe)},
      {"result.overflow", "two", {}, {{power(15), kOne}, power(15)}, c(kInf)},
      {"result.infinity", "two", {}, c(kInf), {{power(15), kOne}, power(15)}},
      {"result.nan", "two", {}, c(kNan), c(kInf)},
      {"result.number", "integers", {}, {{1, 1}}, {{1, 1}, 0xff}},
      {"result.greatest", "integers", {}, c(0x7f), {{1, 1}, 0x7f}},
      {"result.overflow", "integers", {}, {{1, 1}, 0x7f}, c(0x7f)},
      {"result.least", "integers", {}, c(0x80), {{0xf, 1}, 0x80}},
      {"result.overflow_below", "integers", {}, {{0xf, 1}, 0x80}, c(0x80)},
      {"chain.zero", "chain", {}, c(0), c(1)},
      {"chain.subnormal", "chain", {}, c(1), {{0, 0, 0, 0, 1, kOne}}},
      {"chain.normal", "chain", {}, c(kOne), c(1)},
      {"chain.infinity", "chain", {}, {{power(15), kOne}, power(15)}, {{0, 0, 0, 0, kInf, kOne}}},
      {"chain.nan", "chain", {}, {{kNan, kOne}}, {{0, 0, 0, 0, kNan, kOne}}},
      {"late_c.d.round.tie_even",
       "late",
       {},
       {{kOne, kOne}, power(-11)},
       {{kOne, kOne}, power(-12)}},
      {"late_c.sum.d.distance = 1", "late", {}, {{kOne, kOne}, power(1)}, {{kOne, kOne}, kOne}},
      {"sa.nan", "scaled", {}, {{}, 0, 0x7f}, {{}, 0, 0x38, 0x7f}},
      {"sb.nan", "scaled", {}, {{}, 0, 0x38, 0x7f}, {{}, 0, 0x7f}},
      {"products.infinity_times_zero_scale",
       "scaled",
       {},
       {{0x7c, 0x3c}, 0, 0},
       {{0x7c, 0x3c}, 0, 0x38}},
  };
  return kExamples;
}

TEST(Counter, CountsAndLeavesOut) {
  for (const Example& example : examples()) {
    const Unit unit = small_unit(example.unit, example.changes);
    EXPECT_TRUE(met(unit, example.counted).contains(example.point)) << example.point;
    EXPECT_FALSE(met(unit, example.left_out).contains(example.point)) << example.point;
  }
}

// The kind of a point: its name without the sum, the number, the sign and whose rounding it is.
std::string kind_of(std::string name) {
  if (name.starts_with("late_c.")) name = name.substr(7);
  for (const char* end : {" <= ", " = ", " of ", " +", " -"})
    if (const auto at = name.find(end); at != std::string::npos)
      name = end == std::string(" of ") && name.ends_with(" and c") ? name.substr(0, at) + " with c"
                                                                    : name.substr(0, at);
  for (const char* cut : {"preround.", "round.", "alignment_rounding."})
    if (const auto at = name.find(cut); at != std::string::npos) return name.substr(at);
  const std::string first = name.substr(0, name.find('.'));
  if (first.starts_with("lane[")) return "lane.a" + name.substr(name.rfind('.'));
  if (first == "c" || first == "b") return "a" + name.substr(1);
  if (first == "a" || first == "products" || first == "chain" || first.starts_with("scale_"))
    return name;
  return name.substr(name.rfind('.') + 1);
}

TEST(Counter, EveryKindOfTheCatalogueHasAnExample) {
  std::set<std::string> shown;
  for (const Example& example : examples()) shown.insert(kind_of(example.point));
  std::set<std::string> missing;
  for (std::size_t i = 0; i < catalog().units().size(); i += 7)
    for (const CoverPoint& point : cover_points_of(Sequence(catalog().units()[i])).list) {
      std::string kind = kind_of(point.name);
      if (shown.contains(kind)) continue;
      if (kind.starts_with("products.")) kind = kind.substr(kind.rfind('.') + 1);  // rounded
      if (!shown.contains(kind)) missing.insert(kind + " of " + point.name);
    }
  EXPECT_TRUE(missing.empty()) << *missing.begin();
}

TEST(Counter, GivesTheReferencesResult) {
  const Sequence sequence(small_unit("two"));
  const CoverPoints points = cover_points_of(sequence);
  Counter counter(sequence, points);
  const Case x = case_of({kOne, kOne}, {kOne, power(-11)}, kOne);
  counter.meet(view(x));
  EXPECT_EQ(counter.d(), evaluate(sequence, view(x)));
}

}  // namespace
}  // namespace mmasc
