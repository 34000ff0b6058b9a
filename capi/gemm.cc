// SPDX-License-Identifier: Apache-2.0
#include "arith/gemm.h"

#include <limits>

#include "capi/arguments.h"
#include "capi/failure.h"
#include "capi/handles.h"

using namespace mmasc::capi;

namespace {

std::optional<mmasc::Promotion> promotion_of(const mmasc_gemm_args& args, int k) {
  if (args.promote_k == 0 && args.promote_rounding != nullptr)
    throw mmasc::InputError("promote_rounding is given, and promote_k 0");
  if (args.promote_k == 0) return std::nullopt;
  if (args.promote_k < 0 || args.promote_k % k != 0 ||
      args.promote_k / k > std::numeric_limits<int>::max())
    throw mmasc::InputError("promote_k is " + std::to_string(args.promote_k) +
                            "; give a multiple of " + std::to_string(k) +
                            ", or 0, which promotes nothing");
  mmasc::Promotion promotion{.interval = static_cast<int>(args.promote_k / k)};
  if (args.promote_rounding != nullptr)
    promotion.rounding = rounding_named("promote_rounding", args.promote_rounding);
  return promotion;
}

}  // namespace

extern "C" mmasc_status mmasc_gemm(const mmasc_engine* engine, const mmasc_gemm_args* args) {
  return guarded([&] {
    const auto& evaluator = *given(engine, "engine").engine;
    given_args(args, "args");
    const mmasc::GemmOptions options{
        .promotion = promotion_of(*args, evaluator.unit().instruction.shape.k),
        .seed = args->seed,
        .progress = progress_of(args->progress, args->progress_context)};
    evaluator.gemm({matrices(args->operands), view(args->d)}, options);
  });
}
