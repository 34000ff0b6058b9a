// SPDX-License-Identifier: Apache-2.0
// Operands of a GEMM decoded into panels: a stretch of K of some rows of A, or some columns of B.
#pragma once

#include <atomic>
#include <cstdint>

#include "mmasc/batch/aligned_buffer.h"
#include "mmasc/batch/program.h"

namespace mmasc::batch {

// A part of K, in whole instructions.
struct Slice {
  std::int64_t first_instruction = 0;
  int instructions = 0;
};

template <class Lane>
struct PanelBuffer {
  AlignedBuffer<typename Lane::value> value;
  AlignedBuffer<typename Lane::exponent> exponent;
  AlignedBuffer<float> scale;
  AlignedBuffer<std::uint16_t> place;  // of a row's elements among those of b, where A is sparse
  std::atomic<bool> special = false;   // some element or scale is infinite or NaN
};

// One operand as the kernels see it: for rows the lines of `matrix` run along K, for lanes across.
struct OperandView {
  MatrixView matrix;  // M x K for rows, K x N for lanes
  std::optional<MatrixView> scales;
  Decoder decoder;
  std::optional<MatrixView> metadata = {};  // where `matrix` is A without its zeros
};

// Elements of K, `k` in an instruction, rounded up to what kernels decode at once: of a row of a
// rows panel those of a, of a lane those of b.
constexpr int pitch_of(const Slice& slice, int k) {
  return (k * slice.instructions + 15) / 16 * 16;
}

// Makes room for `count` rows or lanes, of `k` elements in an instruction.
template <class Lane>
void reserve(const LaneProgram& program, const Slice& slice, int k, std::int64_t count,
             PanelBuffer<Lane>& out);

// Packs rows [first, first + count) of the operand into rows [row, row + count) of the panel; of a
// sparse A what is kept.
template <class Lane>
void pack_rows(const LaneProgram& program, const Kernels& kernels, const OperandView& operand,
               const Slice& slice, std::int64_t first, std::int64_t count, std::int64_t row,
               PanelBuffer<Lane>& out);

// Packs columns [first, first + width) of the operand into one panel, which begins after `lane`
// lanes. Columns beyond the operand's last are zeros.
template <class Lane>
void pack_lanes(const LaneProgram& program, const Kernels& kernels, const OperandView& operand,
                const Slice& slice, std::int64_t first, int width, std::int64_t lane,
                PanelBuffer<Lane>& out);

}  // namespace mmasc::batch
