// SPDX-License-Identifier: Apache-2.0
// The device as a black box: it answers the operands on standard input (docs/black_box.md).
#pragma once

#include "mmasc/capture/capture.h"
#include "mmasc/capture/device.h"

namespace mmasc {

// Reads a vector file without d from standard input, and prints the d of its vectors at each empty
// line and at the end. Throws InputError, also where the device cannot run some of the vectors.
void answer_operands(const Unit& unit, Device& device, const CaptureOptions& options);

}  // namespace mmasc
