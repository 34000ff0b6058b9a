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

Descriptor& Descriptor::add(std::string_view field, std::int64_t value) {
  // Two's complement, so that no sign stands before a number.
  const auto bits = static_cast<std::uint32_t>(value);
  const bool negative = value < 0;
  fields_.push_back({negative ? fmt::format("32'h{:08x}", bits) : fmt::format("32'd{}", bits),
                     negative ? fmt::format("{}, {}", field, value) : std::string(field)});
  return *this;
}

Descriptor& Descriptor::add_code(std::string_view field, std::string code) {
  fields_.push_back({std::move(code), std::string(field)});
  return *this;
}

Descriptor& Descriptor::add_wide(std::string_view field, std::uint64_t value) {
  fields_.push_back({fmt::format("64'h{:x}", value), std::string(field), 2});
  return *this;
}

std::string Descriptor::declaration(std::string_view name) const {
  int words = 0;
  std::string lines;
  for (auto field = fields_.rbegin(); field != fields_.rend(); ++field) {
    const bool last = field + 1 == fields_.rend();
    lines += fmt::format("      {}{}  // {}\n", field->value, last ? "" : ",", field->name);
    words += field->words;
  }
  return fmt::format("  localparam [{}:0] {} = {{\n{}  }};\n", words * 32 - 1, name, lines);
}

Descriptor describe_format(const Format& format) {
  return Descriptor()
      .add("exponent bits", format.exponent_bits)
      .add("fraction bits", format.fraction_bits)
      .add("bias", format.bias)
      .add_code("specials", code_of(format.specials))
      .add("has subnormals", format.has_subnormals)
      .add("is signed", format.is_signed())
      .add("ignored low bits", format.ignored_low_bits)
      .add("integer bits", format.integer_bits);
}

Descriptor describe_scale(const ScalePlan& scale, int elements, int low) {
  return describe_format(scale.format)
      .add("bits of an element", scale.format.storage_bits())
      .add("elements", elements)
      .add("first bit of its port", low);
}

Descriptor describe_rounding(const RoundPlan& round, int absent) {
  return Descriptor()
      .add("input fraction bits", round.input.fraction_bits)
      .add("fraction bits", round.fraction_bits)
      .add_code("mode", code_of(round.rounding))
      .add("fraction bits of a first rounding", round.prerounding_fraction_bits)
      .add_code("its mode", code_of(round.prerounding))
      .add("least exponent", round.least_exponent)
      .add("greatest exponent", round.greatest_exponent)
      .add_wide("greatest significand", round.greatest_significand)
      .add("saturates", round.saturates.plus + 2 * round.saturates.minus)
      .add("has infinity", round.has_infinity)
      .add("has minus zero", round.has_minus_zero)
      .add("keeps the sign of underflow", round.keeps_underflow_sign)
      .add("keeps it where the first rounding gives zero", round.keeps_prerounding_sign)
      .add_code("flush", code_of(round.flush))
      .add("by unbounded tininess", round.flushes_before_the_least())
      .add("work bits", round.work_bits)
      .add("has a bit of what was lost", round.has_lost_bit)
      .add("may lie below the least exponent by", bits_below(round, absent));
}

Descriptor describe_group(const AddendGroup& group, int first, int low, int random_low) {
  return Descriptor()
      .add("first term", first)
      .add("terms", group.count)
      .add("first bit of the significands", low)
      .add("significand bits", group.input.magnitude_bits)
      .add("shift left before", group.pre_shift)
      .add("shift right besides", group.post_shift)
      .add("shift left after", group.scale_up)
      .add_code("rounding of what is shifted out", code_of(group.alignment_rounding))
      .add("zeros keep their exponent", group.own_zero_exponent())
      .add("or take", group.own_zero_exponent() && group.raised() == 0 ? 0 : group.zero_exponent)
      .add("terms vanish", group.may_vanish())
      .add("further below than", group.may_vanish() ? group.reach() : 0)
      .add("first random bit", random_low)
      .add("exponents differ", group.shifts)
      .add("exponents are raised by", group.raised())
      .add("negated", group.negated);
}

}  // namespace mmasc
