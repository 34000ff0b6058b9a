// SPDX-License-Identifier: Apache-2.0
// What the command has to say on standard error.
#pragma once

#include <string>
#include <string_view>

namespace mmasc {

// The text with control bytes escaped ("\n", "\x1b"): it stays on one line and moves no cursor.
std::string printable(std::string_view text);

// Prints the line "mmasc: TEXT", printable. Where standard error takes no output, there is nobody
// to tell so: that is no error.
void tell(std::string_view text) noexcept;

}  // namespace mmasc
