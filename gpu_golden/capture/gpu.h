// SPDX-License-Identifier: Apache-2.0
// A GPU as the capture program sees it. CUDA and HIP implement it, and the tests do.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "capture/tile.h"

namespace mmasc {

struct Comparison;
class Comparer;

struct GpuInfo {
  std::string name;    // as the vendor's runtime tells it
  std::string chip;    // "sm_90", "gfx942"
  std::string driver;  // "580.159.03, for CUDA 13.0"
  std::string runtime;
};

class Gpu {
 public:
  virtual ~Gpu() = default;
  virtual const GpuInfo& info() const = 0;
  // Whether the program has a kernel for the instruction. Of which GPU, chips.h says.
  virtual bool has_kernel(const Instruction& instruction) const = 0;
  // Fills d, tile after tile. Without `accumulate` the instruction is told to leave c out.
  // Throws EnvironmentError.
  virtual void run(const Unit& unit, const TileMaps& maps, const TileImages& images,
                   bool accumulate, std::span<std::uint32_t> d) = 0;
  // For runs of at most `tiles` tiles; `comparison` outlives it. Throws EnvironmentError, and
  // InputError where the program cannot compare.
  virtual std::unique_ptr<Comparer> comparer(const Comparison& comparison, int tiles);
};

// Throws EnvironmentError: no GPU, no driver, a driver that is too old.
using OpenGpu = std::function<std::unique_ptr<Gpu>()>;

}  // namespace mmasc
