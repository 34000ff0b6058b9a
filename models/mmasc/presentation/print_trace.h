// SPDX-License-Identifier: Apache-2.0
// A trace as text: for every step and stage the terms, their shifts, the bits kept and dropped.
#pragma once

#include <string>
#include <vector>

#include "mmasc/arith/trace.h"

namespace mmasc {

std::vector<std::string> trace_lines(const Trace& trace);

}  // namespace mmasc
