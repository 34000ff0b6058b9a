// SPDX-License-Identifier: Apache-2.0
// Formats that nobody gave, found from answers: what one product alone comes out as, and c alone.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "mmasc/arith/engine.h"
#include "mmasc/vectors/case.h"

namespace mmasc::identify {

// Whether the text gives the bits of an element for a format: "a=8 b=8 c=f32 d=f32 k=4".
bool leaves_formats_open(std::string_view formats);

struct FormatsFound {
  std::vector<std::string> likely;  // the text with formats, those that fit best first
  std::vector<Case> answers;        // raw bits, whatever the formats
  std::size_t queries = 0;
};

// Asks some hundred vectors of the box of a unit whose operands have so many bits. A format goes
// with an answer that is within 2^-8 of the product of the operands, or of c, whatever the
// rounding; what flushing or overflow may have changed counts neither way. Throws InputError where
// the text is none, or names other operands than a, b, c and d, or where no format has so many
// bits.
FormatsFound find_formats(const std::string& formats,
                          const std::function<std::unique_ptr<Engine>(const Unit&)>& make_box);

}  // namespace mmasc::identify
