// SPDX-License-Identifier: Apache-2.0
#include "random/random_operands.h"

#include <algorithm>

#include "mmasc/arith/sparsity.h"
#include "mmasc/stimulus/element_bits.h"
#include "random/any_operands.h"
#include "random/integer_unit.h"
#include "specification/exact.h"
#include "specification/term.h"

namespace mmasc {
namespace {

// The aims of a draw.
struct Aim {
  int spread = 2;             // of the products' exponents
  int zeros = 5;              // percent of elements
  int corners = 0;            // percent of elements
  bool any_exponent = false;  // uniform bits
  bool tiny = false, huge = false;
  bool landmark = false;  // near an exponent that the datapath names
  bool cancelling = false;
  int specials = 0;  // elements that are NaN or Inf where the format has them
};

Aim random_aim(Random& random) {
  Aim aim;
  const int kind = random.below(100);
  if (kind < 32) {
    aim.spread = random.between(0, 4);
  } else if (kind < 47) {
    aim.spread = random.between(5, 40);
  } else if (kind < 55) {
    aim.zeros = random.between(40, 95);
  } else if (kind < 65) {
    aim.landmark = true;
    aim.spread = random.between(0, 24);
    aim.zeros = random.between(0, 90);
  } else if (kind < 71) {
    aim.tiny = true;
  } else if (kind < 76) {
    aim.huge = true;
  } else if (kind < 87) {
    aim.cancelling = true;
    aim.spread = random.between(0, 12);
  } else if (kind < 91) {
    aim.any_exponent = true;
  } else if (kind < 95) {
    aim.corners = random.between(20, 100);
  } else {
    aim.specials = random.between(1, 2);
  }
  return aim;
}

class OperandMaker {
 public:
  OperandMaker(const Unit& unit, Random& random)
      : unit_(unit),
        random_(random),
        aim_(random_aim(random)),
        a_(*unit.instruction.a),
        b_(*unit.instruction.b) {}

  Case make() {
    const OperandLayout layout = layout_of(unit_);
    for (const int bits : layout.random)
      operands_[Operand::random].push_back(random_.next() >> (64 - bits));
    choose_centre();
    make_scales();
    for (int k = 0; k < unit_.instruction.shape.k; ++k) make_element();
    if (aim_.cancelling) cancel_pairs();
    for (int i = 0; i < aim_.specials; ++i) {
      auto& side = random_.chance(50) ? operands_[Operand::a] : operands_[Operand::b];
      const auto& format = &side == &operands_[Operand::a] ? a_ : b_;
      side[static_cast<std::size_t>(random_.below(static_cast<int>(side.size())))] =
          special_bits(random_, format);
    }
    fill_up(layout, random_, operands_);
    make_c();
    return std::move(operands_);
  }

 private:
  // The products' exponent: within reach of the operands, and mostly of everything that rounds.
  void choose_centre() {
    const auto& datapath = unit_.datapath;
    int least = unit_.d().least_exponent() - 4, greatest = unit_.d().greatest_exponent();
    const auto fit = [&](const Format* format) {
      if (format == nullptr) return;
      least = std::max(least, format->least_exponent() - 4);
      greatest = std::min(greatest, format->greatest_exponent());
    };
    fit(datapath.product.round_to);
    for (const auto& sum : datapath.sums) fit(sum.round_to);
    if (datapath.product.infinity_at) greatest = std::min(greatest, *datapath.product.infinity_at);
    for (int terms = unit_.instruction.shape.k; terms > 1; terms /= 2) --greatest;
    greatest = std::max(greatest - 2, least);
    result_exponent_ = random_.between(least, greatest);
    if (aim_.tiny) result_exponent_ = least + random_.between(-6, 3);
    if (aim_.huge) result_exponent_ = greatest + random_.between(-2, 4);
    if (aim_.landmark) {
      result_exponent_ = random_landmark();
      result_exponent_ += random_.between(-12, 3);
    }
    const int reach_least = a_.least_exponent() + b_.least_exponent();
    const int reach_greatest = a_.greatest_exponent() + b_.greatest_exponent();
    product_exponent_ = std::clamp(result_exponent_, reach_least, reach_greatest);
    if ((unit_.instruction.scale || unit_.instruction.tensor_scale) && random_.chance(70))
      product_exponent_ = random_.between(reach_least, reach_greatest);
  }

  int random_landmark() {
    std::vector<int> landmarks{unit_.d().least_exponent() - unit_.d().fraction_bits};
    const auto& datapath = unit_.datapath;
    const auto note = [&landmarks](const ZeroExponent& zeros) {
      if (zeros.kind == ZeroExponent::Kind::fixed) landmarks.push_back(zeros.value);
    };
    for (const auto& sum : datapath.sums) {
      note(sum.zero_exponent);
      if (sum.exponent_floor) landmarks.push_back(*sum.exponent_floor);
      for (const auto& term : sum.terms)
        if (term.zero_exponent) note(*term.zero_exponent);
    }
    if (datapath.product.infinity_at) landmarks.push_back(*datapath.product.infinity_at);
    return random_.pick_from(landmarks);
  }

  void make_scales() {
    if (const Format* const format = unit_.instruction.tensor_scale) {
      const int both = unit_.instruction.scale ? 0 : result_exponent_ - product_exponent_;
      operands_[Operand::st].push_back(scale(*format, both + random_.between(-2, 2)));
    }
    if (!unit_.instruction.scale) return;
    const Format& format = *unit_.instruction.scale->format;
    const int both = result_exponent_ - product_exponent_;
    const int one = both / 2 + random_.between(-3, 3);
    const int spread = random_.between(0, 3);
    for (int i = 0; i < unit_.scales(); ++i) {
      operands_[Operand::sa].push_back(scale(format, one + random_.between(0, spread)));
      operands_[Operand::sb].push_back(scale(format, both - one - random_.between(0, spread)));
    }
  }

  std::uint64_t scale(const Format& format, int exponent) {
    if (aim_.specials > 0 && random_.chance(5)) return special_bits(random_, format);
    if (format.has_subnormals && random_.chance(2)) return 0;
    return number_bits(random_, format, exponent);
  }

  std::uint64_t operand(const Format& format, int exponent) {
    if (random_.chance(aim_.zeros)) return zero_bits(random_, format);
    if (random_.chance(aim_.corners)) return corner_bits(random_, format);
    if (aim_.any_exponent) return uniform_bits(random_, format);
    return number_bits(random_, format, exponent);
  }

  void make_element() {
    const int exponent = product_exponent_ + random_.between(-aim_.spread, aim_.spread) / 2;
    const int least = std::max(a_.least_exponent(), exponent - b_.greatest_exponent());
    const int greatest = std::min(a_.greatest_exponent(), exponent - b_.least_exponent());
    int exponent_a = random_.between(std::min(least, greatest), std::max(least, greatest));
    if (random_.chance(60)) {  // near the middle, where both have room
      const int middle = (least + greatest) / 2;
      exponent_a = std::clamp(middle + random_.between(-3, 3), std::min(least, greatest),
                              std::max(least, greatest));
    }
    operands_[Operand::a].push_back(operand(a_, exponent_a));
    operands_[Operand::b].push_back(operand(b_, exponent - exponent_a));
  }

  // Makes products of some pairs each other's negatives, exactly or nearly.
  void cancel_pairs() {
    const auto k = unit_.instruction.shape.k;
    std::vector<std::size_t> places;
    for (int i = 0; i < k; ++i) places.push_back(static_cast<std::size_t>(i));
    if (random_.chance(60)) random_.shuffle(places);
    const int percent = random_.between(40, 100);
    for (std::size_t i = 0; i + 1 < places.size(); i += 2) {
      if (!random_.chance(percent)) continue;
      const auto from = places[i], to = places[i + 1];
      operands_[Operand::b][to] = operands_[Operand::b][from];
      operands_[Operand::a][to] = negated(a_, operands_[Operand::a][from]);
      if (random_.chance(25))
        operands_[Operand::b][to] = neighbour_bits(random_, b_, operands_[Operand::b][to]);
    }
  }

  void make_c() {
    const Format& c = *unit_.instruction.c;
    operands_.c() = 0;
    const int kind = random_.below(100);
    if (aim_.specials > 0 && kind < 20) {
      operands_.c() = special_bits(random_, c);
    } else if (kind < 12) {
      operands_.c() = zero_bits(random_, c);
    } else if (kind < 17) {
      operands_.c() = corner_bits(random_, c);
    } else if (kind < 22) {
      operands_.c() = uniform_bits(random_, c);
    } else if (kind < 40) {
      operands_.c() = near_minus_the_sum();
    } else {
      const int spread = random_.chance(60) ? 4 : c.fraction_bits + 4;
      operands_.c() = number_bits(random_, c, result_exponent_ + random_.between(-spread, spread));
    }
  }

  std::uint64_t near_minus_the_sum() {
    const Format& c = *unit_.instruction.c;
    const auto sum = exact::decode(unit_.d(), evaluate_exactly(unit_, operands_));
    RoundingRule rule;
    rule.overflow = Overflow::saturate;
    const auto near = exact::round_to_format(sum, c, rule);
    if (!near.finite()) return number_bits(random_, c, result_exponent_);
    const auto bits = negated(c, exact::encode(c, near));
    return random_.chance(50) ? bits : neighbour_bits(random_, c, bits);
  }

  const Unit& unit_;
  Random& random_;
  Aim aim_;
  const Format &a_, &b_;
  int result_exponent_ = 0, product_exponent_ = 0;
  Case operands_;
};

// Whether d says something: NaN, Inf and zero hide most errors.
bool tells(const Unit& unit, const Case& x) {
  const auto d = exact::decode(unit.d(), evaluate_exactly(unit, x));
  return d.finite() && !d.zero;
}

// Operands of the unit whose b is what metadata selects, with any bits between. An element of b
// that is selected twice is the one that the second group meets.
Case spread(const Unit& unit, std::uint64_t seed) {
  const SparsityRow& row = *unit.instruction.sparsity;
  Case x = random_operands(dense_unit(unit), seed);
  Random random(seed, 1);
  std::vector<std::uint64_t> b(static_cast<std::size_t>(unit.instruction.shape.k));
  for (auto& element : b) element = uniform_bits(random, *unit.instruction.b);
  for (int group = 0; group < unit.metadata(); ++group) {
    const int taken = random.below(row.of);
    x[Operand::metadata].push_back(static_cast<std::uint64_t>(taken));
    for (int i = 0; i < row.together; ++i)
      b[static_cast<std::size_t>((group / row.keep * row.of + taken) * row.together + i)] =
          x[Operand::b][static_cast<std::size_t>(group * row.together + i)];
  }
  x[Operand::b] = b;
  return x;
}

}  // namespace

Case random_operands(const Unit& unit, std::uint64_t seed) {
  constexpr int kTries = 3;
  if (unit.instruction.sparsity) return spread(unit, seed);
  if (unit.a().is_integer()) return integer_operands(unit, seed);
  Random random(seed);
  if (random.chance(25)) return OperandMaker(unit, random).make();
  Case operands;
  for (int i = 0; i < kTries; ++i) {
    operands = OperandMaker(unit, random).make();
    if (tells(unit, operands)) break;
  }
  return operands;
}

}  // namespace mmasc
