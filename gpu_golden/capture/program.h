// SPDX-License-Identifier: Apache-2.0
// The capture programs' command line; docs/capture.md describes it.
#pragma once

#include <string>

#include "capture/gpu.h"

namespace mmasc {

// Returns the exit code: 0 good, 1 one vector gave different bits in different places of a tile, or
// a model other bits than the GPU, 2 bad input, 3 environment. Every failure is one line on
// standard error; mismatches are printed.
int capture_program(int argc, const char* const* argv, const std::string& name,
                    const OpenGpu& open_gpu);

}  // namespace mmasc
