// SPDX-License-Identifier: Apache-2.0
#include "mmasc/measures/unit_measures.h"

#include <algorithm>
#include <set>
#include <utility>

#include "mmasc/arith/aligned_products.h"
#include "mmasc/arith/planned_sums.h"
#include "mmasc/measures/correct.h"
#include "mmasc/measures/element_operands.h"
#include "mmasc/measures/sample.h"
#include "mmasc/specification/account.h"
#include "mmasc/unit/random_elements.h"
#include "mmasc/unit/ulps.h"

namespace mmasc {
namespace {

struct Products {
  std::int64_t all = 0, vanished = 0;

  void count(const AlignedTerm& term) {
    if (term.term.zero || !term.term.finite()) return;
    ++all;
    if (term.vanished || term.shift.kept.is_zero()) ++vanished;
  }
};

// Those of one element of D along K.
Products products_of(const Plan& plan, const Specification& specification,
                     const ElementOperands& element, std::int64_t row, std::int64_t column) {
  Products products;
  std::uint64_t d = 0;
  for (std::int64_t slice = 0; slice < element.slices(); ++slice) {
    const SliceOperands operands = element.slice(row, column, slice, d);
    const ExactRun run = account_of(specification, operands.view());
    for (const ExactStep& step : run.steps)
      if (!step.adds_late_c)
        for (const AlignedTerm* term : aligned_products(plan, step)) products.count(*term);
    d = run.d;
  }
  return products;
}

// The neighbour of a finite element: the next one up, or down where that is no number.
struct Moved {
  std::uint64_t bits = 0;
  bool up = true;
};
Moved moved(const Format& format, std::uint64_t bits) {
  if (format.is_integer()) {
    const bool up = bits != greatest_magnitude(format);
    return {(up ? bits + 1 : bits - 1) & format.storage_mask(), up};
  }
  const std::uint64_t step = std::uint64_t{1} << format.fraction_low();
  const std::uint64_t sign = format.is_signed() ? std::uint64_t{1} << format.sign_low() : 0;
  const bool negative = (bits & sign) != 0;
  const std::uint64_t magnitude = bits & format.storage_mask() & ~sign;
  if (magnitude == 0) return {step, true};
  // A negative number moves up as its magnitude falls.
  const std::uint64_t larger = bits + step;
  if (!negative && is_finite(format, larger) && (larger & sign) == 0 &&
      larger <= format.storage_mask())
    return {larger, true};
  return {bits - step, negative};
}

std::int64_t greatest_in_row(const InputSet& inputs, const Format& format, std::int64_t row) {
  std::int64_t best = 0, most = -1;
  for (std::int64_t k = 0; k < inputs[Operand::a].matrix().columns; ++k) {
    const std::int64_t position = ordinal(format, inputs[Operand::a].at(row, k));
    const std::int64_t magnitude = position < 0 ? -position : position;
    if (magnitude > most) {
      most = magnitude;
      best = k;
    }
  }
  return best;
}

}  // namespace

MeasureResult vanished_terms(const Unit& unit, const InputSet& inputs, const InputFormats& formats,
                             const GemmOptions& options) {
  constexpr std::int64_t kProducts = 1 << 18, kLeast = 4;
  const std::int64_t columns = inputs[Operand::c].matrix().columns;
  const std::int64_t elements = inputs[Operand::c].matrix().rows * columns;
  const std::int64_t k = std::max<std::int64_t>(1, inputs[Operand::a].matrix().columns);
  const std::int64_t count = std::min(elements, std::max(kLeast, kProducts / k));
  const SequencePlan program = plan_sequence(unit);
  const Specification specification = specification_of(unit, program);
  const ElementOperands element(unit, inputs, formats, options);
  Sample shares;
  Products total;
  std::set<std::pair<std::int64_t, std::int64_t>> seen;  // no element is a sample twice
  for (std::int64_t i = 0; i < count; ++i) {
    // The elements lie in as many rows and columns as there are.
    const std::int64_t place = i * elements / count;
    const std::int64_t row = place / columns;
    std::int64_t column = (place + i) % columns;
    while (!seen.emplace(row, column).second) column = (column + 1) % columns;
    const Products products = products_of(program.step, specification, element, row, column);
    total.all += products.all;
    total.vanished += products.vanished;
    if (products.all > 0)
      shares.add(row, column,
                 static_cast<double>(products.vanished) / static_cast<double>(products.all));
  }
  MeasureResult result = mean_measure("vanished_terms", shares);
  result.samples = total.all;
  return result;
}

MeasureResult monotonicity_violations(const Engine& engine, const InputSet& inputs,
                                      const InputFormats& formats, const GemmOptions& options,
                                      const OwnedMatrix& d) {
  const std::int64_t rows = d.matrix().rows, columns = d.matrix().columns;
  const Format& a_format = *formats.a;
  const Format& d_format = mmasc::d_format(engine.unit(), options);
  OwnedMatrix a(a_format, rows, inputs[Operand::a].matrix().columns, "A");
  std::ranges::copy(inputs[Operand::a].bytes(), a.matrix().data);
  std::vector<std::int64_t> places;
  std::vector<bool> goes_up;
  for (std::int64_t i = 0; i < rows; ++i) {
    places.push_back(greatest_in_row(inputs, a_format, i));
    const Moved to = moved(a_format, inputs[Operand::a].at(i, places.back()));
    goes_up.push_back(to.up);
    store_element(a.matrix(), i, places.back(), to.bits);
  }
  OwnedMatrix other(d_format, rows, columns, "D");
  GemmProblem problem = problem_of(inputs, other.matrix());
  problem[Operand::a] = a.matrix();
  engine.gemm(problem, options);
  MeasureResult result;
  result.name = "monotonicity_violations";
  std::int64_t violations = 0;
  for (std::int64_t i = 0; i < rows; ++i)
    for (std::int64_t j = 0; j < columns; ++j) {
      if (!is_finite(d_format, d.at(i, j)) || !is_finite(d_format, other.at(i, j))) continue;
      ++result.samples;
      const auto row = static_cast<std::size_t>(i);
      const std::int64_t factor = ordinal(*formats.b, inputs[Operand::b].at(j, places[row]));
      const std::int64_t before = ordinal(d_format, d.at(i, j));
      const std::int64_t after = ordinal(d_format, other.at(i, j));
      const bool factor_is_up = (factor > 0) == goes_up[row];
      if (after != before && (factor == 0 || (after > before) != factor_is_up)) ++violations;
    }
  result.value = static_cast<double>(violations);
  result.left_out = rows * columns - result.samples;
  return result;
}

}  // namespace mmasc
