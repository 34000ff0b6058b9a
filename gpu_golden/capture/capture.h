// SPDX-License-Identifier: Apache-2.0
// One vector file through a GPU.
#pragma once

#include <string>
#include <string_view>

#include "capture/gpu.h"

namespace mmasc {

struct CaptureOptions {
  bool accumulate = true;  // false: scale-d 0
  std::string program;     // for the provenance
};

// The vectors of `stimulus` (its d is not looked at) with d from the GPU. Throws InputError where
// the vectors are not the unit's or the GPU has not the instruction, EnvironmentError,
// PlacesDiffer.
VectorFile capture(const Unit& unit, const VectorFile& stimulus, Gpu& gpu,
                   const CaptureOptions& options);

// Whether the instruction can be told to leave c out.
bool has_scale_d(const Instruction& instruction);
// Throws InputError where c is to be left out and cannot be.
void check_scale_d(const Unit& unit, bool accumulate);

// Which architecture of the catalogue a GPU is of. Throws EnvironmentError where it is of none.
std::string_view architecture_of(const GpuInfo& gpu);

// Throws EnvironmentError where the GPU has not the instruction, InputError where there is no
// kernel for it.
void check_gpu(const Unit& unit, const Gpu& gpu);

}  // namespace mmasc
