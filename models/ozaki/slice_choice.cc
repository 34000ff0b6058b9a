// SPDX-License-Identifier: Apache-2.0
#include "ozaki/slice_choice.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <mutex>

#include "batch/on_lines.h"
#include "spec/error.h"

namespace mmasc {
namespace {

// What a promotion of a partial sum to f32, and the addition of a block to its level, take beside a
// product, about.
constexpr double kPromotionCost = 4, kBlockCost = 40;
// FP64 adds up the products of one weight exactly.
constexpr double kExactInFp64 = 0x1p53;

double cost_of(const SliceChoice& choice, const Unit& unit, std::int64_t k) {
  const auto parts = [k](std::int64_t length) {
    return static_cast<double>((k + length - 1) / length);
  };
  const double depth = unit.instruction.shape.k;
  const double work = std::max(static_cast<double>(k), parts(choice.block) * depth);
  const bool is_promoted = choice.unit.chain < choice.block;
  return static_cast<double>(choice.products()) *
         (work + kBlockCost * parts(choice.block) +
          (is_promoted ? kPromotionCost * parts(choice.unit.chain) : 0));
}

// What stays in registers of 128 bits.
constexpr std::int64_t kRows = 2, kPanel = 16;

// kRows rows by a panel of columns.
void multiply(const float* const* rows, const float* panel, std::int64_t length, float* sums,
              std::int64_t stride) {
  float sum[kRows][kPanel] = {};
  for (std::int64_t k = 0; k < length; ++k)
    for (std::int64_t i = 0; i < kRows; ++i)
      for (std::int64_t j = 0; j < kPanel; ++j) sum[i][j] += rows[i][k] * panel[k * kPanel + j];
  for (std::int64_t i = 0; i < kRows; ++i) std::copy_n(sum[i], kPanel, sums + i * stride);
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
                         std::ldexp(b.at(j, k), -b.scale(j)));
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
  const std::vector<float> scaled_a = a.scaled_magnitudes(), columns = b.scaled_magnitudes();
  const std::int64_t length = a.length(), n = b.lines();
  const std::int64_t panels = (n + kPanel - 1) / kPanel;
  // Panel by panel of B, row by row in it; columns behind the last are zero.
  std::vector<float> panels_of_b(static_cast<std::size_t>(panels * length * kPanel));
  for (std::int64_t j = 0; j < n; ++j)
    for (std::int64_t k = 0; k < length; ++k)
      panels_of_b[static_cast<std::size_t>((j / kPanel * length + k) * kPanel + j % kPanel)] =
          columns[static_cast<std::size_t>(j * length + k)];

  double least = std::numeric_limits<double>::infinity();
  std::mutex mutex;
  const LineLoop loop{a.lines(), n * length, threads, &progress};
  on_lines(loop, [&](std::int64_t first, std::int64_t last) {
    std::vector<float> sums(static_cast<std::size_t>(kRows * panels * kPanel));
    const std::vector<float> nothing(static_cast<std::size_t>(length));
    double least_here = std::numeric_limits<double>::infinity();
    for (std::int64_t row = first; row < last; row += kRows) {
      const float* rows[kRows];
      for (std::int64_t i = 0; i < kRows; ++i)
        rows[i] = row + i < last ? scaled_a.data() + (row + i) * length : nothing.data();
      for (std::int64_t panel = 0; panel < panels; ++panel)
        multiply(rows, panels_of_b.data() + panel * length * kPanel, length,
                 sums.data() + panel * kPanel, panels * kPanel);
      for (std::int64_t i = 0; i < std::min(kRows, last - row); ++i)
        least_here =
            std::min(least_here, least_of_row(sums.data() + i * panels * kPanel, row + i, a, b));
    }
    const std::scoped_lock lock(mutex);
    least = std::min(least, least_here);
  });
  return std::isinf(least) ? 0 : least;
}

int estimated_slices(double least_magnitude, std::int64_t k, int bits, const Format& format) {
  if (least_magnitude == 0) return 1;
  const double allowed = std::ldexp(least_magnitude, -format.significand_bits());
  int d = 1;
  while (std::sqrt(static_cast<double>(k) * (d + 1)) * std::ldexp(1.0, -d * bits) > allowed) ++d;
  return d;
}

SliceChoice choose_slices(const Unit& unit, const SplitMatrix& a, const SplitMatrix& b,
                          const Format& format, const DgemmOptions& options) {
  const std::vector<ExactSlices> widths = exact_slices(unit);
  const std::int64_t k = a.length();
  if (widths.empty())
    throw InputError(fmt::format("{} adds up no slices exactly: {}", unit.instruction.id,
                                 *why_inexact(unit, 1, 1)));
  const bool is_known = std::ranges::any_of(
      widths, [&](const ExactSlices& width) { return width.bits == options.slice_bits; });
  if (options.slice_bits != 0 && !is_known)
    throw InputError(fmt::format("slices of {} bits: {} adds up slices of 1 to {} bits exactly",
                                 options.slice_bits, unit.instruction.id, widths.back().bits));
  const bool is_estimated = options.slices == DgemmOptions::kEstimated;
  const double least = is_estimated ? least_magnitude(a, b, options.threads, options.progress) : 0;

  SliceChoice best;
  double least_cost = std::numeric_limits<double>::infinity();
  for (const ExactSlices& width : widths) {
    if (options.slice_bits != 0 && width.bits != options.slice_bits) continue;
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
    choice.block = std::min(width.call, std::max<std::int64_t>(k, 1));
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
