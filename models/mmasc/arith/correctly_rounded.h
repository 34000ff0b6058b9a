// SPDX-License-Identifier: Apache-2.0
// An exact number as an element of a format.
#pragma once

#include <cstdint>

#include "mmasc/arith/dyadic.h"
#include "mmasc/unit/format.h"

namespace mmasc {

// The number rounded once, to nearest even; beyond the greatest number an infinity, or NaN where
// there is none, and that number of an integer's format. 0 is +0.
std::uint64_t correctly_rounded(const Dyadic& number, const Format& format);

}  // namespace mmasc
