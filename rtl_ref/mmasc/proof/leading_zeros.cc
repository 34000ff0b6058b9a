// SPDX-License-Identifier: Apache-2.0
#include "mmasc/proof/leading_zeros.h"

#include <algorithm>

#include "mmasc/rtl/term_wires.h"

namespace mmasc::proof {
namespace {

Literal is(AndGraph& gates, const Literals& word, std::size_t number) {
  Literal equal = kTrue;
  for (std::size_t i = 0; i < word.size(); ++i)
    equal = gates.both(equal, (number >> i & 1) != 0 ? word[i] : invert(word[i]));
  return equal;
}

}  // namespace

Literal lead(AndGraph& gates, const Literals& significand, const Literals& zeros) {
  Literal is_right = kFalse, none_above = kTrue;
  for (std::size_t count = 0; count < significand.size(); ++count) {
    const Literal bit = significand[significand.size() - 1 - count];
    Literal told = kFalse;
    for (std::size_t fewer = 0; fewer <= std::min<std::size_t>(count, kMostZerosFewer); ++fewer)
      told = gates.either(told, is(gates, zeros, count - fewer));
    is_right = gates.either(is_right, gates.both(gates.both(none_above, bit), told));
    none_above = gates.both(none_above, invert(bit));
  }
  return gates.either(is_right, none_above);
}

Literal mislead(AndGraph& gates, const std::vector<LeadingZeros>& all,
                const std::vector<Literals>& payload) {
  Literal any = kFalse;
  for (const auto& [field, given, read] : all)
    any = gates.either(any, invert(lead(gates, payload[field], given)));
  return any;
}

}  // namespace mmasc::proof
