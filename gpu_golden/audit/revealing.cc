// SPDX-License-Identifier: Apache-2.0
#include "audit/revealing.h"

#include <algorithm>
#include <tuple>

#include "generate/draft.h"

namespace mmasc {
namespace {

class Revealing {
 public:
  Revealing(const Sequence& sequence, const Edges& edges, Random& random)
      : draft_(sequence, edges, random), random_(random), distances_(edges.distances) {
    // Of a lone bit, which lies nowhere but at its exponent.
    for (const AddendGroup& group : sequence.plan().groups)
      for (int near = -1; near <= 3; ++near) distances_.push_back(group.fraction_bits + near);
    std::ranges::sort(distances_);
    const auto repeated = std::ranges::unique(distances_);
    distances_.erase(repeated.begin(), repeated.end());
  }

  Case draw() && {
    choose_lead();
    draft_.scale_towards(lead_, random_.between(0, 2));
    fill_rest();
    const int kind = random_.below(100);
    if (kind < 20)
      draw_crowd();
    else if (kind < 50)
      draw_stairs();
    else if (kind < 55)
      draw_huge();
    else if (kind < 60)
      draw_minus_zeros();
    else
      draw_few();
    return std::move(draft_.row);
  }

 private:
  const Instruction& row() const { return draft_.unit().instruction; }

  void choose_lead() {
    const Range results = draft_.results(), products = draft_.products();
    const int kind = random_.below(100);
    if (kind < 40)
      lead_ = random_.between(results.least, results.greatest);
    else if (kind < 60)  // cancelled, it may be beyond every result
      lead_ = random_.between(products.least, products.greatest);
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
    draft_.row.a[static_cast<std::size_t>(place)] = a;
    draft_.row.b[static_cast<std::size_t>(place)] = b;
  }
  void any_product(int place) {
    set(place, uniform_bits(random_, *row().a), uniform_bits(random_, *row().b));
  }

  // Its exponent is that of the format's subnormal numbers, however small it is.
  void subnormal_product(int place) {
    const bool first = random_.chance(50);
    const auto factor = [&](const Format& format, bool subnormal) {
      const int exponent = subnormal ? format.least_exponent() - random_.between(1, 4)
                                     : format.greatest_exponent() - random_.between(0, 4);
      return number_bits(random_, format, exponent);
    };
    set(place, factor(*row().a, first), factor(*row().b, !first));
    lead_ = first ? row().a->least_exponent() + row().b->greatest_exponent()
                  : row().a->greatest_exponent() + row().b->least_exponent();
  }

  void draw_few() {
    const std::vector<int> places = choose_places(2 * random_.between(0, 2));
    for (std::size_t i = 0; i < places.size(); ++i) fill(places, i);
    fill_c();
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
    else if (kind < 60)
      draft_.c(near_edge());
    else if (kind < 90)
      draft_.c(lead_ + random_.between(-4, 2));
    else
      draft_.row.c = uniform_bits(random_, *row().c);
  }

  // Single bits: a tie, and what breaks it. c or a product leads.
  void draw_stairs() {
    const std::vector<int> places = choose_places(2 * random_.between(1, 2));
    for (const int place : places)
      draft_.power_product(place, random_.chance(15) ? lead_ : below(lead_));
    if (random_.chance(50)) draft_.power_product(places.front(), lead_);
    const int kind = random_.below(100);
    if (kind < 35)
      draft_.zero_c();
    else if (kind < 65)
      draft_.row.c = power_bits(random_, *row().c, lead_);
    else
      draft_.c(kind < 85 ? lead_ - random_.between(0, 10) : below(lead_));
  }

  void draw_crowd() {
    const bool any = random_.chance(40);
    const int percent = random_.chance(70) ? 100 : 90;
    for (int i = 0; i < draft_.k(); ++i)
      if (any)
        any_product(i);
      else if (random_.chance(percent))
        draft_.product(i, lead_ + random_.between(-2, 2));
    if (random_.chance(60))
      draft_.zero_c();
    else
      fill_c();
  }

  // About the greatest sum of all.
  void draw_huge() {
    const auto greatest = [&](const Format& format) {
      const std::uint64_t bits = number_bits(random_, format, format.greatest_exponent() + 1);
      const bool negative = (bits >> format.sign_low() & 1) != 0;
      return format.is_signed() && negative ? negated(format, bits) : bits;
    };
    const bool minus = random_.chance(50);
    for (int i = 0; i < draft_.k(); ++i) {
      const std::uint64_t a = greatest(*row().a);
      set(i, minus ? negated(*row().a, a) : a, greatest(*row().b));
    }
    const std::uint64_t c = greatest(*row().c);
    draft_.row.c = minus ? negated(*row().c, c) : c;
  }

  // Nothing that is positive: zeros of a negative sign, and perhaps what underflows.
  void draw_minus_zeros() {
    const auto positive = [&](const Format& format) { return power_bits(random_, format, 0); };
    const auto sign_of = [](const Format& format, std::uint64_t bits) {
      return format.is_signed() && (bits >> format.sign_low() & 1) != 0;
    };
    const Format &a = *row().a, &b = *row().b;
    for (int i = 0; i < draft_.k(); ++i) {
      std::uint64_t x = 0, y = positive(b);
      if (random_.chance(50)) std::tie(x, y) = std::pair{positive(a), std::uint64_t{0}};
      if (sign_of(a, x) == sign_of(b, y)) (x == 0 ? y : x) = x == 0 ? negated(b, y) : negated(a, x);
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

  Draft draft_;
  Random& random_;
  std::vector<int> distances_;
  int lead_ = 0;
};

}  // namespace

Case draw_revealing(const Sequence& sequence, const Edges& edges, Random& random) {
  return Revealing(sequence, edges, random).draw();
}

}  // namespace mmasc
