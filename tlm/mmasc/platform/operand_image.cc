// SPDX-License-Identifier: Apache-2.0
#include "mmasc/platform/operand_image.h"

#include <algorithm>

#include "mmasc/accelerator_core/execute.h"
#include "mmasc/arith/owned_matrix.h"
#include "mmasc/arith/sparsity.h"

namespace mmasc::tlm {
namespace {

using enum Operand;

// From the operand's first byte on, in bits.
std::uint64_t place_in_block(const Placed& placed, std::uint64_t row, std::uint64_t scale) {
  constexpr auto kRows = static_cast<std::uint64_t>(kScaleBlockRows);
  constexpr auto kScales = static_cast<std::uint64_t>(kScaleBlockScales);
  constexpr auto kBytes = static_cast<std::uint64_t>(kScaleBlockBytes);
  const std::uint64_t block = row / kRows * placed.stride + scale / kScales * kBytes;
  return 8 * (block + row % 32 * 16 + row % kRows / 32 * 4 + scale % kScales);
}

// A matrix in the memory whose elements are `width` bits apart along a line; not of scale blocks.
BasicMatrix<std::byte> lines_of(const JobOperand& operand, std::byte* memory) {
  const Placed& placed = operand.placed;
  const int width = placed.layout == Layout::packed ? placed.format.storage_bits()
                                                    : 8 * element_bytes(placed.format);
  const BasicMatrix<std::byte> lines{memory + placed.address,
                                     placed.lines,
                                     placed.inner,
                                     8 * static_cast<std::int64_t>(placed.stride),
                                     width,
                                     placed.format.storage_bits()};
  return operand.is_transposed ? lines.transposed() : lines;
}

void put_bits(std::byte* memory, std::uint64_t bit, int width, std::uint64_t value) {
  for (int i = 0; i < width; ++i, ++bit)
    memory[bit / 8] |= static_cast<std::byte>((value >> i & 1) << bit % 8);
}

void write(const JobOperand& operand, const MatrixView& matrix, std::vector<std::byte>& memory) {
  const BasicMatrix<std::byte> to = lines_of(operand, memory.data());
  const bool is_packed = operand.placed.layout == Layout::packed;
  for (std::int64_t row = 0; row < matrix.rows; ++row)
    for (std::int64_t column = 0; column < matrix.columns; ++column) {
      const std::uint64_t bits = load_element(matrix, row, column);
      if (is_packed)
        put_bits(to.data,
                 static_cast<std::uint64_t>(row * to.row_stride + column * to.column_stride),
                 to.element_bits, bits);
      else
        store_element(to, row, column, bits);
    }
}

void write_scales(const JobOperand& operand, const MatrixView& matrix,
                  std::vector<std::byte>& memory) {
  const Placed& placed = operand.placed;
  const auto one = static_cast<std::uint64_t>(placed.format.bias) << placed.format.exponent_low();
  const std::int64_t rows = operand.is_transposed ? placed.inner : placed.lines;
  const std::int64_t columns = operand.is_transposed ? placed.lines : placed.inner;
  for (std::int64_t row = 0; row < rows; ++row)
    for (std::int64_t column = 0; column < columns; ++column) {
      const bool is_inside = row < matrix.rows && column < matrix.columns;
      const auto line = static_cast<std::uint64_t>(operand.is_transposed ? column : row);
      const auto i = static_cast<std::uint64_t>(operand.is_transposed ? row : column);
      put_bits(memory.data() + placed.address, place_in_block(placed, line, i), 8,
               is_inside ? load_element(matrix, row, column) : one);
    }
}

// A, which has its zeros, without them, and its metadata.
void write_kept(const Tiling& tiling, const MatrixView& matrix, std::vector<std::byte>& memory) {
  const Instruction& row = tiling.whole.unit->instruction;
  const SparsityRow& sparsity = *row.sparsity;
  const std::int64_t group = sparsity.of * sparsity.together;
  const std::int64_t groups = (matrix.columns + group - 1) / group;
  const std::int64_t indices = groups * sparsity.keep;
  const OwnedMatrix kept(*row.a, matrix.rows, indices * sparsity.together, "what is kept of A");
  const OwnedMatrix places(metadata_format(sparsity), matrix.rows, indices, "the metadata of A");
  for (std::int64_t i = 0; i < matrix.rows; ++i) {
    std::vector<std::uint64_t> all(static_cast<std::size_t>(groups * group)), elements,
        indices_of_row;
    for (std::int64_t k = 0; k < matrix.columns; ++k)
      all[static_cast<std::size_t>(k)] = load_element(matrix, i, k);
    compress(sparsity, *row.a, all, elements, indices_of_row);
    for (std::size_t k = 0; k < elements.size(); ++k)
      store_element(kept.matrix(), i, static_cast<std::int64_t>(k), elements[k]);
    for (std::size_t k = 0; k < indices_of_row.size(); ++k)
      store_element(places.matrix(), i, static_cast<std::int64_t>(k), indices_of_row[k]);
  }
  write(*tiling.whole[a], kept.matrix(), memory);
  write(*tiling.whole[metadata], places.matrix(), memory);
}

}  // namespace

std::vector<std::byte> write_operands(const Tiling& tiling, const GemmProblem& problem) {
  std::vector<std::byte> memory(tiling.memory_bytes);
  const Instruction& row = tiling.whole.unit->instruction;
  if (row.sparsity)
    write_kept(tiling, problem.a(), memory);
  else
    write(*tiling.whole[a], problem.a(), memory);
  write(*tiling.whole[b], problem.b(), memory);
  if (row.scale) {
    write_scales(*tiling.whole[sa], *problem[sa], memory);
    write_scales(*tiling.whole[sb], *problem[sb], memory);
  }
  return memory;
}

void read_result(const Tiling& tiling, std::span<const std::byte> memory, const MutableMatrix& to) {
  const JobOperand& operand = *tiling.whole[d];
  const Placed& placed = operand.placed;
  const MatrixView from =
      row_major(placed.format, memory.data() + placed.address, placed.lines, placed.inner,
                static_cast<std::int64_t>(placed.stride) / element_bytes(placed.format));
  for (std::int64_t row = 0; row < to.rows; ++row)
    for (std::int64_t column = 0; column < to.columns; ++column)
      store_element(to, row, column, load_element(from, row, column));
}

void compute(const Tiling& tiling, const Engine& engine, std::span<std::byte> memory,
             const Progress& progress) {
  std::int64_t done = 0;
  const auto place = [&](const Burst& burst) { return memory.subspan(burst.address, burst.bytes); };
  std::vector<std::byte> loaded;
  for (const Job& job : tiling.jobs) {
    Executor executor(job, engine);
    for (std::int64_t stage = 0; stage < job.stages(); ++stage) {
      if (progress) progress(done++, tiling.whole.stages());
      loaded.clear();
      for (const Transfer& transfer : loads_of(job, stage))
        for (const Burst& burst : bursts_of(job, transfer)) {
          const auto bytes = place(burst);
          loaded.insert(loaded.end(), bytes.begin(), bytes.end());
        }
      executor.run_stage(stage, loaded);
      if ((stage + 1) % job.k_tiles != 0) continue;
      auto rest = executor.d();
      for (const Burst& burst : bursts_of(job, store_of(job, stage / job.k_tiles))) {
        std::ranges::copy(rest.first(burst.bytes), place(burst).begin());
        rest = rest.subspan(burst.bytes);
      }
    }
  }
}

}  // namespace mmasc::tlm
