// SPDX-License-Identifier: Apache-2.0
// Messages of the command on standard error.
#pragma once

#include <string_view>

namespace mmasc {

// Prints the line "mmasc: TEXT", printable. Where standard error takes no output, there is nobody
// to tell so: that is no error.
void tell(std::string_view text) noexcept;

}  // namespace mmasc
