// SPDX-License-Identifier: Apache-2.0
#include "mmasc/quantise/scaled_gemm.h"

#include "arguments.h"
#include "failure.h"
#include "handles.h"
#include "mmasc/quantise/fp8gemm.h"

using namespace mmasc::capi;

namespace {

mmasc::ScaledOperand operand_of(const mmasc_scaled_operand& operand) {
  // A scale is never 0.
  const float of_tensor = operand.tensor_scale == 0 ? 1 : operand.tensor_scale;
  return {.elements = view(operand.elements),
          .scales = view(operand.scales),
          .block = {operand.block_rows, operand.block_columns},
          .tensor_scale = of_tensor};
}

mmasc::ScaledGemmOptions options_of(const mmasc_scaled_gemm_args& args, const mmasc::Unit& unit) {
  constexpr std::int64_t kOfUnit = -1;
  if (args.threads < 0) throw mmasc::InputError("threads is not negative");
  mmasc::Fp8GemmOptions options;
  if (args.promote_k != kOfUnit) options.interval = args.promote_k;
  options.inner_interval = args.inner_k;
  if (args.two_step != 0) options.addition = mmasc::ScaledAddition::two_step;
  options.seed = args.seed;
  options.threads = args.threads;
  options.progress = progress_of(args.progress, args.progress_context);
  return mmasc::scaled_options(unit, options);
}

}  // namespace

extern "C" {

mmasc_status mmasc_scaled_gemm(const mmasc_engine* engine, const mmasc_scaled_gemm_args* args) {
  return guarded([&] {
    const auto& evaluator = *given(engine, "engine").engine;
    given_args(args, "args");
    const auto format = [](const char* argument, const char* name) {
      return &format_named(argument, name == nullptr ? "f32" : name);
    };
    mmasc::scaled_gemm(evaluator,
                       {.a = operand_of(args->a),
                        .b = operand_of(args->b),
                        .d = view(args->d),
                        .c = view(args->c),
                        .c_format = format("c_format", args->c_format),
                        .d_format = format("d_format", args->d_format)},
                       options_of(*args, evaluator.unit()));
  });
}

}  // extern "C"
