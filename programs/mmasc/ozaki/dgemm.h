// SPDX-License-Identifier: Apache-2.0
// D = A * B in FP64 or FP32 on a matrix unit of small formats, by the Ozaki scheme (Mukunoki,
// Ozaki, Ogita, Imamura: DGEMM using Tensor Cores, ISC 2020). A's rows and B's columns are split
// without an error into slices (split.h) so narrow that the unit multiplies two of them exactly
// (exact_chain.h); products of slices of one weight are added up exactly, and D is their sum.
//
// D is a function of the operands, the slices and the summation alone: threads, blocks and tiles
// change no bit. docs/ozaki.md explains it to users.
#pragma once

#include <cstdint>

#include "mmasc/arith/engine.h"
#include "mmasc/ozaki/exact_chain.h"

namespace mmasc {

// With d slices of A and of B, those products of slice p of A and slice q of B that are computed.
enum class SliceProducts {
  fast,  // p + q <= d + 1
  full,  // all
};

enum class SliceSummation {
  fp64,     // from the least weight to the greatest in FP64, to nearest even
  correct,  // exact, then rounded once to nearest even
};

struct DgemmOptions {
  // At most so many of each matrix, or:
  static constexpr int kEstimated = 0;  // as many as the accuracy of an FP64 (FP32) GEMM takes
  static constexpr int kAll = -1;       // until nothing is left; all products are then computed
  int slices = kEstimated;
  SliceProducts products = SliceProducts::fast;
  SliceSummation summation = SliceSummation::fp64;
  int slice_bits = 0;       // of exact_slices(); 0: those that take the unit least time
  std::int64_t block = 0;   // products of one call of the unit's GEMM, at most; 0: all it can add
  std::int64_t memory = 0;  // bytes, at most, of all that is kept; 0: those of the machine
  int threads = 0;          // at most so many besides the engine's; 0: one for each processor
  Progress progress = {};   // of products of slices
};

struct DgemmProblem {
  MatrixView a, b;  // M x K and K x N, elements of f64 or f32 (element_bits 64 or 32)
  MutableMatrix d;  // M x N, of f64 or f32, whose accuracy is meant; overlaps neither
};

// How the product was computed.
struct DgemmSummary {
  ExactSlices unit;
  int slices_a = 0, slices_b = 0;
  std::int64_t slice_products = 0;  // of A and B whole
  std::int64_t block = 0;           // products of one call of the unit's GEMM
  bool is_whole = false;            // nothing of A * B was left out
};

// Throws InputError where shapes do not agree, an element is NaN or infinite, or the unit adds up
// no slices exactly; EnvironmentError where there is not enough memory.
DgemmSummary dgemm(const Engine& engine, const DgemmProblem& problem,
                   const DgemmOptions& options = {});

}  // namespace mmasc
