// SPDX-License-Identifier: Apache-2.0
// The vector files that come with mmasc (gpu_golden/bundled).
#pragma once

#include <string>

namespace mmasc {

// $MMASC_VECTORS where it is set, else what was installed beside the program, wherever that is,
// else the folder the build named (MMASC_VECTORS_DIR).
std::string bundled_vectors_dir();

}  // namespace mmasc
