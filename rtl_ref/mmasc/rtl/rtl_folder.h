// SPDX-License-Identifier: Apache-2.0
// A folder that emit_rtl_files filled, as its owner has changed it since.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "mmasc/rtl/emit.h"

namespace mmasc {

struct RtlFolder {
  std::string top;             // of its one file list, TOP.f
  std::vector<RtlFile> files;  // the sources in the list
};

// Throws InputError where there is not one list, or it names what is not a file in the folder.
RtlFolder read_rtl_folder(const std::filesystem::path& folder);

}  // namespace mmasc
