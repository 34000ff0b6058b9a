// SPDX-License-Identifier: Apache-2.0
#include "mmasc/batch/lane_gemm.h"

#include <algorithm>
#include <memory>

#include "mmasc/arith/promotion.h"
#include "mmasc/arith/raw_elements.h"
#include "mmasc/batch/chains.h"
#include "mmasc/batch/gemm_progress.h"
#include "mmasc/batch/panels.h"
#include "mmasc/batch/parallel.h"
#include "mmasc/unit/formats.h"

namespace mmasc::batch {
namespace {

constexpr std::int64_t kRowsAtOnce = 2048, kLanesAtOnce = 1024;

std::int64_t round_up(std::int64_t x, std::int64_t step) { return (x + step - 1) / step * step; }

// Lanes of wide tiles, then of narrow ones.
std::int64_t padded(std::int64_t lanes) { return round_up(lanes, kWidths[kNarrowTile]); }

// The product of the transposed B and A, which is the transposed D.
GemmProblem swapped(const GemmProblem& problem) {
  const auto transposed = [&](Operand operand) {
    const std::optional<MatrixView>& matrix = problem[operand];
    return matrix ? std::optional(matrix->transposed()) : std::nullopt;
  };
  GemmProblem out;
  for (const auto& [to, from] : {std::pair{Operand::a, Operand::b}, {Operand::sa, Operand::sb}}) {
    out[to] = transposed(from);
    out[from] = transposed(to);
  }
  out[Operand::c] = transposed(Operand::c);
  out.d = problem.d.transposed();
  return out;
}

template <class Lane>
struct GemmPanels {
  PanelBuffer<Lane> rows, lanes;
  AlignedBuffer<float> partials;  // of each tile, where they are promoted
};

template <class Lane>
class LaneGemm {
 public:
  LaneGemm(const LaneProgram& program, const Kernels& kernels, int threads,
           const GemmProblem& problem, const GemmOptions& options, bool is_swapped,
           GemmPanels<Lane>& panels)
      : program_(program),
        kernels_(kernels),
        problem_(problem),
        progress_(problem, options),
        threads_(threads),
        rows_(panels.rows),
        lanes_(panels.lanes),
        partials_(panels.partials) {
    rows_view_ = {problem.a(), problem[Operand::sa], is_swapped ? program.b : program.a,
                  problem.metadata()};
    lanes_view_ = {problem.b(), problem[Operand::sb], is_swapped ? program.a : program.b};
    const Format& f32 = format_named("f32");
    if (options.promotion) {
      const Plan addition = make_promotion_plan(program.unit, options.promotion->rounding);
      promotion_.emplace(PromotionPlan{options.promotion->interval, make_addition(addition)});
      c_ = d_ = {f32, f32, Flush::none, true};
      nan_ = static_cast<std::uint32_t>(addition.nan);
    } else {
      c_ = program.c;
      c_.flush = Flush::none;
      d_ = {program.unit.d(), program.unit.d(), Flush::none, true};
      nan_ = program.nan;
    }
  }

  void run() {
    const std::int64_t instructions = (problem_.k() + program_.b_k - 1) / program_.b_k;
    const std::int64_t chunk = std::max<std::int64_t>(1, kDepthAtOnce / program_.b_k);
    if (promotion_) promotion_->all = instructions;
    for (std::int64_t lane = 0; lane < problem_.n(); lane += kLanesAtOnce)
      for (std::int64_t row = 0; row < problem_.m(); row += kRowsAtOnce)
        for (std::int64_t first = 0; first == 0 || first < instructions; first += chunk) {
          const Slice slice{first, static_cast<int>(std::min(chunk, instructions - first))};
          run_block(row, std::min(kRowsAtOnce, problem_.m() - row), lane,
                    std::min(kLanesAtOnce, problem_.n() - lane), slice,
                    static_cast<double>(slice.instructions) / static_cast<double>(instructions));
        }
    progress_.end();
  }

 private:
  struct TilePlace {
    std::int64_t first = 0;  // lane, within the block
    int kind = kWideTile;
  };

  static std::vector<TilePlace> tiles_of(std::int64_t lanes) {
    std::vector<TilePlace> tiles;
    for (std::int64_t first = 0; first < lanes;) {
      // A wide tile costs four narrow ones.
      const int kind =
          lanes - first > kWidths[kWideTile] - kWidths[kNarrowTile] ? kWideTile : kNarrowTile;
      tiles.push_back({first, kind});
      first += kWidths[kind];
    }
    return tiles;
  }

  void run_block(std::int64_t first_row, std::int64_t rows, std::int64_t first_lane,
                 std::int64_t lanes, const Slice& slice, double part_of_k) {
    const auto tiles = tiles_of(lanes);
    const auto tile_count = static_cast<std::int64_t>(tiles.size());
    const std::int64_t row_tiles = (rows + kRowsOfTile - 1) / kRowsOfTile;
    reserve(program_, slice, program_.k, rows, rows_);
    reserve(program_, slice, program_.b_k, tiles.back().first + kWidths[tiles.back().kind], lanes_);
    constexpr std::int64_t kRowsToPack = 16;
    const std::int64_t packs_of_rows = (rows + kRowsToPack - 1) / kRowsToPack;
    const std::int64_t depth = std::int64_t{program_.b_k} * slice.instructions;
    const int packing_threads = threads_for((rows + padded(lanes)) * depth, threads_);
    const auto pack = [&](std::int64_t first, std::int64_t last) {
      const FloatingPointMode mode(FloatingPointMode::Rounding::nearest_even);
      for (std::int64_t i = first; i < std::min(last, packs_of_rows); ++i) {
        const std::int64_t row = i * kRowsToPack;
        pack_rows(program_, kernels_, rows_view_, slice, first_row + row,
                  std::min(kRowsToPack, rows - row), row, rows_);
      }
      for (std::int64_t i = std::max(first, packs_of_rows); i < last; ++i) {
        const TilePlace& tile = tiles[static_cast<std::size_t>(i - packs_of_rows)];
        pack_lanes(program_, kernels_, lanes_view_, slice, first_lane + tile.first,
                   kWidths[tile.kind], tile.first, lanes_);
      }
    };
    parallel_for(packs_of_rows + tile_count, packing_threads, pack);
    if (promotion_) {
      promotion_->first = slice.first_instruction;
      partials_.reserve(static_cast<std::size_t>(rows * padded(lanes)));
    }
    // Rows of tiles within a panel of lanes: the panel stays in the cache.
    const int threads = threads_for(rows * padded(lanes) * depth / kProductsOfElement, threads_);
    parallel_for(tile_count * row_tiles, threads, [&](std::int64_t first, std::int64_t last) {
      for (std::int64_t i = first; i < last; ++i) {
        const TilePlace& tile = tiles[static_cast<std::size_t>(i / row_tiles)];
        const std::int64_t row = i % row_tiles * kRowsOfTile;
        const std::int64_t tile_rows = std::min(kRowsOfTile, rows - row);
        const std::int64_t tile_lanes =
            std::min<std::int64_t>(kWidths[tile.kind], lanes - tile.first);
        float* partial =
            promotion_ ? partials_.data() + tile.first * rows + row * kWidths[tile.kind] : nullptr;
        run_tile(first_row, row, tile_rows, first_lane, tile, tile_lanes, slice, partial);
        progress_.add(tile_rows * tile_lanes, part_of_k);
      }
    });
  }

  void run_tile(std::int64_t first_row, std::int64_t row, std::int64_t rows,
                std::int64_t first_lane, const TilePlace& place, std::int64_t lanes,
                const Slice& slice, float* partial) {
    const FloatingPointMode mode(FloatingPointMode::Rounding::nearest_even);
    const int width = kWidths[place.kind];
    const std::int64_t size = rows * width;
    const Rectangle part{.first_line = first_row + row,
                         .first = first_lane + place.first,
                         .lines = rows,
                         .length = lanes};
    Workspace& space = workspace();
    std::uint32_t* raw = space.raw.reserve(static_cast<std::size_t>(size));
    float* tile = space.tile.reserve(static_cast<std::size_t>(size));
    const bool is_first = slice.first_instruction == 0;
    if (!is_first || problem_.c()) {
      load_raw(is_first ? *problem_.c() : MatrixView(as_view(problem_.d)), part, width, raw);
      kernels_.decode(is_first ? c_ : d_, raw, size, tile);
    } else {
      std::fill_n(tile, size, 0.0f);
    }

    TileTask<Lane> task;
    task.tile_kind = place.kind;
    task.specials = rows_.special || lanes_.special;
    task.instructions = slice.instructions;
    task.panels.depth = pitch_of(slice, program_.k);
    task.panels.scales = program_.steps * program_.scales * slice.instructions;
    task.panels.row_count = static_cast<int>(rows);
    task.panels.rows = panel(rows_, row * task.panels.depth, row * task.panels.scales);
    task.panels.lanes = panel(lanes_, place.first * pitch_of(slice, program_.b_k),
                              place.first * task.panels.scales);
    if (program_.unit.instruction.sparsity) {
      task.pairing = Pairing::selected;
      task.panels.places = rows_.place.data() + row * task.panels.depth;
    }
    run_chains(program_, kernels_, promotion_ ? &*promotion_ : nullptr, task, tile, partial);

    kernels_.encode(d_.format, nan_, tile, size, raw);
    store_raw(problem_.d, part, width, raw);
  }

  static MatrixView as_view(const MutableMatrix& matrix) { return matrix; }

  Panel<Lane> panel(const PanelBuffer<Lane>& buffer, std::int64_t at, std::int64_t scale) const {
    return {buffer.value.data() + at, buffer.exponent.data() + at,
            program_.scale_block > 0 ? buffer.scale.data() + scale : nullptr};
  }

  const LaneProgram& program_;
  const Kernels& kernels_;
  const GemmProblem& problem_;
  GemmProgress progress_;
  OperandView rows_view_, lanes_view_;
  std::optional<PromotionPlan> promotion_;
  Decoder c_, d_;
  std::uint32_t nan_ = 0;
  int threads_ = 1;
  PanelBuffer<Lane>&rows_, &lanes_;
  AlignedBuffer<float>& partials_;
};

template <class Lane>
void run(const LaneProgram& program, const Kernels& kernels, int threads,
         const GemmProblem& problem, const GemmOptions& options, bool is_swapped) {
  const bool is_small =
      problem.m() <= kRowsOfTile && problem.n() <= kRowsOfTile && problem.k() <= kDepthAtOnce;
  // A small problem's panels outlive it. While they are in use they are not here: progress may
  // call for another GEMM.
  thread_local std::unique_ptr<GemmPanels<Lane>> kept;
  auto panels = is_small ? std::move(kept) : nullptr;
  if (panels == nullptr) panels = std::make_unique<GemmPanels<Lane>>();
  LaneGemm<Lane>(program, kernels, is_small ? 1 : threads, problem, options, is_swapped, *panels)
      .run();
  if (is_small) kept = std::move(panels);
}

}  // namespace

void run_gemm(const LaneProgram& program, const Kernels& kernels, int threads,
              const GemmProblem& problem, const GemmOptions& options) {
  const bool swaps = !program.unit.instruction.sparsity &&
                     problem.n() * padded(problem.m()) < problem.m() * padded(problem.n());
  const GemmProblem& chosen = swaps ? swapped(problem) : problem;
  if (program.lane_type == LaneType::f32)
    run<F32Lanes>(program, kernels, threads, chosen, options, swaps);
  else
    run<F64Lanes>(program, kernels, threads, chosen, options, swaps);
}

}  // namespace mmasc::batch
