// SPDX-License-Identifier: Apache-2.0
#include "mmasc/compare/own_stages.h"

#include <algorithm>

#include "mmasc/compare/chain.h"
#include "mmasc/vectors/case_operands.h"

namespace mmasc::compare {
namespace {

StageValue text(std::string bits) {
  StageValue value;
  value.kind = StageValue::Kind::text;
  value.text = std::move(bits);
  return value;
}

// What leaves the stages of one step, and its d.
struct Step {
  std::vector<FieldOfStep> fields;
  std::uint64_t d = 0;
};
Step run_step(const Sequence& sequence, int step, const Case& row, std::uint64_t chained) {
  const DotOperands in = operands_of(row);
  const bool is_late = step == sequence.steps();
  const Operands operands =
      is_late ? sequence.late_c(in, chained) : sequence.step(step, in, chained);
  return {fields_of_step(sequence.program().plan_of(step), is_late ? nullptr : sequence.stages(),
                         operands),
          is_late ? evaluate(*sequence.late_c_plan(), operands).d
                  : evaluate_step(sequence, operands).d};
}

// The first of x that is another of y; x's end where they are alike.
std::size_t first_other(const Step& x, const Step& y) {
  return static_cast<std::size_t>(std::ranges::mismatch(x.fields, y.fields).in1 - x.fields.begin());
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
      const Step at_x = run_step(x, step, of_x[i], d_x), at_y = run_step(y, step, of_y[i], d_y);
      const int number = static_cast<int>(i) * steps + step + 1;
      if (!std::ranges::equal(at_x.fields, at_y.fields, is_alike)) return std::nullopt;
      if (const std::size_t f = first_other(at_x, at_y); f < at_x.fields.size())
        return Divergence{{number, number},
                          at_x.fields[f].stage,
                          at_x.fields[f].field,
                          {text(at_x.fields[f].bits), text(at_y.fields[f].bits)}};
      d_x = at_x.d;
      d_y = at_y.d;
    }
  }
  return std::nullopt;
}

}  // namespace mmasc::compare
