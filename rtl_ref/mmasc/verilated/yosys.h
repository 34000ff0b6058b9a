// SPDX-License-Identifier: Apache-2.0
// The programs that synthesise and prove.
#pragma once

#include "mmasc/tools/tool.h"

namespace mmasc {

inline const Tool kYosys{"yosys", "yosys"};
inline const Tool kAbc{"yosys-abc", "yosys"};  // the abc that Yosys brings or asks for

}  // namespace mmasc
