// SPDX-License-Identifier: Apache-2.0
#include "mmasc/specification/step.h"

#include <algorithm>
#include <utility>

#include "mmasc/unit/status_flags.h"

namespace mmasc {
namespace {

class StepEvaluation {
 public:
  StepEvaluation(const StepRules& rules, const StepInputs& in, Observer* observer)
      : rules_(rules), in_(in), observer_(observer) {
    for (const std::uint64_t element : in[Operand::random])
      random_.push_back(static_cast<std::uint32_t>(element));
    values_.resize(static_cast<std::size_t>(rules.values()));
  }

  StepResult run() {
    c_ = decode_exactly(*rules_.c, in_.c_is_input ? rules_.flush_inputs : Flush::none, in_.c());
    for (int lane = 0; lane < rules_.lanes; ++lane) value(lane) = product(lane);
    value(rules_.lanes) = c_;
    if (observer_ != nullptr) observer_->c(c_);
    for (std::size_t s = 0; s < rules_.sums.size(); ++s) value(rules_.sums[s].output) = sum(s);
    return result();
  }

 private:
  ExactTerm& value(int i) { return values_[static_cast<std::size_t>(i)]; }

  ExactTerm factor(const Format& format, Operand operand, int lane) const {
    const ProductRow& row = rules_.product;
    ExactTerm factor =
        decode_exactly(format, rules_.flush_inputs, in_[operand][static_cast<std::size_t>(lane)]);
    if (factor.zero && row.zero_factor_exponent) factor.exponent = *row.zero_factor_exponent;
    if (const auto& grid = row.exponent_grid; grid && grid->is_coarse()) {
      const int most = grid->step - 1, own = factor.exponent;  // no bit is lost
      while ((factor.exponent - grid->first) % grid->step != 0) ++factor.exponent;
      factor.significand = factor.significand << (most - (factor.exponent - own));
      factor.fraction_bits += most;
    }
    return factor;
  }
  ExactTerm a(int lane) const { return factor(*rules_.a, Operand::a, lane); }
  ExactTerm b(int lane) const { return factor(*rules_.b, Operand::b, lane); }

  ExactTerm scale(const ScaleRule& rule, int lane) const {
    const int lanes = std::min(rule.block, rules_.lanes);
    return decode_exactly(*rule.format, Flush::none,
                          in_[rule.operand][static_cast<std::size_t>(lane / lanes)]);
  }

  ExactTerm product(int lane) {
    const ExactTerm a = this->a(lane), b = this->b(lane);
    ExactTerm product = times(a, b);
    note_nan_causes(a, b, product);
    if (rules_.fixed_point) fix_point(product);
    for (const ScaleRule& rule : rules_.scales) product = times(product, scale(rule, lane));
    const auto& limit = rules_.product.infinity_at;
    if (limit && !product.nan && !product.significand.is_zero() &&
        product.leading_exponent() >= *limit && !yields())
      product.infinite = true;
    if (observer_ != nullptr) observer_->product(lane, product);
    if (!rules_.product_round) return product;
    const bool draws = rules_.product_round->rounding.is_stochastic();
    ExactRounding rounding =
        round_exactly(*rules_.product_round, product, elements(lane, draws ? 1 : 0));
    ExactTerm out = rounding.out;
    if (observer_ != nullptr) observer_->product_rounding(lane, std::move(rounding));
    return out;
  }

  // In units of the last bit of the least product, with the exponent 0.
  void fix_point(ExactTerm& product) const {
    const int least = rules_.a->least_exponent() + rules_.b->least_exponent();
    if (product.finite()) product.significand = product.significand << (product.exponent - least);
    product.fraction_bits -= least;
    product.exponent = 0;
  }

  // Whether a product that is too large counts as a number: beside an infinite operand.
  bool yields() const {
    if (!rules_.product.infinity_yields) return false;
    bool infinite = c_.infinite;
    for (int lane = 0; lane < rules_.lanes; ++lane) {
      infinite = infinite || a(lane).infinite || b(lane).infinite;
      for (const ScaleRule& rule : rules_.scales) infinite |= scale(rule, lane).infinite;
    }
    return infinite;
  }

  // As many of the step's random elements.
  std::span<const std::uint32_t> elements(int first, int count) const {
    return std::span(random_).subspan(static_cast<std::size_t>(count == 0 ? 0 : first),
                                      static_cast<std::size_t>(count));
  }

  ExactTerm sum(std::size_t s) {
    const SumRule& rule = rules_.sums[s];
    ExactSum sum =
        add_exactly(rule, values_, rules_.nowhere, random_, static_cast<int>(s), observer_);
    ExactTerm out = sum.sum;
    if (observer_ != nullptr) observer_->sum(std::move(sum));
    if (!rule.round) return out;
    ExactRounding rounding = round_exactly(
        *rule.round, out, elements(rule.random, rule.round->rounding.is_stochastic() ? 1 : 0));
    out = rounding.out;
    if (observer_ != nullptr) observer_->sum_rounding(static_cast<int>(s), std::move(rounding));
    return out;
  }

  StepResult result() {
    const auto count = static_cast<int>(rules_.random_bits.size()) - rules_.result_random;
    ExactRounding rounding = round_exactly(rules_.result_round, value(rules_.sums.back().output),
                                           elements(rules_.result_random, count));
    StepResult result;
    result.d = encode_exactly(*rules_.d, nan(), rounding.out);
    if (rules_.result.flags == StatusFlags::ieee) result.flags = flags(rounding);
    if (observer_ != nullptr) {
      observer_->result_rounding(std::move(rounding));
      observer_->end(result.d, result.flags);
    }
    return result;
  }

  void note_nan_causes(const ExactTerm& a, const ExactTerm& b, const ExactTerm& product) {
    factor_is_nan_ |= a.nan || b.nan;
    invalid_product_ |= product.nan && !a.nan && !b.nan;
    if (product.nan) return;
    plus_ |= product.infinite && !product.negative;
    minus_ |= product.infinite && product.negative;
  }

  // The NaN that d is where it is one.
  std::uint64_t nan() const {
    const ResultRow& row = rules_.result;
    const std::uint64_t nan = row.nan.value_or(rules_.d->default_nan());
    if (factor_is_nan_) return row.factor_nan.value_or(nan);
    const bool invalid = invalid_product_ || (plus_ && minus_);
    if (row.c_nan != OwnNan::quiet || !c_.nan || invalid) return nan;
    return in_.c() | highest_fraction_bit(*rules_.d);
  }

  static std::uint64_t highest_fraction_bit(const Format& format) {
    return std::uint64_t{1} << (format.fraction_low() + format.fraction_bits - 1);
  }

  // The exact sum's rounding raises them, and a NaN that no quiet operand brings.
  std::uint64_t flags(const ExactRounding& result) const {
    const bool is_signalled = invalid_product_ || has_signalling_nan();
    if (result.in.nan)
      return flag_bit(StatusFlag::invalid, is_signalled || !(factor_is_nan_ || c_.nan));
    if (!result.in.finite()) return 0;
    const bool overflows = result.outcome == ExactRounding::Outcome::overflowed;
    return flag_bit(StatusFlag::overflow, overflows) |
           flag_bit(StatusFlag::underflow, result.loses() && result.is_tiny) |
           flag_bit(StatusFlag::inexact, result.loses() || overflows);
  }

  // Of the NaNs of IEEE 754 those signal whose highest fraction bit is 0.
  static bool is_signalling(const Format& format, std::uint64_t bits) {
    return format.specials == Specials::ieee && format.fraction_bits > 0 &&
           decode_exactly(format, Flush::none, bits).nan &&
           (bits & highest_fraction_bit(format)) == 0;
  }
  bool has_signalling_nan() const {
    const auto signals = [&](const Format* format, Operand operand) {
      return std::ranges::any_of(in_[operand],
                                 [&](std::uint64_t bits) { return is_signalling(*format, bits); });
    };
    return signals(rules_.a, Operand::a) || signals(rules_.b, Operand::b) ||
           signals(rules_.c, Operand::c);
  }

  const StepRules& rules_;
  const StepInputs& in_;
  Observer* const observer_;
  ExactTerm c_;
  std::vector<ExactTerm> values_;
  std::vector<std::uint32_t> random_;
  bool factor_is_nan_ = false, invalid_product_ = false, plus_ = false, minus_ = false;
};

}  // namespace

StepResult evaluate_exactly(const StepRules& rules, const StepInputs& in, Observer* observer) {
  return StepEvaluation(rules, in, observer).run();
}

}  // namespace mmasc
