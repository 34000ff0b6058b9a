// SPDX-License-Identifier: Apache-2.0
#include "mmasc/arith/gemm.h"

#include <algorithm>
#include <limits>
#include <string>
#include <vector>

#include "mmasc/arith/check_matrix.h"
#include "mmasc/arith/engine.h"
#include "mmasc/arith/operand_matrix.h"
#include "mmasc/arith/promotion.h"
#include "mmasc/arith/random_fill.h"
#include "mmasc/arith/raw_elements.h"
#include "mmasc/arith/sequence.h"
#include "mmasc/arith/sparsity.h"
#include "mmasc/unit/error.h"
#include "mmasc/unit/formats.h"
#include "mmasc/unit/operand_layout.h"

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
  }

  void run(std::int64_t first, std::int64_t count) {
    first_ = first;
    d_.resize(static_cast<std::size_t>(count));
    for (std::size_t i = 0; i < d_.size(); ++i)
      d_[i] = problem_.c() ? load_element(*problem_.c(), row(i), column(i)) : 0;
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
      for (const OperandRow& row : kInputs) in_[row.operand].clear();
      in_[Operand::c] = d_;
      for (std::size_t i = 0; i < d_.size(); ++i) gather(i, k);
      DotBatch batch({}, d_);
      for (const OperandRow& row : kInputs) batch[row.operand] = in_[row.operand];
      engine_.dot(batch);
    }
  }

  // The operands but c of output i and the instruction at first_k.
  void gather(std::size_t i, std::int64_t first_k) {
    const int depth = unit_.instruction.shape.k;
    const std::int64_t step = first_k / depth;
    for (const OperandRow& operand : kInputs) {
      const std::optional<MatrixView>& matrix = problem_[operand.operand];
      if (!matrix || operand.operand == Operand::c) continue;
      const OperandElements elements = layout_[operand.operand];
      const std::uint64_t padding = operand.scales ? one(*elements.format) : 0;
      if (operand.operand == Operand::a && has_zeros_)
        append_kept(*matrix, row(i), first_k);
      else
        append_elements(operand.along, *matrix, row(i), column(i), step * elements.count,
                        elements.count, padding, in_[operand.operand]);
    }
    const auto place =
        static_cast<std::uint64_t>(row(i)) << 32 | static_cast<std::uint32_t>(column(i));
    append_random(layout_.random, options_.seed, place, static_cast<std::uint32_t>(step),
                  in_[Operand::random]);
  }

  void append_kept(const MatrixView& a, std::int64_t row, std::int64_t first_k) {
    dense_.clear();
    append_elements(Along::row, a, row, 0, first_k, unit_.instruction.shape.k, 0, dense_);
    compress(*unit_.instruction.sparsity, *unit_.instruction.a, dense_, in_[Operand::a],
             in_[Operand::metadata]);
  }

  const Unit& unit_;
  const Engine& engine_;
  const GemmProblem& problem_;
  const GemmOptions& options_;
  std::optional<PromotedSum> promotion_;
  const std::int64_t all_ = problem_.m() * problem_.n();
  std::int64_t first_ = 0;
  const OperandLayout layout_ = layout_of(unit_);
  const bool has_zeros_ = unit_.instruction.sparsity && !problem_.metadata();
  PerInput<std::vector<std::uint64_t>> in_;
  std::vector<std::uint64_t> dense_, d_;
};

}  // namespace

const Format& c_format(const Unit& unit, const GemmOptions& options) {
  return options.promotion ? format_named("f32") : *unit.instruction.c;
}

const Format& d_format(const Unit& unit, const GemmOptions& options) {
  return options.promotion ? format_named("f32") : unit.d();
}

namespace {

// The elements along K of an operand that has `each` for `depth` of K.
std::int64_t along_k(std::int64_t k, int each, int depth) {
  return k / depth * each + (k % depth * each + depth - 1) / depth;
}

// That each matrix is there which the unit takes, and no other, with its size.
void check_inputs(const Unit& unit, const OperandLayout& layout, const GemmProblem& problem,
                  const GemmOptions& options) {
  const std::int64_t m = problem.m(), n = problem.n(), k = problem.k();
  for (const OperandRow& row : kInputs) {
    const std::optional<MatrixView>& matrix = problem[row.operand];
    if (!matrix) continue;
    const OperandElements elements = layout[row.operand];
    const Format& format = row.operand == Operand::c ? c_format(unit, options) : *elements.format;
    const bool has_zeros = row.operand == Operand::a && !problem.metadata();
    const std::int64_t along = has_zeros ? k : along_k(k, elements.count, unit.instruction.shape.k);
    if (row.operand == Operand::a && !has_zeros && matrix->columns == k && along < k)
      throw InputError("A is " + size_text(m, k) + ", not " + size_text(m, along) +
                       ": with metadata it has none but the elements that the unit keeps");
    const auto [rows, columns] = size_of(row.along, m, n, along);
    check_matrix(row.matrix, *matrix, rows, columns, format);
  }
}

void check_presence(const OperandLayout& layout, const GemmProblem& problem) {
  for (const OperandRow& row : kInputs) {
    const bool is_given = problem[row.operand].has_value();
    const std::string name(row.matrix);
    if (is_given && row.along == Along::drawn)
      throw InputError("random bits are drawn from the seed");
    if (is_given && !layout.has(row.operand))
      throw InputError(name + ": this unit " + std::string(row.lacks));
    if (!is_given && layout.has(row.operand) && !row.may_be_left_out && row.along != Along::drawn)
      throw InputError(name + (row.lacks.empty() ? ": missing" : ": missing; this unit needs it"));
  }
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
        ", and more are not zero; set the others to zero");
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
  const OperandLayout layout = layout_of(unit);
  check_presence(layout, problem);
  const std::int64_t m = problem.m(), n = problem.n(), k = problem.k();
  if (problem.metadata() && k % (row.sparsity->of * row.sparsity->together) != 0)
    throw InputError("K is " + std::to_string(k) + ", no multiple of " +
                     std::to_string(row.sparsity->of * row.sparsity->together) +
                     ", which metadata needs");
  if (const std::int64_t rows = problem.b().rows; rows != k) {
    const bool is_kept = row.sparsity && k == along_k(rows, layout[Operand::a].count, row.shape.k);
    throw InputError("A is " + size_text(m, k) + " and B " + size_text(rows, n) +
                     ": A's columns and B's rows must be as many" +
                     (is_kept ? "; give the metadata of A, or A with its zeros" : ""));
  }
  for (const Format* format : {row.a, row.b})
    if (k % row.shape.k != 0 && !format->has_zero())
      throw InputError("K is " + std::to_string(k) + ", no multiple of " +
                       std::to_string(row.shape.k) + ", and " + std::string(format->name) +
                       " has no zero to fill the last instruction with");
  check_inputs(unit, layout, problem, options);
  check_result("D", problem.d, m, n, d_format(unit, options));
  if (n > 0 && m > std::numeric_limits<std::int64_t>::max() / n)
    throw InputError("D has more elements than can be counted");
  if (elements_overlap(problem.d)) throw InputError("D's elements overlap; look at its strides");
  if (row.sparsity && !problem.metadata()) check_sparsity(unit, problem.a(), options.progress);
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
