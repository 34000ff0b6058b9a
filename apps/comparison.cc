// SPDX-License-Identifier: Apache-2.0
#include "comparison.h"

#include <fmt/format.h>

#include <stdexcept>

#include "arith/same_bits.h"
#include "compare/chain.h"
#include "compare/shrink.h"
#include "interrupt.h"
#include "spec/error.h"

namespace mmasc {
namespace {

using compare::evaluate_chain;

class PairComparer {
 public:
  PairComparer(const Contender& x, const Contender& y, const Matrices& in)
      : x_(x), y_(y), in_(in), any_nan_(!x.knows_nans() || !y.knows_nans()) {}

  PairResult compare(const ResultMatrix& of_x, const ResultMatrix& of_y) const {
    PairResult result{&x_, &y_, in_.m() * in_.n(), 0, std::nullopt};
    for (std::int64_t row = 0; row < in_.m(); ++row) {
      stop_if_interrupted();
      for (std::int64_t column = 0; column < in_.n(); ++column) {
        const std::array d{of_x.at(row, column), of_y.at(row, column)};
        if (same(d[0], d[1])) continue;
        if (result.differing++ == 0) result.difference = {row, column, d, {}, {}};
      }
    }
    if (result.difference) explain(*result.difference);
    return result;
  }

 private:
  bool same(std::uint64_t x, std::uint64_t y) const {
    return same_bits(x_.unit().d(), x, y, any_nan_);
  }

  // One dot product of the matrices.
  Case operands_of(std::int64_t row, std::int64_t column) const {
    Case operands;
    const auto append = [](std::vector<std::uint64_t>& to, const MatrixView& from, bool is_row,
                           std::int64_t at) {
      const MatrixView line = is_row ? from : from.transposed();
      for (std::int64_t i = 0; i < line.columns; ++i) to.push_back(load_element(line, at, i));
    };
    append(operands.a, in_.a.view, true, row);
    append(operands.b, in_.b.view, false, column);
    if (in_.c) operands.c = load_element(in_.c->view, row, column);
    if (in_.sa) append(operands.sa, in_.sa->view, true, row);
    if (in_.sb) append(operands.sb, in_.sb->view, false, column);
    return operands;
  }

  void explain(Difference& difference) const {
    const Case operands = operands_of(difference.row, difference.column);
    if (evaluate_chain(x_.sequence, operands) != difference.d[0] ||
        evaluate_chain(y_.sequence, operands) != difference.d[1])
      throw std::logic_error("the engine and the reference disagree; please report this");
    difference.parting = compare::first_parting(x_.sequence, y_.sequence, operands);
    const Case witness = compare::shrink(formats_of(x_.unit()), operands, [&](const Case& smaller) {
      stop_if_interrupted();
      return !same(evaluate_chain(x_.sequence, smaller), evaluate_chain(y_.sequence, smaller));
    });
    difference.witness = {compare::instructions_of(x_.sequence, witness),
                          compare::instructions_of(y_.sequence, witness)};
  }

  const Contender& x_;
  const Contender& y_;
  const Matrices& in_;
  bool any_nan_;
};

// "a=f16 b=f16 c=f32 d=f32 ...", without k, which may differ.
std::string operand_formats(const Unit& unit) {
  VectorFormats formats = formats_of(unit);
  std::string text = to_text(formats);
  return text.substr(0, text.rfind(" k="));
}

}  // namespace

void check_formats(const std::vector<Contender>& contenders) {
  const Unit& first = contenders.front().unit();
  for (const Contender& contender : contenders)
    if (operand_formats(contender.unit()) != operand_formats(first))
      throw InputError(fmt::format("{} takes {}, and {} {}; compare units of the same formats",
                                   first.instruction.id, operand_formats(first),
                                   contender.unit().instruction.id,
                                   operand_formats(contender.unit())));
}

std::vector<PairResult> compare_all(const std::vector<Contender>& contenders, const Matrices& in) {
  std::vector<ResultMatrix> results;
  for (const Contender& contender : contenders) {
    const auto engine = make_engine("batch", contender.unit());
    ResultMatrix& d = results.emplace_back(contender.unit().d(), in.m(), in.n());
    run_gemm(*engine, in.problem(d.matrix()), {});
  }
  std::vector<PairResult> pairs;
  for (std::size_t i = 0; i < results.size(); ++i)
    for (std::size_t j = i + 1; j < results.size(); ++j)
      pairs.push_back(
          PairComparer(contenders[i], contenders[j], in).compare(results[i], results[j]));
  return pairs;
}

}  // namespace mmasc
