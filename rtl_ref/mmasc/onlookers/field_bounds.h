// SPDX-License-Identifier: Apache-2.0
// Bounds of the fields that a plan's stages hand on, found by intervals on the model's own stage
// functions; those that mmasc prove proves.
#pragma once

#include <string>
#include <vector>

#include "mmasc/symbolic/word_ranges.h"
#include "mmasc/unit/plan.h"

namespace mmasc {

struct FieldBounds {
  std::string field;  // "term_0.exponent"
  int width = 0;
  bool is_signed = false;
  WordRange range;
  bool says_more_than_width() const { return range != all_of(width, is_signed); }
};

// Of each stage, in the order of payload_fields.
std::vector<std::vector<FieldBounds>> field_bounds(const Plan& plan);

}  // namespace mmasc
