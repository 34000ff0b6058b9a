// SPDX-License-Identifier: Apache-2.0
#include "quantise_options.h"

#include <fmt/format.h>

#include <bit>
#include <cmath>

#include "mmasc/text/round_number.h"
#include "mmasc/unit/error.h"
#include "mmasc/unit/formats.h"

namespace mmasc {
std::optional<ScaleKind> QuantiseArguments::scale_kind() const {
  if (scale.empty()) return std::nullopt;
  return scale_named("--scale", scale);
}

Quotient QuantiseArguments::quotient_kind() const { return quotient_named("--quotient", quotient); }

float f32_from_0(std::string_view option, const std::string& text) {
  try {
    const auto rounded = round_number(parse_number(text), format_named("f32"), {});
    const auto number = std::bit_cast<float>(static_cast<std::uint32_t>(rounded.bits));
    if (number >= 0 && std::isfinite(number)) return number;
  } catch (const InputError&) {  // told below
  }
  throw InputError(fmt::format("{}: \"{}\" is no number from 0 to f32's greatest", option, text));
}

float QuantiseArguments::least_greatest_number() const {
  return f32_from_0("--least-greatest", least_greatest);
}

void add_quantise_options(QuantiseArguments& arguments, OptionRows& rows, const char* excludes) {
  rows.add("--scale", &arguments.scale,
           "what takes a block's greatest magnitude g to the greatest number m: float (g / m), "
           "power_of_two (no smaller), mx (floor(log2 g) - floor(log2 m))",
           "RULE")
      .excludes = excludes;
  rows.add("--quotient", &arguments.quotient,
           "how an element is divided by its scale: exact (default), f32, reciprocal", "HOW")
      .excludes = excludes;
  rows.add("--least-greatest", &arguments.least_greatest,
           "the least that a block's greatest magnitude counts as (default: 0; DeepGEMM: 1e-4)",
           "X")
      .excludes = excludes;
}

}  // namespace mmasc
