// SPDX-License-Identifier: Apache-2.0
// A GPU as the capture program sees it. CUDA, HIP and the tests implement it.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "mmasc/capture/tile.h"

namespace mmasc {

struct Comparison;
class Comparer;

struct GpuInfo {
  std::string name;    // from the vendor's runtime
  std::string chip;    // "sm_90", "gfx942"
  std::string driver;  // "580.159.03, for CUDA 13.0"
  std::string runtime;
};

class Gpu {
 public:
  virtual ~Gpu() = default;
  virtual const GpuInfo& info() const = 0;
  // Whether the program has a kernel for the instruction. chips.h says for which GPUs.
  virtual bool has_kernel(const Instruction& instruction) const = 0;
  // Fills d, tile after tile. If `accumulate` is false, the instruction is told to leave c out.
  // Throws EnvironmentError.
  virtual void run(const Unit& unit, const TileMaps& maps, const TileImages& images,
                   bool accumulate, std::span<std::uint32_t> d) = 0;
  // For runs of at most `tiles` tiles. `comparison` must outlive it. Throws EnvironmentError, and
  // InputError if the program cannot compare.
  virtual std::unique_ptr<Comparer> comparer(const Comparison& comparison, int tiles);
};

// Throws EnvironmentError if there is no GPU or no driver, or the driver is too old.
using OpenGpu = std::function<std::unique_ptr<Gpu>()>;

}  // namespace mmasc
