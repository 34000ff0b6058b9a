// SPDX-License-Identifier: Apache-2.0
// Runs one vector file through a GPU.
#pragma once

#include <string>
#include <string_view>

#include "mmasc/capture/device.h"

namespace mmasc {

struct CaptureOptions {
  bool accumulate = true;  // false: scale-d 0
  std::string program;     // for the provenance
};

// Returns the vectors of `stimulus` with d from the GPU; their own d is ignored. Throws InputError
// if the vectors are not the unit's or the GPU lacks the instruction, EnvironmentError, and
// PlacesDiffer.
VectorFile capture(const Unit& unit, const VectorFile& stimulus, Device& gpu,
                   const CaptureOptions& options);

// Whether the instruction can be told to leave c out.
bool has_scale_d(const Instruction& instruction);
// Throws InputError if c is to be left out and the instruction cannot do that.
void check_scale_d(const Unit& unit, bool accumulate);

// The architecture of the catalogue that a GPU has. Throws EnvironmentError if there is none.
std::string_view architecture_of(const DeviceInfo& gpu);

// Says in a line which extension of the instruction the device lacks, and returns whether one.
bool tell_missing(const Device& device, const Instruction& instruction);
// Says in a line for how many of the architecture's instructions there is no kernel, if for any.
void tell_without_kernel(const Device& device, std::string_view architecture);

// Throws EnvironmentError if the device lacks the instruction, and InputError if there is no kernel
// for it.
void check_device(const Unit& unit, const Device& device);

}  // namespace mmasc
