// SPDX-License-Identifier: Apache-2.0
// The stages of a plan with the widths that travel between them.
#pragma once

#include <string>
#include <vector>

#include "mmasc/unit/addend_bits.h"

namespace mmasc {

struct StageText {
  std::string stage;   // "aligner"
  std::string widths;  // "dot: 33 addends of 24 bits, 13 of them below e_max"
  int registers = 0;
  int cycle = 0;  // after which its outputs are valid
};

std::vector<StageText> stage_texts(const Plan& plan);

// The widths of `count` addends: "17 bits", "17 bits, the last of 33".
std::string addend_bits_text(const AddendBits& bits, int count);

}  // namespace mmasc
