// SPDX-License-Identifier: Apache-2.0
#include "matrices.h"

#include <fmt/format.h>

#include "interrupt.h"
#include "presentation/arguments.h"
#include "progress.h"
#include "spec/error.h"

namespace mmasc {
namespace {

LoadOptions load_options(const MatrixArguments& arguments) {
  const Rounding rounding = rounding_named("--quantize-rounding", arguments.quantize_rounding);
  LoadOptions options;
  options.tick = stop_if_interrupted;
  if (arguments.quantize)
    options.quantize = {rounding, arguments.saturate ? Overflow::saturate : Overflow::infinity};
  return options;
}

}  // namespace

GemmProblem Matrices::problem(const MutableMatrix& d) const {
  const auto view = [](const std::optional<Matrix>& matrix) {
    return matrix ? std::optional(matrix->view) : std::nullopt;
  };
  return {a.view, b.view, view(c), view(sa), view(sb), d};
}

Matrices read_matrices(const Unit& unit, const GemmOptions& options,
                       const MatrixArguments& arguments) {
  const Instruction& row = unit.instruction;
  if (!row.scale && !(arguments.sa.empty() && arguments.sb.empty()))
    throw InputError(fmt::format("{}: {} has no block scales; leave it out",
                                 arguments.sa.empty() ? "--sb" : "--sa", row.id));
  if (row.scale && (arguments.sa.empty() || arguments.sb.empty()))
    throw InputError(fmt::format("{}: missing; {} takes a scale of {} for {} elements",
                                 arguments.sa.empty() ? "--sa" : "--sb", row.id,
                                 row.scale->format->name, row.scale->block));
  const LoadOptions how = load_options(arguments);
  const auto optional = [&](const char* name, const std::string& file, const Format& format,
                            bool transposed) -> std::optional<Matrix> {
    if (file.empty()) return std::nullopt;
    return load_matrix({name, file, "", transposed}, format, how);
  };
  Matrices read;
  read.a = load_matrix({"A", arguments.a, arguments.shape_a, arguments.transpose_a}, *row.a, how);
  read.b = load_matrix({"B", arguments.b, arguments.shape_b, arguments.transpose_b}, *row.b, how);
  read.c = optional("C", arguments.c, c_format(unit, options), false);
  if (!row.scale) return read;
  read.sa = optional("SA", arguments.sa, *row.scale->format, arguments.transpose_a);
  read.sb = optional("SB", arguments.sb, *row.scale->format, arguments.transpose_b);
  return read;
}

void run_gemm(const Engine& engine, const GemmProblem& problem, GemmOptions options) {
  ProgressLine progress;
  options.progress = progress.counting("elements of D");
  engine.gemm(problem, options);
}

}  // namespace mmasc
