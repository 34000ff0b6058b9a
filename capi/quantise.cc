// SPDX-License-Identifier: Apache-2.0
#include "mmasc/quantise/quantise.h"

#include "arguments.h"
#include "failure.h"
#include "handles.h"

using namespace mmasc::capi;

namespace {

const mmasc::Format& format_of_numbers(const mmasc_quantise_args& args) {
  return format_named("number_format", args.number_format == nullptr ? "f32" : args.number_format);
}

mmasc::QuantiseScheme scheme_of(const mmasc_quantise_args& args) {
  constexpr std::int64_t kOfScheme = -1;
  mmasc::QuantiseScheme scheme = mmasc::scheme_named(&given(args.to, "to"));
  if (args.scale != nullptr) scheme.scale = mmasc::scale_named("scale", args.scale);
  if (args.scale_format != nullptr)
    scheme.scale_format = &format_named("scale_format", args.scale_format);
  if (args.quotient != nullptr) scheme.quotient = mmasc::quotient_named("quotient", args.quotient);
  if (args.block_rows != kOfScheme) scheme.block.rows = args.block_rows;
  if (args.block_columns != kOfScheme) scheme.block.columns = args.block_columns;
  scheme.least_greatest = args.least_greatest;
  check(scheme);
  return scheme;
}

mmasc_format format_of(const mmasc::Format& format) {
  return {.name = format.name.data(),
          .storage_bits = format.storage_bits(),
          .element_bytes = mmasc::element_bytes(format)};
}

}  // namespace

extern "C" {

mmasc_status mmasc_quantise_shape(const mmasc_quantise_args* args, mmasc_quantised_shape* out) {
  return guarded([&] {
    const auto scheme = scheme_of(given_args(args, "args"));
    const auto count = scale_count(scheme.block, args->numbers.rows, args->numbers.columns);
    given(out, "out") = {.element = format_of(*scheme.format),
                         .scale = format_of(*scheme.scale_format),
                         .rows = count.rows,
                         .columns = count.columns,
                         .block_rows = scheme.block.rows,
                         .block_columns = scheme.block.columns};
  });
}

mmasc_status mmasc_quantise(const mmasc_quantise_args* args, float* tensor_scale) {
  return guarded([&] {
    const auto scheme = scheme_of(given_args(args, "args"));
    given(tensor_scale, "tensor_scale");
    if (args->threads < 0) throw mmasc::InputError("threads is not negative");
    *tensor_scale = quantise(
        {view(args->numbers), &format_of_numbers(*args), view(args->elements), view(args->scales)},
        scheme,
        {.name = "numbers",
         .nan_blocks = args->nan_blocks != 0,
         .threads = args->threads,
         .progress = progress_of(args->progress, args->progress_context)});
  });
}

}  // extern "C"
