// SPDX-License-Identifier: Apache-2.0
#include "arguments.h"
#include "failure.h"
#include "handles.h"
#include "mmasc/arith/elements_of_k.h"

using namespace mmasc::capi;

namespace {

std::optional<mmasc::Promotion> promotion_of(const mmasc_gemm_args& args, const mmasc::Unit& unit) {
  if (args.promote_k == 0 && args.promote_rounding != nullptr)
    throw mmasc::InputError("promote_rounding is given, and promote_k 0");
  if (args.promote_k == 0) return std::nullopt;
  const mmasc::Rounding rounding = args.promote_rounding == nullptr
                                       ? mmasc::Rounding(mmasc::RoundingMode::nearest_even)
                                       : rounding_named("promote_rounding", args.promote_rounding);
  return mmasc::promotion_every(unit, "promote_k", args.promote_k, rounding);
}

}  // namespace

extern "C" mmasc_status mmasc_gemm(const mmasc_engine* engine, const mmasc_gemm_args* args) {
  return guarded([&] {
    const auto& evaluator = *given(engine, "engine").engine;
    given_args(args, "args");
    const mmasc::GemmOptions options{
        .promotion = promotion_of(*args, evaluator.unit()),
        .seed = args->seed,
        .progress = progress_of(args->progress, args->progress_context)};
    evaluator.gemm({matrices(args->operands), view(args->d)}, options);
  });
}
