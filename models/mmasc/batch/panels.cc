// SPDX-License-Identifier: Apache-2.0
#include "mmasc/batch/panels.h"

#include <algorithm>
#include <cmath>
#include <type_traits>

#include "mmasc/arith/raw_elements.h"
#include "mmasc/batch/chains.h"
#include "mmasc/batch/sparse_rows.h"

namespace mmasc::batch {
namespace {

template <class Lane>
void decode(const Kernels& kernels, const Decoder& decoder, const std::uint32_t* raw,
            std::int64_t count, std::int64_t at, PanelBuffer<Lane>& out) {
  if (decode<Lane>(kernels, decoder, raw, count, out.value.data() + at, out.exponent.data() + at))
    out.special = true;
}

std::int64_t stored_scale(const LaneProgram& program, const Slice& slice, int i) {
  return stored_scale(program, slice.first_instruction * program.k, i);
}

// 1 beyond K.
float load_scale(const LaneProgram& program, const MatrixView& scales, std::int64_t row,
                 std::int64_t column) {
  const bool is_padding = row >= scales.rows || column >= scales.columns;
  return decode_scale(program, is_padding ? one(*program.unit.instruction.scale->format)
                                          : load_element(scales, row, column));
}

// Gathers the elements that are kept of rows of a sparse A in this thread's work space, and their
// places in `places`.
std::uint32_t* kept_rows(const LaneProgram& program, const OperandView& a, const Slice& slice,
                         std::int64_t first, std::int64_t count, std::uint16_t* places) {
  thread_local AlignedBuffer<std::uint32_t> dense_buffer;
  thread_local AlignedBuffer<std::uint16_t> place_buffer;
  const Instruction& instruction = program.unit.instruction;
  const std::int64_t pitch = pitch_of(slice, program.k), depth = program.k * slice.instructions,
                     b_depth = program.b_k * slice.instructions;
  const auto size = static_cast<std::size_t>(count * pitch + instruction.sparsity->together);
  std::uint32_t* const dense = dense_buffer.reserve(static_cast<std::size_t>(b_depth));
  std::uint32_t* const raw = workspace().raw.reserve(size);
  std::uint16_t* const place = place_buffer.reserve(size);
  if (a.metadata) {
    const SparsityRow& sparsity = *instruction.sparsity;
    const std::int64_t k = slice.first_instruction * program.k;
    load_raw(a.matrix, {.first_line = first, .first = k, .lines = count, .length = depth}, pitch,
             raw);
    for (std::int64_t line = 0; line < count; ++line)
      places_of(sparsity, *a.metadata, first + line, k / sparsity.together, depth,
                places + line * pitch);
    return raw;
  }
  for (std::int64_t line = 0; line < count; ++line) {
    load_raw(a.matrix,
             {.first_line = first + line,
              .first = slice.first_instruction * program.b_k,
              .lines = 1,
              .length = b_depth},
             b_depth, dense);
    std::uint32_t* const kept = raw + line * pitch;
    compress_row(instruction, dense, b_depth, kept, place + line * pitch);
    std::fill(kept + depth, kept + pitch, 0);
  }
  std::copy_n(place, count * pitch, places);
  return raw;
}

}  // namespace

template <class Lane>
void reserve(const LaneProgram& program, const Slice& slice, int k, std::int64_t count,
             PanelBuffer<Lane>& out) {
  const auto size = static_cast<std::size_t>(count) * static_cast<std::size_t>(pitch_of(slice, k));
  out.value.reserve(size);
  out.exponent.reserve(size);
  if (program.unit.instruction.sparsity) out.place.reserve(size);
  if (program.scale_block > 0)
    out.scale.reserve(
        static_cast<std::size_t>(count) *
        static_cast<std::size_t>(program.steps * program.scales * slice.instructions));
  out.special = false;
}

template <class Lane>
void pack_rows(const LaneProgram& program, const Kernels& kernels, const OperandView& operand,
               const Slice& slice, std::int64_t first, std::int64_t count, std::int64_t row,
               PanelBuffer<Lane>& out) {
  const int pitch = pitch_of(slice, program.k);
  const auto size = static_cast<std::size_t>(count) * static_cast<std::size_t>(pitch);
  std::uint32_t* raw = nullptr;
  if (program.unit.instruction.sparsity) {
    raw = kept_rows(program, operand, slice, first, count, out.place.data() + row * pitch);
  } else {
    raw = workspace().raw.reserve(size);
    const int depth = program.k * slice.instructions;
    load_raw(operand.matrix,
             {.first_line = first,
              .first = slice.first_instruction * program.k,
              .lines = count,
              .length = depth},
             pitch, raw);
  }
  if (!program.in_order) {
    std::uint32_t instruction[kMaxK];
    for (std::int64_t line = 0; line < count; ++line)
      for (int i = 0; i < slice.instructions; ++i) {
        std::uint32_t* elements = raw + line * pitch + i * program.k;
        std::copy_n(elements, program.k, instruction);
        for (int k = 0; k < program.k; ++k)
          elements[k] = instruction[program.order[static_cast<std::size_t>(k)]];
      }
  }
  decode(kernels, operand.decoder, raw, count * pitch, row * pitch, out);
  if (program.scale_block == 0) return;
  const int scales = program.steps * program.scales * slice.instructions;
  for (std::int64_t line = 0; line < count; ++line)
    for (int i = 0; i < scales; ++i) {
      const float scale =
          load_scale(program, *operand.scales, first + line, stored_scale(program, slice, i));
      if (std::isnan(scale)) out.special = true;
      out.scale.data()[(row + line) * scales + i] = scale;
    }
}

template <class Lane>
void pack_lanes(const LaneProgram& program, const Kernels& kernels, const OperandView& operand,
                const Slice& slice, std::int64_t first, int width, std::int64_t lane,
                PanelBuffer<Lane>& out) {
  constexpr int kLinesAtOnce = 64;
  const int depth = program.b_k * slice.instructions;
  const std::int64_t begin = lane * pitch_of(slice, program.b_k);
  std::uint32_t* raw = workspace().raw.reserve(kLinesAtOnce * static_cast<std::size_t>(width));
  const std::int64_t first_k = slice.first_instruction * program.b_k;
  for (int k = 0; k < depth; k += kLinesAtOnce) {
    const int lines = std::min(kLinesAtOnce, depth - k);
    if (program.in_order) {
      load_raw(operand.matrix,
               {.first_line = first_k + k, .first = first, .lines = lines, .length = width}, width,
               raw);
    } else {
      for (int line = 0; line < lines; ++line) {
        const int at = k + line;
        const int ordered =
            at / program.k * program.k + program.order[static_cast<std::size_t>(at % program.k)];
        load_raw(operand.matrix,
                 {.first_line = first_k + ordered, .first = first, .lines = 1, .length = width},
                 width, raw + line * width);
      }
    }
    decode(kernels, operand.decoder, raw, std::int64_t{lines} * width,
           begin + std::int64_t{k} * width, out);
  }
  if (program.scale_block == 0) return;
  const int scales = program.steps * program.scales * slice.instructions;
  for (int i = 0; i < scales; ++i)
    for (int j = 0; j < width; ++j) {
      const float scale =
          load_scale(program, *operand.scales, stored_scale(program, slice, i), first + j);
      if (std::isnan(scale)) out.special = true;
      out.scale.data()[lane * scales + i * width + j] = scale;
    }
}

template void reserve(const LaneProgram&, const Slice&, int, std::int64_t, PanelBuffer<F32Lanes>&);
template void reserve(const LaneProgram&, const Slice&, int, std::int64_t, PanelBuffer<F64Lanes>&);
template void pack_rows(const LaneProgram&, const Kernels&, const OperandView&, const Slice&,
                        std::int64_t, std::int64_t, std::int64_t, PanelBuffer<F32Lanes>&);
template void pack_rows(const LaneProgram&, const Kernels&, const OperandView&, const Slice&,
                        std::int64_t, std::int64_t, std::int64_t, PanelBuffer<F64Lanes>&);
template void pack_lanes(const LaneProgram&, const Kernels&, const OperandView&, const Slice&,
                         std::int64_t, int, std::int64_t, PanelBuffer<F32Lanes>&);
template void pack_lanes(const LaneProgram&, const Kernels&, const OperandView&, const Slice&,
                         std::int64_t, int, std::int64_t, PanelBuffer<F64Lanes>&);

}  // namespace mmasc::batch
