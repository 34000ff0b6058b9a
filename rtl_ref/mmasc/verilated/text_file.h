// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string_view>

namespace mmasc {

// Throws EnvironmentError where it cannot be written whole.
void write_text(const std::filesystem::path& path, std::string_view text);

}  // namespace mmasc
