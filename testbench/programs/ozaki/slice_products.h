// SPDX-License-Identifier: Apache-2.0
// Products of slices as long as a unit is said to add them up exactly have no error; with one bit
// more they have.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <map>

#include "mmasc/arith/sequence_plan.h"
#include "ozaki/doubles.h"
#include "random/random_unit.h"

namespace mmasc::slices {

constexpr std::int64_t kSide = 4, kLongest = 4096;

using Integers = std::vector<std::int64_t>;

enum class Kind { random, small_last, greatest, equal_signs, last_is_one };
constexpr Kind kKinds[] = {Kind::random, Kind::small_last, Kind::greatest, Kind::equal_signs,
                           Kind::last_is_one};

// kSide lines of k integers of at most 2^(bits-1).
inline Integers draw(Kind kind, int bits, std::int64_t k, std::mt19937_64& random) {
  const std::int64_t most = std::int64_t{1} << (bits - 1);
  const auto any = [&] {
    return static_cast<std::int64_t>(random() % static_cast<std::uint64_t>(2 * most + 1)) - most;
  };
  Integers all(static_cast<std::size_t>(kSide * k));
  for (std::size_t i = 0; i < all.size(); ++i) {
    const bool is_last = static_cast<std::int64_t>(i) % k == k - 1;
    switch (kind) {
      case Kind::random:
        all[i] = any();
        break;
      case Kind::small_last:
        all[i] = is_last ? 1 : any();
        break;
      case Kind::greatest:
        all[i] = most;
        break;
      case Kind::equal_signs:
        all[i] = most - static_cast<std::int64_t>(random() % 2) * (most > 1 ? 1 : 0);
        break;
      case Kind::last_is_one:
        all[i] = is_last ? 1 : most;
        break;
    }
  }
  return all;
}

inline OwnedMatrix stored(const Integers& integers, const Format& format, int unit,
                          std::int64_t k) {
  OwnedMatrix matrix(format, kSide, k, "a slice");
  for (std::int64_t i = 0; i < kSide; ++i)
    for (std::int64_t j = 0; j < k; ++j)
      store_element(matrix.matrix(), i, j,
                    encode_integer(format, integers[static_cast<std::size_t>(i * k + j)], unit));
  return matrix;
}

// Elements of D of a product of slices of `bits` bits that are not the sum of products.
inline int wrong_elements(const Engine& engine, const ExactSlices& slices, Kind kind,
                          std::int64_t k, const GemmOptions& options, std::mt19937_64& random) {
  const Unit& unit = engine.unit();
  const Integers a = draw(kind, slices.bits, k, random), b = draw(kind, slices.bits, k, random);
  const OwnedMatrix stored_a = stored(a, *unit.instruction.a, slices.unit_a, k);
  const OwnedMatrix stored_b = stored(b, *unit.instruction.b, slices.unit_b, k);
  const Format& format = d_format(unit, options);
  const OwnedMatrix d(format, kSide, kSide, "D");
  GemmProblem problem;
  problem[Operand::a] = stored_a.matrix();
  problem[Operand::b] = MatrixView(stored_b.matrix()).transposed();
  problem.d = d.matrix();
  std::optional<OwnedMatrix> ones;
  if (const auto& scale = unit.instruction.scale) {
    ones.emplace(*scale->format, kSide, (k + scale->block - 1) / scale->block, "scales");
    for (std::int64_t i = 0; i < kSide; ++i)
      for (std::int64_t j = 0; j < ones->matrix().columns; ++j)
        store_element(ones->matrix(), i, j, one(*scale->format));
    problem[Operand::sa] = ones->matrix();
    problem[Operand::sb] = MatrixView(ones->matrix()).transposed();
  }
  std::optional<OwnedMatrix> tensor_scale;
  if (const Format* const whole = unit.instruction.tensor_scale) {
    tensor_scale.emplace(*whole, 1, 1, "tensor-wide scale");
    store_element(tensor_scale->matrix(), 0, 0, one(*whole));
    problem[Operand::st] = tensor_scale->matrix();
  }
  engine.gemm(problem, options);
  int wrong = 0;
  for (std::int64_t i = 0; i < kSide; ++i)
    for (std::int64_t j = 0; j < kSide; ++j) {
      int128 sum = 0;
      for (std::int64_t x = 0; x < k; ++x)
        sum +=
            int128{a[static_cast<std::size_t>(i * k + x)]} * b[static_cast<std::size_t>(j * k + x)];
      const Dyadic exact{BigInt(sum), slices.unit_a + slices.unit_b};
      if (!is_finite(format, d.at(i, j)) || !(exact_value(format, d.at(i, j)) == exact)) ++wrong;
    }
  return wrong;
}

// One unit of each kind that differs in anything that counts.
inline std::vector<Unit> different_units() {
  std::map<std::string, Unit> units;
  for (const Unit& unit : catalog().units()) {
    const Instruction& row = unit.instruction;
    if (row.sparsity) continue;                                        // A is dense
    if (!row.a->is_signed() || !row.b->is_signed()) continue;          // slices have signs
    if (!unit.datapath.sums.back().ones_complement.empty()) continue;  // never exact
    const auto is_negated = [](const TermRow& term) { return term.negated; };
    const auto negates = [&](const SumRow& sum) {
      return std::ranges::any_of(sum.terms, is_negated);  // d is not c plus all products
    };
    if (std::ranges::any_of(unit.datapath.sums, negates)) continue;
    std::string key = unit.datapath.name;
    for (const Format* format : {row.a, row.b, row.c}) key += " " + std::string(format->name);
    key += " " + std::to_string(row.shape.k) + (row.widen ? "w" : "") + (row.late_c ? "l" : "");
    if (row.scale) key += std::string(row.scale->format->name) + std::to_string(row.scale->block);
    units.emplace(key, unit);
  }
  std::vector<Unit> all;
  for (auto& [key, unit] : units) all.push_back(unit);
  return all;
}

struct Tally {
  int units = 0, matrices = 0, tight = 0;
};

// Checks every width of one unit.
inline void check_unit(const Unit& unit, int repetitions, Tally& tally) {
  const auto engine = make_batch_engine(unit, {.target = "", .threads = 1});
  const std::vector<ExactSlices> all = exact_slices(unit);
  ASSERT_FALSE(all.empty()) << unit.instruction.id;
  std::mt19937_64 random(5);
  for (const ExactSlices& slices : all) {
    if (slices.chain > kLongest) continue;
    for (const Kind kind : kKinds)
      for (int i = 0; i < repetitions; ++i) {
        ++tally.matrices;
        ASSERT_EQ(wrong_elements(*engine, slices, kind, slices.chain, {}, random), 0)
            << unit.instruction.id << ", slices of " << slices.bits
            << " bits, K = " << slices.chain;
      }
    if (slices.call > slices.chain) {
      GemmOptions promoted;
      promoted.promotion = {static_cast<int>(slices.chain / unit.instruction.shape.k),
                            Rounding::nearest_even};
      for (const Kind kind : kKinds)
        ASSERT_EQ(wrong_elements(*engine, slices, kind, std::min(slices.call, kLongest), promoted,
                                 random),
                  0)
            << unit.instruction.id << ", promoted, slices of " << slices.bits << " bits";
    }
    // One bit more, where the format has it.
    ExactSlices wider = slices;
    ++wider.bits;
    if (slices.bits == all.back().bits) continue;
    // Where C has another format than D, chains are short whatever the bits.
    if (!(*unit.instruction.c == unit.d())) continue;
    ASSERT_NE(why_inexact(unit, wider.bits, slices.chain), std::nullopt) << unit.instruction.id;
    wider.unit_a = all[static_cast<std::size_t>(wider.bits - 1)].unit_a;
    wider.unit_b = all[static_cast<std::size_t>(wider.bits - 1)].unit_b;
    int wrong = 0;
    for (const Kind kind : kKinds)
      wrong += wrong_elements(*engine, wider, kind, slices.chain, {}, random);
    EXPECT_GT(wrong, 0) << unit.instruction.id << ", slices of " << wider.bits
                        << " bits, K = " << slices.chain;
    ++tally.tight;
  }
}

// Every step-th of the units that differ, from the first on.
inline Tally check_units(std::size_t first, std::size_t step) {
  Tally tally;
  const std::vector<Unit> units = different_units();
  for (std::size_t i = first; i < units.size(); i += step) {
    if (units[i].datapath.name.starts_with("cdna1")) continue;  // by the reference: a test apart
    check_unit(units[i], 4, tally);
    ++tally.units;
  }
  return tally;
}

}  // namespace mmasc::slices
