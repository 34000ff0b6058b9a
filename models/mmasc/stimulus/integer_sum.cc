// SPDX-License-Identifier: Apache-2.0
#include "mmasc/stimulus/integer_sum.h"

#include <algorithm>
#include <cmath>

#include "mmasc/arith/convert.h"
#include "mmasc/unit/number_pattern.h"

namespace mmasc {
namespace {

// The factors of a product that is the greatest there is, or the least.
struct Factors {
  std::uint64_t a = 0, b = 0;
};

std::uint64_t greatest(const Format& format) {
  return number_pattern(format, false, format.greatest_significand());
}
std::uint64_t least(const Format& format) {
  return number_pattern(format, true, format.greatest_negative_significand());
}

int128 value_of(const Format& format, std::uint64_t bits) {
  const Term<Numbers128> term = decode(format, bits);
  return term.negative ? -term.significand : term.significand;
}

class IntegerSum {
 public:
  explicit IntegerSum(Draft& draft)
      : draft_(draft),
        random_(draft.random()),
        a_(*draft.unit().instruction.a),
        b_(*draft.unit().instruction.b),
        c_(*draft.unit().instruction.c),
        d_(draft.unit().d()) {}

  void draw() {
    if (random_.chance(10)) return draw_alike(fullest_product());
    draw_products();
    draft_.row.c() = draw_c();
  }

 private:
  // The least factors, too, may give the greatest product where both are signed.
  Factors greatest_product() {
    return a_.is_signed() && b_.is_signed() && random_.chance(50)
               ? Factors{least(a_), least(b_)}
               : Factors{greatest(a_), greatest(b_)};
  }
  Factors least_product() {
    if (!a_.is_signed()) return {greatest(a_), least(b_)};
    if (!b_.is_signed()) return {least(a_), greatest(b_)};
    return random_.chance(50) ? Factors{least(a_), greatest(b_)} : Factors{greatest(a_), least(b_)};
  }
  Factors any_product() {
    return random_.chance(50) ? Factors{corner_bits(random_, a_), corner_bits(random_, b_)}
                              : Factors{uniform_bits(random_, a_), uniform_bits(random_, b_)};
  }

  // Next below a power of two: sums of such products have the most carries.
  Factors fullest_product() {
    constexpr int kTries = 64;
    const auto fullness = [&](const Factors& factors) {
      int exponent = 0;
      return std::frexp(std::fabs(static_cast<double>(product_of(factors))), &exponent);
    };
    Factors fullest = any_product();
    for (int i = 0; i < kTries; ++i) {
      const Factors next = any_product();
      if (fullness(next) > fullness(fullest)) fullest = next;
    }
    return fullest;
  }

  // Every product, and c where it can be.
  void draw_alike(const Factors& factors) {
    std::ranges::fill(draft_.row[Operand::a], factors.a);
    std::ranges::fill(draft_.row[Operand::b], factors.b);
    draft_.row.c() = nearest_c(product_of(factors));
  }

  void draw_products() {
    const int kind = random_.below(7), half = random_.between(0, draft_.k());
    const Factors high = greatest_product(), low = least_product(), any = any_product();
    const int few = random_.between(1, 100);
    for (int i = 0; i < draft_.k(); ++i) {
      Factors factors;
      if (kind == 0)
        factors = high;
      else if (kind == 1)
        factors = low;
      else if (kind == 2)
        factors = (i < half) == (few > 50) ? high : low;
      else if (kind == 3)
        factors = any;
      else if (kind == 4)
        factors = random_.chance(few) ? any_product() : Factors{};
      else if (kind == 5)
        factors = any_product();
      const auto place = static_cast<std::size_t>(i);
      draft_.row[Operand::a][place] = factors.a;
      draft_.row[Operand::b][place] = factors.b;
    }
  }

  int128 product_of(const Factors& factors) const {
    return value_of(a_, factors.a) * value_of(b_, factors.b);
  }
  int128 sum_of_products() const {
    int128 sum = 0;
    for (std::size_t i = 0; i < draft_.row[Operand::a].size(); ++i)
      sum += product_of({draft_.row[Operand::a][i], draft_.row[Operand::b][i]});
    return sum;
  }

  std::uint64_t draw_c() {
    const int kind = random_.below(10);
    if (kind < 2) return kind == 0 ? greatest(c_) : least(c_);
    if (kind < 3) return corner_bits(random_, c_);
    if (kind < 4) return uniform_bits(random_, c_);
    if (kind < 5) return number_bits(random_, c_, random_.below(c_.integer_bits));
    if (kind < 6) return power_bits(random_, c_, random_.below(c_.integer_bits));
    const int power = random_.below(d_.integer_bits);
    const int128 target = random_.pick({value_of(d_, greatest(d_)), value_of(d_, least(d_)),
                                        int128{0}, int128{1} << power, -(int128{1} << power)}) +
                          random_.between(-2, 2);
    return nearest_c(target - sum_of_products());
  }

  std::uint64_t nearest_c(int128 c) const {
    const int128 fits = std::clamp(c, value_of(c_, least(c_)), value_of(c_, greatest(c_)));
    return number_pattern(c_, fits < 0, static_cast<std::uint64_t>(fits < 0 ? -fits : fits));
  }

  Draft& draft_;
  Random& random_;
  const Format &a_, &b_, &c_, &d_;
};

}  // namespace

void draw_integer_sum(Draft& draft) { IntegerSum(draft).draw(); }

}  // namespace mmasc
