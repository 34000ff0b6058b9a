// SPDX-License-Identifier: Apache-2.0
// What Verilator counts of the cover properties that mmasc emit-rtl writes (--coverage-user).
#pragma once

#include <string>
#include <string_view>

#include "mmasc/coverage/coverage.h"

namespace mmasc {

// The counts of all instances of the unit together. An instruction of several steps is as many
// operations to the RTL, of which each may meet a cover point: there a count is at most that of
// the instructions. Points of one lane, which the RTL counts where it takes such an element, are
// left at 0: only the model knows whether d shows that. `name` names the text in errors
// (InputError).
Coverage from_verilator(const Unit& unit, const Sequence& sequence, const CoverPoints& points,
                        std::string_view text, const std::string& name);

bool is_verilator_counts(std::string_view text);

}  // namespace mmasc
