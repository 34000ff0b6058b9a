// SPDX-License-Identifier: Apache-2.0
#include "probes/expected.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>

#include "probes/probes.h"
#include "spec/names.h"
#include "vectors/operands.h"

namespace mmasc::probes {
namespace {

// A sum on the way from a product, or c, to the root.
struct Level {
  const SumRow* sum;
  std::optional<int> bits;
  Rounding shift_out;
  std::optional<int> vanishes_below;
  bool with_c;               // c is one of its terms
  std::optional<int> zeros;  // the greatest exponent that an exact zero beside takes part with
};

class Row {
 public:
  explicit Row(const Unit& unit) : unit_(unit), products_(levels("products")), c_(levels("c")) {}

  std::vector<Expectation> expectations() {
    tree();
    alignment();
    result();
    seen_bits();
    subnormals();
    zeros();
    overflow();
    specials();
    return std::move(list_);
  }

 private:
  const Datapath& path() const { return unit_.datapath; }
  const ResultRow& to_d() const { return path().result; }
  const Format& d() const { return unit_.d(); }
  bool late() const { return unit_.instruction.late_c.has_value(); }
  int format_bits() const { return to_d().significand_fraction.value_or(d().fraction_bits); }
  bool flushes() const { return path().flush.results != Flush::none; }
  bool fused() const { return first_fused(tree_) != nullptr; }
  void expect(std::string_view name, std::string value) {
    list_.push_back({std::string(name), std::move(value)});
  }

  std::optional<int> exponent_of_zero(const TermRow& term, const SumRow& sum) const {
    const ZeroExponent zero = term.zero_exponent.value_or(sum.zero_exponent);
    if (zero.kind == ZeroExponent::Kind::fixed) return zero.value;
    if (zero.kind == ZeroExponent::Kind::ignored) return std::nullopt;
    if (term.from == "c") return unit_.c().least_exponent();
    if (term.from == "products" && !unit_.instruction.scale)
      return unit_.a().least_exponent() + unit_.b().least_exponent();
    return std::nullopt;
  }

  std::vector<Level> levels(std::string from) const {
    std::vector<Level> found;
    for (const SumRow& sum : path().sums) {
      const auto term = std::find_if(sum.terms.begin(), sum.terms.end(),
                                     [&](const TermRow& x) { return x.from == from; });
      if (term == sum.terms.end()) continue;
      Level level{&sum,
                  term->fraction_bits.value_or(sum.fraction_bits),
                  term->shift_out.value_or(sum.shift_out),
                  term->vanishes_below,
                  false,
                  sum.exponent_floor};
      for (const TermRow& other : sum.terms) {
        level.with_c = level.with_c || other.from == "c";
        if (const auto zero = exponent_of_zero(other, sum))
          level.zeros = std::max(level.zeros.value_or(*zero), *zero);
      }
      found.push_back(level);
      from = sum.name;
    }
    return found;
  }

  // The level that keeps fewest bits below the largest exponent; null where none loses any.
  static const Level* narrowest(const std::vector<Level>& levels) {
    const Level* least = nullptr;
    for (const Level& level : levels)
      if (level.bits && (!least || *level.bits < *least->bits)) least = &level;
    return least;
  }
  // A sum of products that rounds before c is added.
  const SumRow* rounding_sum() const {
    for (const Level& level : products_)
      if (level.sum->round_to) return level.sum;
    return nullptr;
  }

  void tree();
  void alignment();
  void result();
  void seen_bits();
  void subnormals();
  void zeros();
  void overflow();
  void specials();
  std::optional<int> cut_beside_zeros(int exponent) const;

  const Unit& unit_;
  std::vector<Level> products_, c_;
  Tree tree_;
  std::optional<int> bits_;  // of d, as c shows them
  std::vector<Expectation> list_;
};

void Row::tree() {
  expect(name::kIndependence, "yes");
  tree_ = expected_tree(unit_);
  expect(name::kTree, to_text(tree_));
  if (const Tree* first = first_fused(tree_)) {
    const auto n = static_cast<unsigned>(products_of(*first).size());
    expect(name::kCarries, fmt::format("{} bits", static_cast<int>(std::bit_width(9 * n + 4)) - 3));
  }
  expect(name::kTogether, to_text(expected_steps(unit_)));
  expect(name::kNormalizes, "no");
}

void Row::alignment() {
  const auto of = [&](const std::vector<Level>& levels, std::string_view bits,
                      std::string_view rounding, std::string_view vanishes) {
    const Level* level = narrowest(levels);
    expect(bits, level ? fmt::format("{}", *level->bits) : "exact");
    if (!level) return;
    expect(rounding, std::string(name_of(level->shift_out)));
    expect(vanishes, level->vanishes_below ? fmt::format("{}", *level->vanishes_below) : "never");
  };
  of(products_, name::kProductBits, name::kProductRounding, name::kProductVanishes);
  if (narrowest(products_) && !rounding_sum())
    expect(name::kProductExponent, path().product.round_to ? "1" : "0");
  of(late() ? std::vector<Level>{} : c_, name::kCBits, name::kCRounding, name::kCVanishes);
  if (narrowest(products_) && products_.front().with_c) expect(name::kMonotonic, "no");
}

// The probe's sum is 4.5 or 2.25 where the largest exponent is 0.
void Row::result() {
  const int above = fused() ? 2 : 1;
  const Level* c = late() ? nullptr : narrowest(c_);
  const Level* product = narrowest(products_);
  const int bits = format_bits();
  const int kept = c ? *c->bits + (unit_.steps() == 1 ? above : 0) : bits;  // again as a later c
  const int of_c = std::min(bits, kept);
  bits_ = of_c;
  expect(name::kResultBits, fmt::format("{}", of_c));
  const auto shows = [&](const Level* level) { return !level || *level->bits + above >= bits + 2; };
  if (of_c == bits && shows(product)) {
    const SumRow* sum = rounding_sum();
    expect(name::kResultRounding, std::string(name_of(sum ? sum->rounding : to_d().rounding)));
  }
  if (of_c == bits && shows(c))
    expect(name::kResultRoundingC,
           std::string(name_of(late() ? unit_.instruction.late_c->rounding : to_d().rounding)));
}

// c is 1; a product at the edge of d's last bit, another below it.
void Row::seen_bits() {
  const Rounding last = late() ? unit_.instruction.late_c->rounding : to_d().rounding;
  const bool nearest = last == Rounding::nearest_even;
  if (!fused() || (!nearest && last != Rounding::toward_zero)) return;
  const int edge = *bits_ + (nearest ? 1 : 0);
  std::optional<int> seen;
  const auto limit = [&](int bits) { seen = std::min(seen.value_or(bits), bits); };
  bool c_is_in = false, plain = true;
  for (const Level& level : products_) {
    c_is_in = c_is_in || (level.with_c && !late());
    if (level.bits) limit(c_is_in ? *level.bits : edge + *level.bits);
    plain = plain && (level.shift_out == Rounding::toward_zero || nearest);
    if (level.sum->round_to && !c_is_in) limit(edge + level.sum->round_to->fraction_bits);
  }
  if (late()) limit(edge + format_bits());
  if (to_d().prerounding && !late()) {
    limit(to_d().prerounding->significand_fraction);
    plain = plain && nearest;
  }
  if (plain) expect(name::kSeenBits, seen ? fmt::format("{}", *seen) : "all");
}

void Row::subnormals() {
  const bool inputs = path().flush.inputs != Flush::none;
  const auto text = [](bool flushed) { return std::string(flushed ? "flushed" : "kept"); };
  const auto factor = [&](const Format& given, const Format& seen) {
    return text(inputs && smallest_exponent(given) < seen.least_exponent());
  };
  expect(name::kSubnormalA, factor(*unit_.instruction.a, unit_.a()));
  expect(name::kSubnormalB, factor(*unit_.instruction.b, unit_.b()));
  expect(name::kSubnormalC,
         text(inputs && !late() &&
              unit_.instruction.c->least_exponent() - 1 < unit_.c().least_exponent()));
  const bool sum_rounds = rounding_sum() || late();
  expect(name::kSubnormalProduct, text(flushes() && (path().product.round_to || sum_rounds)));
  expect(name::kSubnormalSum, text(flushes() && sum_rounds));
  expect(name::kSubnormalResult, !flushes() || late()                       ? "kept"
                                 : path().flush.results == Flush::keep_sign ? "flushed, sign kept"
                                                                            : "flushed to +0");
}

// The least bit of a product that the sum keeps where every other term is an exact zero or a
// product of this exponent.
std::optional<int> Row::cut_beside_zeros(int exponent) const {
  std::optional<int> cut;
  for (const Level& level : products_)
    if (level.bits) {
      const int here = std::max(exponent, level.zeros.value_or(exponent)) - *level.bits;
      cut = std::max(cut.value_or(here), here);
    }
  if (to_d().prerounding) {
    const int here =
        std::max(exponent, d().least_exponent()) - to_d().prerounding->significand_fraction;
    cut = std::max(cut.value_or(here), here);
  }
  return cut;
}

void Row::zeros() {
  const bool ieee = path().zero_sign == ZeroSign::ieee;
  expect(name::kMinusZeros, ieee && !late() ? "-0" : "+0");
  expect(name::kCancelled, ieee && to_d().rounding == Rounding::down ? "-0" : "+0");
  const bool nearest = to_d().rounding == Rounding::nearest_even;
  const bool known = nearest || to_d().rounding == Rounding::toward_zero;
  const bool rounds_before = path().product.round_to || rounding_sum();
  if (!known || flushes() || path().flush.inputs != Flush::none || rounds_before) return;
  const int tiny = smallest_exponent(d()) - 2;
  const bool reaches_d = cut_beside_zeros(tiny).value_or(tiny) <= tiny;
  if (reaches_d || !ieee)
    expect(name::kUnderflowSign,
           reaches_d && to_d().underflow == Underflow::keep_sign ? "-0" : "+0");
  const auto cut = cut_beside_zeros(d().least_exponent() - *bits_ - (nearest ? 1 : 0));
  const bool plain = std::all_of(products_.begin(), products_.end(), [&](const Level& level) {
    return nearest || (level.shift_out == Rounding::toward_zero && !to_d().prerounding);
  });
  if (plain) expect(name::kBesideZeros, cut ? fmt::format("2^{}", *cut) : "all");
}

void Row::overflow() {
  const Rounding rounding = late() ? unit_.instruction.late_c->rounding : to_d().rounding;
  const std::string infinite = d().has_infinity() ? "inf" : "nan";
  const auto quarter = [&](bool negative) {
    switch (rounding) {
      case Rounding::nearest_even:
      case Rounding::nearest_away:
        return 2;
      case Rounding::away:
        return 1;
      case Rounding::up:
        return negative ? 4 : 1;
      case Rounding::down:
        return negative ? 1 : 4;
      default:
        return 4;
    }
  };
  const auto text = [&](bool negative) {
    return fmt::format("{} from {}/4 of the last bit", infinite, quarter(negative));
  };
  const Level* product = late() ? nullptr : narrowest(products_);
  const bool cut =
      rounding == Rounding::toward_zero && product && product->shift_out == Rounding::toward_zero;
  const bool shows = !product || *product->bits >= format_bits() + (cut ? 0 : 2);
  if (to_d().overflow == Overflow::saturate && !late())
    expect(name::kOverflow, "never");
  else if (shows && !path().product.infinity_at)
    expect(name::kOverflow, quarter(false) == quarter(true)
                                ? text(false)
                                : fmt::format("+: {}; -: {}", text(false), text(true)));

  std::optional<int> from = path().product.infinity_at;
  if (path().product.round_to) {
    const int beyond = path().product.round_to->greatest_exponent() + 1;
    from = std::min(from.value_or(beyond), beyond);
  }
  const int top =
      unit_.instruction.a->greatest_exponent() + unit_.instruction.b->greatest_exponent();
  if (from) from = std::max(*from, d().greatest_exponent() + 1);
  const bool reached = from && (unit_.scales() > 1 || *from <= top);
  expect(name::kProductOverflow, reached ? fmt::format("2^{}", *from) : "never");
  const SumRow* sum = rounding_sum();
  const bool overflows =
      late() || (sum && sum->round_to->greatest_exponent() <= d().greatest_exponent());
  expect(name::kSumOverflow, overflows ? infinite : "finite");
}

void Row::specials() {
  const bool has = d().has_infinity();
  expect(name::kInfinity, has ? "+inf and -inf" : "nan and nan");
  expect(name::kZeroTimesInfinity, "nan");
  expect(name::kInfiniteC, has ? "-inf" : "nan");
  expect(name::kInfinityMinusInfinity, "nan");
  expect(name::kNanOperands, "nan");
  if (to_d().nan) expect(name::kNanBits, to_hex(*to_d().nan, d()));
}

}  // namespace

std::vector<Expectation> expected_features(const Unit& unit) { return Row(unit).expectations(); }

Comparison compare(const Survey& survey, const std::vector<Expectation>& expectations) {
  Comparison comparison;
  for (const Expectation& expected : expectations) {
    const Finding* finding = survey.find(expected.name);
    if (!finding) continue;  // the tree was observable: no need to ask which products meet
    if (!finding->observable())
      ++comparison.not_observable;
    else if (finding->value == expected.value)
      ++comparison.agree;
    else
      comparison.differences.push_back({expected.name, expected.value, finding->value});
  }
  return comparison;
}

}  // namespace mmasc::probes
