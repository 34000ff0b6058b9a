// SPDX-License-Identifier: Apache-2.0
// TOML text to values. The one place that knows the TOML library.
#pragma once

#include <string_view>

#include "mmasc/unit/value.h"

namespace mmasc {

// The document's root table. Throws ValueError, its key empty, where the text is not TOML.
Value parse_toml(std::string_view text);

}  // namespace mmasc
