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
#include "mmasc/stimulus/packed_cases.h"
#include "mmasc/text/number.h"
#include "mmasc/unit/error.h"
#include "mmasc/unit/random_elements.h"
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

bool same(const Contender& x, const Contender& y, std::uint64_t d_x, std::uint64_t d_y) {
  return same_bits(x.unit().d(), d_x, d_y, !knows_nans(x) || !knows_nans(y));
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

void check_again(const Contender& contender, const Case& operands, std::uint64_t d) {
  const std::uint64_t again = evaluate_chain(contender, operands);
  if (same(contender, contender, d, again)) return;
  if (contender.box == nullptr)
    throw std::logic_error("the engine and the reference disagree; please report this");
  const Format& format = contender.unit().d();
  throw EnvironmentError(fmt::format(
      "{} on the engine {} answers {} the first time and {} the second, of equal operands",
      contender.unit().instruction.id, contender.box->name(), to_hex(d, format),
      to_hex(again, format)));
}

std::shared_ptr<const Engine> engine_of(const Contender& each) {
  if (each.box != nullptr) return each.box;
  // A program's stages are the sequence's, not the unit's.
  if (each.model.stages() != nullptr) return make_reference_engine_of(each.model);
  return make_batch_engine(each.unit());
}

// So many vectors are asked at once.
constexpr std::size_t kVectorsAtOnce = 4096;

// The d of vectors, all of as many products.
std::vector<std::uint64_t> dots_of(const Contender& unit, const Engine& engine,
                                   std::span<const Case> vectors) {
  const auto k = static_cast<std::size_t>(unit.unit().instruction.shape.k);
  if (vectors.front()[Operand::b].size() == k) {
    PackedCases packed(vectors);
    engine.dot(packed.batch());
    return std::move(packed.d);
  }
  std::vector<std::uint64_t> d;
  for (const Case& row : vectors) d.push_back(evaluate_chain(unit, row));
  return d;
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

std::vector<OwnedMatrix> results_of(std::span<const Contender> units, const GemmProblem& in,
                                    const Progress& progress) {
  for (const Operand operand : {Operand::a, Operand::b})  // the size of D follows from them
    if (!in[operand]) throw InputError(fmt::format("{}: missing", row_of(operand).matrix));
  std::vector<OwnedMatrix> results;
  for (const Contender& each : units) {
    GemmProblem problem = in;
    problem.d = results.emplace_back(each.unit().d(), in.m(), in.n(), "D").matrix();
    engine_of(each)->gemm(problem, {.promotion = {}, .progress = progress});
  }
  return results;
}

std::vector<OwnedMatrix> results_of(std::span<const Contender> units, std::span<const Case> vectors,
                                    const Progress& progress) {
  std::vector<OwnedMatrix> results;
  const auto count = static_cast<std::int64_t>(vectors.size());
  for (const Contender& each : units) {
    const auto engine = engine_of(each);
    const OwnedMatrix& d = results.emplace_back(each.unit().d(), count, 1, "D");
    for (std::int64_t first = 0; first < count;) {
      const auto some = vectors.subspan(static_cast<std::size_t>(first));
      for (const std::uint64_t bits :
           dots_of(each, *engine, some.first(std::min(kVectorsAtOnce, some.size()))))
        store_element(d.matrix(), first++, 0, bits);
      if (progress) progress(first, count);
    }
  }
  return results;
}

Count count_differences(const Contender& x, const Contender& y, const OwnedMatrix& d_x,
                        const OwnedMatrix& d_y) {
  Count count;
  const MutableMatrix& d = d_x.matrix();
  count.elements = d.rows * d.columns;
  for (std::int64_t row = 0; row < d.rows; ++row)
    for (std::int64_t column = 0; column < d.columns; ++column)
      if (!same(x, y, d_x.at(row, column), d_y.at(row, column)) && count.differing++ == 0) {
        count.row = row;
        count.column = column;
      }
  return count;
}

Difference explain(const Contender& x, const Contender& y, const GemmProblem& in, std::int64_t row,
                   std::int64_t column, std::array<std::uint64_t, 2> d,
                   const std::function<void()>& tick) {
  Difference difference =
      explain(x, y, operands_of(x.unit().instruction, in, row, column), d, tick);
  difference.row = row;
  difference.column = column;
  return difference;
}

Difference explain(const Contender& x, const Contender& y, const Case& operands,
                   std::array<std::uint64_t, 2> d, const std::function<void()>& tick) {
  check_again(x, operands, d[0]);
  check_again(y, operands, d[1]);
  Difference difference;
  difference.d = d;
  if (x.box == nullptr && y.box == nullptr)
    difference.divergence = first_divergence(x.model, y.model, operands);
  const Case witness = shrink(layout_of(x.unit()), operands, [&](const Case& smaller) {
    if (tick) tick();
    try {
      return !same(x, y, evaluate_chain(x, smaller), evaluate_chain(y, smaller));
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
