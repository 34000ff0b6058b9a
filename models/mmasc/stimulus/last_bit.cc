// SPDX-License-Identifier: Apache-2.0
// The classes in which a last bit decides d: few terms that are not zero, of which some cancel what
// leads, so that what it cut off the others shows; or every product about as large as what an edge
// cuts off.
#include <algorithm>
#include <bit>
#include <tuple>
#include <utility>

#include "mmasc/stimulus/draft.h"
#include "mmasc/stimulus/vector_class.h"

namespace mmasc {
namespace {

// All of them begin with an exponent that leads, scales towards it, and products of nothing.
class LastBit {
 public:
  explicit LastBit(Draft& draft)
      : draft_(draft),
        random_(draft.random()),
        plan_(draft.plan()),
        distances_(draft.edges().distances) {
    // The distances of a lone bit, which lies nowhere but at its exponent.
    for (const AddendGroup& group : plan_.groups)
      for (int near = -1; near <= 3; ++near) distances_.push_back(group.fraction_bits + near);
    std::ranges::sort(distances_);
    distances_.erase(std::unique(distances_.begin(), distances_.end()), distances_.end());

    choose_lead();
    draft_.scale_towards(lead_, random_.chance(70) ? random_.between(0, 2) : 40);
    fill_rest();
  }

  // Every product counts, perhaps with one sign.
  void crowd() {
    const bool any = random_.chance(50), one_sign = random_.chance(30);
    const int percent = random_.chance(70) ? 100 : 90;
    for (int i = 0; i < draft_.k(); ++i) {
      if (any)
        set(i, any_nonzero(*row().a), any_nonzero(*row().b));
      else if (random_.chance(percent))
        draft_.product(i, lead_ + random_.between(-2, 2));
      if (one_sign) set_sign(i, false);
    }
    if (random_.chance(60))
      draft_.zero_c();
    else
      fill_c();
  }

  // Single bits: a tie, and what breaks it. c or a product leads.
  void stairs() {
    const std::vector<int> places = choose_places(2 * random_.between(1, 2));
    for (const int place : places) {
      const int kind = random_.below(100);
      draft_.power_product(place, kind < 15   ? lead_
                                  : kind < 70 ? below(lead_)
                                              : random_.pick_from(draft_.edges().exponents) +
                                                    random_.between(-2, 1));
    }
    if (random_.chance(50)) draft_.power_product(places.front(), lead_);
    const int kind = random_.below(100);
    if (kind < 35)
      draft_.zero_c();
    else if (kind < 65)
      draft_.row.c() = power_bits(random_, *row().c, lead_);
    else
      draft_.c(kind < 85 ? lead_ - random_.between(0, 10) : below(lead_));
  }

  // Half a last bit of d below c or a product, with or without the bit above, and what breaks it.
  void tie() {
    std::vector<int> places = choose_places(4);
    const int half = plan_.result.fraction_bits + random_.between(0, 2);
    const bool c_leads = random_.chance(60);
    const ExponentRange products = draft_.products();
    if (c_leads && random_.chance(50))
      lead_ = random_.between(products.least, products.greatest) + half;
    if (c_leads) {
      draft_.row.c() = random_.chance(50) ? power_bits(random_, *row().c, lead_)
                                          : number_bits(random_, *row().c, lead_);
    } else {
      random_.shuffle(places);
      draft_.product(places.back(), lead_);
      places.pop_back();
      const std::uint64_t bit = power_bits(random_, *row().c, lead_ - half);
      draft_.row.c() = random_.chance(50) ? neighbour_bits(random_, *row().c, bit)
                                          : number_bits(random_, *row().c, below(lead_));
      if (random_.chance(30)) draft_.zero_c();
    }
    const bool two_bits = random_.chance(50);
    const int exponents[] = {lead_ - half, two_bits ? lead_ - half + 1 : below(lead_), below(lead_),
                             lead_ - random_.between(half, half + 12)};
    for (std::size_t i = 0; i < places.size(); ++i) draft_.power_product(places[i], exponents[i]);
    if (!places.empty() && random_.chance(40)) nearly_power_product(places[0], lead_ - half - 1);
    if (two_bits && places.size() > 1)  // of one sign
      set_sign(places[1], is_negative(places[0]));
  }

  // Products about the last bit that is kept where an exact zero or a floor leads them all: any
  // that are not zero; or pairs that cancel, a tie, and the bit that breaks it.
  void beneath() {
    const auto& exponents = draft_.edges().exponents;
    const int landmark = random_.pick_from(exponents);
    const AddendGroup& group = plan_.groups[random_.below(plan_.groups.size())];
    const int unit = landmark - group.fraction_bits;
    draft_.zero_c();
    if (random_.chance(50)) {
      lead_ = unit + random_.between(0, 20);
      draft_.scale_towards(lead_, 0);
      for (int i = 0; i < draft_.k(); ++i) {
        if (row().scale)
          set(i, any_nonzero(*row().a), any_nonzero(*row().b));
        else
          draft_.product(i, lead_ + random_.between(-2, 2));
      }
      return;
    }
    for (int i = 0; i + 1 < draft_.k(); i += 2) {
      draft_.product(i, landmark - random_.between(1, 4));
      draft_.opposite(i + 1, i, false);
    }
    const Format& d = draft_.unit().d();
    const int ulp = d.least_exponent() - d.fraction_bits;
    const std::vector<int> places = choose_places(4);
    for (std::size_t i = 0; i < places.size(); ++i)
      draft_.power_product(places[i],
                           i < 2 ? unit + random_.between(-2, 1) : ulp + random_.between(-1, 1));
  }

  // About the greatest sum of all.
  void huge() {
    const auto greatest = [&](const Format& format) {
      const std::uint64_t bits = number_bits(random_, format, format.greatest_exponent() + 1);
      return is_negative(format, bits) ? negated(format, bits) : bits;
    };
    const bool minus = random_.chance(50);
    const int percent = random_.chance(50) ? 100 : 80;
    for (int i = 0; i < draft_.k(); ++i) {
      if (random_.chance(percent))
        set(i, greatest(*row().a), greatest(*row().b));
      else
        any_product(i);
      set_sign(i, minus);
    }
    const auto carries = static_cast<int>(std::bit_width(static_cast<unsigned>(draft_.k())));
    if (random_.chance(60)) return draft_.c(below(draft_.products().greatest + carries));
    const std::uint64_t c = greatest(*row().c);
    draft_.row.c() = minus ? negated(*row().c, c) : c;
  }

  // Nothing that is positive: zeros of a negative sign, and perhaps what underflows.
  void negzero() {
    const auto positive = [&](const Format& format) { return power_bits(random_, format, 0); };
    const Format &a = *row().a, &b = *row().b;
    for (int i = 0; i < draft_.k(); ++i) {
      std::uint64_t x = 0, y = positive(b);
      if (random_.chance(50)) std::tie(x, y) = std::pair{positive(a), std::uint64_t{0}};
      if (is_negative(a, x) == is_negative(b, y))
        (x == 0 ? y : x) = x == 0 ? negated(b, y) : negated(a, x);
      set(i, x, y);
    }
    if (random_.chance(50)) {
      const int place = random_.below(draft_.k());
      set(place, negated(a, power_bits(random_, a, a.least_exponent() - a.fraction_bits)),
          power_bits(random_, b, b.least_exponent() - random_.between(0, b.fraction_bits)));
    }
    draft_.minus_zero_c();
    if (random_.chance(50)) draft_.c(row().c->least_exponent() - random_.between(1, 30));
  }

  // Equal products that c cancels, and a few far below.
  void heap() {
    const int lanes = draft_.unit().lanes();
    const bool powers = random_.chance(50);
    const auto halvings = static_cast<int>(std::bit_width(static_cast<unsigned>(lanes))) - 1;
    const int doublings = random_.between(0, halvings);
    const int count = powers ? 1 << doublings : random_.between(1, lanes);
    if (random_.chance(50)) lead_ = random_.pick_from(draft_.edges().exponents);
    for (int i = 0; i < draft_.k(); ++i) draft_.zero_product(i);
    if (powers)
      draft_.power_product(0, lead_ - doublings);
    else
      draft_.product(0, std::min(lead_, draft_.products().greatest));
    for (int i = 1; i < count && i < draft_.k(); ++i)
      set(i, draft_.row[Operand::a][0], draft_.row[Operand::b][0]);
    draft_.opposite_c(true);
    for (int i = count; i < draft_.k(); ++i)
      if (random_.chance(30)) random_.chance(50) ? any_product(i) : low_product(i);
    // The heap begins in any lane; where lanes have scales of their own, it stays with these.
    if (!row().scale && random_.chance(50)) rotate(random_.below(draft_.k()));
  }

  // Pairs of neighbours at edges, or none.
  void few() {
    const std::vector<int> places = choose_places(2 * random_.between(0, 2));
    for (std::size_t i = 0; i < places.size(); ++i) fill(places, i);
    fill_c();
  }

 private:
  const Instruction& row() const { return draft_.unit().instruction; }

  void choose_lead() {
    const ExponentRange results = draft_.results(), products = draft_.products();
    const int kind = random_.below(100);
    if (kind < 40)
      lead_ = random_.between(results.least, results.greatest);
    else if (kind < 55)  // cancelled, it may be beyond every result
      lead_ = random_.between(products.least, products.greatest);
    else if (kind < 65)  // c's, the products below
      lead_ = random_.between(products.least, products.greatest) + random_.pick_from(distances_);
    else if (kind < 80)
      lead_ = random_.pick_from(draft_.edges().exponents) + random_.between(-2, 2);
    else
      lead_ = below(random_.pick_from(draft_.edges().exponents)) + random_.between(0, 8);
  }

  // Nothing: zeros, or, where no zero is to take part, neighbours that cancel.
  void fill_rest() {
    const bool zeros = random_.chance(70);
    for (int i = 0; i < draft_.k(); ++i)
      if (zeros || (i % 2 == 0 && i + 1 == draft_.k()))
        draft_.zero_product(i);
      else if (i % 2 == 0)
        draft_.product(i, lead_ - random_.between(0, 6));
      else
        draft_.opposite(i, i - 1, false);
  }

  int below(int exponent) {
    return exponent - (random_.chance(80) ? random_.pick_from(distances_) : random_.between(0, 60));
  }
  int near_edge() { return below(lead_) + (random_.chance(50) ? random_.between(-1, 1) : 0); }

  // Whole pairs of neighbours, the first ones or any.
  std::vector<int> choose_places(int count) {
    std::vector<int> firsts((static_cast<std::size_t>(draft_.k()) + 1) / 2);
    for (std::size_t i = 0; i < firsts.size(); ++i) firsts[i] = static_cast<int>(2 * i);
    if (random_.chance(60)) random_.shuffle(firsts);
    std::vector<int> places;
    for (const int first : firsts)
      for (const int place : {first, first + 1})
        if (place < draft_.k() && static_cast<int>(places.size()) < count) places.push_back(place);
    return places;
  }

  void set(int place, std::uint64_t a, std::uint64_t b) {
    draft_.row[Operand::a][static_cast<std::size_t>(place)] = a;
    draft_.row[Operand::b][static_cast<std::size_t>(place)] = b;
  }
  void rotate(int places) {
    for (const Operand operand : {Operand::a, Operand::b}) {
      Case::Elements& elements = draft_.row[operand];
      std::rotate(elements.begin(), elements.begin() + places, elements.end());
    }
  }
  void any_product(int place) {
    set(place, uniform_bits(random_, *row().a), uniform_bits(random_, *row().b));
  }

  // Its exponent is that of the format's subnormal numbers, however small it is.
  void subnormal_product(int place) {
    const bool first = random_.chance(50);
    const auto factor = [&](const Format& format, bool subnormal) {
      const int below = random_.between(1, std::max(1, format.fraction_bits));
      const int exponent = subnormal ? format.least_exponent() - below
                                     : format.greatest_exponent() - (below - 1) / 2;
      return number_bits(random_, format, exponent);
    };
    set(place, factor(*row().a, first), factor(*row().b, !first));
    lead_ = first ? row().a->least_exponent() + row().b->greatest_exponent()
                  : row().a->greatest_exponent() + row().b->least_exponent();
  }

  void fill(const std::vector<int>& places, std::size_t i) {
    const int place = places[i];
    const bool leads = i == 0 || (i == 2 && random_.chance(50));
    const int kind = random_.below(i == 0 ? 70 : 100);
    if (kind < 20)
      any_product(place);
    else if (kind < 40)
      draft_.product(place, leads ? lead_ : near_edge());
    else if (kind < 55)
      draft_.power_product(place, leads ? lead_ : near_edge());
    else if (kind < 60)
      draft_.product(place, lead_ + random_.between(-2, 2));
    else if (kind < 70)
      subnormal_product(place);
    else
      draft_.opposite(place, places[i - 1], random_.chance(30));
  }

  void fill_c() {
    const int kind = random_.below(100);
    if (kind < 15)
      draft_.zero_c();
    else if (kind < 35)
      draft_.opposite_c(random_.chance(30));
    else if (kind < 55)
      draft_.c(near_edge());
    else if (kind < 80)
      draft_.c(lead_ + random_.between(-4, 2));
    else if (kind < 87)
      draft_.c(lead_ + random_.pick_from(distances_));
    else if (kind < 93)
      draft_.c(row().c->least_exponent() - random_.between(0, row().c->fraction_bits));
    else
      draft_.row.c() = uniform_bits(random_, *row().c);
  }

  // A product of odd factors that is 2^(exponent + 1) and a few bits far below.
  void nearly_power_product(int place, int exponent) {
    const Format &a = *row().a, &b = *row().b;
    draft_.product(place, exponent);
    if (a.fraction_bits + b.fraction_bits > 60) return;
    auto& x = draft_.row[Operand::a][static_cast<std::size_t>(place)];
    auto& y = draft_.row[Operand::b][static_cast<std::size_t>(place)];
    const auto mask = [](const Format& format) {
      return (std::uint64_t{1} << format.fraction_bits) - 1;
    };
    x |= std::uint64_t{1} << a.fraction_low();
    const std::uint64_t significand = (x >> a.fraction_low() & mask(a)) | (mask(a) + 1);
    const std::uint64_t power = std::uint64_t{2} << (a.fraction_bits + b.fraction_bits);
    const std::uint64_t other = (power + significand - 1) / significand;
    y = (y & ~(mask(b) << b.fraction_low())) | (other & mask(b)) << b.fraction_low();
  }

  std::uint64_t any_nonzero(const Format& format) {
    const std::uint64_t bits = uniform_bits(random_, format);
    const int width = format.exponent_bits + format.fraction_bits;
    const std::uint64_t magnitude =
        bits >> format.fraction_low() & ((std::uint64_t{1} << width) - 1);
    return magnitude == 0 ? std::uint64_t{1} << format.fraction_low() : bits;
  }
  static bool is_negative(const Format& format, std::uint64_t bits) {
    return format.is_signed() && (bits >> format.sign_low() & 1) != 0;
  }
  // The sign of a product, which set_sign() changes where a is signed.
  bool is_negative(int place) const {
    const auto i = static_cast<std::size_t>(place);
    return is_negative(*row().a, draft_.row[Operand::a][i]) !=
           is_negative(*row().b, draft_.row[Operand::b][i]);
  }
  void set_sign(int place, bool negative) {
    auto& a = draft_.row[Operand::a][static_cast<std::size_t>(place)];
    if (is_negative(place) != negative) a = negated(*row().a, a);
  }

  // A product of about the least factors, or of one bit.
  void low_product(int place) {
    const Format &a = *row().a, &b = *row().b;
    if (random_.chance(50)) return draft_.power_product(place, below(lead_));
    set(place, power_bits(random_, a, a.least_exponent() - random_.between(0, a.fraction_bits)),
        number_bits(random_, b, b.least_exponent() - random_.between(0, b.fraction_bits)));
  }

  Draft& draft_;
  Random& random_;
  const Plan& plan_;
  std::vector<int> distances_;
  int lead_ = 0;
};

}  // namespace

void draw_crowd(Draft& draft) { LastBit(draft).crowd(); }
void draw_stairs(Draft& draft) { LastBit(draft).stairs(); }
void draw_tie(Draft& draft) { LastBit(draft).tie(); }
void draw_beneath(Draft& draft) { LastBit(draft).beneath(); }
void draw_huge(Draft& draft) { LastBit(draft).huge(); }
void draw_negzero(Draft& draft) { LastBit(draft).negzero(); }
void draw_heap(Draft& draft) { LastBit(draft).heap(); }
void draw_few(Draft& draft) { LastBit(draft).few(); }

}  // namespace mmasc
