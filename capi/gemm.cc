// SPDX-License-Identifier: Apache-2.0
#include "arith/gemm.h"

#include "capi/arguments.h"
#include "capi/failure.h"
#include "capi/handles.h"

using namespace mmasc::capi;

namespace {

mmasc::GemmProblem problem_of(const mmasc_gemm_args& args, const mmasc_matrix* metadata) {
  return {.a = view(args.a),
          .b = view(args.b),
          .c = view(args.c),
          .sa = view(args.sa),
          .sb = view(args.sb),
          .d = view(args.d),
          .metadata = view(metadata)};
}

std::optional<mmasc::Promotion> promotion_of(const mmasc_gemm_args& args) {
  if (args.promotion_interval < 0)
    throw mmasc::InputError("promotion_interval is " + std::to_string(args.promotion_interval) +
                            "; 0 promotes nothing");
  mmasc::Promotion promotion{.interval = args.promotion_interval};
  if (args.promotion_rounding != nullptr) {
    if (args.promotion_interval == 0)
      throw mmasc::InputError("promotion_rounding is given, and promotion_interval 0");
    promotion.rounding = rounding_named("promotion_rounding", args.promotion_rounding);
  }
  if (args.promotion_interval == 0) return std::nullopt;
  return promotion;
}

void run_gemm(const mmasc_engine* engine, const mmasc_gemm_args* args, const mmasc_matrix* metadata,
              std::uint64_t seed) {
  const auto& evaluator = *given(engine, "engine").engine;
  given_args(args, "args");
  mmasc::GemmOptions options{.promotion = promotion_of(*args),
                             .seed = seed,
                             .progress = progress_of(args->progress, args->progress_context)};
  evaluator.gemm(problem_of(*args, metadata), options);
}

}  // namespace

extern "C" {

mmasc_status mmasc_gemm(const mmasc_engine* engine, const mmasc_gemm_args* args) {
  return guarded([&] { run_gemm(engine, args, nullptr, 0); });
}

mmasc_status mmasc_gemm_seeded(const mmasc_engine* engine, const mmasc_gemm_args* args,
                               uint64_t seed) {
  return guarded([&] { run_gemm(engine, args, nullptr, seed); });
}

mmasc_status mmasc_gemm_sparse(const mmasc_engine* engine, const mmasc_gemm_args* args,
                               const mmasc_matrix* metadata, uint64_t seed) {
  return guarded([&] { run_gemm(engine, args, metadata, seed); });
}

}  // extern "C"
