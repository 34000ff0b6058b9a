// SPDX-License-Identifier: Apache-2.0
// Constraints of users: what texts mean, which are refused, and vectors drawn to hold them.
#include "mmasc/stimulus/where.h"

#include <gtest/gtest.h>

#include <fstream>
#include <map>

#include "mmasc/unit/catalog.h"
#include "mmasc/unit/error.h"
#include "thrown.h"

namespace mmasc {
namespace {

constexpr const char* kDense = "hopper/mma.m16n8k16.f32.f16.f16.f32";
constexpr const char* kScaled = "blackwell/tcgen05.mma.m128nNk64.mxf4nvf4.f32.e2m1.e2m1.4X.ue4m3";

OperandLayout layout() { return layout_of(catalog().find(kDense)); }

bool holds(const std::string& text, const Case& row) {
  const OperandConstraint constraint(text, layout());
  const bool holds = constraint.holds(row);
  std::uint64_t distance = 0;
  for (const auto& instance : constraint.instances())
    distance += constraint.distance(instance, row);
  EXPECT_EQ(distance == 0, holds) << text;
  return holds;
}

std::string refusal(const std::string& text) {
  return error_of<InputError>([&] { const OperandConstraint refused(text, layout()); });
}

// a[0] = 1, a[1] = -2.5, a[2] = NaN, a[3] = 2^-24; b[i] = 0 but b[0] = 1.5, b[2] = Inf; c = 0.75.
Case mixed() {
  Case row(layout());
  row[Operand::a] = {0x3c00, 0xc100, 0x7e01, 0x0001, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0};
  row[Operand::b][0] = 0x3e00;
  row[Operand::b][2] = 0x7c00;
  row[Operand::b][4] = 0xfc00;
  row.c() = 0x3f400000;
  return row;
}

TEST(Where, TextsMeanWhatTheySayOrAreRefusedByTheColumn) {
  const Case row = mixed();
  std::ifstream file(MMASC_TEST_FILES "/where.txt");
  std::map<char, int> texts;
  std::string refused;
  for (std::string line; std::getline(file, line); ++texts[line[0]]) {
    const std::string text = line.substr(2);
    if (line[0] == '!') {
      refused = refusal(text);
    } else if (line[0] == ' ') {
      EXPECT_NE(refused.find(text), std::string::npos) << refused << "; " << text;
    } else if (line[0] != '#') {
      EXPECT_EQ(holds(text, row), line[0] == '+') << text;
    }
  }
  EXPECT_GT(texts['+'], 40);
  EXPECT_GT(texts['-'], 10);
  EXPECT_GT(texts['!'], 15);
  EXPECT_EQ(texts['!'], texts[' ']);
}

TEST(Where, TextsThatAreTooLongOrTooDeepAreRefused) {
  for (const auto& [text, error] :
       {std::pair{std::string(5000, '('), "has 5000 letters; give at most 4096"},
        {std::string(200, '('), "is nested too deeply"},
        {std::string(200, '-') + "1", "is nested too deeply"}})
    EXPECT_NE(refusal(text).find(error), std::string::npos) << refusal(text);
}

TEST(Where, OperandsOfAProductAreThoseThatMeet) {
  const Unit& scaled = catalog().find(kScaled);
  const OperandLayout of = layout_of(scaled);
  Case row(of);
  row[Operand::sa].back() = 200;
  const std::string block = std::to_string(of.scale_block), all = std::to_string(of.k);
  EXPECT_TRUE(OperandConstraint("count(bits(sa) == 200) == " + block, of).holds(row));
  EXPECT_FALSE(OperandConstraint("any(bits(sa) == 200 && bits(a) == 1)", of).holds(row));
  row[Operand::a].back() = 1;
  EXPECT_TRUE(OperandConstraint("any(bits(sa) == 200 && bits(a) == 1)", of).holds(row));
  EXPECT_TRUE(OperandConstraint("count(bits(sb) == 0) == " + all, of).holds(row));

  const Unit& sparse = *std::ranges::find_if(
      catalog().units(), [](const Unit& unit) { return unit.instruction.sparsity.has_value(); });
  const OperandLayout of_sparse = layout_of(sparse);
  Case kept(of_sparse);
  std::ranges::fill(kept[Operand::metadata], 0u);
  kept[Operand::metadata][0] = 3;
  kept[Operand::b][3 * static_cast<std::size_t>(sparse.instruction.sparsity->together)] = 1;
  EXPECT_TRUE(OperandConstraint("any(bits(metadata) == 3 && bits(b) == 1)", of_sparse).holds(kept));
  EXPECT_FALSE(
      OperandConstraint("any(bits(metadata) == 0 && bits(b) == 1)", of_sparse).holds(kept));
}

// Narrow ones too, in every class; and vectors are the same however many are drawn.
TEST(Where, VectorsAreDrawnThatHold) {
  const Unit& unit = catalog().find(kDense);
  const Generator generator(unit, 5);
  for (const char* text :
       {"exponent(a) - exponent(c) > 20", "significand(a[0]) == 0x3ff",
        "bits(c) == 0x12345678 && bits(b[15]) == 0xbeef", "max(exponent(a*b)) - exponent(c) == 25",
        "count(is_nan(a)) == 3 && !any(is_nan(b))", "exponent(a) == exponent(b)",
        "exponent(a[0]) + exponent(b[0]) == exponent(c) && sign(a[0]*b[0]) != sign(c)",
        "all(is_subnormal(a)) || is_infinity(c)",
        "significand(a[3]) * 3 == significand(b[3]) * 2"}) {
    SCOPED_TRACE(text);
    const Where where({text}, layout_of(unit));
    for (const VectorClass of : kDefaultClasses)
      for (std::uint64_t i = 0; i < 3; ++i) {
        const Case row = where.make(generator, of, i);
        EXPECT_TRUE(where.holds(row));
        EXPECT_EQ(row.name, generator.make(of, i).name);
        EXPECT_EQ(where.make(generator, of, i)[Operand::a], row[Operand::a]);
      }
  }
}

TEST(Where, AVectorThatHoldsStaysAsItIs) {
  const Generator generator(catalog().find(kDense), 1);
  const Where where({"1 == 1", "exponent(a) < 100"}, layout());
  for (const VectorClass of : kDefaultClasses)
    EXPECT_EQ(where.make(generator, of, 2)[Operand::b], generator.make(of, 2)[Operand::b]);
}

TEST(Where, NumbersBecomeNoNansUnlessAsked) {
  const Generator generator(catalog().find(kDense), 1);
  const Where far({"max(exponent(a*b)) - exponent(c) > 20"}, layout());
  const OperandConstraint finite("is_finite(a) && is_finite(b) && is_finite(c)", layout());
  for (std::uint64_t i = 0; i < 50; ++i)
    EXPECT_TRUE(finite.holds(far.make(generator, VectorClass::normal, i))) << i;
  const Where nan({"exponent(a[0]) == 16"}, layout());  // no number has it
  EXPECT_TRUE(nan.holds(nan.make(generator, VectorClass::normal, 0)));
}

TEST(Where, WhatNoVectorHoldsIsTold) {
  const Generator generator(catalog().find(kDense), 1);
  const Where where({"exponent(a) > 3", "exponent(a) < 2"}, layout());
  EXPECT_EQ(error_of<InputError>([&] { (void)where.make(generator, VectorClass::tiny, 7); }),
            "no vector of 320016 tries holds --where \"exponent(a) > 3\" --where "
            "\"exponent(a) < 2\"; class tiny, vector 7");
}

TEST(Where, EveryOperandCanBeConstrained) {
  for (const char* id : {kDense, kScaled, "ampere/mma.sp.m16n8k32.f32.f16.f16.f32"}) {
    const Unit& unit = catalog().find(id);
    const OperandLayout of = layout_of(unit);
    const Generator generator(unit, 3);
    for (const OperandRow& input : kInputs) {
      if (!of.has(input.operand)) continue;
      const std::string last = std::to_string(of[input.operand].count - 1);
      const Where where({"bits(" + std::string(input.name) + "[" + last + "]) == 1"}, of);
      EXPECT_EQ(where.make(generator, VectorClass::wide, 0)[input.operand].back(), 1u)
          << id << " " << input.name;
    }
  }
}

}  // namespace
}  // namespace mmasc
