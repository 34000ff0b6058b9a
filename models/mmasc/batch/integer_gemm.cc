// SPDX-License-Identifier: Apache-2.0
#include "mmasc/batch/integer_gemm.h"

#include <algorithm>
#include <vector>

#include "mmasc/arith/raw_elements.h"
#include "mmasc/batch/aligned_buffer.h"
#include "mmasc/batch/gemm_progress.h"
#include "mmasc/batch/parallel.h"
#include "mmasc/batch/sparse_rows.h"

namespace mmasc::batch {
namespace {

constexpr int kIntegerWidth = kWidths[kWideTile];
constexpr std::int64_t kBlockRows = 1024, kBlockLanes = 1024, kBlockDepth = 1024;

std::int64_t whole(std::int64_t x, std::int64_t step) { return (x + step - 1) / step * step; }

std::uint64_t bits_of(const Format& format, std::int64_t value) {
  return static_cast<std::uint64_t>(value) & format.storage_mask();
}

// Blocks of D, whose sums stay in int32 over all of K. A sparse A keeps its zeros: they add
// nothing, and the others are no more than the program counts.
class IntegerGemm {
 public:
  IntegerGemm(const IntegerProgram& program, const Kernels& kernels, int threads,
              const GemmProblem& problem, const GemmOptions& options)
      : program_(program),
        kernels_(kernels),
        threads_(threads),
        problem_(problem),
        progress_(problem, options),
        step_(program.b_step),
        packed_step_(step_ + step_ % 2) {}

  void run() {
    for (std::int64_t lane = 0; lane < problem_.n(); lane += kBlockLanes)
      for (std::int64_t row = 0; row < problem_.m(); row += kBlockRows) {
        rows_ = std::min(kBlockRows, problem_.m() - row);
        lanes_ = std::min(kBlockLanes, problem_.n() - lane);
        run_block(row, lane);
      }
    progress_.end();
  }

 private:
  std::int64_t panels() const { return whole(lanes_, kIntegerWidth) / kIntegerWidth; }

  void run_block(std::int64_t row, std::int64_t lane) {
    const std::int64_t steps = (problem_.k() + step_ - 1) / step_;
    const std::int64_t chunk = std::max<std::int64_t>(1, kBlockDepth / packed_step_);
    tile_.reserve(static_cast<std::size_t>(rows_ * panels() * kIntegerWidth));
    for_panels(rows_, [&](std::int64_t panel) { load_c(row, lane, panel); });
    for (std::int64_t first = 0; first < steps; first += chunk) {
      const std::int64_t count = std::min(chunk, steps - first);
      const std::int64_t depth = count * packed_step_;
      a_.reserve(static_cast<std::size_t>(rows_ * depth));
      b_.reserve(static_cast<std::size_t>(panels() * kIntegerWidth * depth));
      const std::int64_t k = first * step_;
      parallel_for((rows_ + kRowsOfTile - 1) / kRowsOfTile, threads_for(rows_ * depth, threads_),
                   [&](std::int64_t from, std::int64_t to) {
                     for (std::int64_t i = from * kRowsOfTile;
                          i < std::min(rows_, to * kRowsOfTile); ++i)
                       pack_row(row + i, k, count, a_.data() + i * depth);
                   });
      for_panels(depth, [&](std::int64_t panel) {
        pack_lanes(lane + panel * kIntegerWidth, k, count,
                   b_.data() + panel * kIntegerWidth * depth);
      });
      add_products(depth, static_cast<double>(count) / static_cast<double>(steps));
    }
    for_panels(rows_, [&](std::int64_t panel) { store_d(row, lane, panel); });
  }

  // The body reads `elements` of each lane.
  template <class Body>
  void for_panels(std::int64_t elements, const Body& body) {
    const int threads = threads_for(panels() * kIntegerWidth * elements, threads_);
    parallel_for(panels(), threads, [&](std::int64_t from, std::int64_t to) {
      for (std::int64_t panel = from; panel < to; ++panel) body(panel);
    });
  }

  std::int32_t* tile_of(std::int64_t panel) { return tile_.data() + panel * rows_ * kIntegerWidth; }
  Rectangle place_of(std::int64_t row, std::int64_t lane, std::int64_t panel) const {
    const std::int64_t first = panel * kIntegerWidth;
    return {row, lane + first, rows_, std::min<std::int64_t>(kIntegerWidth, lanes_ - first)};
  }

  void load_c(std::int64_t row, std::int64_t lane, std::int64_t panel) {
    std::int32_t* const tile = tile_of(panel);
    const std::int64_t size = rows_ * kIntegerWidth;
    if (!problem_.c()) return void(std::fill_n(tile, size, 0));
    thread_local AlignedBuffer<std::uint32_t> buffer;
    std::uint32_t* const raw = buffer.reserve(static_cast<std::size_t>(size));
    load_raw(*problem_.c(), place_of(row, lane, panel), kIntegerWidth, raw);
    const Format format = *program_.unit.instruction.c;
    for (std::int64_t i = 0; i < size; ++i) tile[i] = integer_of(format, raw[i]);
  }

  void store_d(std::int64_t row, std::int64_t lane, std::int64_t panel) {
    const std::int32_t* const tile = tile_of(panel);
    const std::int64_t size = rows_ * kIntegerWidth;
    thread_local AlignedBuffer<std::uint32_t> buffer;
    std::uint32_t* const raw = buffer.reserve(static_cast<std::size_t>(size));
    const auto mask = static_cast<std::uint32_t>(program_.unit.d().storage_mask());
    for (std::int64_t i = 0; i < size; ++i) raw[i] = static_cast<std::uint32_t>(tile[i]) & mask;
    store_raw(problem_.d, place_of(row, lane, panel), kIntegerWidth, raw);
  }

  // A row of A with its zeros, as numbers; what meets one element of B, added up.
  void load_with_metadata(std::int64_t row, std::int64_t first, std::int64_t steps,
                          std::uint32_t* to) const {
    const std::int64_t k = first * program_.step, count = steps * program_.step;
    const SparsityRow& sparsity = *program_.unit.instruction.sparsity;
    std::vector<std::uint32_t> kept(static_cast<std::size_t>(count));
    std::vector<std::uint16_t> places(kept.size());
    load_raw(problem_.a(), {.first_line = row, .first = k, .lines = 1, .length = count}, count,
             kept.data());
    places_of(sparsity, *problem_.metadata(), row, k / sparsity.together, count, places.data());
    std::fill_n(to, steps * step_, 0);
    for (std::size_t i = 0; i < kept.size(); ++i)
      to[places[i]] += static_cast<std::uint32_t>(integer_of(program_.unit.a(), kept[i]));
  }

  // Step by step, each filled up to an even number of elements.
  void pack_row(std::int64_t row, std::int64_t k, std::int64_t steps, std::int16_t* out) const {
    const int step = step_;
    thread_local AlignedBuffer<std::uint32_t> buffer;
    std::uint32_t* const raw = buffer.reserve(static_cast<std::size_t>(steps * step));
    const Format format = program_.unit.a();
    if (problem_.metadata())
      load_with_metadata(row, k / step, steps, raw);
    else
      load_raw(problem_.a(), {.first_line = row, .first = k, .lines = 1, .length = steps * step},
               steps * step, raw);
    const auto convert = [&](const std::uint32_t* from, std::int64_t count) {
      for (std::int64_t i = 0; i < count; ++i)
        out[i] = static_cast<std::int16_t>(problem_.metadata() ? static_cast<std::int32_t>(from[i])
                                                               : integer_of(format, from[i]));
    };
    if (packed_step_ == step) return convert(raw, steps * step);
    for (std::int64_t i = 0; i < steps; ++i, out += packed_step_) {
      convert(raw + i * step, step);
      out[step] = 0;
    }
  }

  // Two elements of k side by side, lane by lane.
  void pack_lanes(std::int64_t lane, std::int64_t k, std::int64_t steps, std::int16_t* out) const {
    const int step = step_;
    thread_local AlignedBuffer<std::uint32_t> buffer;
    std::uint32_t* const raw = buffer.reserve(static_cast<std::size_t>((step + 1) * kIntegerWidth));
    const Format format = program_.unit.b();
    for (std::int64_t i = 0; i < steps; ++i, k += step) {
      load_raw(problem_.b(),
               {.first_line = k, .first = lane, .lines = step, .length = kIntegerWidth},
               kIntegerWidth, raw);
      std::fill_n(raw + step * kIntegerWidth, kIntegerWidth, 0);
      for (int pair = 0; pair < packed_step_; pair += 2, out += 2 * kIntegerWidth)
        for (int j = 0; j < kIntegerWidth; ++j) {
          const std::uint32_t* const at = raw + pair * kIntegerWidth + j;
          out[2 * j] = static_cast<std::int16_t>(integer_of(format, at[0]));
          out[2 * j + 1] = static_cast<std::int16_t>(integer_of(format, at[kIntegerWidth]));
        }
    }
  }

  // Row tiles within a panel of lanes: the panel stays in the cache.
  void add_products(std::int64_t depth, double part_of_k) {
    const std::int64_t row_tiles = (rows_ + kRowsOfTile - 1) / kRowsOfTile;
    const std::int64_t products = rows_ * panels() * kIntegerWidth * depth;
    const int threads = threads_for(products / kProductsOfElement, threads_);
    parallel_for(panels() * row_tiles, threads, [&](std::int64_t from, std::int64_t to) {
      for (std::int64_t i = from; i < to; ++i) {
        const std::int64_t panel = i / row_tiles, row = i % row_tiles * kRowsOfTile;
        IntegerStretch stretch;
        stretch.rows = a_.data() + row * depth;
        stretch.lanes = b_.data() + panel * kIntegerWidth * depth;
        stretch.depth = static_cast<int>(depth);
        stretch.step = program_.wraps ? stretch.depth : packed_step_;
        stretch.row_count = static_cast<int>(std::min(kRowsOfTile, rows_ - row));
        stretch.wraps = program_.wraps;
        stretch.least = program_.least;
        stretch.greatest = program_.greatest;
        stretch.tile = tile_of(panel) + row * kIntegerWidth;
        kernels_.integer(stretch);
        progress_.add(stretch.row_count *
                          std::min<std::int64_t>(kIntegerWidth, lanes_ - panel * kIntegerWidth),
                      part_of_k);
      }
    });
  }

  const IntegerProgram& program_;
  const Kernels& kernels_;
  const int threads_;
  const GemmProblem& problem_;
  GemmProgress progress_;
  const int step_, packed_step_;       // of b
  std::int64_t rows_ = 0, lanes_ = 0;  // of the block
  AlignedBuffer<std::int16_t> a_, b_;
  AlignedBuffer<std::int32_t> tile_;
};

// One after the other: reading the operands takes longer than their products.
std::uint64_t integer_dot(const IntegerProgram& program, const std::uint64_t* a,
                          const std::uint64_t* b, std::uint64_t c) {
  const Format &format_a = program.unit.a(), &format_b = program.unit.b();
  std::int64_t sum = integer_of(program.unit.c(), static_cast<std::uint32_t>(c));
  for (int k = 0; k < program.k; ++k) {
    sum += std::int64_t{integer_of(format_a, static_cast<std::uint32_t>(a[k]))} *
           integer_of(format_b, static_cast<std::uint32_t>(b[k]));
    if (!program.wraps && (k + 1) % program.step == 0)
      sum = std::clamp<std::int64_t>(sum, program.least, program.greatest);
  }
  return bits_of(program.unit.d(), sum);
}

}  // namespace

void run_dots(const IntegerProgram& program, const Kernels&, int threads, const DotBatch& batch) {
  constexpr std::int64_t kAtOnce = 256;
  const auto count = static_cast<std::int64_t>(batch.size());
  parallel_for((count + kAtOnce - 1) / kAtOnce, threads, [&](std::int64_t from, std::int64_t to) {
    for (std::int64_t i = from * kAtOnce; i < std::min(count, to * kAtOnce); ++i) {
      const auto at = static_cast<std::size_t>(i), first = at * static_cast<std::size_t>(program.k);
      batch.d[at] = integer_dot(program, &batch[Operand::a][first], &batch[Operand::b][first],
                                batch[Operand::c][at]);
    }
  });
}

void run_gemm(const IntegerProgram& program, const Kernels& kernels, int threads,
              const GemmProblem& problem, const GemmOptions& options) {
  IntegerGemm(program, kernels, threads, problem, options).run();
}

}  // namespace mmasc::batch
