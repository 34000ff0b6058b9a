// SPDX-License-Identifier: Apache-2.0
// A black box as an engine: a shared library with the functions of mmasc/black_box.h.
#pragma once

#include <memory>
#include <string_view>

#include "mmasc/arith/engine.h"

namespace mmasc {

// The engine loads `file` and asks it for every d. The unit says which operands there are; nothing
// else of it is used. Throws InputError where the file is none or lacks the functions, or where the
// library refuses the unit, and EnvironmentError where it cannot be loaded. dot() throws
// EnvironmentError where the library fails, and InputError where an answer is no element of d's
// format. The library stays loaded until the process ends.
std::unique_ptr<Engine> make_library_engine(const Unit& unit, std::string_view file);

}  // namespace mmasc
