// SPDX-License-Identifier: Apache-2.0
#include "mmasc/quantise/fp8gemm.h"

#include "arguments.h"
#include "failure.h"
#include "handles.h"

using namespace mmasc::capi;

namespace {

mmasc::Fp8GemmOptions fp8gemm_options(const mmasc_fp8gemm_args& args) {
  constexpr std::int64_t kOfUnit = -1;
  if (args.threads < 0) throw mmasc::InputError("threads is not negative");
  mmasc::Fp8GemmOptions options;
  options.block_a = {args.block_a_rows, args.block_a_columns};
  options.block_b = {args.block_b_rows, args.block_b_columns};
  if (args.scale != nullptr) options.scale = mmasc::scale_named("scale", args.scale);
  if (args.quotient != nullptr) options.quotient = mmasc::quotient_named("quotient", args.quotient);
  options.least_greatest = args.least_greatest;
  options.has_tensor_scale = args.no_tensor_scale == 0;
  if (args.promote_k != kOfUnit) options.interval = args.promote_k;
  options.inner_interval = args.inner_k;
  if (args.two_step != 0) options.addition = mmasc::ScaledAddition::two_step;
  options.seed = args.seed;
  options.threads = args.threads;
  options.progress = progress_of(args.progress, args.progress_context);
  return options;
}

const mmasc::Format& number_format(const char* argument, const char* name) {
  return format_named(argument, name == nullptr ? "f32" : name);
}

void run_fp8gemm(const mmasc_engine* engine, const mmasc_fp8gemm_args* args) {
  const auto& evaluator = *given(engine, "engine").engine;
  given_args(args, "args");
  for (const std::int64_t side :
       {args->block_a_rows, args->block_a_columns, args->block_b_rows, args->block_b_columns})
    if (side != 0 && evaluator.unit().instruction.scale)
      throw mmasc::InputError("block_a or block_b is given, and the unit has blocks of its own");
  mmasc::fp8gemm(evaluator,
                 {.a = view(args->a),
                  .b = view(args->b),
                  .a_format = &number_format("a_format", args->a_format),
                  .b_format = &number_format("b_format", args->b_format),
                  .d = view(args->d)},
                 fp8gemm_options(*args));
}

}  // namespace

extern "C" {

mmasc_status mmasc_fp8gemm(const mmasc_engine* engine, const mmasc_fp8gemm_args* args) {
  return guarded([&] { run_fp8gemm(engine, args); });
}

}  // extern "C"
