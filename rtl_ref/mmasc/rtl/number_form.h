// SPDX-License-Identifier: Apache-2.0
// How RTL keeps the addends of a sum, which payloads have in two's complement.
#pragma once

#include "mmasc/unit/addend_bits.h"

namespace mmasc {

// The bits of a number whose field has `width` of them.
enum class NumberForm {
  plain,           // [   n n n n ]  two's complement
  sign_magnitude,  // [   s q q q ]  (-1)^s q
  sign_number,     // [ s n n n n ]  (-1)^s n: a bit more
};

constexpr int kept_bits(int width, NumberForm form) {
  return width + (form == NumberForm::sign_number ? 1 : 0);
}

// The addends of a sum have this form after so many levels of its tree.
constexpr NumberForm number_form(const SumPlan& sum, int levels_done) {
  if (!is_subtracted(sum)) return NumberForm::plain;
  return levels_done > 0 ? NumberForm::sign_number : NumberForm::sign_magnitude;
}

}  // namespace mmasc
