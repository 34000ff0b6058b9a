// SPDX-License-Identifier: Apache-2.0
#include "mmasc/ozaki/integer_walk.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <limits>

#include "mmasc/unit/exact_sums.h"
#include "mmasc/unit/walk.h"

namespace mmasc {
namespace {

// Bounds walk the plan, which notes the first place that may lose a bit.
class IntegerBounds {
 public:
  IntegerBounds(const Plan& plan, const IntegerGrain& grain, const IntegerTerm& product,
                const IntegerTerm& c, std::int64_t most)
      : plan_(plan), grain_(grain), product_(product), c_(c), most_(most) {}

  std::optional<std::string> run() && {
    check_operands();
    walk(plan_, *this);
    return std::move(loss_);
  }

  IntegerTerm product(int) const { return product_; }
  IntegerTerm c() const { return c_; }

  IntegerTerm sum(int, const SumTerms<IntegerTerm>& terms) {
    const SumPlan& sum = terms.sum();
    int e_max = sum.has_exponent_floor ? sum.exponent_floor : std::numeric_limits<int>::min() / 2;
    IntegerTerm out{.least = std::numeric_limits<int>::max()};
    terms.for_each([&](int, const AddendGroup& group, const IntegerTerm& term) {
      e_max = std::max(e_max, group.zero_in_e_max(e_max).value_or(e_max));
      e_max = std::max(e_max, group.exponent_in_e_max(term.greatest, false));
      out.least = std::min(out.least, group.exponent_in_e_max(term.least, false));
      out.count = std::min(most_, out.count + term.count);
    });
    out.greatest = e_max;
    if (sum.complements())
      lose(fmt::format("{}: terms are negated by ones' complement", sum.name.view()));
    if (!keeps_value(sum))
      lose(fmt::format("{}: the sum is more than its aligned terms", sum.name.view()));
    terms.for_each([&](int, const AddendGroup& group, const IntegerTerm& term) {
      if (group.enters_negative(false)) lose(fmt::format("{}: a term is negated", sum.name.view()));
      if (group.may_cut(e_max, grain_.unit))
        lose(fmt::format("{}: {} fraction bits below an e_max of up to {} cut terms above 2^{}",
                         sum.name.view(), group.fraction_bits, e_max, grain_.unit));
      if (group.vanishes_at(e_max - group.exponent_in_e_max(term.least, false)))
        lose(fmt::format("{}: a term {} below e_max vanishes", sum.name.view(),
                         group.own_reach() + 1));
    });
    return out;
  }

  IntegerTerm round(const RoundPlan& round, Place place, const IntegerTerm& term) {
    check_rounding(round, term.count, name_of(place));
    return grain_.number(round.least_exponent, term.count);
  }

 private:
  std::string_view name_of(Place place) const {
    switch (place.kind) {
      case Place::Kind::product:
        return "a product";
      case Place::Kind::sum:
        return plan_.sums[place.index].name.view();
      case Place::Kind::result:
        break;
    }
    return "the result";
  }

  void check_operands() {
    const MultiplierPlan& m = plan_.multiplier;
    if (m.flush_inputs != Flush::none && product_.least > grain_.unit)
      lose("the inputs are flushed where they are subnormal");
    if (m.flush_inputs != Flush::none && grain_.unit < m.c.least_exponent())
      lose("c is flushed where it is subnormal");
    if (m.moves_zero_factors()) lose("a factor that is 0 has an exponent of its own");
    if (m.has_overflow() && grain_.leading_exponent(product_.count) >= m.infinity_at)
      lose(fmt::format("a product of 2^{} or more is an infinity", m.infinity_at));
  }

  // Integers up to 2^(fraction_bits + 1) in magnitude have that many fraction bits.
  void check_rounding(const RoundPlan& round, std::int64_t count, std::string_view place) {
    if (count == 0) return;
    if (round.is_integer()) {
      const auto most =
          grain_.product_bits < 63
              ? static_cast<std::int64_t>(round.greatest_significand >> grain_.product_bits)
              : 0;
      if (grain_.unit != 0 || count > most)
        lose(fmt::format("{}: sums up to {} * 2^{} are beyond its integers", place, count,
                         grain_.product_bits + grain_.unit));
      return;
    }
    const int fraction = round.exact_fraction_bits();
    const int spare = fraction + 1 - grain_.product_bits;
    if (spare < 0 || (spare < 62 && count > std::int64_t{1} << spare))
      lose(fmt::format("{}: sums up to {} * 2^{} are rounded to {} bits", place, count,
                       grain_.product_bits, fraction + 1));
    if (grain_.unit < round.least_exponent - round.fraction_bits ||
        (round.flush != Flush::none && grain_.unit < round.least_exponent))
      lose(fmt::format("{}: its least numbers are above the unit 2^{}", place, grain_.unit));
    if (grain_.leading_exponent(count) >= round.greatest_exponent)
      lose(fmt::format("{}: sums up to {} * 2^{} overflow", place, count,
                       grain_.product_bits + grain_.unit));
  }

  void lose(std::string text) {
    if (!loss_) loss_ = std::move(text);
  }

  const Plan& plan_;
  const IntegerGrain grain_;
  const IntegerTerm product_, c_;
  const std::int64_t most_;
  std::optional<std::string> loss_;
};

}  // namespace

// floor(log2(count * 2^product_bits)) + unit.
int IntegerGrain::leading_exponent(std::int64_t count) const {
  return static_cast<int>(std::bit_width(static_cast<std::uint64_t>(count))) - 1 + product_bits +
         unit;
}

IntegerTerm IntegerGrain::product(const Plan& plan, int unit_a, int unit_b) const {
  const MultiplierPlan& m = plan.multiplier;
  if (m.fixed_point()) return {.count = 1};  // the exponents of scales that are 1
  const int half = product_bits / 2;
  const auto exponent = [&](int a, int b) {
    return m.grid.next(std::max(a, m.a.least_exponent())) +
           m.grid.next(std::max(b, m.b.least_exponent()));
  };
  return {.count = 1,
          .least = exponent(unit_a, unit_b),
          .greatest = exponent(unit_a + half, unit_b + half)};
}

IntegerTerm IntegerGrain::number(int least_exponent, std::int64_t count) const {
  const int lowest = std::max(unit, least_exponent);
  return {.count = count,
          .least = lowest,
          .greatest = count == 0 ? lowest : std::max(lowest, leading_exponent(count))};
}

std::optional<std::string> integer_loss(const Plan& plan, const IntegerGrain& grain,
                                        const IntegerTerm& product, const IntegerTerm& c,
                                        std::int64_t count) {
  return IntegerBounds(plan, grain, product, c, count).run();
}

}  // namespace mmasc
