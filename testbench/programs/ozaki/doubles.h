// SPDX-License-Identifier: Apache-2.0
// Matrices of doubles, their products exactly, and operands of a range of exponents.
#pragma once

#include <bit>
#include <cmath>
#include <cstring>
#include <random>
#include <string>
#include <vector>

#include "host_matrix.h"
#include "mmasc/arith/convert.h"
#include "mmasc/arith/owned_matrix.h"
#include "mmasc/batch/engine.h"
#include "mmasc/measures/correct.h"
#include "mmasc/ozaki/dgemm.h"
#include "mmasc/specification/dyadic.h"
#include "mmasc/unit/catalog.h"
#include "mmasc/unit/error.h"
#include "mmasc/unit/formats.h"

namespace mmasc {

inline constexpr const char* kHopperF16 = "hopper/mma.m16n8k16.f32.f16.f16.f32";
inline constexpr const char* kHopperE4m3 = "hopper/wgmma.m64nNk32.f32.e4m3.e4m3";
inline constexpr const char* kInt8 = "ampere/mma.m16n8k32.s32.s8.s8.s32";

// In this thread alone: what tests multiply is small.
inline std::unique_ptr<Engine> one_thread(const Unit& unit) {
  return make_batch_engine(unit, {.target = "", .threads = 1});
}

inline Dyadic dyadic(double x) {
  return exact_value(format_named("f64"), std::bit_cast<std::uint64_t>(x));
}

inline Dyadic exact_element(const Doubles& a, const Doubles& b, std::int64_t i, std::int64_t j) {
  Dyadic sum;
  for (std::int64_t k = 0; k < a.columns; ++k) {
    const Dyadic x = dyadic(a.at(i, k)), y = dyadic(b.at(k, j));
    if (x.is_zero() || y.is_zero()) continue;
    const Dyadic product{x.integer * y.integer, x.exponent + y.exponent};
    sum = sum.is_zero() ? product : sum + product;
  }
  return sum;
}

inline double correct_element(const Doubles& a, const Doubles& b, std::int64_t i, std::int64_t j) {
  return std::bit_cast<double>(correctly_rounded(exact_element(a, b, i, j), format_named("f64")));
}

// (rand - 1/2) * exp(phi * randn), as in the papers' figures.
inline Doubles random_doubles(std::int64_t rows, std::int64_t columns, double phi,
                              std::uint64_t seed) {
  std::mt19937_64 engine(seed);
  std::uniform_real_distribution<double> uniform(-0.5, 0.5);
  std::normal_distribution<double> normal;
  Doubles matrix(rows, columns);
  for (double& x : matrix.values) x = uniform(engine) * std::exp(phi * normal(engine));
  return matrix;
}

inline Doubles multiply(const Engine& engine, const Doubles& a, const Doubles& b,
                        const DgemmOptions& options, DgemmSummary* summary = nullptr) {
  Doubles d(a.rows, b.columns);
  const DgemmSummary done = dgemm(engine, {.a = a.view(), .b = b.view(), .d = d.view()}, options);
  if (summary != nullptr) *summary = done;
  return d;
}

inline DgemmOptions all_slices() {
  DgemmOptions options;
  options.slices = DgemmOptions::kAll;
  options.summation = SliceSummation::correct;
  return options;
}

inline bool same_doubles(const Doubles& x, const Doubles& y) {
  return x.values.size() == y.values.size() &&
         std::memcmp(x.values.data(), y.values.data(), x.values.size() * sizeof(double)) == 0;
}

}  // namespace mmasc
