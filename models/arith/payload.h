// SPDX-License-Identifier: Apache-2.0
// The payloads between stages: one struct a boundary, with the field names used in SystemVerilog.
//
//   Operands -> [multiplier] -> Terms -> [aligner] -> Addends -> [adder_tree] -> Terms ->
//   [normalizer] -> Result
//
// A level of sums takes Terms to Terms; a sum that rounds passes a normalizer of its own.
#pragma once

#include "arith/machine_numbers.h"
#include "spec/plan.h"

namespace mmasc {

// How many random elements a payload has room for: fewer where a number system says so.
template <NumberSystem N>
constexpr int random_capacity() {
  if constexpr (requires { N::kMostRandom; })
    return N::kMostRandom;
  else
    return kMaxRandom;
}

// One fused step's inputs as raw bits. On RTL ports lane 0 is the least significant slice.
template <class Raw, class Bit, int kMostRandom = kMaxRandom>
struct OperandsOf {
  Bounded<Raw, kMaxLanes> a;
  Bounded<Raw, kMaxSelectable> b;  // an element a lane, or those from which metadata selects
  Raw c{};
  Bounded<Raw, kMaxLanes> sa, sb;  // block scales, in lane order
  Bit c_is_input{};                // c is the instruction's own, not the result of the step before
  Bounded<Raw, kMostRandom> random;  // an element for each of the plan's random_bits, and no wider
  Bounded<Raw, kMaxLanes> metadata;  // of a sparse A, in lane order
  friend bool operator==(const OperandsOf&, const OperandsOf&) = default;
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
  friend bool operator==(const SumFlags&, const SumFlags&) = default;
};

template <NumberSystem N>
struct Addends {
  Bounded<typename N::word, kMaxTerms> addend;  // two's complement, all sums' one after the other
  Bounded<SumFlags<N>, kMaxTerms> sum;
  Terms<N> bypass;  // terms of later levels
  RandomBits<N> random;
  friend bool operator==(const Addends&, const Addends&) = default;
};

template <class Raw>
struct ResultOf {
  Raw d{};
  friend bool operator==(const ResultOf&, const ResultOf&) = default;
};
using Result = ResultOf<std::uint64_t>;

}  // namespace mmasc
