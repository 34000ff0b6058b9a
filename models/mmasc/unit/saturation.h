// SPDX-License-Identifier: Apache-2.0
// What becomes of a rounded number beyond the greatest.
#pragma once

#include "mmasc/unit/plan.h"

namespace mmasc {

// Of which signs it is the greatest number.
Saturation saturation_of(Overflow overflow, Rounding rounding);

}  // namespace mmasc
