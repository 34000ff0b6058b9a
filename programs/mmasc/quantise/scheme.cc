// SPDX-License-Identifier: Apache-2.0
#include "mmasc/quantise/scheme.h"

#include <fmt/format.h>

#include <charconv>
#include <cmath>

#include "mmasc/unit/catalog.h"
#include "mmasc/unit/error.h"
#include "mmasc/unit/formats.h"
#include "mmasc/unit/suggest.h"

namespace mmasc {
namespace {

constexpr struct {
  std::string_view name, format;
} kMxSchemes[] = {{"mxfp8_e4m3", "e4m3"},
                  {"mxfp8_e5m2", "e5m2"},
                  {"mxfp6_e3m2", "e3m2"},
                  {"mxfp6_e2m3", "e2m3"},
                  {"mxfp4", "e2m1"}};
constexpr BlockShape kActivations{1, 128};

template <class E>
E named(std::string_view option, std::string_view name) {
  if (const auto value = find_enum<E>(name)) return *value;
  Names names;
  for (const auto& row : kNames<E>) names.emplace_back(row.name);
  throw InputError(
      fmt::format("{}: unknown \"{}\"; give one of {}", option, name, quoted_list(names)));
}

}  // namespace

void check(const QuantiseScheme& scheme) {
  const Format& format = *scheme.format;
  const Format& scale = *scheme.scale_format;
  const Format& f32 = format_named("f32");
  if (const auto why = why_not_quantised(format); !why.empty())
    throw InputError(fmt::format("{}: {}", format.name, why));
  if (scheme.block.rows < 0 || scheme.block.columns < 0)
    throw InputError(
        fmt::format("blocks of {} x {}; give positive numbers, or 0 for all rows or columns",
                    scheme.block.rows, scheme.block.columns));
  const bool is_f32 = scale == f32;
  if (!is_f32 && (scale.storage_bits() > 8 || scale.is_signed() || scale.is_integer()))
    throw InputError(
        fmt::format("{}: scales are f32, or of a format of at most 8 bits without a "
                    "sign",
                    scale.name));
  if (scale.least_exponent() - scale.fraction_bits < f32.least_exponent() - f32.fraction_bits ||
      scale.greatest_exponent() > f32.greatest_exponent())
    throw InputError(fmt::format(
        "{}: scales are numbers of f32, and not all of these are; give another bias", scale.name));
  if (!is_f32 && scale.fraction_bits == 0 && scheme.scale == ScaleKind::f32)
    throw InputError(fmt::format("{} has powers of two alone; give a scale \"{}\" or \"{}\"",
                                 scale.name, enum_name(ScaleKind::power_of_two),
                                 enum_name(ScaleKind::mx)));
  if (!is_f32 && scale.fraction_bits > 0 && scheme.scale != ScaleKind::f32)
    throw InputError(
        fmt::format("scales in {} are not rounded to powers of two; give a scale \"{}\"",
                    scale.name, enum_name(ScaleKind::f32)));
  if (scheme.has_tensor_scale && (is_f32 || scale.fraction_bits == 0))
    throw InputError(
        fmt::format("{}: only scales of a few fraction bits, as ue4m3, have a scale of "
                    "the tensor besides",
                    scale.name));
  if (scheme.quotient == Quotient::f32 && scheme.has_tensor_scale)
    throw InputError(fmt::format("with a scale of the tensor quotients are \"{}\" or \"{}\"",
                                 enum_name(Quotient::exact), enum_name(Quotient::reciprocal)));
  if (!(scheme.least_greatest >= 0) || std::isinf(scheme.least_greatest))
    throw InputError("the least greatest magnitude must be a number from 0 on");
}

QuantiseScheme mx_scheme(const Format& format) {
  return {.format = &format,
          .block = {1, 32},
          .scale = ScaleKind::mx,
          .scale_format = &format_named("ue8m0")};
}

QuantiseScheme nvfp4_scheme() {
  return {.format = &format_named("e2m1"),
          .block = {1, 16},
          .scale_format = &format_named("ue4m3"),
          .has_tensor_scale = true};
}

QuantiseScheme block_scheme(const Format& format, const BlockShape& block) {
  return {.format = &format, .block = block, .scale_format = &format_named("f32")};
}

QuantiseScheme scheme_named(std::string_view name) {
  for (const auto& row : kMxSchemes)
    if (row.name == name) return mx_scheme(format_named(row.format));
  if (name == "nvfp4") return nvfp4_scheme();
  if (const Format* format = split_name(name) ? &find_format_argument(name) : find_format(name))
    return block_scheme(*format, kActivations);
  std::string names = "nvfp4";
  for (const auto& row : kMxSchemes) names += fmt::format(", {}", row.name);
  throw InputError(
      fmt::format("no format \"{}\"; give {} or a format (mmasc formats)", name, names));
}

ScaleKind scale_named(std::string_view option, std::string_view name) {
  return named<ScaleKind>(option, name);
}

Quotient quotient_named(std::string_view option, std::string_view name) {
  return named<Quotient>(option, name);
}

BlockShape parse_block(std::string_view option, std::string_view text) {
  BlockShape block;
  const char* const end = text.data() + text.size();
  const auto rows = std::from_chars(text.data(), end, block.rows);
  if (rows.ec == std::errc() && rows.ptr != end && *rows.ptr == 'x') {
    const auto columns = std::from_chars(rows.ptr + 1, end, block.columns);
    if (columns.ec == std::errc() && columns.ptr == end && block.rows >= 0 && block.columns >= 0)
      return block;
  }
  throw InputError(
      fmt::format("{}: block \"{}\"; write rows x columns, as 1x128, 0 for all", option, text));
}

}  // namespace mmasc
