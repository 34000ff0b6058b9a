// SPDX-License-Identifier: Apache-2.0
// The provenance line of a recording.
#pragma once

#include <ctime>
#include <string>
#include <string_view>

#include "mmasc/capture/device.h"

namespace mmasc {

// "NVIDIA H100 80GB HBM3 (sm_90), driver ..., ..., mmasc_capture 0.1.0, 2026-11-26".
std::string provenance_text(const DeviceInfo& gpu, std::string_view program, std::time_t now);

// "580.159.03" from the text of /proc/driver/nvidia/version; empty if there is none.
std::string nvidia_driver_version(std::string_view text);

// "13.0" of 13000, as the CUDA runtime counts versions.
std::string cuda_version_text(int version);

}  // namespace mmasc
