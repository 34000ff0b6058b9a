// SPDX-License-Identifier: Apache-2.0
// The fields of a unit that change bits, as controls: what --set calls each, its value, and what it
// may become. From the descriptions that reading and writing rows have (mmasc/unit/fields.h).
#pragma once

#include "mmasc/presentation/json.h"
#include "mmasc/unit/unit.h"

namespace mmasc {

// An array of {path, kind, value, ...}. Kinds:
//   "integer"   min, max; value null where the field is not set
//   "bits"      min, max, a value may be "exact"; the number of fraction bits
//   "exponent"  min, max, choices of words
//   "rounding"  choices; random_bits beside the value, where stochastic draws some
//   "choice"    choices
//   "format"    value "" where the field is not set
Json field_list(const Unit& unit);

}  // namespace mmasc
