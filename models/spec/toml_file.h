// SPDX-License-Identifier: Apache-2.0
// The text of a user's TOML file.
#pragma once

#include <string>
#include <string_view>

namespace mmasc {

// `or_what` ends the mend of a name that is no file, as " or a unit's id". Throws InputError,
// EnvironmentError.
std::string read_toml_file(const std::string& path, std::string_view or_what = {});

}  // namespace mmasc
