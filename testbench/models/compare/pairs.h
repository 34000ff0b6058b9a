// SPDX-License-Identifier: Apache-2.0
// Two units, and operands for which they differ.
#pragma once

#include <gtest/gtest.h>

#include "mmasc/arith/owned_matrix.h"
#include "mmasc/compare/chain.h"
#include "mmasc/compare/shrink.h"
#include "mmasc/stimulus/generator.h"
#include "mmasc/unit/catalog.h"

namespace mmasc::compare {

inline constexpr const char* kAda = "ada/mma.m16n8k16.f32.f16.f16.f32";
inline constexpr const char* kHopper = "hopper/wgmma.m64nNk16.f32.f16.f16";

struct Pair {
  Sequence x, y;
  bool differ(const Case& row) const { return evaluate_chain(x, row) != evaluate_chain(y, row); }
};

inline Pair pair_of(const Unit& x, const Unit& y) { return {Sequence(x), Sequence(y)}; }
inline Pair pair_of(std::string_view x, std::string_view y) {
  return pair_of(catalog().find(x), catalog().find(y));
}

// A unit, and the same with a field changed.
inline Pair pair_of_changed(std::string_view id, std::string_view field, std::string_view value) {
  const Unit& unit = catalog().find(id);
  return pair_of(unit, unit.with(field, value));
}

// `instructions` of x next to each other, the first drawn for which the units differ.
inline Case differing(const Pair& pair, VectorClass vector_class, std::uint64_t seed,
                      int instructions = 1) {
  const Generator generator(pair.x.unit(), seed);
  for (std::uint64_t i = 0; i < 2000; ++i) {
    Case row = generator.make(vector_class, i);
    for (int more = 1; more < instructions; ++more) {
      const Case next = generator.make(vector_class, 10000 * i + static_cast<std::uint64_t>(more));
      for (const OperandRow& input : kInputs) {
        if (input.along != Along::row && input.along != Along::column) continue;
        std::vector<std::uint64_t>& all = row[input.operand];
        all.insert(all.end(), next[input.operand].begin(), next[input.operand].end());
      }
    }
    if (pair.differ(row)) return row;
  }
  ADD_FAILURE() << "the units do not differ";
  return Case();
}

inline Case row_of(std::vector<std::uint64_t> a, std::vector<std::uint64_t> b, std::uint64_t c) {
  Case row;
  row[Operand::a] = std::move(a);
  row[Operand::b] = std::move(b);
  row.c() = c;
  return row;
}

// A matrix of equal elements.
inline OwnedMatrix filled(const Format& format, std::int64_t rows, std::int64_t columns,
                          std::uint64_t bits) {
  OwnedMatrix matrix(format, rows, columns, "operand");
  for (std::int64_t i = 0; i < rows; ++i)
    for (std::int64_t j = 0; j < columns; ++j) store_element(matrix.matrix(), i, j, bits);
  return matrix;
}

// The witness shows it, and no more where one element is zeroed or one bit cleared.
inline void expect_minimal(const Shows& shows, const Case& witness) {
  ASSERT_TRUE(shows(witness));
  int tried = 0;
  const auto vanishes = [&](Operand operand, std::size_t i) {
    const std::uint64_t bits = witness[operand][i];
    for (int bit = -1; bit < 64; ++bit) {
      const std::uint64_t mask = bit < 0 ? ~std::uint64_t{0} : std::uint64_t{1} << bit;
      if ((bits & mask) == 0) continue;
      Case smaller = witness;
      smaller[operand][i] = bits & ~mask;
      EXPECT_FALSE(shows(smaller)) << "bit " << bit;
      ++tried;
    }
  };
  for (const Operand operand : {Operand::a, Operand::b, Operand::c})
    for (std::size_t i = 0; i < witness[operand].size(); ++i) vanishes(operand, i);
  EXPECT_GT(tried, 0);
}

inline void expect_minimal(const Pair& pair, const Case& witness) {
  expect_minimal([&](const Case& row) { return pair.differ(row); }, witness);
}

}  // namespace mmasc::compare
