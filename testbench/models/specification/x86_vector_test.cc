// SPDX-License-Identifier: Apache-2.0
// The catalogue's rows of AVX10.2 and AVX_VNNI_INT16 against the operations of their documents.
#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <vector>

#include "arith/operands.h"
#include "mmasc/arith/reference.h"
#include "mmasc/arith/same_bits.h"
#include "mmasc/arith/sequence.h"
#include "mmasc/unit/catalog.h"
#include "specification/element.h"
#include "specification/x86_operations.h"

namespace mmasc {
namespace {

using Words = std::vector<std::uint32_t>;

Words words_of(const std::vector<std::uint64_t>& elements) {
  return Words(elements.begin(), elements.end());
}

// VDPPHPS: numbers of all kinds, and c about the least normal number, with zeros of both signs.
TEST(X86Vector, DotsOfF16PairsAreTheDocumentsOperations) {
  const Unit unit = find_unit("x86/vdpphps");
  const Sequence sequence(unit);
  Random random(1, 14);
  int nans = 0, minus_zeros = 0, subnormal_factors = 0;
  for (int i = 0; i < 200'000; ++i) {
    Case x;
    const int kind = random.below(kElementKinds), zeros = random.pick({0, 0, 70});
    const auto draw = [&](const Format& format) {
      if (random.chance(zeros)) return (random.next() & 1) << format.sign_low();
      return element(random, format, kind);
    };
    for (int k = 0; k < 2; ++k) {
      x[Operand::a].push_back(draw(*unit.instruction.a));
      x[Operand::b].push_back(draw(*unit.instruction.b));
    }
    x.c() = zeros == 0 ? draw(unit.c()) : random.next() & 0x81800001;
    const std::uint64_t expected = x86::dot_of_f16_pair(
        words_of(x[Operand::a]), words_of(x[Operand::b]), static_cast<std::uint32_t>(x.c()));
    const std::uint64_t d = evaluate(sequence, view(x));
    ASSERT_TRUE(same_bits(unit.d(), d, expected, true)) << std::hex << d << ", not " << expected;
    nans += is_nan(unit.d(), d);
    minus_zeros += d == 0x80000000;
    const std::uint64_t magnitude = x[Operand::a][0] & 0x7fff;
    subnormal_factors += magnitude != 0 && magnitude < 0x400;
  }
  EXPECT_GT(nans, 100);
  EXPECT_GT(minus_zeros, 100);
  EXPECT_GT(subnormal_factors, 100);
}

struct WordInstruction {
  const char* factors;
  std::uint32_t (*dot)(x86::Elements a, x86::Elements b, std::uint32_t c, bool saturates);
};

class Vnni16 : public testing::TestWithParam<WordInstruction> {};

TEST_P(Vnni16, EqualsTheDocumentsOperations) {
  constexpr std::uint64_t kEnds[] = {0, 1, 0x7fff, 0x8000, 0x8001, 0xffff};
  constexpr std::uint64_t kEndsOfC[] = {0, 1, 0x7fffffff, 0x80000000, 0xffffffff, 0xfffffffe};
  Random random(1, 15);
  int saturated = 0;
  for (const bool saturates : {false, true}) {
    const Unit unit =
        find_unit("x86/vpdpw" + std::string(GetParam().factors) + "d" + (saturates ? "s" : ""));
    const Sequence sequence(unit);
    const auto expect_same = [&](const Case& x) {
      const Words a = words_of(x[Operand::a]), b = words_of(x[Operand::b]);
      const auto c = static_cast<std::uint32_t>(x.c());
      const std::uint32_t expected = GetParam().dot(a, b, c, saturates);
      ASSERT_EQ(evaluate(sequence, view(x)), expected);
      saturated += saturates && expected != GetParam().dot(a, b, c, false);
    };
    Case x;
    x[Operand::a].resize(2), x[Operand::b].resize(2);
    for (int i = 0; i < 6 * 6 * 6 * 6 * 6; ++i) {
      auto next = [rest = i]() mutable {
        const int digit = rest % 6;
        rest /= 6;
        return digit;
      };
      for (const Operand operand : {Operand::a, Operand::b})
        for (auto& element : x[operand]) element = kEnds[next()];
      x.c() = kEndsOfC[next()];
      ASSERT_NO_FATAL_FAILURE(expect_same(x));
    }
    for (int i = 0; i < 20'000; ++i) {
      for (const Operand operand : {Operand::a, Operand::b})
        for (auto& element : x[operand]) element = random.next() & 0xffff;
      x.c() = random.next() & 0xffffffff;
      ASSERT_NO_FATAL_FAILURE(expect_same(x));
    }
  }
  EXPECT_GT(saturated, 100);
}

INSTANTIATE_TEST_SUITE_P(
    Rows, Vnni16,
    testing::Values(
        WordInstruction{"su", x86::dot_of_words<std::int16_t, std::uint16_t, std::int32_t>},
        WordInstruction{"us", x86::dot_of_words<std::uint16_t, std::int16_t, std::int32_t>},
        WordInstruction{"uu", x86::dot_of_words<std::uint16_t, std::uint16_t, std::uint32_t>}),
    [](const auto& row) { return std::string(row.param.factors); });

}  // namespace
}  // namespace mmasc
