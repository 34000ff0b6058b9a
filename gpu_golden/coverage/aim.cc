// SPDX-License-Identifier: Apache-2.0
#include "coverage/aim.h"

#include <algorithm>
#include <numeric>
#include <string>

#include "arith/convert.h"
#include "coverage/leaves.h"
#include "coverage/operand_builder.h"
#include "generate/element_bits.h"

namespace mmasc {
namespace {

class Aimer {
 public:
  Aimer(const Sequence& sequence, const Goal& goal, Random& random)
      : sequence_(sequence),
        goal_(goal),
        random_(random),
        build_(sequence, random),
        leaves_(sequence.plan()) {}

  Case run() && {
    if (goal_.late)
      aim_late();
    else
      aim();
    return std::move(build_.row);
  }

 private:
  using Kind = Goal::Kind;

  const Plan& plan() const { return sequence_.plan(); }
  bool sign() { return random_.chance(50); }
  int among(Interval range) {
    if (range.empty()) std::swap(range.low, range.high);
    const int kind = random_.below(10);
    return kind < 2 ? range.low : kind < 4 ? range.high : random_.between(range.low, range.high);
  }

  // The leaves that the goal's rounding or sum sees.
  Leaves leaves() {
    if (goal_.sum >= 0) return leaves_.all(goal_.sum);
    if (goal_.product) return {random_.below(plan().lanes())};
    Leaves all(static_cast<std::size_t>(plan().lanes()) + 1);
    std::iota(all.begin(), all.end(), 0);
    return all;
  }
  const RoundPlan& round() const {
    if (goal_.product) return plan().multiplier.round;
    return goal_.sum >= 0 && plan().sums[goal_.sum].rounds ? plan().sums[goal_.sum].round
                                                           : plan().result;
  }

  void aim() {
    switch (goal_.kind) {
      case Kind::distance:
        return aim_at_distance(goal_.value + jitter());
      case Kind::loss:
        return aim_at_distance(losing_distance());
      case Kind::minus_zero:
        return random_.chance(50) ? aim_at_minus_zeros() : aim_at_least();
      case Kind::zero_above:
        return aim_below_zero();
      case Kind::carry:
        return aim_at_carry();
      case Kind::cancel:
        return aim_at_cancellation();
      case Kind::least:
        return aim_at_least();
      case Kind::greatest:
        return aim_at_greatest();
      case Kind::special:
        return aim_at_special();
      case Kind::product_top:
        return build_.term(random_.below(plan().lanes()), goal_.value + random_.between(-2, 0),
                           build_.any_digits(), sign());
      case Kind::any:
      case Kind::rounding:
        return aim_at_rounding();
    }
  }

  int jitter() { return random_.pick({0, 0, 0, 0, 1, -1, 2, -2, random_.between(-8, 8)}); }
  // From the first bit that is cut off to the last.
  int losing_distance() {
    const Plan& plan = goal_.late ? *sequence_.late_c_plan() : this->plan();
    const AddendGroup& group = plan.groups[plan.sums[goal_.sum].first_group + goal_.group];
    return random_.between(std::max(1, goal_.value - group.input.fraction_bits), goal_.value + 3);
  }

  // Two leaves that far apart, the exponents of both anywhere; or one that far below a zero.
  void aim_at_distance(int distance) {
    const SumPlan& sum = plan().sums[goal_.sum];
    const auto& own = leaves_.terms(goal_.sum, goal_.group);
    const std::size_t place = static_cast<std::size_t>(random_.below(static_cast<int>(own.size())));
    const int term = random_.pick_from(own[place]);
    Leaves others;
    for (int g = 0; g < leaves_.groups(goal_.sum); ++g) {
      const auto& terms = leaves_.terms(goal_.sum, g);
      for (std::size_t i = 0; i < terms.size(); ++i)
        if (g != goal_.group || i != place)
          others.insert(others.end(), terms[i].begin(), terms[i].end());
    }
    const Interval range = build_.exponents(term);
    if (others.empty() || random_.chance(15)) return aim_below_landmark(sum, term, distance);
    const int lead = random_.pick_from(others);
    const Interval leads = build_.exponents(lead);
    int low = std::max(leads.low, range.low + distance);
    int high = std::min(leads.high, range.high + distance);
    if (build_.share_scales(term, lead)) low = std::max(low, leads.low);
    const int exponent = among({std::min(low, high), std::max(low, high)});
    build_.scale_for(lead, exponent,
                     build_.share_scales(term, lead) ? exponent - distance : exponent);
    const bool negative = sign();
    fill_below(leaves(), exponent);
    build_.term(lead, exponent, build_.any_digits(), negative);
    if (!build_.share_scales(term, lead))
      build_.scale_for(term, exponent - distance, exponent - distance);
    build_.term(term, exponent - distance, build_.any_digits(), sign());
  }

  // A few more terms, none above the exponent.
  void fill_below(const Leaves& leaves, int exponent) {
    if (!random_.chance(30)) return;
    for (int i = random_.between(1, 3); i > 0; --i) {
      const int leaf = random_.pick_from(leaves);
      const int distance = random_.between(0, std::max(2, goal_.value + 4));
      if (leaf != plan().lanes())
        build_.term(leaf, exponent - distance, build_.any_digits(), sign());
    }
  }

  void aim_below_landmark(const SumPlan& sum, int term, int distance) {
    std::vector<int> landmarks;
    for (int g = 0; g < sum.group_count; ++g) {
      const AddendGroup& group = plan().groups[sum.first_group + g];
      if (group.zero_rule.kind == ZeroExponent::Kind::fixed)
        landmarks.push_back(group.zero_exponent);
      if (group.own_zero_exponent()) landmarks.push_back(group.input.exponent_min);
    }
    if (sum.has_exponent_floor) landmarks.push_back(sum.exponent_floor);
    const int landmark =
        landmarks.empty() ? among(build_.exponents(term)) : random_.pick_from(landmarks);
    build_.scale_for(term, landmark - distance, landmark - distance);
    build_.term(term, landmark - distance, build_.any_digits(), sign());
  }

  void aim_below_zero() {
    const SumPlan& sum = plan().sums[goal_.sum];
    Leaves all = leaves_.all(goal_.sum);
    const int term = random_.pick_from(all);
    aim_below_landmark(sum, term, goal_.value + random_.pick({0, 0, 0, 1, -1}));
    if (goal_.group < 0 || !random_.chance(60)) return;
    // A zero that stands beside a large factor has a large exponent.
    const int zero = random_.pick_from(all);
    if (zero == term || zero >= plan().lanes()) return;
    const Format& b = *build_.instruction().b;
    build_.row.b[build_.element(zero)] = build_.number(
        b, random_.between(b.least_exponent(), b.greatest_exponent()), Digits::any, sign());
  }

  // Terms of one sign about one power of two, as many as it takes, their bits full. A term that is
  // itself a sum is made of as many products as fill it by chance.
  void aim_at_carry() {
    std::vector<Leaves> terms;
    for (int g = 0; g < leaves_.groups(goal_.sum); ++g)
      for (const Leaves& term : leaves_.terms(goal_.sum, g)) terms.push_back(term);
    random_.shuffle(terms);
    const int size = static_cast<int>(terms.size());
    const int most = std::min(size, 1 << std::min(goal_.value, 10));
    const int count = goal_.value >= ceil_log2(size)
                          ? size
                          : random_.between(std::min(most, std::max(1, most / 2)), most);
    const Leaves all = leaves_.all(goal_.sum);
    Interval range{-kNoLimit / 2, kNoLimit / 2};
    for (const int leaf : all) {
      const Interval one = build_.exponents(leaf);
      range = {std::max(range.low, one.low), std::min(range.high, one.high)};
    }
    if (range.empty()) range = build_.exponents(all.front());
    const int top = round().greatest_exponent - ceil_log2(size);
    range.high = std::max(range.low, std::min(range.high, top));
    const int exponent = random_.between(range.low, range.high);
    const bool negative = sign();
    const auto [a, b] = fullest_pair();
    const int carried = carry_of(a, b);
    const int parts = random_.between(1, 16);
    const int lift = random_.chance(50) ? 0 : ceil_log2(parts) - random_.below(2);
    for (const int leaf : all) build_.scale_for(leaf, exponent, exponent);
    for (int i = 0; i < count; ++i) {
      const Leaves& term = terms[static_cast<std::size_t>(i)];
      const std::size_t used = std::min(term.size(), static_cast<std::size_t>(parts));
      for (std::size_t j = 0; j < used; ++j) {
        const bool is_c = term[j] == plan().lanes();
        build_.term(term[j], is_c ? exponent + carried + lift : exponent, Digits::ones, negative);
        if (!is_c) set_fractions(term[j], a, b);
      }
    }
  }

  // Fractions of a and b whose product fills its binade best, of formats with few bits.
  std::pair<std::uint64_t, std::uint64_t> fullest_pair() {
    const Format &a = *build_.instruction().a, &b = *build_.instruction().b;
    const std::uint64_t one_a = std::uint64_t{1} << a.fraction_bits;
    const std::uint64_t one_b = std::uint64_t{1} << b.fraction_bits;
    if (a.fraction_bits + b.fraction_bits > 10)
      return {random_.chance(50) ? one_a - 1 : 0, one_b - 1};
    std::pair<std::uint64_t, std::uint64_t> best{0, 0};
    std::uint64_t fullest = 0;
    for (std::uint64_t x = one_a; x < 2 * one_a; ++x)
      for (std::uint64_t y = one_b; y < 2 * one_b; ++y) {
        const std::uint64_t full = (x * y << 32) >> std::bit_width(x * y);
        if (full > fullest) {
          fullest = full;
          best = {x - one_a, y - one_b};
        }
      }
    return best;
  }
  // Whether the product of two such significands lies a power of two higher.
  int carry_of(std::uint64_t a, std::uint64_t b) const {
    const int fraction_a = build_.instruction().a->fraction_bits;
    const int fraction_b = build_.instruction().b->fraction_bits;
    const std::uint64_t x = (std::uint64_t{1} << fraction_a) + a;
    const std::uint64_t y = (std::uint64_t{1} << fraction_b) + b;
    if (fraction_a + fraction_b > 60) return 0;
    return static_cast<int>(std::bit_width(x * y)) - 1 - fraction_a - fraction_b;
  }
  void set_fractions(int leaf, std::uint64_t a, std::uint64_t b) {
    const auto set = [](std::uint64_t& bits, const Format& format, std::uint64_t fraction) {
      const std::uint64_t mask = ((std::uint64_t{1} << format.fraction_bits) - 1)
                                 << format.fraction_low();
      const std::uint64_t changed = (bits & ~mask) | (fraction << format.fraction_low());
      const Term<Numbers128> term = decode(format, changed);
      if (!term.nan && !term.infinite) bits = changed;
    };
    const std::size_t i = build_.element(leaf);
    set(build_.row.a[i], *build_.instruction().a, a);
    set(build_.row.b[i], *build_.instruction().b, b);
  }

  void aim_at_cancellation() {
    const Leaves all = leaves();
    const int first = random_.pick_from(all), second = random_.pick_from(all);
    const Interval x = build_.exponents(first), y = build_.exponents(second);
    const int exponent = among({std::max(x.low, y.low), std::min(x.high, y.high)});
    const Digits digits = build_.any_digits();
    const bool negative = sign();
    build_.scale_for(first, exponent, exponent);
    build_.scale_for(second, exponent, exponent);
    build_.term(first, exponent, digits, negative);
    if (first == second) return;
    build_.term(second, exponent - random_.pick({0, 0, 0, 1}),
                random_.chance(60) ? digits : Digits::power, !negative);
    if (first < plan().lanes() && second < plan().lanes() && random_.chance(60))
      copy(first, second);
  }

  // The second product becomes minus the first.
  void copy(int first, int second) {
    const Format &a = *build_.instruction().a, &b = *build_.instruction().b;
    const std::size_t from = build_.element(first), to = build_.element(second);
    build_.row.a[to] = a.is_signed() ? negated(a, build_.row.a[from]) : build_.row.a[from];
    build_.row.b[to] =
        a.is_signed() || !b.is_signed() ? build_.row.b[from] : negated(b, build_.row.b[from]);
  }

  // A term, and others about the last bit that is kept of it.
  void aim_at_rounding() {
    const Leaves all = leaves();
    const int fraction = goal_.kind == Kind::rounding ? goal_.value : round().fraction_bits;
    const int lead = pick_lead(all);
    Interval range = build_.exponents(lead);
    if (random_.chance(50)) {  // where others can lie below it
      const Interval other = build_.exponents(random_.pick_from(all));
      const Interval near{std::max(range.low, other.low + std::max(0, fraction - 8)),
                          std::min(range.high, other.high + 10)};
      if (!near.empty()) range = near;
    }
    if (random_.chance(70))
      range = {std::max(range.low, round().least_exponent),
               std::min(range.high, round().greatest_exponent)};
    const int exponent =
        random_.chance(15) ? round().least_exponent - random_.between(-1, fraction) : among(range);
    add_lead_and_small(all, lead, exponent, fraction,
                       random_.chance(40) ? Digits::ones : build_.any_digits());
  }

  void add_lead_and_small(const Leaves& all, int lead, int exponent, int fraction, Digits digits) {
    const bool negative = sign();
    build_.scale_for(lead, exponent, exponent);
    build_.term(lead, exponent, digits, negative);
    const int few = random_.between(goal_.product ? 0 : 1, 3);
    const bool ladder = random_.chance(25);  // one term carries, the next has the last bits
    for (int i = 0; i < few; ++i) {
      const int leaf = random_.pick_from(all);
      if (leaf == lead) continue;
      const int last = fraction + random_.between(-1, 3);
      const int distance = ladder
                               ? i == 0 ? random_.between(1, 10) : fraction - random_.between(-2, 8)
                           : random_.chance(60) ? last
                                                : random_.between(0, fraction + 4);
      if (!build_.share_scales(lead, leaf))
        build_.scale_for(leaf, exponent - distance, exponent - distance);
      build_.term(leaf, exponent - distance, build_.any_digits(),
                  random_.chance(70) ? negative : !negative);
    }
  }

  // c as often as a product.
  int pick_lead(const Leaves& all) {
    const bool has_c = std::ranges::find(all, plan().lanes()) != all.end();
    return has_c && random_.chance(40) ? plan().lanes() : random_.pick_from(all);
  }

  void aim_at_least() {
    const Leaves all = leaves();
    const RoundPlan& round = this->round();
    const int ulp = round.least_exponent - round.fraction_bits;
    const int lead = pick_lead(all);
    const bool negative = sign();
    const int exponent = round.least_exponent -
                         random_.pick({0, 0, 1, 1, 1, random_.between(0, round.fraction_bits + 3)});
    build_.scale_for(lead, exponent, exponent);
    build_.term(lead, exponent, random_.chance(50) ? Digits::ones : build_.any_digits(), negative);
    if (lead == plan().lanes() && !build_.c_is_chained() && random_.chance(50)) {
      const Format& c = *build_.instruction().c;  // the greatest number below the least normal one
      std::uint64_t bits = ((std::uint64_t{1} << c.fraction_bits) - 1) << c.fraction_low();
      build_.set_c(negative && c.is_signed() ? negated(c, bits) : bits);
    }
    if (random_.chance(20)) return;
    if (random_.chance(30)) fill_up(all, exponent, ulp - 1, negative);
    if (random_.chance(25)) {  // what is left of two numbers that are not as small
      const int other = random_.pick_from(all);
      if (other == lead) return;
      build_.scale_for(other, round.least_exponent, round.least_exponent);
      build_.term(lead, round.least_exponent, build_.any_digits(), negative);
      build_.term(other, round.least_exponent + random_.below(2), build_.any_digits(), !negative);
      return;
    }
    for (int i = random_.between(0, 2); i > 0; --i) {
      const int leaf = random_.pick_from(all);
      if (leaf == lead) continue;
      const int small = random_.chance(70) ? ulp + random_.between(-3, 1)
                                           : random_.between(ulp - 3, round.least_exponent);
      if (!build_.share_scales(lead, leaf)) build_.scale_for(leaf, small, small);
      build_.term(leaf, small, build_.any_digits(), random_.chance(60) ? negative : !negative);
    }
  }

  void aim_at_greatest() {
    const Leaves all = leaves();
    const RoundPlan& round = this->round();
    const int greatest = round.greatest_exponent;
    const bool negative = sign();
    if (random_.chance(50)) return fill_up(all, greatest, greatest - round.fraction_bits, negative);
    const int lead = pick_lead(all);
    add_lead_and_small(all, lead, greatest - random_.pick({0, 0, 0, 1}), round.fraction_bits,
                       random_.chance(70) ? Digits::ones : build_.any_digits());
  }

  // Terms that give the number with every bit set from `high` to `low`, each as many bits as one
  // factor beside a power of two has.
  void fill_up(Leaves all, int high, int low, bool negative) {
    random_.shuffle(all);
    const int width =
        random_.chance(50) ? build_.instruction().b->fraction_bits + 1 : 1 + random_.below(4);
    for (const int leaf : all) {
      if (high < low) return;
      const int bits = std::min(leaf < plan().lanes() ? width : high - low + 1, high - low + 1);
      build_.scale_for(leaf, high, high);
      build_.term(leaf, high, Digits::power, negative);
      fill_fraction(leaf, bits);
      high -= bits;
    }
  }
  void fill_fraction(int leaf, int bits) {
    const auto fraction = [bits](const Format& format) {
      const int zeros = std::max(0, format.fraction_bits - (bits - 1));
      const std::uint64_t all = (std::uint64_t{1} << format.fraction_bits) - 1;
      return (all >> zeros) << zeros;
    };
    if (leaf < plan().lanes()) return set_fractions(leaf, 0, fraction(*build_.instruction().b));
    const Format& c = *build_.instruction().c;
    if (build_.c_is_chained()) return;
    const std::uint64_t filled = build_.row.c | fraction(c) << c.fraction_low();
    if (const auto term = decode(c, filled); !term.nan && !term.infinite) build_.set_c(filled);
  }

  // Ordinary terms with a few NaNs, infinities and zeros of either sign put among them.
  void aim_at_special() {
    const int kind = random_.below(5);
    if (kind == 0) return aim_at_minus_zeros();
    if (random_.chance(60))
      for (int lane = 0; lane < plan().lanes(); ++lane)
        build_.term(lane, among(build_.exponents(lane)) / 4, build_.any_digits(), sign());
    const Format &a = *build_.instruction().a, &b = *build_.instruction().b;
    const Leaves all = leaves();
    const int first = random_.pick_from(all), second = random_.pick_from(all);
    if (kind == 1 && first < plan().lanes()) {  // infinity times zero
      const std::size_t i = build_.element(first);
      const bool infinite_a = random_.chance(50);
      build_.row.a[i] = infinite_a ? special_bits(random_, a) : zero_bits(random_, a);
      build_.row.b[i] = infinite_a ? zero_bits(random_, b) : special_bits(random_, b);
      return;
    }
    if (kind == 2 && build_.instruction().scale) {
      const Format& scale = *build_.instruction().scale->format;
      auto& scales = random_.chance(50) ? build_.row.sa : build_.row.sb;
      const auto place = static_cast<std::size_t>(random_.below(static_cast<int>(scales.size())));
      scales[place] = scale.has_subnormals && random_.chance(50) ? zero_bits(random_, scale)
                                                                 : special_bits(random_, scale);
    }
    make_infinite(first, sign());
    if (random_.chance(70)) make_infinite(second, sign());
  }

  // By an infinite operand, or by a product that is too large.
  void make_infinite(int leaf, bool negative) {
    if (leaf == plan().lanes()) {
      if (!build_.c_is_chained())
        return build_.set_c(infinity_of(*build_.instruction().c, negative));
      for (int i = 0; i < 3; ++i) build_.c(build_.exponents(leaf).high, Digits::ones, negative);
      return;
    }
    const Format &a = *build_.instruction().a, &b = *build_.instruction().b;
    const bool by_a = a.has_infinity() && (!b.has_infinity() || random_.chance(50));
    if ((!a.has_infinity() && !b.has_infinity()) || random_.chance(20)) {
      build_.term(leaf, build_.exponents(leaf).high, Digits::ones, negative);
      return;
    }
    build_.term(leaf, 0, Digits::power, false);
    const std::size_t i = build_.element(leaf);
    if (by_a)
      build_.row.a[i] = infinity_of(a, negative);
    else
      build_.row.b[i] = infinity_of(b, negative);
    if (decode(a, build_.row.a[i]).negative != 0 && !by_a && a.is_signed())
      build_.row.a[i] = negated(a, build_.row.a[i]);
    if (decode(b, build_.row.b[i]).negative != 0 && by_a && b.is_signed())
      build_.row.b[i] = negated(b, build_.row.b[i]);
  }

  void aim_at_minus_zeros() {
    const Format &a = *build_.instruction().a, &b = *build_.instruction().b;
    const Format& c = *build_.instruction().c;
    for (std::size_t i = 0; i < build_.row.a.size(); ++i) {
      const bool minus_a = a.is_signed();
      build_.row.a[i] = minus_a && a.has_minus_zero() ? negated(a, 0) : 0;
      build_.row.b[i] = power_bits(random_, b, 0);
      const bool negative_b = b.is_signed() && decode(b, build_.row.b[i]).negative != 0;
      if (negative_b != !(minus_a && a.has_minus_zero()) && b.is_signed())
        build_.row.b[i] = negated(b, build_.row.b[i]);
    }
    if (c.has_minus_zero()) build_.set_c(negated(c, 0));
  }

  // The chain first, from a term or two; then c to what it gave.
  void aim_late() {
    Leaves products(static_cast<std::size_t>(plan().lanes()));
    std::iota(products.begin(), products.end(), 0);
    const Plan& late = *sequence_.late_c_plan();
    const RoundPlan& round = late.result;
    const Interval range = build_.exponents(0);
    const int middle = among({std::max(range.low, round.least_exponent - round.fraction_bits),
                              std::min(range.high, round.greatest_exponent)});
    if (random_.chance(90))
      add_lead_and_small(products, random_.pick_from(products), middle, round.fraction_bits,
                         build_.any_digits());
    if (goal_.kind == Kind::special) aim_at_special();
    if (goal_.kind == Kind::minus_zero) {
      build_ = OperandBuilder(sequence_, random_);
      build_.term(random_.pick_from(products), build_.exponents(0).low - random_.below(30),
                  Digits::power, true);
    }
    if (goal_.kind == Kind::greatest && random_.chance(40))
      fill_up(products, round.greatest_exponent, round.greatest_exponent - round.fraction_bits,
              sign());
    build_.set_c(0);
    const Format& c = *build_.instruction().c;
    const std::uint64_t bits =
        evaluate(sequence_, {build_.row.a, build_.row.b, 0, build_.row.sa, build_.row.sb});
    const Term<Numbers128> d = decode(plan().d, bits);
    const int exponent = d.zero || d.nan ? round.least_exponent : static_cast<int>(d.exponent);
    const bool negative = d.negative != 0;
    const auto set_c = [&](int at, Digits digits, bool minus) {
      build_.set_c(build_.number(c, at, digits, minus));
    };
    const bool opposite = random_.chance(50) ? !negative : negative;
    switch (goal_.kind) {
      case Kind::minus_zero:
        return build_.set_c(c.has_minus_zero() ? negated(c, 0) : 0);
      case Kind::special:
        return build_.set_c(random_.chance(30) ? special_bits(random_, c)
                                               : infinity_of(c, !negative));
      case Kind::cancel: {
        const auto same = convert(plan().d, c, bits, {.overflow = Overflow::saturate});
        if (!same) return set_c(exponent, Digits::any, !negative);
        const std::uint64_t minus = negated(c, *same);
        return build_.set_c(random_.chance(60) ? minus : neighbour_bits(random_, c, minus));
      }
      case Kind::greatest:
        return set_c(round.greatest_exponent - random_.below(2),
                     random_.chance(70) ? Digits::ones : Digits::any, negative);
      case Kind::least:
        return set_c(round.least_exponent - random_.between(0, round.fraction_bits),
                     build_.any_digits(), opposite);
      case Kind::loss:
      case Kind::distance: {
        const int distance = goal_.kind == Kind::loss ? losing_distance() : goal_.value + jitter();
        return set_c(goal_.group == 0 ? exponent + distance : exponent - distance,
                     build_.any_digits(), opposite);
      }
      default: {
        const int distance = random_.chance(60) ? round.fraction_bits + random_.between(-1, 3)
                                                : random_.between(0, round.fraction_bits + 4);
        return set_c(random_.chance(50) ? exponent + distance : exponent - distance,
                     random_.chance(40) ? Digits::ones : build_.any_digits(), opposite);
      }
    }
  }
  // NaN, or some number, where the format has no infinity.
  std::uint64_t infinity_of(const Format& format, bool minus) {
    if (!format.has_infinity()) return special_bits(random_, format);
    const std::uint64_t bits = static_cast<std::uint64_t>(format.top_exponent_field())
                               << format.exponent_low();
    return minus ? negated(format, bits) : bits;
  }

  const Sequence& sequence_;
  const Goal goal_;
  Random& random_;
  OperandBuilder build_;
  LeafTable leaves_;
};

}  // namespace

Case aimed_case(const Sequence& sequence, const Goal& goal, std::uint64_t seed, int corner,
                std::uint64_t index) {
  constexpr std::uint64_t kStream = 0xff;  // no class has it
  Random random(seed, kStream << 56 | static_cast<std::uint64_t>(corner) << 32 | index);
  return Aimer(sequence, goal, random).run();
}

}  // namespace mmasc
