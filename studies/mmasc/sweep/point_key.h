// SPDX-License-Identifier: Apache-2.0
// Texts tell points apart, and operands; their hashes do so in files. Keys of operands are Point's.
#pragma once

#include <string>

#include "mmasc/sweep/points.h"

namespace mmasc {

// All that decides the results of a study's points beside their own fields: the contents of its
// library and of its platform. Throws InputError where the library cannot be read.
std::string text_beside_points(const Study& study);

// Point::hash. `beside` is the text of the study.
std::string hash_of(const Study& study, const std::string& beside, const Point& point);

}  // namespace mmasc
