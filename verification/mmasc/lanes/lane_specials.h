// SPDX-License-Identifier: Apache-2.0
// Operands that a lane must tell from ordinary numbers, and what a lane that does not would take
// them for: no other lane shows that.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "mmasc/arith/sequence.h"
#include "mmasc/lanes/element_class.h"

namespace mmasc {

enum class Special { nan, infinity, subnormal, minus_zero };
inline constexpr int kSpecials = 4;

// Which, if any, an element of the format is.
std::optional<Special> special_of(const Format& format, std::uint64_t bits);

struct LaneSpecial {
  int lane = 0;
  bool of_b = false;
  Special special = Special::nan;

  std::string name() const;    // "lane[3].a.nan"
  std::size_t number() const;  // its own among all
};

// A class of one lane's element, beside a class of the instruction's c.
struct LaneCross {
  int lane = 0;
  bool of_b = false;
  ElementClass element = ElementClass::nan, c = ElementClass::number;

  std::string name() const;  // "lane[3].a.nan x c.zero"
  std::size_t number() const;
};

// The lanes of a unit's step and the elements that each of them takes, in any step.
class Lanes {
 public:
  explicit Lanes(const Unit& unit);

  // The special operands of each lane that its formats have; none of integers.
  const std::vector<LaneSpecial>& specials() const { return specials_; }

  // a, and of b what meets it: where a is sparse, what metadata selects.
  struct Elements {
    std::vector<std::uint64_t> a, b;
  };
  Elements elements(const DotOperands& in) const;
  int lane_of(std::size_t element) const { return lanes_[element]; }
  int count() const { return sequence_.plan().lanes(); }
  const Format& format(bool of_b) const;

  // The elements for which a lane takes a special one that it does not tell: other numbers, or Inf.
  // The first is the likeliest.
  std::vector<std::uint64_t> misreadings(bool of_b, Special special, std::uint64_t bits) const;

  // The first of them in words.
  std::string_view misread_as(const LaneSpecial& of) const;

  // Whether the lane meets such an operand, and no NaN elsewhere makes d one.
  bool may_show(const LaneSpecial& of, const DotOperands& in) const;
  // d where the lane misreads all of them.
  std::uint64_t evaluate_misread(const LaneSpecial& of, const DotOperands& in) const;
  // d, with other elements than those of `in`.
  std::uint64_t evaluate(const Elements& elements, const DotOperands& in) const;

 private:
  std::uint64_t element_of_b(const DotOperands& in, std::size_t i) const;

  std::optional<SparsityRow> sparsity_;
  Sequence sequence_;       // without it
  std::vector<int> lanes_;  // of each element
  bool shows_zero_signs_ = false;
  bool flushes_[2] = {false, false};  // subnormal elements of a, of b
  std::vector<LaneSpecial> specials_;
};

}  // namespace mmasc
