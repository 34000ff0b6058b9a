// SPDX-License-Identifier: Apache-2.0
#include "mmasc/batch/fma_gemm.h"

#include <algorithm>
#include <cstdint>

#include "mmasc/arith/raw_elements.h"
#include "mmasc/arith/sequence_plan.h"
#include "mmasc/batch/aligned_buffer.h"
#include "mmasc/batch/floating_point_mode.h"
#include "mmasc/batch/gemm_progress.h"
#include "mmasc/batch/parallel.h"
#include "mmasc/batch/sparse_rows.h"
#include "mmasc/unit/formats.h"

namespace mmasc::batch {
namespace {

constexpr int kFmaWidth = kWidths[kWideTile];

// The tiles of a GEMM, each on its own.
class Tiles {
 public:
  Tiles(const FmaProgram& program, const Kernels& kernels, const GemmProblem& problem,
        GemmProgress& progress)
      : program_(program), kernels_(kernels), problem_(problem), progress_(progress) {}

  void run(std::int64_t first_row, std::int64_t rows, std::int64_t first_column,
           std::int64_t columns) const {
    thread_local AlignedBuffer<std::uint64_t> tile_buffer, rows_buffer, lanes_buffer;
    thread_local AlignedBuffer<std::uint16_t> places_buffer;
    std::uint64_t* tile = tile_buffer.reserve(kRowsOfTile * kFmaWidth);
    std::uint64_t* a = rows_buffer.reserve(kRowsOfTile * kDepthAtOnce);
    std::uint64_t* b = lanes_buffer.reserve(kDepthAtOnce * kFmaWidth);
    const Rectangle part{
        .first_line = first_row, .first = first_column, .lines = rows, .length = columns};
    if (problem_.c())
      load_raw(*problem_.c(), part, kFmaWidth, tile);
    else
      std::fill_n(tile, rows * kFmaWidth, 0);
    const Instruction& row = program_.unit.instruction;
    const int instruction = row.shape.k;
    const std::int64_t padded = (problem_.k() + instruction - 1) / instruction * instruction;
    const std::int64_t at_once = kDepthAtOnce / instruction * instruction;
    for (std::int64_t k = 0; k < padded; k += at_once) {
      const std::int64_t depth = std::min(at_once, padded - k);
      load_raw(problem_.a(), {.first_line = first_row, .first = k, .lines = rows, .length = depth},
               depth, a);
      load_raw(problem_.b(),
               {.first_line = k, .first = first_column, .lines = depth, .length = columns},
               kFmaWidth, b);
      FmaStretch stretch{.rows = a,
                         .lanes = b,
                         .depth = static_cast<int>(depth),
                         .row_count = static_cast<int>(rows),
                         .tile = tile,
                         .nan = program_.nan};
      Pairing pairing = Pairing::in_order;
      if (row.sparsity) {
        pairing = Pairing::selected;
        stretch.depth = stretch.depth / instruction * program_.unit.products();
        auto* places = places_buffer.reserve(kRowsOfTile * kDepthAtOnce);
        for (std::int64_t i = 0; i < rows; ++i)  // row by row, each to where less is left
          compress_row(row, a + i * depth, depth, a + i * stretch.depth,
                       places + i * stretch.depth);
        stretch.places = places;
      }
      {
        const FloatingPointMode mode(FloatingPointMode::Rounding::nearest_even);
        kernels_.fma_f64[static_cast<int>(pairing)](stretch);
      }
      progress_.add(rows * columns, static_cast<double>(depth) / static_cast<double>(padded));
    }
    store_raw(problem_.d, part, kFmaWidth, tile);
  }

 private:
  const FmaProgram& program_;
  const Kernels& kernels_;
  const GemmProblem& problem_;
  GemmProgress& progress_;
};

}  // namespace

std::variant<FmaProgram, std::string> make_fma_program(const Unit& unit) {
  const SequencePlan sequence = plan_sequence(dense_unit(unit));
  const Plan& plan = sequence.step;
  const MultiplierPlan& m = plan.multiplier;
  const RoundPlan& result = plan.result;
  const Format& f64 = format_named("f64");
  for (const Format* format : {unit.instruction.a, unit.instruction.b, unit.instruction.c, &plan.d})
    if (!(*format == f64)) return "operands are not all f64";
  if (m.lanes != 1 || plan.sums.size() != 1 || m.rounds || m.has_overflow() || m.is_scaled() ||
      m.fixed_point() || m.flush_inputs != Flush::none || sequence.late_c ||
      !std::ranges::is_sorted(sequence.order))
    return "steps are no fused multiply-adds";
  const SumPlan& sum = plan.sums[0];
  if (!sum.exact || sum.addend_count != 2 || sum.zero_sign != ZeroSign::ieee || sum.rounds ||
      sum.has_exponent_floor)
    return "the sum is not IEEE's";
  if (auto why = beyond_alignment(plan); !why.empty()) return why;
  if (plan.tells_nans_apart()) return "NaN results are told apart";
  if (plan.raises_flags) return "status flags stand beside d";
  if (result.rounding != Rounding::nearest_even || result.fraction_bits != f64.fraction_bits ||
      result.rounds_twice() || result.saturates.any() || !result.keeps_underflow_sign ||
      result.flushes())
    return "the result is not rounded to the nearest f64";
  return FmaProgram{unit, plan.nan};
}

void run_dots(const FmaProgram& program, const Kernels& kernels, int threads,
              const DotBatch& batch) {
  const auto k = static_cast<std::size_t>(program.unit.products());
  const auto count = static_cast<std::int64_t>(batch.size());
  const int few = threads_for(2 * count * static_cast<std::int64_t>(k), threads);
  parallel_for((count + kFmaWidth - 1) / kFmaWidth, few,
               [&](std::int64_t first, std::int64_t last) {
                 AlignedBuffer<std::uint64_t> a_buffer, b_buffer, tile_buffer;
                 std::uint64_t* a = a_buffer.reserve(k * kFmaWidth);
                 std::uint64_t* b = b_buffer.reserve(k * kFmaWidth);
                 std::uint64_t* tile = tile_buffer.reserve(kFmaWidth);
                 for (std::int64_t block = first; block < last; ++block) {
                   const auto at = static_cast<std::size_t>(block * kFmaWidth);
                   const auto lanes = static_cast<std::size_t>(
                       std::min<std::int64_t>(kFmaWidth, count - block * kFmaWidth));
                   std::fill_n(a, k * kFmaWidth, 0);
                   std::fill_n(b, k * kFmaWidth, 0);
                   std::fill_n(tile, kFmaWidth, 0);
                   for (std::size_t lane = 0; lane < lanes; ++lane) {
                     tile[lane] = batch[Operand::c][at + lane];
                     for (std::size_t i = 0; i < k; ++i) {
                       a[i * kFmaWidth + lane] = batch[Operand::a][(at + lane) * k + i];
                       b[i * kFmaWidth + lane] = batch[Operand::b][(at + lane) * k + i];
                     }
                   }
                   const FloatingPointMode mode(FloatingPointMode::Rounding::nearest_even);
                   kernels.fma_f64[static_cast<int>(Pairing::own_row)](
                       {a, b, static_cast<int>(k), 1, tile, program.nan});
                   std::copy_n(tile, lanes, batch.d.data() + at);
                 }
               });
}

void run_gemm(const FmaProgram& program, const Kernels& kernels, int threads,
              const GemmProblem& problem, const GemmOptions& options) {
  const std::int64_t m = problem.m(), n = problem.n();
  const std::int64_t row_tiles = (m + kRowsOfTile - 1) / kRowsOfTile;
  const std::int64_t column_tiles = (n + kFmaWidth - 1) / kFmaWidth;
  GemmProgress progress(problem, options);
  const Tiles tiles(program, kernels, problem, progress);
  parallel_for(row_tiles * column_tiles, threads, [&](std::int64_t first, std::int64_t last) {
    for (std::int64_t i = first; i < last; ++i) {
      const std::int64_t row = i / column_tiles * kRowsOfTile,
                         column = i % column_tiles * kFmaWidth;
      const std::int64_t rows = std::min(kRowsOfTile, m - row);
      const std::int64_t columns = std::min<std::int64_t>(kFmaWidth, n - column);
      tiles.run(row, rows, column, columns);
    }
  });
  progress.end();
}

}  // namespace mmasc::batch
