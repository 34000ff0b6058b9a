// SPDX-License-Identifier: Apache-2.0
#include "mmasc/batch/compiled_gemm.h"

#include <algorithm>
#include <atomic>
#include <mutex>
#include <vector>

#include "mmasc/arith/raw_elements.h"
#include "mmasc/batch/aligned_buffer.h"
#include "mmasc/batch/compiled_panels.h"
#include "mmasc/batch/gemm_progress.h"
#include "mmasc/batch/parallel.h"
#include "mmasc/batch/promoter.h"
#include "mmasc/batch/sparse_rows.h"

namespace mmasc::batch {
namespace {

using compiled::PackedOperand;
using compiled::StretchOperands;
using compiled::UnitCode;

constexpr std::int64_t kRowsOfBlock = 1024, kLanesOfBlock = 1024, kChunkRows = 64;

std::int64_t parts(std::int64_t x, std::int64_t step) { return (x + step - 1) / step; }

// Blocks of D, whose elements stay in tiles over all of K.
class CompiledGemm {
 public:
  CompiledGemm(CompiledProgram& program, const Kernels& kernels, int threads,
               const GemmProblem& problem, const GemmOptions& options)
      : unit_(program.unit()),
        layout_(program.layout()),
        code_(program.matrix()),
        kernels_(kernels),
        k_(unit_.instruction.shape.k),
        threads_(threads),
        problem_(problem),
        options_(options),
        progress_(problem, options) {
    if (options.promotion)
      promotion_.emplace(program.addition(options.promotion->rounding), unit_.d());
  }

  void run() {
    for (std::int64_t lane = 0; lane < problem_.n(); lane += kLanesOfBlock)
      for (std::int64_t row = 0; row < problem_.m(); row += kRowsOfBlock) {
        first_row_ = row;
        first_lane_ = lane;
        rows_ = std::min(kRowsOfBlock, problem_.m() - row);
        lanes_ = std::min(kLanesOfBlock, problem_.n() - lane);
        run_block();
      }
    progress_.end();
  }

 private:
  std::int64_t tiles() const { return parts(lanes_, code_.lanes()); }
  // Rows whose random bits fit the first cache.
  std::int64_t chunk_rows() const {
    constexpr std::int64_t kRandomBytes = 1 << 15;
    if (code_.layout().random_count == 0) return kChunkRows;
    return std::clamp<std::int64_t>(kRandomBytes / random_row_bytes(), 1, kChunkRows);
  }
  std::int64_t chunks() const { return parts(rows_, chunk_rows()); }
  std::int64_t tile_row_bytes() const { return code_.layout().tile_row_bytes(); }
  std::byte* tile(std::int64_t index, std::int64_t row) {
    return tiles_.data() + (index * rows_ + row) * tile_row_bytes();
  }

  // The tiles where sums outside the unit stand, if partial ones are promoted.
  std::byte* sum(std::int64_t index, std::int64_t row) {
    return sums_.data() + (index * rows_ + row) * tile_row_bytes();
  }

  void run_block() {
    const std::int64_t instructions = parts(problem_.k(), k_);
    tiles_.reserve(static_cast<std::size_t>(tiles() * rows_ * tile_row_bytes()));
    if (promotion_) sums_.reserve(static_cast<std::size_t>(tiles() * rows_ * tile_row_bytes()));
    row_panel_.reserve(static_cast<std::size_t>(rows_ * code_.layout().row_bytes));
    lane_panels_.reserve(static_cast<std::size_t>(tiles() * code_.layout().panel_bytes));
    if (unit_.instruction.sparsity)
      places_.reserve(static_cast<std::size_t>(rows_ * code_.layout().places_of_row()));
    row_is_special_.assign(static_cast<std::size_t>(rows_), 0);
    tile_is_special_.assign(static_cast<std::size_t>(tiles()), 0);
    for_tiles(rows_, [&](std::int64_t index) { load_c(index); });
    for (std::int64_t first = 0; first < instructions; first += code_.layout().depth) {
      const std::int64_t count = std::min<std::int64_t>(code_.layout().depth, instructions - first);
      const std::int64_t depth = count * k_;
      parallel_for(parts(rows_, kChunkRows), threads_for(rows_ * depth, threads_),
                   [&](std::int64_t from, std::int64_t to) {
                     for (std::int64_t i = from * kChunkRows; i < std::min(rows_, to * kChunkRows);
                          ++i)
                       pack_row(i, first, count);
                   });
      for_tiles(depth, [&](std::int64_t index) { pack_lanes(index, first, count); });
      multiply(first, count, static_cast<double>(count) / static_cast<double>(instructions));
    }
    for_tiles(rows_, [&](std::int64_t index) { store_d(index); });
  }

  template <class Body>
  void for_tiles(std::int64_t elements, const Body& body) {
    const int threads = threads_for(tiles() * code_.lanes() * elements, threads_);
    parallel_for(tiles(), threads, [&](std::int64_t from, std::int64_t to) {
      for (std::int64_t index = from; index < to; ++index) body(index);
    });
  }

  Rectangle place_of(std::int64_t index) const {
    const std::int64_t first = index * code_.lanes();
    return {first_row_, first_lane_ + first, rows_,
            std::min<std::int64_t>(code_.lanes(), lanes_ - first)};
  }
  template <class Word>
  void load_c(std::int64_t index) {
    Word* const to = reinterpret_cast<Word*>(promotion_ ? sum(index, 0) : tile(index, 0));
    if (problem_.c()) return load_raw(*problem_.c(), place_of(index), code_.lanes(), to);
    std::fill_n(to, rows_ * code_.lanes(), Word{0});
  }
  void load_c(std::int64_t index) {
    code_.layout().tile_bytes == 4 ? load_c<std::uint32_t>(index) : load_c<std::uint64_t>(index);
  }
  void store_d(std::int64_t index) {
    const auto store = [&](const auto* from) {
      store_raw(problem_.d, place_of(index), code_.lanes(), from);
    };
    const std::byte* const from = promotion_ ? sum(index, 0) : tile(index, 0);
    code_.layout().tile_bytes == 4 ? store(reinterpret_cast<const std::uint32_t*>(from))
                                   : store(reinterpret_cast<const std::uint64_t*>(from));
  }

  // Elements of one operand, `lines` lines of `pitch` words, with 1 for scales beyond the matrix.
  template <class Word>
  const void* load(const PackedOperand& operand, const MatrixView& matrix, const Rectangle& part,
                   std::int64_t pitch) const {
    thread_local AlignedBuffer<Word> buffer;
    Word* const raw = buffer.reserve(static_cast<std::size_t>(part.lines * pitch));
    load_raw(matrix, part, pitch, raw);
    if (!row_of(operand.operand).scales) return raw;
    const auto padding = static_cast<Word>(one(*layout_.format[operand.operand]));
    for (std::int64_t line = 0; line < part.lines; ++line)
      for (std::int64_t i = 0; i < pitch; ++i)
        if (part.first_line + line >= matrix.rows || part.first + i >= matrix.columns)
          raw[line * pitch + i] = padding;
    return raw;
  }
  bool pack(const PackedOperand& operand, const MatrixView& matrix, const Rectangle& part,
            std::int64_t pitch, std::byte* to) const {
    const void* const raw = operand.raw_bits == 32
                                ? load<std::uint32_t>(operand, matrix, part, pitch)
                                : load<std::uint64_t>(operand, matrix, part, pitch);
    return pack_into(operand, raw, part.lines * pitch, to);
  }

  void pack_row(std::int64_t row, std::int64_t first, std::int64_t count) {
    bool special = false;
    for (const PackedOperand& operand : code_.layout().rows) {
      if (operand.operand == Operand::a && unit_.instruction.sparsity) {
        special |= operand.raw_bits == 32 ? pack_kept<std::uint32_t>(operand, row, first, count)
                                          : pack_kept<std::uint64_t>(operand, row, first, count);
        continue;
      }
      const bool is_whole = row_of(operand.operand).along == Along::whole;
      const std::int64_t length = is_whole ? 1 : count * operand.count;
      const Rectangle part{.first_line = is_whole ? 0 : first_row_ + row,
                           .first = is_whole ? 0 : first * operand.count,
                           .lines = 1,
                           .length = length};
      special |= pack(operand, *problem_[operand.operand], part,
                      parts(length, code_.lanes()) * code_.lanes(),
                      row_panel_.data() + row * code_.layout().row_bytes);
    }
    row_is_special_[static_cast<std::size_t>(row)] = special;
  }

  // Packs what is kept of a row of a sparse A, and writes the places that it has among b's
  // elements.
  template <class Word>
  bool pack_kept(const PackedOperand& operand, std::int64_t row, std::int64_t first,
                 std::int64_t count) {
    thread_local AlignedBuffer<Word> dense_buffer, kept_buffer;
    thread_local AlignedBuffer<std::uint16_t> place_buffer;
    const Instruction& instruction = unit_.instruction;
    const SparsityRow& sparsity = *instruction.sparsity;
    const std::int64_t depth = count * operand.count,
                       whole = parts(depth, code_.lanes()) * code_.lanes();
    // Rows are compressed with room for one more group.
    const auto size = static_cast<std::size_t>(whole + sparsity.together);
    Word* const kept = kept_buffer.reserve(size);
    std::uint16_t* const places = place_buffer.reserve(size);
    if (problem_.metadata()) {
      const std::int64_t k = first * operand.count;
      load_raw(problem_.a(),
               {.first_line = first_row_ + row, .first = k, .lines = 1, .length = depth}, whole,
               kept);
      places_of(sparsity, *problem_.metadata(), first_row_ + row, k / sparsity.together, depth,
                places);
    } else {
      const std::int64_t all = count * instruction.shape.k;
      Word* const dense = dense_buffer.reserve(static_cast<std::size_t>(all));
      load_raw(problem_.a(),
               {.first_line = first_row_ + row,
                .first = first * instruction.shape.k,
                .lines = 1,
                .length = all},
               all, dense);
      compress_row(instruction, dense, all, kept, places);
      std::fill(kept + depth, kept + whole, Word{0});
    }
    std::copy_n(places, depth, places_.data() + row * code_.layout().places_of_row());
    return pack_into(operand, kept, whole, row_panel_.data() + row * code_.layout().row_bytes);
  }

  void pack_lanes(std::int64_t index, std::int64_t first, std::int64_t count) {
    bool special = false;
    for (const PackedOperand& operand : code_.layout().columns) {
      const Rectangle part{.first_line = first * operand.count,
                           .first = first_lane_ + index * code_.lanes(),
                           .lines = count * operand.count,
                           .length = code_.lanes()};
      special |= pack(operand, *problem_[operand.operand], part, code_.lanes(),
                      lane_panels_.data() + index * code_.layout().panel_bytes);
    }
    tile_is_special_[static_cast<std::size_t>(index)] = special;
  }

  // Rows of tiles within a panel of lanes: the panel stays in the cache.
  void multiply(std::int64_t first, std::int64_t count, double part_of_k) {
    const std::int64_t products = rows_ * tiles() * code_.lanes() * count * k_;
    parallel_for(tiles() * chunks(), threads_for(products / kProductsOfElement, threads_),
                 [&](std::int64_t from, std::int64_t to) {
                   for (std::int64_t i = from; i < to; ++i) {
                     const std::int64_t row = i % chunks() * chunk_rows();
                     const std::int64_t end = std::min(rows_, row + chunk_rows());
                     run_chunk(i / chunks(), row, end, first, count);
                     progress_.add((end - row) * place_of(i / chunks()).length, part_of_k);
                   }
                 });
  }

  void run_chunk(std::int64_t index, std::int64_t row, std::int64_t end, std::int64_t first,
                 std::int64_t count) {
    const std::byte* const random = draw(index, row, end, first, count);
    if (!promotion_) return run_rows(index, row, end, random, 0, count);
    const std::int64_t interval = options_.promotion->interval, all = parts(problem_.k(), k_);
    for (std::int64_t i = 0; i < count;) {
      const std::int64_t done = (first + i) % interval;
      if (done == 0) std::fill_n(tile(index, row), (end - row) * tile_row_bytes(), std::byte{0});
      const std::int64_t next = std::min(count, i + interval - done);
      run_rows(index, row, end, random, i, next);
      if ((first + next) % interval == 0 || first + next == all)
        promotion_->add(tile(index, row), sum(index, row), end - row);
      i = next;
    }
  }

  // Instructions [first, last) of the panels.
  void run_rows(std::int64_t index, std::int64_t row, std::int64_t end, const std::byte* random,
                std::int64_t first, std::int64_t last) {
    const std::int64_t first_row = row;
    const auto operands = [&](std::int64_t at) {
      return StretchOperands{row_panel_.data() + at * code_.layout().row_bytes,
                             lane_panels_.data() + index * code_.layout().panel_bytes,
                             tile(index, at), random + (at - first_row) * random_row_bytes(),
                             places_.data() + at * code_.layout().places_of_row()};
    };
    const bool all_special = tile_is_special_[static_cast<std::size_t>(index)] != 0;
    const auto is_special = [&](std::int64_t at) {
      return all_special || row_is_special_[static_cast<std::size_t>(at)] != 0;
    };
    while (row < end) {
      std::int64_t next = row + 1;
      while (next < end && is_special(next) == is_special(row)) ++next;
      is_special(row) ? code_.run(operands(row), next - row, first, last)
                      : code_.run_usual(operands(row), next - row, first, last);
      row = next;
    }
  }

  std::int64_t random_row_bytes() const { return code_.layout().random_row_bytes(); }
  // Random bits of every element of the rows and instructions.
  const std::byte* draw(std::int64_t index, std::int64_t row, std::int64_t end, std::int64_t first,
                        std::int64_t count) const {
    if (code_.layout().random_count == 0) return nullptr;
    thread_local AlignedBuffer<std::uint32_t> buffer;
    const std::int64_t pitch = random_row_bytes() / 4;
    std::uint32_t* const words = buffer.reserve(static_cast<std::size_t>((end - row) * pitch));
    const RandomDraw bits{options_.seed, layout_.random};
    const std::int64_t column = first_lane_ + index * code_.lanes();
    for (std::int64_t r = row; r < end; ++r)
      for (std::int64_t i = 0; i < count; ++i)
        kernels_.draw(bits, static_cast<std::uint32_t>(first_row_ + r),
                      static_cast<std::uint32_t>(column), static_cast<std::uint32_t>(first + i),
                      code_.lanes(),
                      words + (r - row) * pitch + i * code_.layout().random_count * code_.lanes());
    return reinterpret_cast<const std::byte*>(words);
  }

  const Unit& unit_;
  const OperandLayout& layout_;
  const UnitCode& code_;
  std::optional<Promoter> promotion_;
  const Kernels& kernels_;
  const int k_;  // of an instruction, with the zeros of a sparse A
  const int threads_;
  const GemmProblem& problem_;
  const GemmOptions& options_;
  GemmProgress progress_;
  std::int64_t first_row_ = 0, first_lane_ = 0, rows_ = 0, lanes_ = 0;  // of the block
  AlignedBuffer<std::byte> row_panel_, lane_panels_, tiles_, sums_;
  AlignedBuffer<std::uint16_t> places_;
  std::vector<char> row_is_special_, tile_is_special_;
};

}  // namespace

void run_gemm(CompiledProgram& program, const Kernels& kernels, int threads,
              const GemmProblem& problem, const GemmOptions& options) {
  CompiledGemm(program, kernels, threads, problem, options).run();
}

}  // namespace mmasc::batch
