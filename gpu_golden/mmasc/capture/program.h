// SPDX-License-Identifier: Apache-2.0
// The capture programs' command line; docs/capture.md describes it.
#pragma once

#include <string>

#include "mmasc/capture/arguments.h"
#include "mmasc/capture/device.h"

namespace mmasc {

// Returns the exit code: 0 good; 1 a vector gave different bits at different places of a tile, or a
// model differs from the GPU; 2 bad input; 3 environment. Every failure is one line on standard
// error; mismatches go to standard output.
int capture_program(int argc, const char* const* argv, const std::string& name,
                    const OpenDevice& open_device);

// Does what the arguments ask for. Returns 0 or 1 of these codes; throws InputError,
// EnvironmentError and PlacesDiffer. `name` goes into the provenance.
int run_capture(const Arguments& arguments, const std::string& name, const OpenDevice& open_device);

}  // namespace mmasc
