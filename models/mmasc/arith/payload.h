// SPDX-License-Identifier: Apache-2.0
// The payloads between stages: one struct a boundary, with the field names used in SystemVerilog.
//
//   Operands -> [multiplier] -> Terms -> [aligner] -> Addends -> [adder_tree] -> Terms ->
//   [normalizer] -> Result
//
// A level of sums takes Terms to Terms; a sum that rounds passes a normalizer of its own.
#pragma once

#include <algorithm>
#include <cassert>
#include <type_traits>

#include "mmasc/arith/machine_numbers.h"
#include "mmasc/unit/operands.h"
#include "mmasc/unit/plan.h"

namespace mmasc {

// How many random elements a payload has room for: fewer where a number system says so.
template <NumberSystem N>
constexpr int random_capacity() {
  if constexpr (requires { N::kMostRandom; })
    return N::kMostRandom;
  else
    return kMaxRandom;
}

// How many elements of an operand one fused step takes at most.
constexpr int most_in_step(Operand operand, int most_random) {
  switch (operand) {
    case Operand::b:
      return kMaxSelectable;  // an element a lane, or those from which metadata selects
    case Operand::c:
      return 1;
    case Operand::random:
      return most_random;
    default:
      return kMaxLanes;
  }
}

// One fused step's inputs as raw bits: a and b, block scales and metadata in lane order, an element
// of `random` for each of the plan's random_bits, and no wider. On RTL ports element 0 is the least
// significant slice. Copying and comparing touch only the elements that are there. Device code may
// hold one.
template <class Raw, class Bit, int kMostRandom = kMaxRandom>
class OperandsOf {
 public:
  // The elements of one operand.
  template <class Element>
  struct View {
    Element* first;
    int count;
    constexpr int size() const noexcept { return count; }
    constexpr bool empty() const noexcept { return count == 0; }
    constexpr Element* begin() const noexcept { return first; }
    constexpr Element* end() const noexcept { return first + count; }
    constexpr Element& operator[](int i) const noexcept {
      assert(i >= 0 && i < count);
      return first[i];
    }
  };

  constexpr OperandsOf() noexcept { resize(Operand::c, 1), c() = Raw{}; }
  constexpr OperandsOf(const OperandsOf& other) noexcept { *this = other; }
  constexpr OperandsOf& operator=(const OperandsOf& other) noexcept {
    c_is_input = other.c_is_input;
    count_ = other.count_;
    for_each_input([&](auto operand) {
      const View<const Raw> from = other[operand];
      std::copy(from.begin(), from.end(), (*this)[operand].begin());
    });
    return *this;
  }

  constexpr View<Raw> operator[](Operand operand) noexcept {
    return {elements_ + first_of(operand), count_[operand]};
  }
  constexpr View<const Raw> operator[](Operand operand) const noexcept {
    return {elements_ + first_of(operand), count_[operand]};
  }
  constexpr Raw& c() noexcept { return elements_[first_of(Operand::c)]; }
  constexpr const Raw& c() const noexcept { return elements_[first_of(Operand::c)]; }

  constexpr void resize(Operand operand, int count) noexcept {
    assert(count >= 0 && count <= most_in_step(operand, kMostRandom));
    count_[operand] = count;
  }
  constexpr void push_back(Operand operand, const Raw& element) noexcept {
    resize(operand, count_[operand] + 1);
    elements_[first_of(operand) + count_[operand] - 1] = element;
  }

  friend constexpr bool operator==(const OperandsOf& x, const OperandsOf& y) noexcept {
    bool same = x.c_is_input == y.c_is_input && x.count_ == y.count_;
    for_each_input([&](auto operand) {
      const View<const Raw> elements = x[operand];
      same = same && std::equal(elements.begin(), elements.end(), y[operand].begin());
    });
    return same;
  }

  Bit c_is_input{};  // c is the instruction's own, not the result of the step before

 private:
  // Calls f for every input, a constant: the compiler knows the place of its elements.
  template <Operand kInput = Operand::a, class F>
  static constexpr void for_each_input(F&& f) noexcept {
    f(std::integral_constant<Operand, kInput>{});
    constexpr auto kNext = static_cast<Operand>(index_of(kInput) + 1);
    if constexpr (kNext != Operand::d) for_each_input<kNext>(f);
  }

  // Where an operand's elements begin; of d, where the last ones end.
  static constexpr int first_of(Operand operand) noexcept {
    constexpr PerOperand<int> kFirst = [] {
      PerOperand<int> first;
      for (std::size_t i = 1; i < kOperandCount; ++i)
        first[static_cast<Operand>(i)] = first[static_cast<Operand>(i - 1)] +
                                         most_in_step(static_cast<Operand>(i - 1), kMostRandom);
      return first;
    }();
    return kFirst[operand];
  }

  PerInput<int> count_;
  Raw elements_[first_of(Operand::d)];
};
using Operands = OperandsOf<Numbers64::raw, Numbers64::bit>;
template <NumberSystem N>
using StepOperands = OperandsOf<typename N::raw, typename N::bit, random_capacity<N>()>;

// (-1)^negative * significand * 2^(exponent - fraction bits of the plan), significand >= 0.
template <NumberSystem N>
struct Term {
  typename N::word significand;
  typename N::index exponent;
  typename N::bit negative, zero, nan, infinite;
  friend bool operator==(const Term&, const Term&) = default;
};

// Elements of the operand `random` that no stage has used yet: the plan's last ones.
template <NumberSystem N>
using RandomBits = Bounded<typename N::raw, random_capacity<N>()>;

template <NumberSystem N>
constexpr typename N::word random_element(const Plan& plan, const RandomBits<N>& left,
                                          int element) {
  return N::from_raw(left[element - (plan.random_bits.size() - left.size())],
                     plan.random_bits[element]);
}

// Without those before `first`.
template <NumberSystem N>
constexpr RandomBits<N> random_from(const Plan& plan, const RandomBits<N>& left, int first) {
  RandomBits<N> rest;
  for (int i = left.size() - (plan.random_bits.size() - first); i < left.size(); ++i)
    rest.push_back(left[i]);
  return rest;
}

// Terms side by side, one array a field: what every lane does alike, machine vectors do at once.
template <NumberSystem N>
class Terms {
 public:
  Bounded<typename N::word, kMaxTerms> significand;
  Bounded<typename N::index, kMaxTerms> exponent;
  Bounded<typename N::bit, kMaxTerms> negative, zero, nan, infinite;
  RandomBits<N> random;
  typename N::raw nan_word{};   // d where it is NaN, of a plan that tells NaNs apart
  typename N::bit quiet_nan{};  // of a plan that raises flags (arith/status_flags.h)

  constexpr int size() const noexcept { return significand.size(); }
  constexpr bool empty() const noexcept { return significand.empty(); }
  constexpr void resize(int size) noexcept {
    significand.resize(size);
    exponent.resize(size);
    negative.resize(size);
    zero.resize(size);
    nan.resize(size);
    infinite.resize(size);
  }
  constexpr Term<N> operator[](int i) const noexcept {
    return {significand[i], exponent[i], negative[i], zero[i], nan[i], infinite[i]};
  }
  constexpr void set(int i, const Term<N>& term) noexcept {
    significand[i] = term.significand;
    exponent[i] = term.exponent;
    negative[i] = term.negative;
    zero[i] = term.zero;
    nan[i] = term.nan;
    infinite[i] = term.infinite;
  }
  constexpr void push_back(const Term<N>& term) noexcept {
    resize(size() + 1);
    set(size() - 1, term);
  }
  constexpr void assign(int size, const Term<N>& term) noexcept {
    resize(size);
    for (int i = 0; i < size; ++i) set(i, term);
  }
  friend bool operator==(const Terms&, const Terms&) = default;
};

// The exponent and the flags of a sum, which go with its addends.
template <NumberSystem N>
struct SumFlags {
  typename N::index exponent;           // e_max
  typename N::bit zero, nan, infinite;  // every term is an exact zero; a NaN; an infinity
  typename N::bit negative_infinity;    // sign of the infinity
  typename N::bit negative_zero;        // sign of the sum where it is exactly zero
  typename N::bit lost;                 // alignment lost a bit, where the plan asks for it
  friend bool operator==(const SumFlags&, const SumFlags&) = default;
};

template <NumberSystem N>
struct Addends {
  Bounded<typename N::word, kMaxTerms> addend;  // two's complement, all sums' one after the other
  Bounded<SumFlags<N>, kMaxTerms> sum;
  Terms<N> bypass;  // terms of later levels
  RandomBits<N> random;
  typename N::raw nan_word{};
  typename N::bit quiet_nan{};
  friend bool operator==(const Addends&, const Addends&) = default;
};

template <class Raw>
struct ResultOf {
  Raw d{};
  Raw flags{};  // of a plan that raises some (mmasc/unit/status_flags.h)
  friend bool operator==(const ResultOf&, const ResultOf&) = default;
};
using Result = ResultOf<std::uint64_t>;

}  // namespace mmasc
