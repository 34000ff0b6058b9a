// SPDX-License-Identifier: Apache-2.0
#include "mmasc/compare/own_stages.h"

#include <algorithm>

#include "mmasc/compare/chain.h"
#include "mmasc/vectors/case_operands.h"

namespace mmasc::compare {
namespace {

// What leaves the stages of one step; d is the last.
using Fields = std::vector<FieldOfStep>;
Fields run_step(const Sequence& sequence, int step, const Case& row, std::uint64_t chained) {
  const DotOperands in = operands_of(row);
  const bool is_late = step == sequence.steps();
  return fields_of_step(sequence.program().plan_of(step), is_late ? nullptr : sequence.stages(),
                        is_late ? sequence.late_c(in, chained) : sequence.step(step, in, chained));
}
std::uint64_t d_of(const Fields& fields) { return std::stoull(fields.back().bits, nullptr, 16); }

// The first of x that is another of y; x's end where they are alike.
std::size_t first_other(const Fields& x, const Fields& y) {
  return static_cast<std::size_t>(std::ranges::mismatch(x, y).in1 - x.begin());
}

bool is_alike(const FieldOfStep& x, const FieldOfStep& y) {
  return x.stage == y.stage && x.field == y.field;
}

}  // namespace

std::optional<Divergence> first_other_field(const Sequence& x, const Sequence& y, const Case& row) {
  const std::vector<Case> of_x = instructions_of(x, row), of_y = instructions_of(y, row);
  const int steps = x.steps() + x.program().additions();
  if (y.steps() + y.program().additions() != steps || of_x.size() != of_y.size())
    return std::nullopt;
  for (std::size_t i = 0; i < of_x.size(); ++i) {
    std::uint64_t d_x = 0, d_y = 0;
    for (int step = 0; step < steps; ++step) {
      const Fields at_x = run_step(x, step, of_x[i], d_x), at_y = run_step(y, step, of_y[i], d_y);
      const int number = static_cast<int>(i) * steps + step + 1;
      if (!std::ranges::equal(at_x, at_y, is_alike)) return std::nullopt;
      if (const std::size_t f = first_other(at_x, at_y); f < at_x.size())
        return Divergence{{number, number},
                          at_x[f].stage,
                          at_x[f].field,
                          {text_value(at_x[f].bits), text_value(at_y[f].bits)}};
      d_x = d_of(at_x);
      d_y = d_of(at_y);
    }
  }
  return std::nullopt;
}

}  // namespace mmasc::compare
