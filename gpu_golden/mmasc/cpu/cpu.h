// SPDX-License-Identifier: Apache-2.0
// The processor on which this program runs, as a device whose instructions are recorded.
#pragma once

#include <memory>

#include "mmasc/capture/device.h"

namespace mmasc {

// Throws EnvironmentError on a processor for which there are no kernels.
std::unique_ptr<Device> open_cpu();

}  // namespace mmasc
