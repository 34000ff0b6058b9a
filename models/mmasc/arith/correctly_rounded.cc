// SPDX-License-Identifier: Apache-2.0
#include "mmasc/arith/correctly_rounded.h"

#include "mmasc/arith/exact_numbers.h"

namespace mmasc {

std::uint64_t correctly_rounded(const Dyadic& number, const Format& format) {
  if (number.is_zero()) return 0;
  ExactTerm term;
  term.negative = number.integer.is_negative();
  term.significand = number.integer.abs();
  term.exponent = number.exponent;
  RoundPlan plan = plan_rounding({}, format, Rounding::nearest_even);
  if (format.is_integer()) plan.saturates = Saturation::both();
  return encode_exactly(format, format.default_nan(), round_exactly(plan, term).out);
}

}  // namespace mmasc
