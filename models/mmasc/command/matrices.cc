// SPDX-License-Identifier: Apache-2.0
#include "mmasc/command/matrices.h"

#include <fmt/format.h>

#include "mmasc/command/interrupt.h"
#include "mmasc/command/progress.h"
#include "mmasc/presentation/arguments.h"
#include "mmasc/unit/error.h"
#include "mmasc/unit/operand_layout.h"

namespace mmasc {
namespace {

LoadOptions load_options(const MatrixArguments& arguments) {
  const Rounding rounding = rounding_named("--rounding", arguments.rounding);
  LoadOptions options;
  options.tick = stop_if_interrupted;
  if (arguments.convert)
    options.convert = {rounding, arguments.saturate ? Overflow::saturate : Overflow::by_rounding};
  return options;
}

}  // namespace

GemmProblem Matrices::problem(const MutableMatrix& d) const {
  GemmProblem problem({}, d);
  for (const OperandRow& row : kInputs)
    if (const auto& matrix = (*this)[row.operand]) problem[row.operand] = matrix->view;
  return problem;
}

Matrices read_matrices(const Unit& unit, const GemmOptions& options,
                       const MatrixArguments& arguments) {
  const OperandLayout layout = layout_of(unit);
  for (const OperandRow& row : kInputs) {
    const bool is_given = !arguments[row.operand].empty(), is_taken = layout.has(row.operand);
    if (is_given && !is_taken)
      throw InputError(
          fmt::format("{}: {}; leave it out", option_of(row), lacks_text(unit, row.operand)));
    if (is_taken && !is_given && !row.may_be_left_out && row.along != Along::drawn)
      throw InputError(
          fmt::format("{}: missing; {} takes {}", option_of(row), unit.instruction.id, row.matrix));
  }
  const LoadOptions how = load_options(arguments);
  Matrices read;
  for (const OperandRow& row : kInputs) {
    if (arguments[row.operand].empty()) continue;
    const Format& format =
        row.operand == Operand::c ? c_format(unit, options) : *layout[row.operand].format;
    MatrixSource source;
    source.name = row.matrix;
    source.file = arguments[row.operand];
    if (row.operand == Operand::a) source.packed = arguments.shape_a;
    if (row.operand == Operand::b) source.packed = arguments.shape_b;
    source.transposed = (row.along == Along::row && arguments.transpose_a) ||
                        (row.along == Along::column && arguments.transpose_b);
    source.are_indices = row.operand == Operand::metadata;
    read[row.operand] = load_matrix(source, format, how);
  }
  return read;
}

void run_gemm(const Engine& engine, const GemmProblem& problem, GemmOptions options) {
  ProgressLine progress;
  options.progress = progress.counting("elements of D");
  engine.gemm(problem, options);
}

}  // namespace mmasc
