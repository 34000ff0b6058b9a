// SPDX-License-Identifier: Apache-2.0
// D = C + A * B of quantised matrices whose scales are applied outside the unit, as DeepSeek-V3's
// fine-grained FP8 GEMM does (arXiv 2412.19437, section 3.3.2; DeepGEMM): the unit adds up the
// products of an interval of K from +0, its partial sum is multiplied with the scales of A's row
// and B's column and added to an f32 sum. docs/fp8.md explains it to users.
//
// D is a function of the operands and of the options' arithmetic alone: threads, tiles and vector
// instructions change no bit.
#pragma once

#include <cstdint>
#include <optional>

#include "mmasc/arith/engine.h"
#include "mmasc/quantise/quantise.h"

namespace mmasc {

// How a partial sum and the f32 sum are put together. The product of the two scales is rounded to
// f32 before; all roundings are to nearest even.
enum class ScaledAddition {
  fused,     // fma(partial, scales, sum): what nvcc makes of DeepGEMM's sum += scales * partial
  two_step,  // partial * scales, rounded; sum + that, rounded
};

struct ScaledGemmOptions {
  // Elements of K between additions to the f32 sum, a multiple of the unit's k; 0: all of K, so
  // that the sum is one product.
  std::int64_t interval = 128;
  // Elements of K after which the unit's partial sum is added, unscaled, to an f32 sum of the
  // interval: a second level of promotion. A multiple of the unit's k that divides the interval; 0:
  // none.
  std::int64_t inner_interval = 0;
  ScaledAddition addition = ScaledAddition::fused;
  // The seed of the random bits of stochastic roundings, which are a function of it and of the
  // place in D and K, as with GemmOptions::seed.
  std::uint64_t seed = 0;
  int threads = 0;         // at most so many besides the engine's; 0: one for each processor
  Progress progress = {};  // of intervals times elements of D
};

// A quantised matrix. Where the unit takes block scales, they are `scales`, along K, and the
// tensor's alone is outside.
struct ScaledOperand {
  MatrixView elements;                 // in the unit's format
  std::optional<MatrixView> scales{};  // f32, one for each block; none: 1
  BlockShape block{};                  // of these; {0, 0} and the unit's own are its block scales'
  float tensor_scale = 1;  // of all elements besides; its product with a scale is rounded to f32
};

// D is the f32 sum; plus C, rounded to f32; rounded to D's format: all to nearest even.
struct ScaledGemmProblem {
  ScaledOperand a, b;  // M x K and K x N
  MutableMatrix d;     // M x N; overlaps nothing but C, element on element
  std::optional<MatrixView> c{};
  const Format *c_format = nullptr, *d_format = nullptr;  // f32 (null), f16 or bf16
};

// Throws InputError where the unit's results are none of f32's, the intervals do not fit it, or the
// scales of A or B change within one: after so many elements of K (0: never).
void check_intervals(const Unit& unit, const ScaledGemmOptions& options, std::int64_t k,
                     std::int64_t scale_a_along_k, std::int64_t scale_b_along_k);

// Throws InputError where shapes, formats or intervals do not fit: scales may not change within an
// interval.
void scaled_gemm(const Engine& engine, const ScaledGemmProblem& problem,
                 const ScaledGemmOptions& options = {});

}  // namespace mmasc
