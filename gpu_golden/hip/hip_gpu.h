// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include "mmasc/capture/device.h"

namespace mmasc {

// The first GPU that HIP shows ($HIP_VISIBLE_DEVICES chooses). Throws EnvironmentError.
std::unique_ptr<Device> open_hip_gpu();

}  // namespace mmasc
