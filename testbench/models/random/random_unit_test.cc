// SPDX-License-Identifier: Apache-2.0
// The generators: the same everywhere, valid, and telling.
#include "random/random_unit.h"

#include <gtest/gtest.h>

#include <map>
#include <string>

#include "arith/operands.h"
#include "mmasc/stimulus/random.h"
#include "random/random_operands.h"
#include "specification/exact.h"
#include "specification/term.h"

namespace mmasc {
namespace {

constexpr std::uint64_t kUnits = 2000;

// How often each element of each name is used.
using Uses = std::map<std::string, std::vector<int>>;

void use(Uses& uses, const SumRow& row, const TermRow& term) {
  ASSERT_TRUE(uses.contains(term.from)) << term.from;
  auto& elements = uses[term.from];
  const auto& selection = term.selection;
  int taken = 0;
  for (int i = 0; i < static_cast<int>(elements.size()); ++i) {
    if (selection.kind == Selection::Kind::even && i % 2 != 0) continue;
    if (selection.kind == Selection::Kind::odd && i % 2 == 0) continue;
    if (selection.kind == Selection::Kind::range && (i < selection.first || i >= selection.last))
      continue;
    ++elements[static_cast<std::size_t>(i)];
    ++taken;
  }
  EXPECT_GT(taken, 0);
  EXPECT_EQ(taken % row.groups, 0);
}

TEST(RandomUnit, UsesEveryValueOnce) {
  for (std::uint64_t seed = 0; seed < kUnits; ++seed) {
    const Unit unit = random_unit(seed);
    Uses uses{{"products", std::vector<int>(static_cast<std::size_t>(unit.lanes()))}, {"c", {0}}};
    for (const auto& row : unit.datapath.sums) {
      for (const auto& term : row.terms) use(uses, row, term);
      EXPECT_FALSE(uses.contains(row.name));
      uses[row.name].resize(static_cast<std::size_t>(row.groups));
    }
    const std::string root = unit.datapath.sums.back().name;
    EXPECT_EQ(unit.datapath.sums.back().groups, 1);
    for (const auto& [name, elements] : uses)
      for (const int count : elements) EXPECT_EQ(count, name == root ? 0 : 1) << seed << name;
  }
}

TEST(RandomUnit, KeepsTheRangesOfEveryField) {
  for (std::uint64_t seed = 0; seed < kUnits; ++seed) {
    SCOPED_TRACE(seed);
    const Unit unit = random_unit(seed);
    const auto& instruction = unit.instruction;
    const auto& datapath = unit.datapath;
    const int k = instruction.shape.k;
    EXPECT_TRUE(datapath.lanes >= 1 && datapath.lanes <= kMaxLanes);
    EXPECT_TRUE(k >= 1 && k <= kMaxK && k % unit.lanes() == 0);
    EXPECT_TRUE(unit.d().has_nan() && unit.d().is_signed());
    const bool widens_chain = instruction.widen_c != nullptr && *instruction.c == unit.d();
    EXPECT_TRUE(unit.c() == unit.d() ||
                (!instruction.late_c && (unit.steps() == 1 || widens_chain)));
    EXPECT_TRUE(!instruction.scale || k % instruction.scale->block == 0);
    for (const int residue : instruction.order.first) EXPECT_LT(residue, instruction.order.modulus);
    for (const auto& row : datapath.sums)
      EXPECT_TRUE(row.shape == Shape::fused || row.round_to != nullptr);
    const auto& result = datapath.result;
    const int fraction = result.significand_fraction.value_or(unit.d().fraction_bits);
    EXPECT_TRUE(fraction >= 0 && fraction <= unit.d().fraction_bits);
    const auto prerounded = result.prerounding.value_or(Prerounding{fraction + 1, {}});
    EXPECT_TRUE(prerounded.significand_fraction > fraction &&
                prerounded.significand_fraction <= 200);
    EXPECT_TRUE(!result.nan || exact::decode(unit.d(), *result.nan).nan);
    EXPECT_GE(unit.structure.normalizer.registers, 1);
  }
}

TEST(RandomUnit, KeepsFewBitsOfAWideFormatToo) {
  int results = 0;
  for (std::uint64_t seed = 0; seed < kUnits; ++seed) {
    const auto& result = random_unit(seed).datapath.result;
    results += result.format->fraction_bits > 10 && result.significand_fraction.value_or(99) <= 10;
  }
  EXPECT_GT(results, 20);
}

TEST(RandomUnit, WidensExactly) {
  int widened = 0, widened_c = 0, widened_chains = 0;
  for (std::uint64_t seed = 0; seed < kUnits; ++seed) {
    const Unit unit = random_unit(seed);
    const auto& instruction = unit.instruction;
    if (instruction.widen_c != nullptr) ++widened_c;
    if (unit.steps() > 1 && unit.c() != unit.d()) ++widened_chains;
    if (instruction.widen == nullptr) continue;
    ++widened;
    for (const auto* format : {instruction.a, instruction.b})
      for (std::uint64_t bits = 0; bits <= format->storage_mask(); bits += 7) {
        const auto number = exact::decode(*format, bits);
        const auto wide = exact::round_to_format(number, *instruction.widen, {});
        ASSERT_TRUE(number.nan == wide.nan && number.infinite == wide.infinite &&
                    number.value == wide.value && number.negative == wide.negative);
        if (bits + 7 < bits || bits > 1 << 16) break;
      }
  }
  EXPECT_GT(widened, 20);
  EXPECT_GT(widened_c, 20);
  EXPECT_GT(widened_chains, 5);
}

TEST(RandomOperands, MostResultsTell) {
  int telling = 0, nan = 0, all = 0;
  for (std::uint64_t seed = 0; seed < kUnits; ++seed) {
    const Unit unit = random_unit(seed);
    for (std::uint64_t i = 0; i < 8; ++i) {
      const auto x = random_operands(unit, seed * 8 + i);
      const auto d = exact::decode(unit.d(), evaluate_exactly(unit, x));
      ++all;
      nan += d.nan;
      telling += d.finite() && !d.zero;
    }
  }
  EXPECT_LT(nan, all * 15 / 100);
  EXPECT_GT(telling, all * 75 / 100);
  RecordProperty("nan", nan);
  RecordProperty("telling", telling);
}

TEST(RandomOperands, TheSameOnEveryPlatform) {
  std::uint64_t hash = 0;
  const auto mix = [&hash](std::uint64_t word) { hash = Random(hash ^ word).next(); };
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    const Unit unit = random_unit(seed);
    const auto x = random_operands(unit, seed);
    for (const Operand operand : {Operand::a, Operand::b, Operand::sa, Operand::sb, Operand::c})
      for (const auto word : x[operand]) mix(word);
  }
  EXPECT_EQ(hash, 0x6e990ee88fadac34)
      << "where the generators were changed on purpose, write the new hash";
}

}  // namespace
}  // namespace mmasc
