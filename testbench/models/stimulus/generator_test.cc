// SPDX-License-Identifier: Apache-2.0
// The classes of vectors: repeatable, of the right sizes, and each what its description says.
#include "mmasc/stimulus/generator.h"

#include <gtest/gtest.h>

#include <functional>
#include <set>
#include <string>
#include <utility>

#include "arith/operands.h"
#include "mmasc/arith/convert.h"
#include "mmasc/unit/catalog.h"

namespace mmasc {
namespace {

constexpr const char* kF16 = "hopper/mma.m16n8k16.f32.f16.f16.f32";
constexpr std::uint64_t kCount = 200;

TEST(VectorClasses, TheTableIsInTheEnumsOrder) {
  for (std::size_t i = 0; i < kVectorClasses.size(); ++i) {
    EXPECT_EQ(static_cast<std::size_t>(kVectorClasses[i].value), i);
    EXPECT_EQ(find_vector_class(kVectorClasses[i].name), &kVectorClasses[i]);
  }
  EXPECT_EQ(find_vector_class("none"), nullptr);
}

// What is drawn where no class is named is pinned in files: a class that joins leaves it alone.
TEST(VectorClasses, TheDefaultIsTheFirstEleven) {
  ASSERT_EQ(kDefaultClasses.size(), 11u);
  for (std::size_t i = 0; i < kDefaultClasses.size(); ++i)
    EXPECT_EQ(kDefaultClasses[i], kVectorClasses[i].value);
  EXPECT_EQ(kDefaultClasses.back(), VectorClass::full);
}

TEST(Generator, EveryRowTakesEveryClass) {
  std::set<std::pair<std::string, std::string_view>> filled;  // operands with a bit that is set
  for (const Unit& unit : catalog().units()) {
    const Generator generator(unit, 7);
    const OperandLayout layout = layout_of(unit);
    for (const VectorClassInfo& info : kVectorClasses) {
      SCOPED_TRACE(unit.instruction.id + " " + std::string(info.name));
      const Case row = generator.make(info.value, 3);
      EXPECT_EQ(row.name, std::string(info.name) + "/3");
      for (const OperandRow& input : kInputs) {
        const Case::Elements& elements = row[input.operand];
        ASSERT_EQ(elements.size(), static_cast<std::size_t>(layout[input.operand].count));
        for (std::size_t i = 0; i < elements.size(); ++i) {
          const int bits = layout[input.operand].bits_of(static_cast<int>(i));
          EXPECT_EQ(bits == 64 ? 0 : elements[i] >> bits, 0u) << input.name << " " << i;
          if (elements[i] != 0) filled.insert({unit.instruction.id, input.name});
        }
      }
    }
    for (const OperandRow& input : kInputs)
      EXPECT_EQ(filled.contains({unit.instruction.id, input.name}), layout.has(input.operand))
          << unit.instruction.id << ": nothing but +0 is drawn of " << input.name;
  }
}

TEST(Generator, AVectorDependsOnSeedClassAndIndexAlone) {
  const Unit& unit = catalog().find(kF16);
  const Generator one(unit, 1), again(unit, 1), other(unit, 2);
  for (const VectorClassInfo& info : kVectorClasses) {
    const Case first = one.make(info.value, 5);
    (void)again.make(info.value, 4);
    EXPECT_EQ(again.make(info.value, 5)[Operand::a], first[Operand::a]);
    EXPECT_NE(other.make(info.value, 5)[Operand::a], first[Operand::a]);
    EXPECT_NE(one.make(info.value, 6)[Operand::a], first[Operand::a]);
  }
}

// How many vectors of a class have a d of which `holds` is true.
int count(VectorClass vector_class, const std::function<bool(const Term<Numbers128>&)>& holds) {
  const Unit& unit = catalog().find(kF16);
  const Generator generator(unit, 11);
  int counted = 0;
  for (std::uint64_t i = 0; i < kCount; ++i) {
    const Case row = generator.make(vector_class, i);
    counted += holds(decode(unit.d(), evaluate(generator.sequence(), view(row)))) ? 1 : 0;
  }
  return counted;
}

TEST(Generator, ClassesAreWhatTheySay) {
  const auto finite = [](const auto& d) { return !d.nan && !d.infinite; };
  const auto special = [&](const auto& d) { return !finite(d); };
  const auto zero = [](const auto& d) { return d.zero != 0; };
  EXPECT_EQ(count(VectorClass::normal, special), 0);
  EXPECT_EQ(count(VectorClass::wide, special), 0);
  EXPECT_GT(count(VectorClass::random, special), 100);
  const int corners = count(VectorClass::corner, special);
  EXPECT_GT(corners, 40);
  EXPECT_LT(corners, 160);
  EXPECT_GT(count(VectorClass::cancel, zero), 20);
  EXPECT_GT(count(VectorClass::zero, zero), 10);
  EXPECT_EQ(count(VectorClass::normal, zero), 0);
  EXPECT_GT(count(VectorClass::heap, zero), 20);
  const auto above_a_product = [](const auto& d) { return d.exponent > 31; };
  EXPECT_GT(count(VectorClass::huge, above_a_product), 150);
  EXPECT_LT(count(VectorClass::few, above_a_product), 50);
  const auto positive = [&](const auto& d) { return !zero(d) && !d.negative; };
  EXPECT_LT(count(VectorClass::negzero, positive), 80);
  EXPECT_GT(count(VectorClass::beneath, zero), 60);
}

}  // namespace
}  // namespace mmasc
