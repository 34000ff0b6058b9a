// SPDX-License-Identifier: Apache-2.0
// The libraries that draw plots, as they were when the command was built (cmake/MmascVega.cmake).
#pragma once

#include <string_view>

namespace mmasc {

std::string_view vega_scripts();   // JavaScript; empty: built without
std::string_view vega_licences();  // their texts

}  // namespace mmasc
