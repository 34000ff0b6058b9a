// SPDX-License-Identifier: Apache-2.0
// The catalogue's CDNA rows beside the oracle of MFMA.
#pragma once

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "arith/operands.h"
#include "mmasc/arith/same_bits.h"
#include "mmasc/stimulus/generator.h"
#include "mmasc/unit/catalog.h"
#include "specification/element.h"
#include "specification/mfma.h"

namespace mmasc::mfma {

inline std::vector<std::string> rows() {
  std::vector<std::string> all;
  for (const Unit& unit : catalog().units())
    if (unit.instruction.id.starts_with("cdna") && !unit.d().is_integer())
      all.push_back(unit.instruction.id);
  return all;
}

inline Dot dot_of(const Unit& unit) {
  const std::string& id = unit.instruction.id;
  const auto generation = static_cast<Generation>(id[std::string_view("cdna").size()] - '1');
  return {generation, *unit.instruction.a, *unit.instruction.b, unit.d(), id.ends_with("_1k")};
}

// The two of each four elements of b that the metadata name; all of a dense instruction's.
inline std::vector<std::uint64_t> met(const Unit& unit, const Case& x) {
  const Case::Elements& b = x[Operand::b];
  if (!unit.instruction.sparsity) return {b.begin(), b.end()};
  std::vector<std::uint64_t> elements;
  const Case::Elements& places = x[Operand::metadata];
  for (std::size_t i = 0; i < places.size(); ++i)
    elements.push_back(b[i / 2 * 4 + static_cast<std::size_t>(places[i] & 3)]);
  return elements;
}

inline std::uint64_t oracle(const Unit& unit, const Case& x, const Reading& reading = {}) {
  return dot(dot_of(unit), x[Operand::a], met(unit, x), x.c(), reading);
}

// Operation i of three in turn: of each class of vectors, aimed at what the unit drops; bits that
// know nothing of it; and products about the last bits of c, where a late c is floored.
class Operations {
 public:
  explicit Operations(const Unit& unit) : unit_(unit), generator_(unit, 11), random_(1, 12) {}

  Case make(int i) {
    const auto class_count = static_cast<int>(std::size(kVectorClasses));
    Case x = generator_.make(kVectorClasses[static_cast<std::size_t>(i % class_count)].value,
                             static_cast<std::uint64_t>(i / class_count));
    const int kind_of_operation = i / class_count % 3;
    if (kind_of_operation == 1) draw_any(x);
    if (kind_of_operation == 2) draw_beneath(x);
    return x;
  }

 private:
  void draw_any(Case& x) {
    const int kind = random_.below(kElementKinds);
    const auto draw = [&](const Format& format) {
      return element(random_, format, random_.chance(6) ? kElementKinds : kind);
    };
    for (std::uint64_t& bits : x[Operand::a]) bits = draw(*unit_.instruction.a);
    for (std::uint64_t& bits : x[Operand::b]) bits = draw(*unit_.instruction.b);
    x.c() = draw(unit_.c());
  }

  // A power of two, seldom times a number below 2.
  std::uint64_t power(const Format& format, int exponent) {
    const std::uint64_t fraction =
        random_.chance(15) ? random_.next() & ((std::uint64_t{1} << format.fraction_bits) - 1) : 0;
    return std::uint64_t{random_.chance(50)} << format.sign_low() |
           static_cast<std::uint64_t>(exponent + format.bias) << format.exponent_low() |
           fraction << format.fraction_low();
  }

  void draw_beneath(Case& x) {
    const Format &a = *unit_.instruction.a, &b = *unit_.instruction.b;
    constexpr int kDepth = 24, kDeeper = 9, kMost = 50;
    const int least = std::max({a.least_exponent() + kDeeper, b.least_exponent(), -kMost});
    const int most = std::min({a.greatest_exponent(), b.greatest_exponent(), kMost});
    const int lead = random_.between(2 * least, 2 * most);
    for (std::uint64_t& bits : x[Operand::a])
      bits = random_.chance(40)
                 ? 0
                 : power(a, lead / 2 - random_.pick({0, 0, 1, kDeeper - 2, kDeeper - 1, kDeeper}));
    for (std::uint64_t& bits : x[Operand::b]) bits = power(b, lead - lead / 2);
    x.c() = power(unit_.c(), lead + kDepth);
  }

  const Unit& unit_;
  Generator generator_;
  Random random_;
};

// The rows of the catalogue read as the package 2.0.2 has it.
inline void expect_equal(const std::string& id, int operations) {
  const Unit unit = find_unit(id);
  const Sequence sequence(unit);
  Operations all(unit);
  int numbers = 0;
  for (int i = 0; i < operations; ++i) {
    const Case x = all.make(i);
    const std::uint64_t expected = oracle(unit, x), d = evaluate(sequence, view(x));
    numbers += is_nan(unit.d(), expected) ? 0 : 1;
    ASSERT_TRUE(same_bits(unit.d(), d, expected, true))
        << "operation " << i << std::hex << ": " << d << ", oracle " << expected;
  }
  EXPECT_GT(numbers, operations / 4);
  EXPECT_LT(numbers, operations);
}

}  // namespace mmasc::mfma
