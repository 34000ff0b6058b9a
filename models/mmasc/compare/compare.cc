// SPDX-License-Identifier: Apache-2.0
#include "mmasc/compare/compare.h"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>
#include <vector>

#include "mmasc/arith/operand_matrix.h"
#include "mmasc/arith/same_bits.h"
#include "mmasc/arith/sparsity.h"
#include "mmasc/batch/engine.h"
#include "mmasc/compare/chain.h"
#include "mmasc/compare/shrink.h"
#include "mmasc/text/number.h"
#include "mmasc/unit/error.h"
#include "mmasc/unit/random_elements.h"
#include "mmasc/unit/status_flags.h"
#include "mmasc/vectors/answers.h"

namespace mmasc::compare {
namespace {

// "a=f16 b=f16 c=f32 d=f32 sparsity=2:4 ...", without k, which may differ.
std::string operand_formats(const Unit& unit) {
  std::string text = to_text(layout_of(unit));
  const auto k = text.rfind(" k=");
  return text.erase(k, std::min(text.find(' ', k + 1), text.size()) - k);
}

bool knows_nans(const Contender& unit) {
  return unit.nan ? *unit.nan == NanMatch::exact : unit.unit().datapath.result.nan.has_value();
}

enum class Differs { in_nothing, in_flags_alone, in_d };

Differs kind_of(const Contender& x, const Contender& y, const Result& of_x, const Result& of_y) {
  if (!same_bits(x.unit().d(), of_x.d, of_y.d, !knows_nans(x) || !knows_nans(y)))
    return Differs::in_d;
  const bool compares_flags = x.gives_flags() && y.gives_flags();
  return compares_flags && of_x.flags != of_y.flags ? Differs::in_flags_alone : Differs::in_nothing;
}

// Leaves of a row of A with its zeros what the unit keeps, and its metadata.
void leave_out_zeros(const Instruction& unit, Case& operands) {
  const auto group = static_cast<std::size_t>(unit.sparsity->of * unit.sparsity->together);
  std::vector<std::uint64_t> dense;
  dense.swap(operands[Operand::a]);
  dense.resize((dense.size() + group - 1) / group * group);
  compress(*unit.sparsity, *unit.a, dense, operands[Operand::a], operands[Operand::metadata]);
}

// One dot product of the matrices, as the unit takes it.
Case operands_of(const Instruction& unit, const GemmProblem& in, std::int64_t row,
                 std::int64_t column) {
  Case operands;
  for (const OperandRow& input : kInputs) {
    const std::optional<MatrixView>& matrix = in[input.operand];
    if (!matrix) continue;
    operands[input.operand].clear();
    append_elements(input.along, *matrix, row, column, 0,
                    input.along == Along::column ? matrix->rows : matrix->columns, 0,
                    operands[input.operand]);
  }
  if (unit.sparsity && !in.metadata()) leave_out_zeros(unit, operands);
  return operands;
}

std::string answer_text(const Contender& contender, const Result& result) {
  return to_hex(result.d, contender.unit().d()) +
         (contender.gives_flags() ? " with flags " + flags_text(result.flags) : "");
}

void check_again(const Contender& contender, const Case& operands, const Result& result) {
  const Result again = evaluate_chain(contender, operands);
  if (same(contender, contender, result, again)) return;
  if (contender.box == nullptr)
    throw std::logic_error("the engine and the reference disagree; please report this");
  throw EnvironmentError(fmt::format(
      "{} on the engine {} answers {} the first time and {} the second, of equal operands",
      contender.unit().instruction.id, contender.box->name(), answer_text(contender, result),
      answer_text(contender, again)));
}

std::shared_ptr<const Engine> engine_of(const Contender& each) {
  if (each.box != nullptr) return each.box;
  // A program's stages are the sequence's, not the unit's.
  if (each.model.stages() != nullptr) return make_reference_engine_of(each.model);
  return make_batch_engine(each.unit());
}

// So many vectors are asked at once, but of long ones fewer.
constexpr std::size_t kVectorsAtOnce = 4096, kElementsAtOnce = 1 << 20;

// Element after element of D, whose operands `rows` gives: so many from one on.
template <class Rows>
void ask_by_element(const Engine& engine, std::size_t elements_of_row, const Rows& rows,
                    const Progress& progress, Results& to) {
  const MutableMatrix& d = to.d.matrix();
  const std::int64_t all = d.rows * d.columns;
  const std::size_t most = std::clamp<std::size_t>(
      kElementsAtOnce / std::max<std::size_t>(elements_of_row, 1), 1, kVectorsAtOnce);
  for (std::int64_t first = 0; first < all;) {
    for (const Result& result : evaluate_chains(
             engine, rows(first, std::min(all - first, static_cast<std::int64_t>(most))))) {
      store_element(d, first / d.columns, first % d.columns, result.d);
      if (engine.gives_flags()) to.flags.push_back(result.flags);
      ++first;
    }
    if (progress) progress(first, all);
  }
}

}  // namespace

void check_formats(std::span<const Contender> units) {
  const Unit& first = units.front().unit();
  for (const Contender& each : units) {
    const Unit& unit = each.unit();
    if (!random_widths(unit).empty())
      throw InputError(fmt::format("{} rounds stochastically, and compare takes no random bits",
                                   unit.instruction.id));
    if (operand_formats(unit) != operand_formats(first))
      throw InputError(fmt::format("{} takes {}, and {} {}; compare units of the same formats",
                                   first.instruction.id, operand_formats(first),
                                   unit.instruction.id, operand_formats(unit)));
  }
}

std::vector<Results> results_of(std::span<const Contender> units, const GemmProblem& in,
                                const Progress& progress) {
  for (const Operand operand : {Operand::a, Operand::b})  // the size of D follows from them
    if (!in[operand]) throw InputError(fmt::format("{}: missing", row_of(operand).matrix));
  std::vector<Results> results;
  for (const Contender& each : units) {
    GemmProblem problem = in;
    Results& to =
        results.emplace_back(Results{OwnedMatrix(each.unit().d(), in.m(), in.n(), "D"), {}});
    problem.d = to.d.matrix();
    const auto engine = engine_of(each);
    if (!engine->gives_flags()) {
      engine->gemm(problem, {.promotion = {}, .progress = progress});
      continue;
    }
    check(each.unit(), problem, {});
    const auto rows = [&](std::int64_t first, std::int64_t count) {
      std::vector<Case> operands;
      for (std::int64_t i = first; i < first + count; ++i)
        operands.push_back(operands_of(each.unit().instruction, in, i / in.n(), i % in.n()));
      return operands;
    };
    ask_by_element(*engine, static_cast<std::size_t>(in.k()), rows, progress, to);
  }
  return results;
}

std::vector<Results> results_of(std::span<const Contender> units, std::span<const Case> vectors,
                                const Progress& progress) {
  std::vector<Results> results;
  const auto rows = [&](std::int64_t first, std::int64_t count) {
    return vectors.subspan(static_cast<std::size_t>(first), static_cast<std::size_t>(count));
  };
  const auto count = static_cast<std::int64_t>(vectors.size());
  for (const Contender& each : units)
    ask_by_element(*engine_of(each), vectors.empty() ? 0 : vectors.front()[Operand::b].size(), rows,
                   progress,
                   results.emplace_back(Results{OwnedMatrix(each.unit().d(), count, 1, "D"), {}}));
  return results;
}

Result Results::at(std::int64_t row, std::int64_t column) const {
  const auto number = static_cast<std::size_t>(row * d.matrix().columns + column);
  return {d.at(row, column), flags.empty() ? 0 : flags[number]};
}

bool same(const Contender& x, const Contender& y, const Result& of_x, const Result& of_y) {
  return kind_of(x, y, of_x, of_y) == Differs::in_nothing;
}

Count count_differences(const Contender& x, const Contender& y, const Results& of_x,
                        const Results& of_y) {
  Count count;
  const MutableMatrix& d = of_x.d.matrix();
  count.elements = d.rows * d.columns;
  for (std::int64_t row = 0; row < d.rows; ++row)
    for (std::int64_t column = 0; column < d.columns; ++column) {
      const Differs kind = kind_of(x, y, of_x.at(row, column), of_y.at(row, column));
      if (kind == Differs::in_nothing) continue;
      if (count.differing++ == 0) {
        count.row = row;
        count.column = column;
      }
      if (kind == Differs::in_flags_alone) ++count.in_flags_alone;
    }
  return count;
}

Difference explain(const Contender& x, const Contender& y, const GemmProblem& in, std::int64_t row,
                   std::int64_t column, const std::array<Result, 2>& results,
                   const std::function<void()>& tick) {
  Difference difference =
      explain(x, y, operands_of(x.unit().instruction, in, row, column), results, tick);
  difference.row = row;
  difference.column = column;
  return difference;
}

Difference explain(const Contender& x, const Contender& y, const Case& operands,
                   const std::array<Result, 2>& results, const std::function<void()>& tick) {
  check_again(x, operands, results[0]);
  check_again(y, operands, results[1]);
  Difference difference;
  difference.results = results;
  if (x.box == nullptr && y.box == nullptr)
    difference.divergence = first_divergence(x.model, y.model, operands);
  const Differs kind = kind_of(x, y, results[0], results[1]);
  const Case witness = shrink(layout_of(x.unit()), operands, [&](const Case& smaller) {
    if (tick) tick();
    try {
      return kind_of(x, y, evaluate_chain(x, smaller), evaluate_chain(y, smaller)) == kind;
    } catch (const Unanswered&) {
      return false;
    }
  });
  difference.witness = {instructions_of(x, witness), instructions_of(y, witness)};
  return difference;
}

std::string step_text(const Divergence& divergence) {
  const auto text = [](int step) { return step == 0 ? "none" : fmt::format("step {}", step); };
  const auto [x, y] = divergence.steps;
  return x == y ? text(x) : fmt::format("{} and {}", text(x), text(y));
}

std::string value_text(const StageValue& value) {
  using Kind = StageValue::Kind;
  switch (value.kind) {
    case Kind::absent:
      return "nothing";
    case Kind::nan:
      return "nan";
    case Kind::infinite:
      return value.negative ? "-inf" : "inf";
    case Kind::text:
      return value.text;
    case Kind::number:
      break;
  }
  return value.value.integer == 0 && value.negative ? "-0" : exact_text(value.value);
}

}  // namespace mmasc::compare
