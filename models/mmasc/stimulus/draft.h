// SPDX-License-Identifier: Apache-2.0
// A vector being drawn: products and c set by exponent, scales first.
#pragma once

#include <vector>

#include "mmasc/arith/sequence.h"
#include "mmasc/stimulus/edges.h"
#include "mmasc/stimulus/element_bits.h"
#include "mmasc/vectors/vector_file.h"

namespace mmasc {

struct ExponentRange {
  int least = 0, greatest = 0;
  int clamp(int x) const { return x < least ? least : x > greatest ? greatest : x; }
};

class Draft {
 public:
  Draft(const Sequence& sequence, const Edges& edges, Random& random);

  Random& random() { return random_; }
  const Unit& unit() const { return sequence_.unit(); }
  const Plan& plan() const { return sequence_.plan(); }
  const Edges& edges() const { return edges_; }
  int k() const { return unit().instruction.shape.k; }

  // The exponents that a product of normal numbers can have, its scales included.
  ExponentRange products() const;
  // The exponents of products that leave a sum of k of them finite and normal, where the formats
  // allow it.
  ExponentRange results() const;

  // The scales of each product about 2^exponent, all of them together: what products() then
  // includes. Common ones stay about 1 where blocks have scales, too. Does nothing without scales.
  void scale_by(int exponent, int spread) { scales_of(exponent, spread, number_bits); }
  // The same with significands about the greatest.
  void full_scales(int exponent) { scales_of(exponent, 0, full_bits); }
  // Scales with which products can reach 2^exponent.
  void scale_towards(int exponent, int spread);

  // Element pair `i`: random significands and signs, exponents that add up to this one where they
  // can; beyond that one of them is subnormal or the greatest.
  void product(int i, int exponent) { product_of(i, exponent, number_bits); }
  // The same with significands of 1.
  void power_product(int i, int exponent) { product_of(i, exponent, power_bits); }
  // The same with significands about the greatest, of one sign: a and b at their greatest exponents
  // where products are fixed-point numbers.
  void full_product(int i, int exponent, bool negative);
  // A pair with an exact zero on one side or both, of either sign; or as negative zero.
  void zero_product(int i);
  void minus_zero_product(int i);
  // A pair whose product is minus that of pair `from`, or close to it.
  void opposite(int i, int from, bool close);
  void c(int exponent);
  void full_c(int exponent, bool negative);
  void zero_c();
  void minus_zero_c();  // where the format has it
  // c near minus the sum of the products as the unit gives it; exactly so where it can be.
  void opposite_c(bool exact);

  Case row;

 private:
  int scale_of(int i) const;  // exponent of all scales of pair i
  using Bits = std::uint64_t (*)(Random&, const Format&, int exponent);
  void scales_of(int exponent, int spread, Bits bits);
  void common_scales_of(int exponent, Bits bits);
  void product_of(int i, int exponent, Bits bits);

  const Sequence& sequence_;
  const Edges& edges_;
  Random& random_;
  std::vector<int> scale_exponents_;  // of each block's two scales together
  int common_exponent_ = 0;           // of all scales that are common
};

}  // namespace mmasc
