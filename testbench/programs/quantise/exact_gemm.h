// SPDX-License-Identifier: Apache-2.0
// One element of D of the scaled GEMM, by the specification and exact sums.
#pragma once

#include <optional>

#include "mmasc/quantise/scaled_gemm.h"
#include "mmasc/unit/formats.h"
#include "specification/exact.h"
#include "specification/term.h"

namespace mmasc {

class ExactGemm {
 public:
  ExactGemm(const Unit& unit, const ScaledGemmProblem& problem, const ScaledGemmOptions& options)
      : unit_(unit), problem_(problem), options_(options), k_(problem.a.elements.columns) {}

  std::uint64_t element(std::int64_t row, std::int64_t column) const {
    const std::int64_t interval = options_.interval > 0 ? options_.interval : k_;
    exact::Dyadic sum;
    for (std::int64_t k = 0; k < k_; k += interval) {
      const exact::Dyadic partial = partial_sum(row, column, k, std::min(k_, k + interval));
      const exact::Dyadic scales =
          rounded(scale(problem_.a, row, k) * scale(problem_.b, k, column));
      sum = options_.addition == ScaledAddition::fused ? rounded(partial * scales + sum)
                                                       : rounded(rounded(partial * scales) + sum);
    }
    return bits_of(sum);
  }

 private:
  static const Format& f32() { return format_named("f32"); }

  // A zero is +0: a sum that begins with it and takes in -0, or cancels, is.
  static exact::Term term_of(const exact::Dyadic& value) {
    if (value.is_zero()) return exact::zero_term(f32(), false);
    exact::Term term;
    term.value = value;
    term.exponent = exact::floor_log2(value);
    term.negative = value.is_negative();
    return term;
  }
  static exact::Dyadic rounded(const exact::Dyadic& value) {
    return exact::round_to_format(term_of(value), f32(), {}).value;
  }
  static std::uint64_t bits_of(const exact::Dyadic& value) {
    return exact::encode(f32(), term_of(value));
  }

  exact::Dyadic scale(const ScaledOperand& operand, std::int64_t row, std::int64_t column) const {
    const auto value = [](float x) {
      return exact::decode(f32(), std::bit_cast<std::uint32_t>(x)).value;
    };
    if (!operand.scales || unit_.instruction.scale) return value(operand.tensor_scale);
    const BlockShape& block = operand.block;
    const auto of_block =
        exact::decode(f32(), load_element(*operand.scales, block.rows > 0 ? row / block.rows : 0,
                                          block.columns > 0 ? column / block.columns : 0));
    return rounded(of_block.value * value(operand.tensor_scale));
  }

  exact::Dyadic partial_sum(std::int64_t row, std::int64_t column, std::int64_t first,
                            std::int64_t last) const {
    const std::int64_t inner = options_.inner_interval > 0 ? options_.inner_interval : last - first;
    exact::Dyadic sum;
    for (std::int64_t k = first; k < last; k += inner)
      sum = rounded(sum + chain(row, column, k, std::min(last, k + inner)));
    return sum;
  }

  exact::Dyadic chain(std::int64_t row, std::int64_t column, std::int64_t first,
                      std::int64_t last) const {
    const std::int64_t depth = unit_.instruction.shape.k;
    std::uint64_t c = 0;
    for (std::int64_t k = first; k < last; k += depth) {
      std::vector<std::uint64_t> a, b, sa, sb;
      for (std::int64_t i = k; i < k + depth; ++i) {
        a.push_back(i < k_ ? load_element(problem_.a.elements, row, i) : 0);
        b.push_back(i < k_ ? load_element(problem_.b.elements, i, column) : 0);
      }
      if (const auto& scale = unit_.instruction.scale)
        for (std::int64_t i = k; i < k + depth; i += scale->block) {
          const std::int64_t at = i / scale->block;
          const std::uint64_t one = std::uint64_t(scale->format->bias)
                                    << scale->format->fraction_bits;
          sa.push_back(i < k_ ? load_element(*problem_.a.scales, row, at) : one);
          sb.push_back(i < k_ ? load_element(*problem_.b.scales, at, column) : one);
        }
      c = evaluate_exactly(unit_, a, b, c, sa, sb);
    }
    return exact::decode(unit_.d(), c).value;
  }

  const Unit& unit_;
  const ScaledGemmProblem& problem_;
  const ScaledGemmOptions& options_;
  std::int64_t k_;
};

}  // namespace mmasc
