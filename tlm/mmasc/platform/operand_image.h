// SPDX-License-Identifier: Apache-2.0
// The bytes of a platform's memory: operands written, D read, and what accelerators compute of
// them.
#pragma once

#include <cstddef>
#include <functional>
#include <span>
#include <vector>

#include "mmasc/arith/engine.h"
#include "mmasc/platform/tiling.h"

namespace mmasc::tlm {

// A, B and scales of the problem at their places; zeros where they are padded (scales: 1).
std::vector<std::byte> write_operands(const Tiling& tiling, const GemmProblem& problem);

// D out of the memory, without its padding.
void read_result(const Tiling& tiling, std::span<const std::byte> memory, const MutableMatrix& d);

// Changes the memory as the accelerators do, stage by stage, without time.
void compute(const Tiling& tiling, const Engine& engine, std::span<std::byte> memory,
             const Progress& progress = {});

}  // namespace mmasc::tlm
