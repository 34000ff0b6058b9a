// SPDX-License-Identifier: Apache-2.0
#include "mmasc/lanes/lane_specials.h"

#include <algorithm>
#include <array>
#include <string_view>

#include "mmasc/arith/convert.h"
#include "mmasc/arith/sparsity.h"
#include "mmasc/lanes/element_class.h"
#include "mmasc/ranges/ranges.h"
#include "mmasc/unit/number_pattern.h"

namespace mmasc {
namespace {

constexpr std::array<std::string_view, kSpecials> kNames{"nan", "infinity", "subnormal",
                                                         "minus_zero"};

bool can_be(const Format& format, Special special) {
  if (format.is_integer()) return false;
  switch (special) {
    case Special::nan:
      return lack_of(format, ElementClass::nan).empty();
    case Special::infinity:
      return lack_of(format, ElementClass::infinity).empty();
    case Special::subnormal:
      return lack_of(format, ElementClass::subnormal).empty();
    case Special::minus_zero:
      return format.has_minus_zero() && format.has_zero();
  }
  return false;
}

}  // namespace

std::optional<Special> special_of(const Format& format, std::uint64_t bits) {
  if (format.is_integer()) return std::nullopt;
  const Term<Numbers128> term = decode(format, bits);
  if (term.nan) return Special::nan;
  if (term.infinite) return Special::infinity;
  if (term.zero)
    return term.negative && format.has_minus_zero() ? std::optional(Special::minus_zero)
                                                    : std::nullopt;
  const std::uint64_t magnitude =
      (bits & ~ignored_mask(format) & ~sign_mask(format)) >> format.fraction_low();
  if (format.has_subnormals && magnitude < hidden_bit(format)) return Special::subnormal;
  return std::nullopt;
}

std::string LaneCross::name() const {
  return "lane[" + std::to_string(lane) + (of_b ? "].b." : "].a.") + std::string(name_of(element)) +
         " x c." + std::string(name_of(c));
}

std::size_t LaneCross::number() const {
  constexpr auto kClasses = static_cast<int>(kElementClasses.size());
  const int of_lane = (lane * 2 + (of_b ? 1 : 0)) * kClasses + static_cast<int>(element);
  return static_cast<std::size_t>(of_lane * kClasses + static_cast<int>(c));
}

std::size_t LaneSpecial::number() const {
  return static_cast<std::size_t>((lane * 2 + (of_b ? 1 : 0)) * kSpecials +
                                  static_cast<int>(special));
}

std::string LaneSpecial::name() const {
  return "lane[" + std::to_string(lane) + (of_b ? "].b." : "].a.") +
         std::string(kNames[static_cast<std::size_t>(special)]);
}

Lanes::Lanes(const Unit& unit)
    : sparsity_(unit.instruction.sparsity),
      sequence_(dense_unit(unit)),
      lanes_(static_cast<std::size_t>(sequence_.unit().instruction.shape.k)) {
  const Plan& plan = sequence_.plan();
  const auto& order = sequence_.program().order;
  for (int i = 0; i < order.size(); ++i)
    lanes_[static_cast<std::size_t>(order[i])] = i % plan.lanes();
  if (plan.d.is_integer()) return;
  // Where zeros of any sum are +0, no lane's -0 is sure to matter.
  const PlanRanges ranges = ranges_of_steps(sequence_);
  const StepRules& rules = ranges.rules;
  shows_zero_signs_ =
      ranges.root.minus_zero && std::ranges::all_of(rules.sums, &SumRule::has_ieee_zero_sign);
  for (const bool of_b : {false, true})
    flushes_[of_b] = rules.flush_inputs != Flush::none &&
                     format(of_b).least_exponent() - format(of_b).fraction_bits <
                         (of_b ? rules.b : rules.a)->least_exponent();
  for (int lane = 0; lane < plan.lanes(); ++lane)
    for (const bool of_b : {false, true})
      for (int i = 0; i < kSpecials; ++i)
        if (const auto special = static_cast<Special>(i); can_be(format(of_b), special))
          specials_.push_back({lane, of_b, special});
}

const Format& Lanes::format(bool of_b) const {
  const Instruction& row = sequence_.unit().instruction;
  return of_b ? *row.b : *row.a;
}

Lanes::Elements Lanes::elements(const DotOperands& in) const {
  Elements elements{{in[Operand::a].begin(), in[Operand::a].end()}, {}};
  for (std::size_t i = 0; i < in[Operand::a].size(); ++i) elements.b.push_back(element_of_b(in, i));
  return elements;
}

std::uint64_t Lanes::element_of_b(const DotOperands& in, std::size_t i) const {
  return in[Operand::b][sparsity_ ? selected_place(*sparsity_, in[Operand::metadata], i) : i];
}

bool Lanes::may_show(const LaneSpecial& of, const DotOperands& in) const {
  bool has = false;
  for (std::size_t i = 0; i < lanes_.size() && !has; ++i)
    has = lanes_[i] == of.lane &&
          special_of(format(of.of_b), of.of_b ? element_of_b(in, i) : in[Operand::a][i]) ==
              of.special;
  if (!has) return false;
  for (const bool of_b : {false, true})
    for (std::size_t i = 0; i < lanes_.size(); ++i)
      if ((of_b != of.of_b || lanes_[i] != of.lane) &&
          special_of(format(of_b), of_b ? element_of_b(in, i) : in[Operand::a][i]) == Special::nan)
        return false;
  return true;
}

std::uint64_t Lanes::evaluate_misread(const LaneSpecial& of, const DotOperands& in) const {
  Elements elements = this->elements(in);
  std::vector<std::uint64_t>& own = of.of_b ? elements.b : elements.a;
  for (std::size_t i = 0; i < own.size(); ++i)
    if (lanes_[i] == of.lane && special_of(format(of.of_b), own[i]) == of.special)
      own[i] = misreadings(of.of_b, of.special, own[i]).front();
  return evaluate(elements, in);
}

std::string_view Lanes::misread_as(const LaneSpecial& of) const {
  switch (of.special) {
    case Special::nan:
      return "zero";
    case Special::infinity:
      return "the greatest number";
    case Special::subnormal:
      return flushes_[of.of_b] ? "normal" : "zero";
    case Special::minus_zero:
      return shows_zero_signs_ ? "+0" : "normal";
  }
  return {};
}

std::vector<std::uint64_t> Lanes::misreadings(bool of_b, Special special,
                                              std::uint64_t bits) const {
  const Format& format = this->format(of_b);
  const std::uint64_t sign = bits & sign_mask(format);
  const bool negative = sign != 0;
  // The same bits with the exponent of the least normal numbers, and so with their hidden bit.
  const std::uint64_t normal = bits | std::uint64_t{1} << format.exponent_low();
  switch (special) {
    case Special::nan: {
      std::vector<std::uint64_t> all{0};
      if (format.has_infinity())
        all.push_back(static_cast<std::uint64_t>(format.top_exponent_field())
                      << format.exponent_low());
      return all;
    }
    case Special::infinity:
      return {number_pattern(format, negative, greatest_magnitude(format)), sign,
              format.default_nan()};
    case Special::subnormal:
      if (flushes_[of_b]) return {normal};
      return {sign, normal};
    case Special::minus_zero:
      if (!shows_zero_signs_) return {normal};
      return {0, normal};
  }
  return {};
}

std::uint64_t Lanes::evaluate(const Elements& elements, const DotOperands& in) const {
  DotOperands seen = in;
  seen[Operand::a] = elements.a;
  seen[Operand::b] = elements.b;
  seen[Operand::metadata] = {};
  return mmasc::evaluate(sequence_, seen);
}

}  // namespace mmasc
