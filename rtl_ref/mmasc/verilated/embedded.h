// SPDX-License-Identifier: Apache-2.0
// The sources that are compiled with verilated units, built into the library
// (cmake/MmascEmbed.cmake).
#pragma once

#include "mmasc/unit/embedded.h"

namespace mmasc {

// unit_abi.h, unit_wrapper.cc and visible.vlt
std::span<const EmbeddedFile> unit_wrapper_files();
// runtime_wrapper.cc
std::span<const EmbeddedFile> runtime_wrapper_files();

}  // namespace mmasc
