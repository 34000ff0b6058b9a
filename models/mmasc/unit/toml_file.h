// SPDX-License-Identifier: Apache-2.0
// The text of a user's TOML file.
#pragma once

#include <string>

namespace mmasc {

// Throws InputError, EnvironmentError.
std::string read_toml_file(const std::string& path);

}  // namespace mmasc
