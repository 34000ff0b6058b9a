// SPDX-License-Identifier: Apache-2.0
// Formats nobody has built: fields of any size in reach of the tests, of every kind.
#pragma once

#include "mmasc/stimulus/random.h"
#include "mmasc/unit/formats.h"

namespace mmasc {

// For a and b: signed; of every kind, some without a zero.
const Format* random_element_format(Random& random);

// That a sum or a result may round to: signed, with a NaN and a zero.
const Format* random_grid_format(Random& random);

// For block scales: unsigned and without infinities.
const Format* random_scale_format(Random& random);

}  // namespace mmasc
