// SPDX-License-Identifier: Apache-2.0
#include "mmasc/compare/compare.h"

#include <array>

#include "arguments.h"
#include "failure.h"
#include "handles.h"
#include "mmasc/vectors/replay.h"

using namespace mmasc::capi;

struct mmasc_comparison {
  mmasc_difference difference = {};
  std::string stage, what;  // the texts that it refers to
  std::array<std::string, 2> values;
  std::array<std::vector<std::string>, 2> witness;
};

namespace {

void explain(const std::array<mmasc::compare::Contender, 2>& units, const mmasc::GemmProblem& in,
             const mmasc::compare::Count& count, const std::array<mmasc::Result, 2>& results,
             const std::function<void()>& tick, mmasc_comparison& to) {
  const auto found =
      mmasc::compare::explain(units[0], units[1], in, count.row, count.column, results, tick);
  if (found.divergence) {
    to.stage = found.divergence->stage;
    to.what = found.divergence->what;
  }
  for (std::size_t i = 0; i < 2; ++i) {
    to.difference.d[i] = results[i].d;
    if (found.divergence) {
      to.difference.steps[i] = found.divergence->steps[i];
      to.values[i] = value_text(found.divergence->values[i]);
    }
    const auto formats = mmasc::layout_of(units[i].unit());
    for (const mmasc::Case& row : found.witness[i])
      to.witness[i].push_back(operand_flags(formats, row));
  }
}

}  // namespace

extern "C" {

mmasc_status mmasc_compare(const mmasc_compare_args* args, mmasc_comparison** out) {
  return guarded([&] {
    given_args(args, "args");
    given(out, "out");
    using mmasc::Sequence, mmasc::compare::Contender;
    const std::array units{Contender{Sequence(given(args->x, "x").unit)},
                           Contender{Sequence(given(args->y, "y").unit)}};
    mmasc::compare::check_formats(units);
    const mmasc::GemmProblem in(matrices(args->operands), {});
    const mmasc::Progress progress = progress_of(args->progress, args->progress_context);
    const auto results = mmasc::compare::results_of(units, in, progress);
    const auto count =
        mmasc::compare::count_differences(units[0], units[1], results[0], results[1]);

    auto result = std::make_unique<mmasc_comparison>();
    result->difference.elements = count.elements;
    result->difference.differing = count.differing;
    result->difference.row = count.row;
    result->difference.column = count.column;
    if (count.differing > 0)
      explain(
          units, in, count,
          {results[0].at(count.row, count.column), results[1].at(count.row, count.column)},
          [&] {
            if (progress) progress(count.elements, count.elements);
          },
          *result);
    result->difference.stage = result->stage.c_str();
    result->difference.what = result->what.c_str();
    for (std::size_t i = 0; i < 2; ++i) result->difference.values[i] = result->values[i].c_str();
    *out = result.release();
  });
}

void mmasc_comparison_free(mmasc_comparison* comparison) { delete comparison; }

mmasc_status mmasc_comparison_difference(const mmasc_comparison* comparison,
                                         mmasc_difference* out) {
  return guarded([&] { given(out, "out") = given(comparison, "comparison").difference; });
}

const char* mmasc_comparison_witness(const mmasc_comparison* comparison, int which, size_t index) {
  if (comparison == nullptr || which < 0 || which > 1) return nullptr;
  const auto& witness = comparison->witness[static_cast<std::size_t>(which)];
  return index < witness.size() ? witness[index].c_str() : nullptr;
}

}  // extern "C"
