// SPDX-License-Identifier: Apache-2.0
// The specification as an engine: slow, and without the stage functions that the other engines run,
// so that it says what their bits should be.
#pragma once

#include "mmasc/arith/engine.h"

namespace mmasc {

// An engine computes what the fields say; the unit's own stages are not asked.
std::unique_ptr<Engine> make_exact_engine(const Unit& unit);

}  // namespace mmasc
