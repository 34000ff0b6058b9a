// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include "mmasc/capture/device.h"

namespace mmasc {

// The first GPU that CUDA shows ($CUDA_VISIBLE_DEVICES chooses). Throws EnvironmentError.
std::unique_ptr<Device> open_cuda_gpu();

}  // namespace mmasc
