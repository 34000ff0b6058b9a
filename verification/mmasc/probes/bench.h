// SPDX-License-Identifier: Apache-2.0
// A unit on the bench: bits in, bits out, and the formats of its operands. Nothing else of it is
// known here, so that a GPU can stand in its place.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "mmasc/arith/engine.h"
#include "mmasc/probes/number.h"
#include "mmasc/vectors/vector_file.h"

namespace mmasc::probes {

inline std::size_t at(int i) { return static_cast<std::size_t>(i); }

// (-1)^negative * a * b * 2^exponent, a and b significands in [1, 2) given as odd integers: 3 is
// 1.5, 5 is 1.25. c takes a alone.
struct Power {
  int exponent = 0;
  bool negative = false;
  int a = 1, b = 1;
};

// A term that a probe can set on its own: c, or a product. The elements of a scale block share a
// scale, so where there are several blocks the first element of each stands for it.
using Place = int;
inline constexpr Place kC = 1 << 20;

// The vector as the unit takes it: where A is sparse, b's elements at the last places of their
// groups, in ascending order, with that metadata, and the others all ones. A vector that has
// metadata is as it is.
Case as_taken(const OperandLayout& formats, Case row);

class Bench {
 public:
  // `record`: the engine has what a file holds, with NaN as this says, and throws Unanswered where
  // that is not there.
  Bench(const Engine& engine, const OperandLayout& formats,
        std::optional<NanMatch> record = std::nullopt);

  bool is_record() const { return record_.has_value(); }
  bool knows_nans() const { return record_ != NanMatch::any; }

  const OperandLayout& formats() const { return formats_; }
  const Format& c_format() const { return *formats_.format[Operand::c]; }
  const Format& d_format() const { return *formats_.format[Operand::d]; }
  bool by_block() const { return formats_[Operand::sa].count > 1; }
  std::vector<Place> products() const;  // the places of products
  Place last_product() const { return formats_[Operand::a].count - 1; }

  // Whether d has the other sign than this term alone: the unit negates it. Where a probe sets a
  // term's sign, it is that which the term gives d.
  bool negates(Place place) const;

  // Every element is +0, every scale 1, every random bit 0. b has only the elements that a's meet.
  Case zeros() const;
  // False, and `row` in no particular state, where the formats have no such term.
  [[nodiscard]] bool set(Case& row, Place place, Power power) const;
  // Moves every scale to 2^exponent, and with it every product.
  [[nodiscard]] bool set_scales(Case& row, int exponent) const;
  // False where the formats have no -0; the term is then +0.
  bool set_zero(Case& row, Place place, bool negative) const;

  // The exponents of the leading bit of a term set alone. `normal`: without subnormal operands.
  int greatest(Place place) const;
  int least(Place place, bool normal) const;

  std::uint64_t run(const Case& row) const;
  std::vector<std::uint64_t> run(std::span<const Case> rows) const;
  // Whether d is another where every random bit is 1: a stochastic rounding is at work.
  bool draws(const Case& row) const;
  Number read(std::uint64_t d) const { return read_number(d_format(), d); }
  Number read_c(std::uint64_t c) const { return read_number(c_format(), c); }
  Number value(const Case& row) const { return read(run(row)); }

 private:
  bool set_elements(Case& row, int i, Power power) const;

  const Engine& engine_;
  OperandLayout formats_;
  std::optional<NanMatch> record_;
  std::vector<std::optional<bool>> negated_;  // products, then c; nullopt: not answered
};

}  // namespace mmasc::probes
