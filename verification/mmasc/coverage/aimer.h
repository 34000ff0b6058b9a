// SPDX-License-Identifier: Apache-2.0
// How a vector is aimed: one recipe a kind of goal, with what chance leaves open drawn.
#pragma once

#include <utility>

#include "mmasc/arith/convert.h"
#include "mmasc/coverage/cover_points.h"
#include "mmasc/coverage/leaves.h"
#include "mmasc/coverage/operand_builder.h"
#include "mmasc/stimulus/element_bits.h"

namespace mmasc {

class Aimer {
 public:
  // `ranges`: of the steps, or, where the goal is of the late addition, of that; the leaves are the
  // steps'.
  Aimer(const Sequence& sequence, const PlanRanges& ranges, const LeafTable& leaves,
        const Goal& goal, Random& random)
      : sequence_(sequence),
        ranges_(ranges),
        leaves_(leaves),
        goal_(goal),
        random_(random),
        build_(sequence, random) {}

  Case run() &&;

 private:
  using Kind = Goal::Kind;

  const Plan& plan() const { return sequence_.plan(); }
  const SumRange& sum() const { return ranges_.sums[static_cast<std::size_t>(goal_.sum)]; }
  bool sign() { return random_.chance(50); }
  int among(Interval range);
  // The leaves that the goal's rounding or sum sees.
  Leaves leaves();
  const RoundingRule& round() const;
  void aim();
  // Recipes draw the signs with which leaves enter the goal's sum: where they are negated on the
  // way, their operands have the other ones.
  void negate_leaves();

  // aim_alignment.cc: terms set apart, by the exponents with which leaves take part in the goal's
  // sum.
  int offset_in_e_max(int leaf) const { return leaves_.offset_in_e_max(goal_.sum, leaf); }
  int own_exponent(int leaf, int in_e_max) const { return in_e_max - offset_in_e_max(leaf); }
  Interval exponents(int leaf) const;
  // Whether leaves are to be level as they take part, not by their own exponents: where these
  // differ, half of the time.
  bool level_in_e_max(const Leaves& all);
  int jitter();
  // From the first bit that is cut off to the last.
  int losing_distance();
  // Two leaves that far apart, the exponents of both anywhere; or one that far below a zero.
  void aim_at_distance(int distance);
  // An exponent of `leads` that the sum's grid raises to one of `e_max`.
  int below_grid(Interval leads, Interval e_max);
  // A few more terms, none above the exponent.
  void fill_below(const Leaves& leaves, int exponent);
  void aim_below_landmark(int term, int distance);
  void aim_below_zero();

  // aim_sum.cc: terms that add up, or cancel.
  // Terms of one sign about one power of two, as many as it takes, their bits full. A term that is
  // itself a sum is made of as many products as fill it by chance.
  void aim_at_carry();
  // Fractions of a and b whose product fills its binade best, of formats with few bits.
  std::pair<std::uint64_t, std::uint64_t> fullest_pair();
  // Whether the product of two such significands lies a power of two higher.
  int carry_of(std::uint64_t a, std::uint64_t b) const;
  void set_fractions(int leaf, std::uint64_t a, std::uint64_t b);
  // An exponent that all leaves can have, if there is one, and `carries` below the rounding's
  // greatest.
  int common_exponent(const Leaves& all, int carries);
  // All leaves, or one of each term: a sum that was rounded may be too large to fill the next one.
  Leaves leaves_to_fill();
  // Terms of one sign, each with every bit set.
  void aim_to_fill();
  void aim_at_cancellation();
  // A power of two less all the bits below it, to the last one that the sum keeps; or nothing but
  // that last bit.
  void aim_at_ladder();
  bool are_two_exact_products(const Leaves& all) const;
  // A product of the least subnormal number lies far below its exponent; the other one is about
  // minus it.
  void cancel_subnormal(int lead, int other);
  // The second product becomes minus the first.
  void copy(int first, int second);
  void copy_if_products(int first, int second);
  void cancel_all(const Leaves& all);
  void cancel_below_others(Leaves products);
  void cancel_under_one_scale(Leaves all, bool negative);
  void cancel_by_c(int percent = 70);  // exactly, as far as c holds it
  void near_power(int leaf);

  // aim_rounding.cc: what a rounding sees.
  // A term, and others about the last bit that is kept of it.
  void aim_at_rounding();
  // A product that lies below a power of two by less than the bits of its factors.
  void aim_below_power(int a_bits, int b_bits);
  void add_lead_and_small(const Leaves& all, int lead, int exponent, int fraction, Digits digits);
  // c as often as a product.
  int pick_lead(const Leaves& all);
  // One product, negative, of subnormal factors.
  void aim_at_tiniest();
  void aim_at_least();
  // c of which an accumulator that wraps leaves that power of two.
  void wrap_to_power(int exponent);
  void aim_at_greatest();
  // The greatest number as x * y + u * v of whole numbers that are significands: u and v are drawn
  // until what is left has two such factors.
  void make_of_two(const Leaves& all, bool negative);
  // Terms that give the number with every bit set from `high` to `low`, each as many bits as one
  // factor beside a power of two has.
  void fill_up(Leaves all, int high, int low, bool negative);
  void fill_fraction(int leaf, int bits);

  // aim_special.cc: NaN, Inf and zeros.
  // Ordinary terms with a few NaNs, infinities and zeros of either sign put among them.
  void aim_at_special();
  void put_nan();
  void make_scale_infinite(const ScalePlan& scale);
  const ScalePlan& any_scale();
  std::uint64_t& any_element(const ScalePlan& scale);
  // By an infinite operand, or by a product that is too large.
  void make_infinite(int leaf, bool negative);
  void aim_at_minus_zeros();
  // NaN, or some number, where the format has no infinity.
  std::uint64_t infinity_of(const Format& format, bool minus);

  // aim_lane.cc: what only one lane shows. NaN and Inf stand in that lane alone; subnormals and -0
  // in all, each of which d shows.
  void aim_at_lane();
  void put_alone(std::uint64_t special);
  int exponent_for(const Format& partner);
  void put_subnormals();
  void put_minus_zeros();
  std::uint64_t& element_of(bool of_b, std::size_t i) {
    return (of_b ? build_.row[Operand::b] : build_.row[Operand::a])[i];
  }
  const Format& format_of(bool of_b) const {
    return of_b ? *build_.instruction().b : *build_.instruction().a;
  }

  // aim_late.cc.
  // The chain first, from a term or two; then c to what it gave.
  void aim_late();
  std::uint64_t result_without_c() const;

  const Sequence& sequence_;
  const PlanRanges& ranges_;
  const LeafTable& leaves_;
  const Goal goal_;
  Random& random_;
  OperandBuilder build_;
};

}  // namespace mmasc
