// SPDX-License-Identifier: Apache-2.0
// The command mmasc_capture --compare.
#pragma once

#include "mmasc/capture/arguments.h"
#include "mmasc/capture/device.h"

namespace mmasc {

// Prints a line for each instruction, and lines that replay its first mismatches. Returns true if
// there was no mismatch.
bool compare_command(const Arguments& arguments, const OpenDevice& open_device);

}  // namespace mmasc
