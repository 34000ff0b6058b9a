// SPDX-License-Identifier: Apache-2.0
#include "mmasc/probes/stated.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "mmasc/probes/probes.h"
#include "mmasc/unit/hex.h"

namespace mmasc::probes {
namespace {

// How a sum aligns a term.
struct Alignment {
  std::string sum;
  FractionBits bits;
  Rounding alignment_rounding{};
  ZeroExponent zero_exponent{};
  std::optional<int> vanishes_below{};
};

// The alignment of the sum that keeps fewest bits on the way from `term` to the root.
Alignment narrowest(const Datapath& datapath, std::string term) {
  Alignment least;
  for (const SumRow& sum : datapath.sums) {
    const auto taken = std::ranges::find(sum.terms, term, &TermRow::from);
    if (taken == sum.terms.end()) continue;
    const FractionBits bits = taken->fraction_bits.value_or(sum.fraction_bits);
    if (bits && (!least.bits || *bits < *least.bits))
      least = {sum.name, bits, taken->alignment_rounding.value_or(sum.alignment_rounding),
               taken->zero_exponent.value_or(sum.zero_exponent), taken->vanishes_below};
    term = sum.name;
  }
  return least;
}

// c and the first lanes are added at once, their sum and the next lanes, ...
std::string chain_text(const Unit& unit) {
  Tree chain{.place = kC};
  for (Place k = 0; k < unit.products();) {
    Tree step{.children = {chain}};
    for (int lane = 0; lane < unit.lanes(); ++lane) step.children.push_back({.place = k++});
    chain = std::move(step);
  }
  return to_text(canonical(std::move(chain)));
}

class Row {
 public:
  explicit Row(const Unit& unit) : unit_(unit) {}

  std::vector<Stated> features() {
    if (unit_.d().is_integer()) {
      integers();
      return std::move(stated_);
    }
    const Alignment products = narrowest(path(), "products");
    alignment(products);
    result();
    flushes();
    zeros(products);
    overflow();
    return std::move(stated_);
  }

 private:
  const Datapath& path() const { return unit_.datapath; }
  bool late() const { return unit_.instruction.late_c.has_value(); }
  void state(std::string_view name, std::string field, std::string_view value) {
    stated_.push_back({std::string(name), std::move(field), std::string(value)});
  }
  void state_bits(std::string_view name, const Alignment& alignment) {
    state(name, alignment.sum + ".fraction_bits",
          alignment.bits ? fmt::to_string(*alignment.bits) : "exact");
  }

  void integers() {
    if (path().result.overflow == Overflow::wrap)
      state(name::kOverflow, "result.overflow", "wraps");
    else if (unit_.steps() == 1)
      state(name::kOverflow, "result.overflow", "saturates");
  }

  void alignment(const Alignment& products) {
    const Instruction& row = unit_.instruction;
    // By ones' complement tiny terms come and go with units that are none of theirs.
    if (path().sums.size() == 1 && products.bits && !late() && !row.scale &&
        row.order.first.empty() && path().sums[0].ones_complement.empty())
      state(name::kTree, "lanes", chain_text(unit_));
    state_bits(name::kProductBits, products);
    if (products.bits) {
      state(name::kProductRounding, products.sum + ".alignment_rounding",
            name_of(products.alignment_rounding));
      state(name::kProductExponent, "product.round_to", path().product.round_to ? "1" : "0");
    }
    const Alignment c = late() ? Alignment{} : narrowest(path(), "c");
    state_bits(name::kCBits, c);
    if (!c.bits) return;
    // A c that vanishes before it loses its bits shows no rounding.
    if (!c.vanishes_below || *c.vanishes_below > *c.bits)
      state(name::kCRounding, c.sum + ".alignment_rounding", name_of(c.alignment_rounding));
    state(name::kCVanishes, c.sum + ".vanishes_below",
          c.vanishes_below ? fmt::to_string(*c.vanishes_below) : "never");
  }

  void result() {
    const ResultRow& row = path().result;
    state(name::kResultBits, "result.significand_fraction",
          fmt::to_string(row.significand_fraction.value_or(unit_.d().fraction_bits)));
    // Products show the rounding of their own sum, where it has one.
    const bool differs = std::ranges::any_of(path().sums, [&](const SumRow& sum) {
      return rounds_products(sum) && sum.rounding != row.rounding;
    });
    if (!differs) state(name::kResultRounding, "result.rounding", name_of(row.rounding));
    if (late())
      state(name::kResultRoundingC, "instruction.late_c.rounding",
            name_of(unit_.instruction.late_c->rounding));
    else
      state(name::kResultRoundingC, "result.rounding", name_of(row.rounding));
    // Where NaNs are told apart, the probes find several.
    if (row.nan && !row.factor_nan && row.c_nan == OwnNan::replaced)
      state(name::kNanBits, "result.nan", to_hex(*row.nan, unit_.d()));
  }

  void flushes() {
    const bool inputs = path().flush.inputs != Flush::none;
    const bool results = path().flush.results != Flush::none;
    const auto text = [](bool flushed) { return flushed ? "flushed" : "kept"; };
    if (!unit_.instruction.widen) {
      state(name::kSubnormalA, "flush.inputs", text(inputs));
      state(name::kSubnormalB, "flush.inputs", text(inputs));
    }
    if (!unit_.instruction.widen_c)
      state(name::kSubnormalC, "flush.inputs", text(inputs && !late()));
    if (!results) {
      state(name::kSubnormalProduct, "flush.results", "kept");
      state(name::kSubnormalSum, "flush.results", "kept");
    }
    state(name::kSubnormalResult, "flush.results",
          !results || late()                         ? "kept"
          : path().flush.results == Flush::keep_sign ? "flushed, sign kept"
                                                     : "flushed to +0");
  }

  void zeros(const Alignment& products) {
    // Where sums differ, how they meet decides.
    const auto ieee = std::ranges::count_if(
        path().sums, [&](const SumRow& sum) { return path().zero_sign_of(sum) == ZeroSign::ieee; });
    if (ieee == 0 || ieee == std::ssize(path().sums))
      state(name::kMinusZeros, "zero_sign", ieee > 0 && !late() ? "-0" : "+0");
    if (path().result.underflow == Underflow::to_plus_zero && !rounds_before_c())
      state(name::kUnderflowSign, "result.underflow", "+0");
    // A zero of a lower exponent than d's least number decides nothing.
    const ZeroExponent& zero = products.zero_exponent;
    if (products.bits && zero.kind == ZeroExponent::Kind::fixed &&
        zero.value > smallest_exponent(unit_.d()))
      state(name::kBesideZeros, products.sum + ".zero_exponent",
            fmt::format("2^{}", zero.value - *products.bits));
  }

  // Whether products are rounded among themselves, which makes infinities and zeros, too.
  bool rounds_before_c() const { return std::ranges::any_of(path().sums, rounds_products); }
  static bool rounds_products(const SumRow& sum) {
    return sum.round_to && std::ranges::any_of(sum.terms, [](const TermRow& term) {
             return term.from.starts_with("products");
           });
  }

  void overflow() {
    // An earlier sum that rounds c may overflow before.
    const bool rounds_c_last = std::ranges::any_of(
        path().sums.back().terms, [](const TermRow& term) { return term.from == "c"; });
    if (path().result.overflow == Overflow::saturate && !late() && rounds_c_last)
      state(name::kOverflow, "result.overflow", "never");
    if (path().product.infinity_at)
      state(name::kProductOverflow, "product.infinity_at",
            fmt::format("2^{}", *path().product.infinity_at));
    else if (!path().product.round_to && !rounds_before_c())
      state(name::kProductOverflow, "product.infinity_at", "never");
  }

  const Unit& unit_;
  std::vector<Stated> stated_;
};

}  // namespace

std::vector<Stated> stated_features(const Unit& unit) { return Row(unit).features(); }

}  // namespace mmasc::probes
