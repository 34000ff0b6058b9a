// SPDX-License-Identifier: Apache-2.0
// What a proof asks of RTL's text, where it may be somebody's own: what Yosys reads otherwise than
// simulators do, or does not show, is refused; and registers, whose inside no proof looks at, are
// those that mmasc emits.
#pragma once

#include <string>

#include "mmasc/rtl/emit.h"

namespace mmasc::proof {

// Throws InputError, with the file and what stands there: defparam, bind, force, release, alias,
// `include, $readmem, X and Z, a module called like mmasc_elastic, and text that depends on a macro
// other than those of mmasc's own assertions and coverage.
void check_text(const Rtl& rtl);

// The first file whose registers are not those of `emitted`: mmasc_elastic itself, or how many
// there are in a row. Empty where there is none.
std::string file_of_other_registers(const Rtl& rtl, const Rtl& emitted);

}  // namespace mmasc::proof
