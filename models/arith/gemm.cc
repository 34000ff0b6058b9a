// SPDX-License-Identifier: Apache-2.0
#include "arith/gemm.h"

#include <algorithm>
#include <limits>
#include <string>
#include <vector>

#include "arith/check_matrix.h"
#include "arith/engine.h"
#include "arith/promotion.h"
#include "arith/random_fill.h"
#include "arith/raw_elements.h"
#include "arith/sequence.h"
#include "arith/sparsity.h"
#include "spec/error.h"
#include "spec/formats.h"
#include "spec/random_elements.h"

namespace mmasc {
namespace {

std::string size_text(std::int64_t rows, std::int64_t columns) {
  return std::to_string(rows) + " x " + std::to_string(columns);
}

// Outputs next to each other in row-major order, each with its own chain.
class Chains {
 public:
  Chains(const Engine& engine, const GemmProblem& problem, const GemmOptions& options)
      : unit_(engine.unit()), engine_(engine), problem_(problem), options_(options) {
    if (options.promotion) promotion_.emplace(unit_, options.promotion->rounding);
    random_widths_ = random_widths(unit_);
  }

  void run(std::int64_t first, std::int64_t count) {
    first_ = first;
    d_.resize(static_cast<std::size_t>(count));
    for (std::size_t i = 0; i < d_.size(); ++i)
      d_[i] = problem_.c ? load_element(*problem_.c, row(i), column(i)) : 0;
    if (promotion_)
      promote();
    else
      chain(0, problem_.k());
    for (std::size_t i = 0; i < d_.size(); ++i) store_element(problem_.d, row(i), column(i), d_[i]);
  }

 private:
  std::int64_t row(std::size_t i) const {
    return (first_ + static_cast<std::int64_t>(i)) / problem_.n();
  }
  std::int64_t column(std::size_t i) const {
    return (first_ + static_cast<std::int64_t>(i)) % problem_.n();
  }

  void promote() {
    const std::int64_t depth =
        std::int64_t{unit_.instruction.shape.k} * options_.promotion->interval;
    auto sums = d_;
    for (std::int64_t k = 0; k < problem_.k(); k += depth) {
      std::ranges::fill(d_, 0);
      chain(k, std::min(problem_.k(), k + depth));
      for (std::size_t i = 0; i < d_.size(); ++i) sums[i] = promotion_->add(d_[i], sums[i]);
    }
    d_ = sums;
  }

  // d_ = chain of d_ over the slices of [first_k, end_k).
  void chain(std::int64_t first_k, std::int64_t end_k) {
    const int depth = unit_.instruction.shape.k;
    for (std::int64_t k = first_k; k < end_k; k += depth) {
      if (options_.progress)
        options_.progress(first_ + static_cast<std::int64_t>(d_.size()) * k / problem_.k(), all_);
      a_.clear();
      b_.clear();
      sa_.clear();
      sb_.clear();
      random_.clear();
      metadata_.clear();
      for (std::size_t i = 0; i < d_.size(); ++i) gather(i, k);
      const auto c = d_;
      engine_.dot({.a = a_,
                   .b = b_,
                   .c = c,
                   .sa = sa_,
                   .sb = sb_,
                   .d = d_,
                   .random = random_,
                   .metadata = metadata_});
    }
  }

  // `count` elements of a row from `first` on; +0 behind its end.
  static void append(const MatrixView& matrix, std::int64_t row, std::int64_t first,
                     std::int64_t count, std::vector<std::uint64_t>& to) {
    for (std::int64_t i = first; i < first + count; ++i)
      to.push_back(i < matrix.columns ? load_element(matrix, row, i) : 0);
  }

  void gather(std::size_t i, std::int64_t first_k) {
    const int depth = unit_.instruction.shape.k;
    append(problem_.b.transposed(), column(i), first_k, depth, b_);
    if (const auto& metadata = problem_.metadata) {
      const std::int64_t step = first_k / depth;
      append(problem_.a, row(i), step * unit_.products(), unit_.products(), a_);
      append(*metadata, row(i), step * unit_.metadata(), unit_.metadata(), metadata_);
    } else if (unit_.instruction.sparsity) {
      dense_.clear();
      append(problem_.a, row(i), first_k, depth, dense_);
      compress(*unit_.instruction.sparsity, *unit_.instruction.a, dense_, a_, metadata_);
    } else {
      append(problem_.a, row(i), first_k, depth, a_);
    }
    const auto place =
        static_cast<std::uint64_t>(row(i)) << 32 | static_cast<std::uint32_t>(column(i));
    append_random(random_widths_, options_.seed, place, static_cast<std::uint32_t>(first_k / depth),
                  random_);
    if (!unit_.instruction.scale) return;
    const ScaleRow& scale = *unit_.instruction.scale;
    for (std::int64_t k = first_k; k < first_k + depth; k += scale.block) {
      const bool padding = k >= problem_.k();
      const std::int64_t block = k / scale.block;
      sa_.push_back(padding ? one(*scale.format) : load_element(*problem_.sa, row(i), block));
      sb_.push_back(padding ? one(*scale.format) : load_element(*problem_.sb, block, column(i)));
    }
  }

  const Unit& unit_;
  const Engine& engine_;
  const GemmProblem& problem_;
  const GemmOptions& options_;
  std::optional<PromotedSum> promotion_;
  const std::int64_t all_ = problem_.m() * problem_.n();
  std::int64_t first_ = 0;
  std::vector<int> random_widths_;
  std::vector<std::uint64_t> dense_, a_, b_, sa_, sb_, d_, random_, metadata_;
};

}  // namespace

const Format& c_format(const Unit& unit, const GemmOptions& options) {
  return options.promotion ? format_named("f32") : *unit.instruction.c;
}

const Format& d_format(const Unit& unit, const GemmOptions& options) {
  return options.promotion ? format_named("f32") : unit.d();
}

namespace {

// A without its zeros.
void check_kept(const Unit& unit, const GemmProblem& problem) {
  if (!unit.instruction.sparsity)
    throw InputError("this unit takes no metadata; its A is not sparse");
  const auto& [keep, of, together] = *unit.instruction.sparsity;
  const std::int64_t m = problem.m(), k = problem.k(), group = of * together;
  if (k % group != 0)
    throw InputError("K is " + std::to_string(k) + ", no multiple of " + std::to_string(group) +
                     ", which metadata needs");
  check_matrix("A", problem.a, m, k / of * keep, *unit.instruction.a);
  check_matrix("the metadata of A", *problem.metadata, m, k / group * keep,
               metadata_format(*unit.instruction.sparsity));
}

void check_sparsity(const Unit& unit, const MatrixView& a, const Progress& progress) {
  const SparsityRow& sparsity = *unit.instruction.sparsity;
  const Format& format = *unit.instruction.a;
  const std::int64_t group = sparsity.of * sparsity.together, count = 256 * group;
  std::vector<std::uint64_t> raw(static_cast<std::size_t>(count));
  const auto fail = [&](std::int64_t row, std::int64_t column) {
    throw InputError(
        "A is not sparse enough in row " + std::to_string(row) + ", columns " +
        std::to_string(column) + " to " + std::to_string(std::min(a.columns, column + group) - 1) +
        ": the unit keeps " + std::to_string(sparsity.keep) + " of " + std::to_string(sparsity.of) +
        (sparsity.together > 1 ? " groups of " + std::to_string(sparsity.together) : "") +
        ", and more are not zero");
  };
  for (std::int64_t row = 0; row < a.rows; ++row)
    for (std::int64_t k = 0; k < a.columns; k += count) {
      if (progress) progress(0, 0);
      if (!format.has_zero()) fail(row, k);
      load_raw(a, {row, k, 1, count}, count, raw.data());
      const std::int64_t full = visit_groups(sparsity, nonzero_bits(format), raw.data(), count,
                                             [](std::int64_t, int, bool) {});
      if (full < count) fail(row, k + full);
    }
}

}  // namespace

void check(const Unit& unit, const GemmProblem& problem, const GemmOptions& options) {
  const Instruction& row = unit.instruction;
  const std::int64_t m = problem.m(), n = problem.n(), k = problem.k();
  if (problem.metadata)
    check_kept(unit, problem);
  else
    check_matrix("A", problem.a, m, k, *row.a);
  if (problem.b.rows != k)
    throw InputError("A is " + size_text(m, k) + " and B " + size_text(problem.b.rows, n) +
                     ": A's columns and B's rows must be as many");
  check_matrix("B", problem.b, k, n, *row.b);
  for (const Format* format : {row.a, row.b})
    if (k % row.shape.k != 0 && !format->has_zero())
      throw InputError("K is " + std::to_string(k) + ", no multiple of " +
                       std::to_string(row.shape.k) + ", and " + std::string(format->name) +
                       " has no zero to fill the last instruction with");
  if (problem.c) check_matrix("C", *problem.c, m, n, c_format(unit, options));
  check_result("D", problem.d, m, n, d_format(unit, options));
  if (row.scale.has_value() != problem.sa.has_value() ||
      row.scale.has_value() != problem.sb.has_value())
    throw InputError(row.scale ? "this unit takes block scales of A and B"
                               : "this unit takes no block scales");
  if (row.scale) {
    const std::int64_t blocks = k / row.scale->block + (k % row.scale->block != 0);
    check_matrix("the scales of A", *problem.sa, m, blocks, *row.scale->format);
    check_matrix("the scales of B", *problem.sb, blocks, n, *row.scale->format);
  }
  if (n > 0 && m > std::numeric_limits<std::int64_t>::max() / n)
    throw InputError("D has more elements than can be counted");
  if (elements_overlap(problem.d)) throw InputError("D's elements overlap; look at its strides");
  if (row.sparsity && !problem.metadata) check_sparsity(unit, problem.a, options.progress);
  if (options.promotion && options.promotion->interval < 1)
    throw InputError("the promotion interval must be at least 1 instruction");
  if (const auto why = why_not_promoted(unit.d()); options.promotion && !why.empty())
    throw InputError("partial sums cannot be promoted: " + why);
  const bool starts_afresh = options.promotion && options.promotion->interval == 1;
  const bool is_one_instruction = k > 0 && k <= row.shape.k;
  if (!starts_afresh && !is_one_instruction && !(*row.c == unit.d()))
    throw InputError("C is " + std::string(row.c->name) + " and D " + std::string(unit.d().name) +
                     ": K must be 1 to " + std::to_string(row.shape.k) +
                     ", as D cannot be the next instruction's C");
}

void Engine::gemm(const GemmProblem& problem, const GemmOptions& options) const {
  check(unit(), problem, options);
  constexpr std::int64_t kAtOnce = 256;
  const std::int64_t all = problem.m() * problem.n();
  Chains chains(*this, problem, options);
  for (std::int64_t done = 0; done < all;) {
    const std::int64_t count = std::min(kAtOnce, all - done);
    chains.run(done, count);
    done += count;
  }
  if (options.progress) options.progress(all, all);
}

}  // namespace mmasc
