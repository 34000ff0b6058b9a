// SPDX-License-Identifier: Apache-2.0
// A vector put together term by term: everything is an exact zero until it is set.
#pragma once

#include <optional>
#include <vector>

#include "mmasc/arith/sequence.h"
#include "mmasc/ranges/ranges.h"
#include "mmasc/stimulus/random.h"
#include "mmasc/vectors/vector_file.h"

namespace mmasc {

// The bits below the leading one.
enum class Digits { any, power, ones, odd };

class OperandBuilder {
 public:
  OperandBuilder(const Sequence& sequence, Random& random);

  const Instruction& instruction() const { return sequence_->unit().instruction; }
  const Plan& plan() const { return sequence_->plan(); }
  int lanes() const { return plan().lanes(); }

  // The step whose terms are set; the last unless c only enters the first.
  int step() const { return step_; }
  // Element of a and b that is a lane of the step.
  std::size_t element(int lane) const { return element(step_, lane); }

  // Exponents that a leaf (leaves.h) can be given, where it is not zero.
  Interval exponents(int leaf) const;
  // Whether two leaves share scales, and so only their own exponents set them apart.
  bool share_scales(int x, int y) const;
  // Scales with which both exponents can be had.
  void scale_for(int leaf, int exponent, int other_exponent);

  void term(int leaf, int exponent, Digits digits, bool negative);
  // x * y * 2^unit, of whole numbers that are significands; without scales of blocks.
  void whole_product(int lane, std::uint64_t x, std::uint64_t y, int unit, bool negative);
  // c itself; where the chain starts from +0, the first step's product.
  void c(int exponent, Digits digits, bool negative);
  void set_c(std::uint64_t bits) { row.c() = bits; }
  // Element of a and b whose product becomes a chained c.
  std::size_t chain_element() { return element(0, random_->below(lanes())); }
  // The exponent of a fixed-point product without its scales, any where it is not set.
  void set_own_exponent(int exponent) { own_exponent_ = exponent; }
  bool c_is_chained() const { return instruction().late_c && sequence_->steps() > 1; }

  // Changes the sign of a leaf in every step: of its element of b or of a, whichever has a sign.
  void negate(int leaf, bool of_b);

  Digits any_digits();
  std::uint64_t number(const Format& format, int exponent, Digits digits, bool negative);
  // x * 2^unit, x a significand; the nearest exponent there is.
  std::uint64_t whole(const Format& format, std::uint64_t x, int unit, bool negative);

  Case row;

 private:
  std::size_t element(int step, int lane) const;
  void product(int step, int lane, int exponent, Digits digits, bool negative);
  int block_of(int step, int lane) const;
  void set_scales(int block, int exponent);
  bool has_blocks() const { return instruction().scale.has_value(); }
  void draw_common_scales();
  // Returns their exponents' sum, as near as their formats have it.
  int set_common_scales(int exponent, Digits digits);
  // The exponents of all scales that are common, or of the others, together.
  Interval scale_exponents(bool are_common) const;

  const Sequence* sequence_;
  Random* random_;
  int step_;
  std::optional<int> own_exponent_;
  std::vector<std::optional<int>> scale_exponents_;  // of each block's scales together
  int common_exponent_ = 0;                          // of those that are common, beside blocks'
  bool common_negative_ = false;
};

}  // namespace mmasc
