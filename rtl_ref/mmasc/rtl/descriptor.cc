// SPDX-License-Identifier: Apache-2.0
#include "mmasc/rtl/descriptor.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>

namespace mmasc {
namespace {

std::string upper(std::string_view text) {
  std::string out(text);
  std::ranges::transform(out, out.begin(), [](unsigned char letter) {
    return static_cast<char>(std::toupper(letter));
  });
  return out;
}

// How far the highest bit of what is rounded may lie below the least exponent, in bits; from where
// no bit is left on all is alike.
int bits_below(const RoundPlan& round, int absent) {
  const int top = absent + round.work_bits - 1 - round.input.fraction_bits;
  const auto [fraction, rounding] = round.first_cut();
  return std::clamp(round.least_exponent - top, 0,
                    fraction + 1 + std::max(1, rounding.random_bits));
}

std::string in_package(std::string_view name) { return "mmasc_pkg::" + upper(name); }

std::string code_of(Specials specials) {
  switch (specials) {
    case Specials::ieee:
      return in_package("ieee");
    case Specials::nan_all_ones:
      return in_package("nan_all_ones");
    case Specials::nan_minus_zero:
      return in_package("nan_minus_zero");
    case Specials::none:
      break;
  }
  return in_package("no_specials");
}

}  // namespace

std::string code_of(Rounding rounding) {
  const std::string mode = in_package(name_of(rounding.mode));
  return rounding.is_stochastic() ? fmt::format("{} + 32'd{}", mode, rounding.random_bits) : mode;
}

std::string code_of(Flush flush) {
  switch (flush) {
    case Flush::to_plus_zero:
      return in_package("flush_to_plus_zero");
    case Flush::keep_sign:
      return in_package("flush_keep_sign");
    case Flush::all_to_plus_zero:
      return in_package("flush_all_to_plus_zero");
    case Flush::none:
      break;
  }
  return in_package("no_flush");
}

Descriptor& Descriptor::of(std::string_view kind) {
  kind_ = kind;
  return *this;
}

Descriptor& Descriptor::push(std::string_view field, Field value) {
  value.name = fmt::format("mmasc_pkg::{}_{}", kind_, field);
  fields_.push_back(std::move(value));
  return *this;
}

Descriptor& Descriptor::add(std::string_view field, std::int64_t value) {
  // Two's complement, so that no sign stands before a number.
  const auto bits = static_cast<std::uint32_t>(value);
  if (value < 0) return push(field, {.number = fmt::format("h{:08x}", bits), .is = value});
  return push(field, {.number = fmt::format("d{}", bits)});
}

Descriptor& Descriptor::add_code(std::string_view field, std::string code) {
  return push(field, {.code = std::move(code)});
}

Descriptor& Descriptor::add_wide(std::string_view field, std::uint64_t value) {
  return push(field, {.number = fmt::format("h{:x}", value), .words = 2});
}

std::string Descriptor::declaration(std::string_view name) const {
  int words = 0;
  for (const Field& field : fields_) words += field.words;
  const int bits = kWordBits * words;
  std::string lines;
  for (const Field& field : fields_) {
    const std::string value = field.code.empty()
                                  ? fmt::format("{}'{}", bits, field.number)
                                  : fmt::format("{{{}'d0, {}}}", bits - kWordBits, field.code);
    lines += fmt::format("      ({} << {}){}{}\n", value, field.name,
                         &field == &fields_.back() ? ";" : " |",
                         field.is < 0 ? fmt::format("  // {}", field.is) : "");
  }
  return fmt::format("  localparam [{}:0] {} =\n{}", bits - 1, name, lines);
}

Descriptor describe_format(const Format& format) {
  return Descriptor("FORMAT")
      .add("EXPONENT_BITS", format.exponent_bits)
      .add("FRACTION_BITS", format.fraction_bits)
      .add("BIAS", format.bias)
      .add_code("SPECIALS", code_of(format.specials))
      .add("HAS_SUBNORMALS", format.has_subnormals)
      .add("IS_SIGNED", format.is_signed())
      .add("IGNORED_LOW_BITS", format.ignored_low_bits)
      .add("INTEGER_BITS", format.integer_bits);
}

Descriptor describe_scale(const ScalePlan& scale, int elements, int low) {
  return describe_format(scale.format)
      .of("SCALE")
      .add("STORED_BITS", scale.format.storage_bits())
      .add("ELEMENTS", elements)
      .add("LOW", low);
}

Descriptor describe_rounding(const RoundPlan& round, int absent) {
  return Descriptor("ROUND")
      .add("INPUT_FRACTION_BITS", round.input.fraction_bits)
      .add("FRACTION_BITS", round.fraction_bits)
      .add_code("MODE", code_of(round.rounding))
      .add("FIRST_FRACTION_BITS", round.prerounding_fraction_bits)
      .add_code("FIRST_MODE", code_of(round.prerounding))
      .add("LEAST_EXPONENT", round.least_exponent)
      .add("GREATEST_EXPONENT", round.greatest_exponent)
      .add_wide("GREATEST_SIGNIFICAND", round.greatest_significand)
      .add("SATURATES", round.saturates.plus + 2 * round.saturates.minus)
      .add("HAS_INFINITY", round.has_infinity)
      .add("HAS_MINUS_ZERO", round.has_minus_zero)
      .add("KEEPS_UNDERFLOW_SIGN", round.keeps_underflow_sign)
      .add("KEEPS_FIRST_SIGN", round.keeps_prerounding_sign)
      .add_code("FLUSH", code_of(round.flush))
      .add("IS_UNBOUNDED", round.flushes_before_the_least())
      .add("WORK_BITS", round.work_bits)
      .add("HAS_LOST_BIT", round.has_lost_bit)
      .add("BELOW_BITS", bits_below(round, absent));
}

Descriptor describe_group(const AddendGroup& group, int first, int low, int random_low) {
  return Descriptor("GROUP")
      .add("FIRST", first)
      .add("COUNT", group.count)
      .add("LOW", low)
      .add("SIGNIFICAND_BITS", group.input.magnitude_bits)
      .add("PRE_SHIFT", group.pre_shift)
      .add("POST_SHIFT", group.post_shift)
      .add("SCALE_UP", group.scale_up)
      .add_code("ALIGNMENT_ROUNDING", code_of(group.alignment_rounding))
      .add("OWN_ZERO", group.own_zero_exponent())
      .add("ZERO_EXPONENT",
           group.own_zero_exponent() && group.raised() == 0 ? 0 : group.zero_exponent)
      .add("VANISHES", group.may_vanish())
      .add("VANISHES_BELOW", group.may_vanish() ? group.reach() : 0)
      .add("RANDOM_LOW", random_low)
      .add("SHIFTS", group.shifts)
      .add("RAISED", group.raised())
      .add("NEGATED", group.negated);
}

}  // namespace mmasc
