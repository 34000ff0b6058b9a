// SPDX-License-Identifier: Apache-2.0
// Operands of a GEMM decoded into panels: a stretch of K of some rows of A, or some columns of B.
#pragma once

#include <atomic>
#include <cstdint>

#include "batch/aligned_buffer.h"
#include "batch/program.h"

namespace mmasc::batch {

// Of K: whole instructions.
struct Slice {
  std::int64_t first_instruction = 0;
  int instructions = 0;
};

template <class Lane>
struct PanelBuffer {
  AlignedBuffer<typename Lane::value> value;
  AlignedBuffer<typename Lane::exponent> exponent;
  AlignedBuffer<float> scale;
  std::atomic<bool> special = false;  // some element or scale is infinite or NaN
};

// One operand as the kernels see it: `matrix` has its lines along K for rows, across K for lanes.
struct OperandView {
  MatrixView matrix;  // M x K for rows, K x N for lanes
  std::optional<MatrixView> scales;
  Decoder decoder;
};

// Elements of a row of a rows panel: a multiple of what kernels decode at once.
constexpr int row_pitch(const LaneProgram& program, const Slice& slice) {
  return (program.k * slice.instructions + 15) / 16 * 16;
}

// Room for `count` rows or lanes.
template <class Lane>
void reserve(const LaneProgram& program, const Slice& slice, std::int64_t count,
             PanelBuffer<Lane>& out);

// Rows [first, first + count) of the view to rows [row, ...) of the panel.
template <class Lane>
void pack_rows(const LaneProgram& program, const Kernels& kernels, const OperandView& operand,
               const Slice& slice, std::int64_t first, std::int64_t count, std::int64_t row,
               PanelBuffer<Lane>& out);

// Columns [first, first + width) of the view to one panel, which begins where `lane` lanes lie
// before it. Columns beyond the view's are zeros.
template <class Lane>
void pack_lanes(const LaneProgram& program, const Kernels& kernels, const OperandView& operand,
                const Slice& slice, std::int64_t first, int width, std::int64_t lane,
                PanelBuffer<Lane>& out);

}  // namespace mmasc::batch
