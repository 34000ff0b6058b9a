// SPDX-License-Identifier: Apache-2.0
// The command line as something to run.
#pragma once

#include <functional>

namespace mmasc {

// The chosen command with its options; printing help and version are commands too. Throws
// InputError.
std::function<int()> parse_command_line(int argc, const char* const* argv);

}  // namespace mmasc
