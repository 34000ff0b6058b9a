// SPDX-License-Identifier: Apache-2.0
// GEMMs of hostile operands, on any engine; D's memory is compared as a whole.
#pragma once

#include <gtest/gtest.h>

#include <optional>
#include <sstream>
#include <string>

#include "batch/engines.h"
#include "batch/stored_matrix.h"
#include "mmasc/unit/catalog.h"
#include "random/gemm_operands.h"

namespace mmasc {

struct GemmCase {
  std::int64_t m = 1, n = 1, k = 1;
  Layout a, b, c, d;
  enum class C { given, absent, in_d } c_is = C::given;
  std::optional<Promotion> promotion;
  int specials = 3;  // percent of the rows of A and of the columns of B that hold a NaN or infinity
  std::uint64_t seed = 0;

  std::string text() const {
    std::ostringstream out;
    const auto layout = [](const Layout& x) {
      constexpr const char* kNames[] = {"rows", "columns", "packed rows", "packed columns"};
      return std::string(kNames[static_cast<int>(x.order)]) + "+" + std::to_string(x.gap);
    };
    out << m << " x " << n << " x " << k << ", seed " << seed << ", A " << layout(a) << ", B "
        << layout(b) << ", C "
        << (c_is == C::given    ? layout(c)
            : c_is == C::absent ? "absent"
                                : "in D")
        << ", D " << layout(d) << ", specials " << specials;
    if (promotion)
      out << ", promoted every " << promotion->interval << " " << name_of(promotion->rounding);
    return out.str();
  }
};

inline GemmCase sized(std::int64_t m, std::int64_t n, std::int64_t k) {
  GemmCase chosen;
  chosen.m = m;
  chosen.n = n;
  chosen.k = k;
  chosen.seed = static_cast<std::uint64_t>(m * 1'000'000 + n * 1000 + k);
  return chosen;
}

// The operands of a case, the same for the same seed.
class GemmOperands {
 public:
  GemmOperands(Unit&&, const GemmCase&) = delete;  // the unit is not copied
  GemmOperands(const Unit& unit, const GemmCase& chosen)
      : unit_(unit),
        case_(chosen),
        d_(d_format(unit, options()), chosen.m, chosen.n, chosen.d),
        random_(chosen.seed) {
    a_centre_ = centre(*unit.instruction.a);
    b_centre_ = centre(*unit.instruction.b);
    const auto special_rows = specials(chosen.m), special_columns = specials(chosen.n);
    const std::vector<bool> zeros = drawn_zeros(unit, size(), random_);
    const OperandLayout layout = layout_of(unit);
    for (const OperandRow& row : matrices_of(unit)) {
      if (row.operand == Operand::c && chosen.c_is == GemmCase::C::absent) continue;
      const Format& format =
          row.operand == Operand::c ? c_format(unit, options()) : *layout[row.operand].format;
      matrix_of(row, format).fill([&](std::int64_t i, std::int64_t j) {
        if (row.operand == Operand::a && zeros[static_cast<std::size_t>(i * chosen.k + j)])
          return zero_bits(random_, format);
        if (row.operand == Operand::a)
          return element(format, a_centre_, special_rows[static_cast<std::size_t>(i)] == j);
        if (row.operand == Operand::b)
          return element(format, b_centre_, special_columns[static_cast<std::size_t>(j)] == i);
        return another(row, format);
      });
    }
  }

  GemmOptions options() const { return {case_.promotion, {}}; }

  GemmProblem problem() {
    GemmProblem problem({}, d_.matrix());
    for (const OperandRow& row : kInputs)
      if (auto& matrix = matrices_[row.operand]) problem[row.operand] = matrix->matrix();
    if (case_.c_is == GemmCase::C::in_d) problem.c() = d_.matrix();
    return problem;
  }

  const StoredMatrix& d() const { return d_; }

 private:
  GemmSize size() const { return {case_.m, case_.n, case_.k}; }

  // The memory of an operand, which is D's where C is in D.
  StoredMatrix& matrix_of(const OperandRow& row, const Format& format) {
    if (row.operand == Operand::c && case_.c_is == GemmCase::C::in_d) return d_;
    const auto [rows, columns] = size_in_gemm(unit_, row, size());
    return matrices_[row.operand].emplace(format, rows, columns, layout_of_lines(row));
  }
  Layout layout_of_lines(const OperandRow& row) const {
    if (row.operand == Operand::a) return case_.a;
    if (row.operand == Operand::b) return case_.b;
    if (row.operand == Operand::c) return case_.c;
    return row.along == Along::row ? Layout{Order::rows, 1} : Layout{Order::columns, 2};
  }

  // An element of any operand but A and B.
  std::uint64_t another(const OperandRow& row, const Format& format) {
    if (row.operand == Operand::c)
      return element(format, a_centre_ + b_centre_, random_.below(1000) < case_.specials);
    return random_.below(1000) < case_.specials
               ? special_bits(random_, format)
               : number_bits(random_, format, random_.between(-3, 3));
  }

  // The exponent around which an operand's elements lie.
  int centre(const Format& format) {
    const int least = std::max(format.least_exponent(), -30);
    return random_.chance(60) ? 0
                              : random_.between(least - 2, std::max(least, std::min(-least, 6)));
  }

  // For each line the place of a special element, or -1.
  std::vector<std::int64_t> specials(std::int64_t lines) {
    std::vector<std::int64_t> places(static_cast<std::size_t>(lines), -1);
    for (auto& place : places)
      if (case_.k > 0 && random_.chance(case_.specials))
        place = random_.below(static_cast<int>(case_.k));
    return places;
  }

  std::uint64_t element(const Format& format, int centre, bool is_special) {
    if (is_special) return special_bits(random_, format);
    const int kind = random_.below(100);
    if (kind < 8) return zero_bits(random_, format);
    if (kind < 10) return corner_bits(random_, format);
    if (kind < 13) return uniform_bits(random_, format);
    if (kind < 20) return number_bits(random_, format, format.least_exponent() - 1);
    return number_bits(random_, format, centre + random_.between(-3, 3));
  }

  const Unit& unit_;
  const GemmCase case_;
  PerInput<std::optional<StoredMatrix>> matrices_;
  StoredMatrix d_;
  Random random_;
  int a_centre_ = 0, b_centre_ = 0;
};

// Whether K need not be whole instructions: zeros fill the last one.
inline bool has_zeros(const Unit& unit) {
  return unit.instruction.a->has_zero() && unit.instruction.b->has_zero();
}

inline std::vector<std::byte> run(const Engine& engine, const GemmCase& chosen) {
  GemmOperands operands(engine.unit(), chosen);
  engine.gemm(operands.problem(), operands.options());
  EXPECT_TRUE(operands.d().gaps_are_whole()) << chosen.text();
  return operands.d().bytes();
}

inline constexpr const char* kF16 = "hopper/mma.m16n8k16.f32.f16.f16.f32";
inline constexpr const char* kF64 = "ada/mma.m8n8k4.f64.f64.f64.f64";
inline constexpr const char* kS8 = "ada/mma.m16n8k32.s32.s8.s8.s32";
inline constexpr const char* kScaled =
    "rtx_blackwell/mma.m16n8k32.mxf8f6f4.f32.e2m1.e3m2.f32.1X.ue8m0";
// One of each kernel: truncated, rounded, in lanes of f64, with scales, with additions; exact,
// of IEEE operations, fused ones and flushed ones, and trees; fused ones of f64, and integers.
inline constexpr const char* kRowsOfKernels[] = {"hopper/mma.m16n8k16.f32.f16.f16.f32",
                                                 "hopper/mma.m16n8k16.f16.f16.f16.f16",
                                                 "hopper/mma.m16n8k16.f32.bf16.bf16.f32",
                                                 "hopper/mma.m16n8k32.f16.e4m3.e5m2.f16",
                                                 kScaled,
                                                 "cdna1/v_mfma_f32_16x16x8bf16",
                                                 "cdna1/v_mfma_f32_16x16x4f32",
                                                 "cdna2/v_mfma_f32_16x16x8bf16",
                                                 "cdna3/v_mfma_f32_16x16x16_f16",
                                                 "cdna3/v_mfma_f32_16x16x16_bf16",
                                                 kF64,
                                                 kS8};
inline const Unit& find_row(const char* id) { return catalog().find(id); }

// Each case by the reference, one dot product after the other, and on every target.
template <class Cases>
void expect_same_gemms(const Unit& unit, const Cases& cases, int threads = 1) {
  ASSERT_TRUE(has_kernel(unit)) << unit.instruction.id << ": " << batch_kernel(unit).reason;
  const auto reference = make_reference_engine(unit);
  const auto engines = engines_on_all_targets(unit, threads);
  for (const GemmCase& chosen : cases) {
    const auto expected = run(*reference, chosen);
    for (const auto& [target, engine] : engines)
      ASSERT_TRUE(run(*engine, chosen) == expected)
          << target << ", " << threads << " threads, " << unit.instruction.id << " ("
          << unit.instruction.note << "): " << chosen.text();
  }
}

}  // namespace mmasc
