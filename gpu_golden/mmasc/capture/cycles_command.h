// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "mmasc/capture/arguments.h"
#include "mmasc/capture/device.h"

namespace mmasc {

// Prints the cycles of the instructions as CSV. Throws InputError and EnvironmentError.
void cycles_command(const Arguments& arguments, const OpenDevice& open_device);

}  // namespace mmasc
