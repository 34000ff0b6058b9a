// SPDX-License-Identifier: Apache-2.0
// How Yosys makes gates of arithmetic, built into the library (cmake/MmascEmbed.cmake).
#pragma once

#include "mmasc/unit/embedded.h"

namespace mmasc {

std::span<const EmbeddedFile> proof_maps();  // yosys_maps.v

}  // namespace mmasc
