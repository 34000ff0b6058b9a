// SPDX-License-Identifier: Apache-2.0
// Numbers that the RTL keeps as a sign and what it negates.
#pragma once

#include "mmasc/proof/bits_of_words.h"
#include "mmasc/rtl/number_form.h"

namespace mmasc::proof {

// (-1)^minus times a number in two's complement.
struct KeptNumber {
  Literals bits;
  Literal minus = kFalse;
};

// The bits that are kept in a form, the lowest first, are such a number.
KeptNumber kept_number(NumberForm form, Literals kept);
// A field of a payload has its bits.
Literals number_of(AndGraph& gates, const KeptNumber& number);

}  // namespace mmasc::proof
