// SPDX-License-Identifier: Apache-2.0
#include "mmasc/arith/convert.h"

#include "arguments.h"
#include "failure.h"
#include "mmasc/arith/matrix.h"

using namespace mmasc::capi;

extern "C" {

mmasc_status mmasc_format_find(const char* name, mmasc_format* out) {
  return guarded([&] {
    const mmasc::Format& format = format_named("name", name);
    given(out, "out") = {.name = format.name.data(),
                         .storage_bits = format.storage_bits(),
                         .element_bytes = mmasc::element_bytes(format)};
  });
}

mmasc_status mmasc_convert(const mmasc_convert_args* args) {
  return guarded([&] {
    given_args(args, "args");
    const mmasc::Format &from = format_named("from", args->from),
                        &to = format_named("to", args->to);
    mmasc::Conversion conversion;
    if (args->rounding != nullptr) conversion.rounding = rounding_named("rounding", args->rounding);
    if (args->saturate != 0) conversion.overflow = mmasc::Overflow::saturate;
    const auto in = elements(args->in, "in");
    const auto out = elements(args->out, "out");
    if (in.size() != out.size())
      throw mmasc::InputError("out has " + std::to_string(out.size()) + " elements, and in " +
                              std::to_string(in.size()));
    for (std::size_t i = 0; i < in.size(); ++i) {
      const auto bits = mmasc::convert(from, to, in[i], conversion);
      if (!bits)
        throw mmasc::InputError("in[" + std::to_string(i) + "]: " + std::string(to.name) +
                                " has no " + std::string(what_is_lacking(from, to, in[i])));
      out[i] = *bits;
    }
  });
}

}  // extern "C"
