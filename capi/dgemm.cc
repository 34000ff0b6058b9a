// SPDX-License-Identifier: Apache-2.0
#include "mmasc/ozaki/dgemm.h"

#include "arguments.h"
#include "failure.h"
#include "handles.h"

using namespace mmasc::capi;

namespace {

mmasc::DgemmOptions options_of(const mmasc_dgemm_args& args) {
  if (args.slice_bits < 0 || args.block_k < 0 || args.threads < 0)
    throw mmasc::InputError("slice_bits, block_k and threads are not negative");
  mmasc::DgemmOptions options;
  options.slices = args.slices;
  options.slice_bits = args.slice_bits;
  if (args.full != 0) options.products = mmasc::SliceProducts::full;
  if (args.correct != 0) options.summation = mmasc::SliceSummation::correct;
  options.threads = args.threads;
  options.block = args.block_k;
  options.progress = progress_of(args.progress, args.progress_context);
  return options;
}

}  // namespace

extern "C" {

mmasc_status mmasc_dgemm(const mmasc_engine* engine, const mmasc_dgemm_args* args,
                         mmasc_dgemm_summary* summary) {
  return guarded([&] {
    const auto& evaluator = *given(engine, "engine").engine;
    given_args(args, "args");
    const auto done = mmasc::dgemm(
        evaluator, {.a = view(args->a), .b = view(args->b), .d = view(args->d)}, options_of(*args));
    if (summary == nullptr) return;
    *summary = {.slice_bits = done.unit.bits,
                .slices_a = done.slices_a,
                .slices_b = done.slices_b,
                .whole = done.is_whole ? 1 : 0,
                .slice_products = done.slice_products,
                .block_k = done.block};
  });
}

}  // extern "C"
