// SPDX-License-Identifier: Apache-2.0
// The catalogue's rows of AMX's dot products of floating-point numbers against the operations that
// Intel writes for them, in floats of this processor.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <string>
#include <utility>
#include <vector>

#include "arith/operands.h"
#include "mmasc/arith/reference.h"
#include "mmasc/arith/same_bits.h"
#include "mmasc/arith/sequence.h"
#include "mmasc/unit/catalog.h"
#include "mmasc/unit/unit_argument.h"
#include "specification/element.h"
#include "specification/x86_operations.h"

namespace mmasc {
namespace {

std::vector<std::uint32_t> words(const auto& elements) {
  return {elements.begin(), elements.end()};
}

class Amx : public testing::TestWithParam<x86::AmxInstruction> {
 protected:
  void expect_same(const Case& x) {
    std::vector<std::uint32_t> b = words(x[Operand::b]);
    if (unit_.instruction.storage == Storage::tile_exchanged)
      for (std::size_t i = 0; i < b.size(); i += 2) std::swap(b[i], b[i + 1]);
    const std::uint64_t expected =
        GetParam().element(words(x[Operand::a]), b, static_cast<std::uint32_t>(x.c()));
    const std::uint64_t d = evaluate(sequence_, view(x));
    ASSERT_TRUE(same_bits(unit_.d(), d, expected, true)) << std::hex << d << ", not " << expected;
    ++seen_[expected == 0 ? 0 : expected == 0x80000000 ? 1 : is_nan(unit_.d(), d) ? 2 : 3];
  }

  const Unit unit_ = find_unit("x86/" + std::string(GetParam().mnemonic));
  const Sequence sequence_{unit_};
  int seen_[4] = {};  // +0, -0, NaN, others
};

TEST_P(Amx, EqualsTheDocumentsOperations) {
  Random random(1, 12);
  for (int i = 0; i < 6000; ++i) {
    Case x;
    const int kind = random.below(kElementKinds), special = random.pick({0, 1, 6});
    const auto draw = [&](const Format& format) {
      return element(random, format, random.chance(special) ? kElementKinds : kind);
    };
    for (int k = 0; k < unit_.products(); ++k) {
      x[Operand::a].push_back(draw(*unit_.instruction.a));
      x[Operand::b].push_back(draw(*unit_.instruction.b));
    }
    x.c() = draw(unit_.c());
    ASSERT_NO_FATAL_FAILURE(expect_same(x));
  }
  EXPECT_GT(seen_[2], 0);
  EXPECT_GT(seen_[3], 1000);
}

// Zeros of both signs, and a few numbers whose products and sums lie about the least normal one.
TEST_P(Amx, EqualsThemWhereResultsAreZerosOrTiny) {
  Random random(1, 13);
  const auto sign = [](const Format& format) { return std::uint64_t{1} << format.sign_low(); };
  const auto number = [&](const Format& format, int exponent) {
    const auto field = static_cast<std::uint64_t>(std::max(exponent + format.bias, 0));
    const auto fraction = std::uint64_t{1} << format.fraction_bits;
    return field << format.exponent_low() |
           random.next() % fraction / (1 + fraction / 16) << format.fraction_low() |
           (random.chance(50) ? sign(format) : 0);
  };
  for (int i = 0; i < 20000; ++i) {
    Case x;
    const int zeros = random.pick({50, 90, 98, 100}), minus = random.pick({50, 97, 100});
    for (int k = 0; k < unit_.products(); ++k) {
      const bool zero = random.chance(zeros);
      const Format &a = *unit_.instruction.a, &b = *unit_.instruction.b;
      const std::uint64_t minus_zero = random.chance(minus) ? sign(a) : 0;
      x[Operand::a].push_back(zero ? minus_zero : number(a, random.between(-64, -62)));
      x[Operand::b].push_back(zero ? 0 : number(b, random.between(-64, -62)));
    }
    x.c() = random.chance(60) ? std::uint64_t{1} << 31
                              : (random.next() & 0x80000001) | (random.next() & 1) << 23;
    ASSERT_NO_FATAL_FAILURE(expect_same(x));
  }
  EXPECT_GT(seen_[0], 100);
  EXPECT_GT(seen_[3], 100);
  // A chain is -0 only where it began with a product that was flushed.
  if (unit_.datapath.flush.results == Flush::keep_sign)
    EXPECT_GT(seen_[1], 0);
  else
    EXPECT_EQ(seen_[1], 0);
}

std::vector<x86::AmxInstruction> of_floats() {
  std::vector<x86::AmxInstruction> found;
  std::ranges::copy_if(x86::kAmxInstructions, std::back_inserter(found),
                       [](const auto& row) { return row.mnemonic.ends_with("ps"); });
  return found;
}

INSTANTIATE_TEST_SUITE_P(Rows, Amx, testing::ValuesIn(of_floats()),
                         [](const auto& row) { return std::string(row.param.mnemonic); });

// The row's reading of Bochs 3.1 is Bochs's operation, subnormal e5m2 among the factors.
TEST(AmxFp8, HasTheReadingOfBochs) {
  using x86::dot_of_bytes_by_pairs, x86::of_hf8, x86::of_normal_bf8;
  constexpr std::pair<const char*, decltype(x86::AmxInstruction::element)> kRows[] = {
      {"x86/tdpbf8ps", dot_of_bytes_by_pairs<of_normal_bf8, of_normal_bf8>},
      {"x86/tdpbhf8ps", dot_of_bytes_by_pairs<of_normal_bf8, of_hf8>},
      {"x86/tdphbf8ps", dot_of_bytes_by_pairs<of_hf8, of_normal_bf8>},
      {"x86/tdphf8ps", dot_of_bytes_by_pairs<of_hf8, of_hf8>},
  };
  Random random(1, 14);
  for (const auto& [id, operation] : kRows) {
    const Unit& row = find_unit(id);
    const Unit unit = with_changes(row, row.undecided().front().set);
    const Sequence reading(unit), exact(row);
    int others = 0;
    for (int i = 0; i < 6000; ++i) {
      Case x;
      const int kind = random.below(kElementKinds);
      for (int k = 0; k < unit.products(); ++k) {
        x[Operand::a].push_back(element(random, *unit.instruction.a, kind));
        x[Operand::b].push_back(element(random, *unit.instruction.b, kind));
      }
      x.c() = element(random, unit.c(), kind);
      const std::uint64_t expected =
          operation(words(x[Operand::a]), words(x[Operand::b]), static_cast<std::uint32_t>(x.c()));
      const std::uint64_t d = evaluate(reading, view(x));
      ASSERT_TRUE(same_bits(unit.d(), d, expected, true)) << id << std::hex << ": " << d;
      others += same_bits(unit.d(), evaluate(exact, view(x)), expected, true) ? 0 : 1;
    }
    EXPECT_GT(others, 100) << id;
  }
}

// Only a first product that was flushed leaves a chain at -0.
TEST(AmxBf16, BeginsItsChainsWithPlusZero) {
  const Sequence sequence(find_unit("x86/tdpbf16ps"));
  constexpr std::uint64_t kMinusZero = 0x80000000, kLeastOfA = 0x8080, kHalf = 0x3f00;
  Case x;
  x[Operand::a].assign(32, 0x8000);
  x[Operand::b].assign(32, kHalf);
  x.c() = kMinusZero;
  EXPECT_EQ(evaluate(sequence, view(x)), 0u);
  x[Operand::a][0] = kLeastOfA;
  EXPECT_EQ(evaluate(sequence, view(x)), 0u);  // the chain of odd elements is +0
  x[Operand::a][1] = kLeastOfA;
  EXPECT_EQ(evaluate(sequence, view(x)), kMinusZero);
}

}  // namespace
}  // namespace mmasc
