// SPDX-License-Identifier: Apache-2.0
// A device with matrix instructions as the capture program sees it: a GPU or this processor. CUDA,
// HIP, cpu.h and the tests implement it.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "mmasc/capture/cycles.h"
#include "mmasc/capture/tile.h"

namespace mmasc {

struct Comparison;
class Comparer;

struct DeviceInfo {
  std::string name;   // from the vendor's runtime, or the processor's own
  std::string maker;  // "NVIDIA"; empty where the device does not say it
  std::string chip;   // "sm_90", "gfx942", "x86_64", "aarch64"
  // It holds what else decides bits: "driver 580.159.03, for CUDA 13.0, CUDA runtime 13.0" of a
  // GPU, the model of a processor.
  std::string state;
  bool perhaps_emulated = false;  // what it computes is no recording of silicon
};

class Device {
 public:
  virtual ~Device() = default;
  virtual const DeviceInfo& info() const = 0;
  // Whether the program has a kernel for the instruction. chips.h says for which devices.
  virtual bool has_kernel(const Instruction& instruction) const = 0;
  // The extension that the device lacks for it, as "AVX512_BF16"; empty if nothing is missing.
  virtual std::string missing(const Instruction&) const { return {}; }
  // The control register as the instruction has it, as "FPCR 2000"; empty if there is none.
  virtual std::string control(const Instruction&) const { return {}; }
  // True where the device can run the instruction on these operands: a control register holds some.
  virtual bool can_run(const Unit&, const Case&) const { return true; }
  // Fills d, tile after tile. If `accumulate` is false, the instruction is told to leave c out.
  // Throws EnvironmentError.
  virtual void run(const Unit& unit, const TileMaps& maps, const TileImages& images,
                   bool accumulate, std::span<std::uint32_t> d) = 0;
  // None where the device has no kernel that measures them. Throws EnvironmentError.
  virtual std::optional<Cycles> cycles(const Instruction&) { return std::nullopt; }
  // For runs of at most `tiles` tiles; by default the model runs on the host. `comparison` must
  // outlive it. Throws EnvironmentError.
  virtual std::unique_ptr<Comparer> comparer(const Comparison& comparison, int tiles);
};

// Throws EnvironmentError if there is no such device or no driver, or the driver is too old.
using OpenDevice = std::function<std::unique_ptr<Device>()>;

}  // namespace mmasc
