// SPDX-License-Identifier: Apache-2.0
#include "mmasc/quantise/fp8gemm.h"

#include <fmt/format.h>

#include <new>

#include "mmasc/unit/error.h"
#include "mmasc/unit/formats.h"

namespace mmasc {
namespace {

constexpr std::int64_t kDefaultInterval = 128;

QuantiseScheme scheme_of(const Unit& unit, const Format& format, const BlockShape& block,
                         const BlockShape& of_unit, const Fp8GemmOptions& options) {
  QuantiseScheme scheme = block_scheme(format, block);
  const auto& scale = unit.instruction.scale;
  const bool has_fraction = scale && scale->format->fraction_bits > 0;
  if (!has_fraction && !options.has_tensor_scale)
    throw InputError(fmt::format(
        "{} has no scale of the tensor to leave out; units with block scales of a few fraction "
        "bits have, as ue4m3",
        unit.instruction.id));
  if (scale) {
    scheme.scale_format = scale->format;
    scheme.block = of_unit;
    scheme.scale = has_fraction ? ScaleKind::f32 : ScaleKind::mx;
    scheme.has_tensor_scale = has_fraction && options.has_tensor_scale;
  }
  scheme.scale = options.scale.value_or(scheme.scale);
  scheme.quotient = options.quotient;
  scheme.least_greatest = options.least_greatest;
  return scheme;
}

void check(const Fp8GemmProblem& problem) {
  if (problem.b.rows != problem.a.columns)
    throw InputError(
        fmt::format("A is {} x {} and B {} x {}: A's columns and B's rows must be as "
                    "many",
                    problem.a.rows, problem.a.columns, problem.b.rows, problem.b.columns));
}

QuantisedMatrix quantised_operand(const char* name, const MatrixView& numbers, const Format& format,
                                  const QuantiseScheme& scheme, int threads,
                                  const Progress& tick) try {
  QuantiseOptions options;
  options.name = name;
  options.threads = threads;
  options.progress = tick;
  return {numbers, format, scheme, options};
} catch (const std::bad_alloc&) {
  throw EnvironmentError(fmt::format("{}, {} x {}: not enough memory for its {} elements", name,
                                     numbers.rows, numbers.columns, scheme.format->name));
}

}  // namespace

OperandSchemes operand_schemes(const Unit& unit, const Fp8GemmOptions& options) {
  const Instruction& row = unit.instruction;
  const std::int64_t block = row.scale ? row.scale->block : 0;
  return {scheme_of(unit, *row.a, options.block_a, {1, block}, options),
          scheme_of(unit, *row.b, options.block_b, {block, 1}, options)};
}

std::int64_t interval_of(const Unit& unit, const Fp8GemmOptions& options) {
  return options.interval.value_or(unit.instruction.scale ? 0 : kDefaultInterval);
}

ScaledGemmOptions scaled_options(const Unit& unit, const Fp8GemmOptions& options) {
  ScaledGemmOptions how;
  how.interval = interval_of(unit, options);
  how.inner_interval = options.inner_interval;
  how.addition = options.addition;
  how.seed = options.seed;
  how.threads = options.threads;
  how.progress = options.progress;
  return how;
}

void check(const Unit& unit, const Fp8GemmOptions& options, std::int64_t k) {
  const OperandSchemes schemes = operand_schemes(unit, options);
  check(schemes.a);
  check(schemes.b);
  const bool are_inside = unit.instruction.scale.has_value();
  check_intervals(unit, scaled_options(unit, options), k, are_inside ? 0 : schemes.a.block.columns,
                  are_inside ? 0 : schemes.b.block.rows);
}

void fp8gemm(const Engine& engine, const Fp8GemmProblem& problem, const Fp8GemmOptions& options) {
  const Unit& unit = engine.unit();
  const OperandSchemes schemes = operand_schemes(unit, options);
  check(problem);
  check(unit, options, problem.a.columns);
  Progress tick;  // nothing is multiplied yet
  if (options.progress)
    tick = [&](std::int64_t, std::int64_t) {
      options.progress(0, problem.a.rows * problem.b.columns);
    };
  const auto a =
      quantised_operand("A", problem.a, *problem.a_format, schemes.a, options.threads, tick);
  const auto b =
      quantised_operand("B", problem.b, *problem.b_format, schemes.b, options.threads, tick);
  scaled_gemm(engine,
              {{a.elements(), a.scales(), schemes.a.block, a.tensor_scale()},
               {b.elements(), b.scales(), schemes.b.block, b.tensor_scale()},
               problem.d,
               problem.c,
               problem.c_format,
               problem.d_format},
              scaled_options(unit, options));
}

}  // namespace mmasc
