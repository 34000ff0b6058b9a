// SPDX-License-Identifier: Apache-2.0
// D = A * B of f32, f16 or bf16 matrices on a unit of small formats: both are quantised, with
// scales of blocks, and multiplied by scaled_gemm(), or, where the unit takes block scales itself,
// with these.
#pragma once

#include <cstdint>
#include <optional>

#include "quantise/scaled_gemm.h"

namespace mmasc {

struct Fp8GemmOptions {
  // That share a scale, as A (M x K) and B (K x N) are multiplied: 1 x 128 of activations, 128 x
  // 128 of weights, 128 x 1 of a gradient that is B; 0: all. Where the unit takes block scales,
  // theirs.
  BlockShape block_a{1, 128}, block_b{128, 128};
  // Unset: f32; of units with scales of powers of two, mx.
  std::optional<ScaleKind> scale = {};
  Quotient quotient = Quotient::exact;
  float least_greatest = 0;
  // Of units whose scales have a fraction (NVFP4): whether there is one of the tensor besides.
  bool has_tensor_scale = true;
  // Unset: 128, or, of units that take block scales, 0.
  std::optional<std::int64_t> interval = {};
  std::int64_t inner_interval = 0;
  ScaledAddition addition = ScaledAddition::fused;
  std::uint64_t seed = 0;  // of the random bits of stochastic roundings
  int threads = 0;
  Progress progress = {};
};

struct Fp8GemmProblem {
  MatrixView a, b;                                        // M x K and K x N
  const Format *a_format = nullptr, *b_format = nullptr;  // f32, f16 or bf16
  MutableMatrix d;                                        // M x N, f32; overlaps neither
};

// What the operands are quantised to for a unit.
struct OperandSchemes {
  QuantiseScheme a, b;
};
OperandSchemes operand_schemes(const Unit& unit, const Fp8GemmOptions& options);

// The interval that the options mean for a unit.
std::int64_t interval_of(const Unit& unit, const Fp8GemmOptions& options);

// Throws InputError where formats, blocks or intervals do not fit the unit for K = k.
void check(const Unit& unit, const Fp8GemmOptions& options, std::int64_t k);

// Throws InputError where shapes, formats, blocks or intervals do not fit, or a number is NaN or
// infinite; EnvironmentError where there is not enough memory.
void fp8gemm(const Engine& engine, const Fp8GemmProblem& problem,
             const Fp8GemmOptions& options = {});

}  // namespace mmasc
