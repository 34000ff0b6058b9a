// SPDX-License-Identifier: Apache-2.0
#include "mmasc/ozaki/slice_choice.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <mutex>

#include "mmasc/batch/engine.h"
#include "mmasc/batch/on_lines.h"
#include "mmasc/unit/catalog.h"
#include "mmasc/unit/error.h"

namespace mmasc {
namespace {

// The approximate costs of promoting a partial sum to f32 and of adding a block to its level; a
// product costs 1.
constexpr double kPromotionCost = 4, kBlockCost = 40;
// Multiplies magnitudes, one f32 after the other.
constexpr std::string_view kFusedF32 = R"(
[datapath.fused]
lanes = 1
zero_sign = "ieee"
sum = [{ name = "fma", terms = ["products", "c"] }]
result = { format = "f32" }
[instruction."estimate/f32"]
shape = { m = 1, n = 1, k = 1 }
formats = { a = "f32", b = "f32", c = "f32" }
datapath = "fused"
)";
// FP64 adds up the products of one weight exactly.
constexpr double kExactInFp64 = 0x1p53;

double cost_of(const SliceChoice& choice, const Unit& unit, std::int64_t k) {
  const auto length = static_cast<double>(k);
  const double calls = length / static_cast<double>(choice.block);
  const double work = std::max(length, calls * unit.instruction.shape.k);
  const bool is_promoted = choice.unit.chain < choice.block;
  return static_cast<double>(choice.products()) *
         (work + kBlockCost * calls +
          (is_promoted ? kPromotionCost * length / static_cast<double>(choice.unit.chain) : 0));
}

double least_of_row(const float* sums, std::int64_t row, const SplitMatrix& a,
                    const SplitMatrix& b) {
  constexpr float kSurelyRight = 0x1p-60F;  // nothing that counts was lost below f32's range
  double least = std::numeric_limits<double>::infinity();
  for (std::int64_t j = 0; j < b.lines(); ++j) {
    double sum = sums[j];
    if (sums[j] < kSurelyRight) {
      sum = 0;
      for (std::int64_t k = 0; k < a.length(); ++k)
        sum += std::fabs(std::ldexp(a.at(row, k), -a.scale(row)) *
                         std::ldexp(b.at(k, j), -b.scale(j)));
    }
    if (sum > 0x1p-1000) least = std::min(least, sum);
  }
  return least;
}

}  // namespace

std::int64_t SliceChoice::products() const {
  std::int64_t count = 0;
  for (int p = 1; p <= slices_a; ++p)
    for (int q = 1; q <= slices_b; ++q) count += takes(p, q) ? 1 : 0;
  return count;
}

int SliceChoice::levels() const {
  const int all = slices_a == 0 || slices_b == 0 ? 0 : slices_a + slices_b - 1;
  return is_full ? all : std::min(all, slices);
}

double least_magnitude(const SplitMatrix& a, const SplitMatrix& b, int threads,
                       const Progress& progress) {
  static const auto unit = parse_unit(kFusedF32);
  const OwnedMatrix rows = a.scaled_magnitudes(), columns = b.scaled_magnitudes();
  const OwnedMatrix sums(unit.d(), a.lines(), b.lines(), "magnitudes of products");
  GemmProblem problem;
  problem[Operand::a] = rows.matrix();
  problem[Operand::b] = columns.matrix();
  problem.d = sums.matrix();
  GemmOptions how;
  if (progress) how.progress = [&](std::int64_t, std::int64_t) { progress(0, 0); };
  make_batch_engine(unit, {.target = "", .threads = threads})->gemm(problem, how);

  double least = std::numeric_limits<double>::infinity();
  std::mutex mutex;
  on_lines({a.lines(), b.lines(), threads, &progress}, [&](std::int64_t first, std::int64_t last) {
    double least_here = std::numeric_limits<double>::infinity();
    for (std::int64_t row = first; row < last; ++row)
      least_here = std::min(
          least_here,
          least_of_row(reinterpret_cast<const float*>(sums.matrix().data) + row * b.lines(), row, a,
                       b));
    const std::scoped_lock lock(mutex);
    least = std::min(least, least_here);
  });
  return std::isinf(least) ? 0 : least;
}

int estimated_slices(double least_magnitude, std::int64_t k, int bits, const Format& format) {
  if (least_magnitude == 0) return 1;
  // An eighth of what a GEMM of the format is expected to lose: the greatest relative error is that
  // of the sum that cancels most, of which chance makes much.
  const double allowed = std::ldexp(least_magnitude, -format.significand_bits() - 3);
  int d = 1;
  while (std::sqrt(static_cast<double>(k) * (d + 1)) * std::ldexp(1.0, -d * bits) > allowed) ++d;
  return d;
}

std::vector<ExactSlices> widths_for(const Unit& unit, int slice_bits) {
  std::vector<ExactSlices> widths = exact_slices(unit);
  if (widths.empty())
    throw InputError(fmt::format("{} adds up no slices exactly: {}", unit.instruction.id,
                                 *why_inexact(unit, 1, 1)));
  if (slice_bits == 0) return widths;
  const int most = widths.back().bits;
  std::erase_if(widths, [&](const ExactSlices& width) { return width.bits != slice_bits; });
  if (widths.empty())
    throw InputError(fmt::format("slices of {} bits: {} adds up slices of 1 to {} bits exactly",
                                 slice_bits, unit.instruction.id, most));
  return widths;
}

SliceChoice choose_slices(const Unit& unit, const SplitMatrix& a, const SplitMatrix& b,
                          const Format& format, const DgemmOptions& options) {
  const std::vector<ExactSlices> widths = widths_for(unit, options.slice_bits);
  const std::int64_t k = a.length();
  const bool is_estimated = options.slices == DgemmOptions::kEstimated;
  const double least = is_estimated ? least_magnitude(a, b, options.threads, options.progress) : 0;

  SliceChoice best;
  double least_cost = std::numeric_limits<double>::infinity();
  for (const ExactSlices& width : widths) {
    const int all_a = a.all_slices(width.bits), all_b = b.all_slices(width.bits);
    SliceChoice choice{.unit = width};
    const bool takes_all = options.slices == DgemmOptions::kAll;
    choice.slices = takes_all      ? std::max(all_a, all_b)
                    : is_estimated ? estimated_slices(least, k, width.bits, format)
                                   : options.slices;
    choice.slices_a = std::min(choice.slices, all_a);
    choice.slices_b = std::min(choice.slices, all_b);
    choice.is_full = takes_all || options.products == SliceProducts::full;
    choice.is_whole =
        all_a == 0 || all_b == 0 ||
        (choice.slices_a == all_a && choice.slices_b == all_b && choice.takes(all_a, all_b));
    const std::int64_t longest = k * std::min(choice.slices_a, choice.slices_b);
    choice.block = std::clamp<std::int64_t>(longest, 1, width.call);
    const double most = std::ldexp(
        static_cast<double>(k) * std::min(choice.slices_a, choice.slices_b), 2 * width.bits - 2);
    if (most > kExactInFp64) continue;
    // A given number of slices holds the more the wider they are, as long as blocks cost little.
    const bool is_number = !takes_all && !is_estimated;
    const double cost = cost_of(choice, unit, k) / (is_number ? width.bits : 1);
    if (cost >= least_cost) continue;
    least_cost = cost;
    best = choice;
  }
  if (std::isinf(least_cost))
    throw InputError(fmt::format(
        "K = {}: FP64 cannot add up so many products of slices exactly; multiply parts of K", k));
  // Not looked at before: a block that is asked for changes no bit.
  if (options.block > 0) best.block = std::min(best.block, options.block);
  return best;
}

}  // namespace mmasc
