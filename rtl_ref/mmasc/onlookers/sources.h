// SPDX-License-Identifier: Apache-2.0
// The hand-written modules that look on (rtl_ref/observers).
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "mmasc/rtl/emit.h"

namespace mmasc {

// Those that say what happens, for both coverage and assertions.
std::vector<RtlFile> observers();
// Those that assert. The port checker is among the unit's own files.
std::vector<RtlFile> asserters();

}  // namespace mmasc
