// SPDX-License-Identifier: Apache-2.0
// openblas_errors STUDY.toml: the errors of OpenBLAS's dgemm on the operands of a study of dgemm.
#include <cblas.h>
#include <fmt/format.h>

#include <set>

#include "mmasc/measures/error_measures.h"
#include "mmasc/sweep/evaluate_point.h"
#include "mmasc/unit/formats.h"

namespace mmasc {
namespace {

const double* doubles(const OwnedMatrix& matrix) {
  return reinterpret_cast<const double*>(matrix.bytes().data());
}

void print_errors(const Study& study, const Point& point) {
  const Format& f64 = format_named("f64");
  const auto m = static_cast<int>(point.shape.m), n = static_cast<int>(point.shape.n),
             k = static_cast<int>(point.shape.k);
  ErrorMeasures errors(f64);
  for (const auto& [inputs, exact] : make_shared_inputs(study, point, 0, {}).repetitions) {
    const OwnedMatrix d(f64, m, n, "D");
    cblas_dgemm(CblasRowMajor, CblasNoTrans, CblasTrans, m, n, k, 1, doubles(inputs[Operand::a]), k,
                doubles(inputs[Operand::b]), k, 0, reinterpret_cast<double*>(d.matrix().data), n);
    errors.add(exact, d);
  }
  for (const auto& [axis, value] : point.axes)
    if (is_condition(axis)) fmt::print("{} = {}, ", axis, to_text(value));
  for (const MeasureResult& measure : errors.results(study.measures))
    fmt::print("{} {:.3g}  ", measure.name, measure.value.value_or(0));
  fmt::print("\n");
}

}  // namespace
}  // namespace mmasc

int main(int argc, char** argv) {
  if (argc != 2) {
    fmt::print(stderr, "usage: openblas_errors STUDY.toml\n");
    return 2;
  }
  const mmasc::Study study = mmasc::read_study(argv[1]);
  std::set<std::string> seen;
  for (const mmasc::Point& point : mmasc::plan_points(study))
    if (point.workload.kind == mmasc::Workload::dgemm && seen.insert(point.input_key()).second)
      mmasc::print_errors(study, point);
}
