// SPDX-License-Identifier: Apache-2.0
#include "mmasc/cpu/cpu.h"

#include <fmt/format.h>

#include <algorithm>

#include "mmasc/cpu/kernels.h"
#include "mmasc/cpu/threaded_comparer.h"
#include "mmasc/unit/error.h"

namespace mmasc {
namespace {

// The first that this processor can run, else the first of all.
const CpuKernel* kernel_of(const Instruction& instruction) {
  const CpuKernel* found = nullptr;
  for (const CpuKernel& kernel : cpu_kernels()) {
    if (kernel.mnemonic != instruction.mnemonic) continue;
    if (kernel.is_there()) return &kernel;
    if (found == nullptr) found = &kernel;
  }
  return found;
}

class Cpu : public Device {
 public:
  explicit Cpu(MakeModel make_model) : make_model_(std::move(make_model)) {}

  const DeviceInfo& info() const override { return info_; }

  bool has_kernel(const Instruction& instruction) const override {
    return kernel_of(instruction) != nullptr;
  }

  std::string missing(const Instruction& instruction) const override {
    const CpuKernel* const kernel = kernel_of(instruction);
    return kernel == nullptr || kernel->is_there() ? "" : std::string(kernel->extension);
  }

  void run(const Unit& unit, const TileMaps& maps, const TileImages& images, bool,
           std::span<std::uint32_t> d) override {
    for (const OperandMap* map : {&maps.a, &maps.b, &maps.c, &maps.d})
      if (map->blocks() != kLanesOfTile || map->words() != kLanesOfTile)
        throw InputError(fmt::format(
            "{}: {} has {} lanes of 32 bits; write shape = {{ m = 1, n = 1, blocks = {} }} and "
            "formats that fill a lane",
            unit.instruction.id, unit.instruction.mnemonic, kLanesOfTile, kLanesOfTile));
    // Memory that no kernel writes must not look like a result.
    std::ranges::fill(d, 0xa5a5a5a5u);
    kernel_of(unit.instruction)
        ->run({images.a.data(), images.b.data(), images.c.data(), d.data(), images.tiles});
  }

  std::unique_ptr<Comparer> comparer(const Comparison& comparison, int) override {
    return std::make_unique<ThreadedComparer>(
        comparison, *this, make_model_ ? make_model_(comparison.unit()) : nullptr);
  }

 private:
  const MakeModel make_model_;
  DeviceInfo info_{cpu_name(), std::string(cpu_chip()), cpu_state()};
};

}  // namespace

std::unique_ptr<Device> open_cpu(MakeModel make_model) {
  if (cpu_kernels().empty())
    throw EnvironmentError("no kernels for this processor: x86-64 has them; see docs/capture.md");
  return std::make_unique<Cpu>(std::move(make_model));
}

}  // namespace mmasc
