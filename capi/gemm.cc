// SPDX-License-Identifier: Apache-2.0
#include "arith/gemm.h"

#include "capi/arguments.h"
#include "capi/failure.h"
#include "capi/handles.h"

using namespace mmasc::capi;

namespace {

mmasc::MatrixView view(const mmasc_matrix& matrix) {
  return {static_cast<const std::byte*>(matrix.data),
          matrix.rows,
          matrix.columns,
          matrix.row_stride,
          matrix.column_stride,
          matrix.element_bits};
}

std::optional<mmasc::MatrixView> view(const mmasc_matrix* matrix) {
  if (matrix == nullptr) return std::nullopt;
  return view(*matrix);
}

mmasc::GemmProblem problem_of(const mmasc_gemm_args& args) {
  const auto& d = args.d;
  return {.a = view(args.a),
          .b = view(args.b),
          .c = view(args.c),
          .sa = view(args.sa),
          .sb = view(args.sb),
          .d = {static_cast<std::byte*>(d.data), d.rows, d.columns, d.row_stride, d.column_stride,
                d.element_bits}};
}

std::optional<mmasc::Promotion> promotion_of(const mmasc_gemm_args& args) {
  if (args.promotion_interval < 0)
    throw mmasc::InputError("promotion_interval is " + std::to_string(args.promotion_interval) +
                            "; 0 promotes nothing");
  mmasc::Promotion promotion{.interval = args.promotion_interval};
  if (args.promotion_rounding != nullptr) {
    if (args.promotion_interval == 0)
      throw mmasc::InputError("promotion_rounding is given, and promotion_interval 0");
    const auto rounding = mmasc::find_rounding(args.promotion_rounding);
    if (!rounding) {
      std::string names;
      for (const auto& row : mmasc::kRoundings) (names += names.empty() ? "" : ", ") += row.name;
      throw mmasc::InputError("promotion_rounding is \"" + std::string(args.promotion_rounding) +
                              "\"; one of " + names);
    }
    promotion.rounding = *rounding;
  }
  if (args.promotion_interval == 0) return std::nullopt;
  return promotion;
}

}  // namespace

extern "C" {

mmasc_status mmasc_gemm(const mmasc_engine* engine, const mmasc_gemm_args* args) {
  return guarded([&] {
    const auto& evaluator = *given(engine, "engine").engine;
    given_args(args, "args");
    mmasc::GemmOptions options{.promotion = promotion_of(*args), .progress = {}};
    if (args->progress != nullptr)
      options.progress = [args](std::int64_t done, std::int64_t all) {
        if (args->progress(args->progress_context, done, all) != 0) throw Stopped{};
      };
    evaluator.gemm(problem_of(*args), options);
  });
}

}  // extern "C"
