// SPDX-License-Identifier: Apache-2.0
#include "cuda_gpu.h"

#include <fmt/format.h>

#include <deque>
#include <fstream>
#include <iterator>
#include <string>

#include "cuda_comparer.h"
#include "device_array.h"
#include "kernel.h"
#include "mmasc/capture/provenance.h"
#include "mmasc/unit/error.h"

namespace mmasc {
namespace {

// The kernels' names: wgmma's n is free, theirs is 8; tcgen05's opcode tells no tile, theirs does.
std::string opcode_of(const Instruction& instruction) {
  constexpr std::string_view kFreeN = "{N}";
  std::string opcode = instruction.mnemonic;
  const auto at = opcode.find(kFreeN);
  if (at != opcode.npos) opcode.replace(at, kFreeN.size(), "8");
  if (instruction.storage == Storage::tcgen05) opcode += fmt::format(" m{}", instruction.shape.m);
  return opcode;
}

const Kernel* find_kernel(std::string_view opcode) {
  for (const auto kernels : {f16_kernels,
                             mma_kernels,
                             fp8_k32_f32_kernels,
                             fp8_k32_f16_kernels,
                             fp8_k16_f32_kernels,
                             fp8_k16_f16_kernels,
                             int8_m8_kernels,
                             int4_m8_kernels,
                             int8_k16_kernels,
                             int8_k32_kernels,
                             int4_k32_kernels,
                             int4_k64_kernels,
                             sparse_kernels,
                             sparse_int8_k32_kernels,
                             sparse_int8_k64_kernels,
                             sparse_int4_k64_kernels,
                             sparse_int4_k128_kernels,
                             sparse_fp8_kernels,
                             f64_kernels,
                             wgmma_kernels,
                             sparse_wgmma_kernels,
                             f8f6f4_f32_kernels,
                             f8f6f4_f16_kernels,
                             mxf8f6f4_kernels,
                             mxf4_kernels,
                             tcgen05_kernels,
                             tcgen05_i8_kernels,
                             tcgen05_scaled_kernels})
    for (const Kernel& kernel : kernels())
      if (kernel.opcode == opcode) return &kernel;
  return nullptr;
}

const Kernel& kernel_of(const Unit& unit, const TileMaps& maps) {
  const Kernel* const kernel = find_kernel(opcode_of(unit.instruction));
  PerOperand<int> packed;
  for (const OperandRow& operand : kOperands)
    if (maps.has(operand.operand)) packed[operand.operand] = maps[operand.operand].words();
  if (kernel == nullptr || kernel->words != packed)
    throw std::logic_error("the tiles are not those of the kernel");
  return *kernel;
}

std::uint32_t descriptor_of(const Unit& unit, const TileMaps& maps) {
  return unit.instruction.storage == Storage::tcgen05
             ? instruction_descriptor(unit, maps.d().columns())
             : 0;
}

DeviceInfo open_device() {
  int driver = 0;
  check(cudaDriverGetVersion(&driver), "asking for the driver's version");
  if (driver == 0) throw EnvironmentError("no NVIDIA driver on this machine");
  int count = 0;
  const cudaError_t status = cudaGetDeviceCount(&count);
  if (status == cudaErrorInsufficientDriver)
    throw EnvironmentError(
        fmt::format("the NVIDIA driver is for CUDA {}, this program for {}; update the driver",
                    cuda_version_text(driver), cuda_version_text(CUDART_VERSION)));
  if (status == cudaErrorNoDevice || (status == cudaSuccess && count == 0))
    throw EnvironmentError("no NVIDIA GPU on this machine");
  check(status, "counting the GPUs");
  check(cudaSetDevice(0), "taking the first GPU");
  cudaDeviceProp properties{};
  check(cudaGetDeviceProperties(&properties, 0), "asking for the GPU's properties");
  int runtime = 0;
  check(cudaRuntimeGetVersion(&runtime), "asking for the runtime's version");

  std::ifstream file("/proc/driver/nvidia/version");
  const std::string text{std::istreambuf_iterator<char>(file), {}};
  const std::string version = nvidia_driver_version(text);
  return {.name = properties.name,
          .maker = "NVIDIA",
          .chip = fmt::format("sm_{}{}", properties.major, properties.minor),
          .state = fmt::format("driver {}{}for CUDA {}, CUDA runtime {}", version,
                               version.empty() ? "" : " ", cuda_version_text(driver),
                               cuda_version_text(runtime))};
}

class CudaGpu : public Device {
 public:
  const DeviceInfo& info() const override { return info_; }

  bool can_run(const Unit& unit, const Case& row) const override {
    return !unit.instruction.sparsity || has_ascending_places(*unit.instruction.sparsity, row);
  }

  bool has_kernel(const Instruction& instruction) const override {
    // Another assembler's sequence has this mnemonic, too, and no registers here.
    if (instruction.storage == Storage::unknown) return false;
    const Kernel* const kernel = find_kernel(opcode_of(instruction));
    return kernel && (kernel->chip.empty() || kernel->chip == info_.chip);
  }

  void run(const Unit& unit, const TileMaps& maps, const TileImages& images, bool accumulate,
           std::span<std::uint32_t> d) override {
    const Kernel& kernel = kernel_of(unit, maps);
    DeviceTiles tiles{.inputs = {},
                      .tiles = images.tiles,
                      .accumulate = accumulate,
                      .descriptor = descriptor_of(unit, maps)};
    std::deque<DeviceArray<std::uint32_t>> on_gpu;
    for (const OperandRow& input : kInputs)
      tiles.inputs[input.operand] =
          on_gpu.emplace_back(std::span<const std::uint32_t>(images[input.operand])).get();
    DeviceArray<std::uint32_t> out(d.size());
    out.poison();
    tiles.d = out.get();
    check(kernel.launch(tiles), "launching " + std::string(kernel.opcode));
    check(cudaDeviceSynchronize(), "running " + std::string(kernel.opcode));
    out.copy_to(d);
  }

  std::optional<Cycles> cycles(const Instruction& instruction) override {
    const Kernel* const kernel = find_kernel(opcode_of(instruction));
    if (kernel == nullptr || kernel->cycles == nullptr) return std::nullopt;
    const Cycles cycles = kernel->cycles();
    check(cudaGetLastError(), "measuring " + std::string(kernel->opcode));
    return cycles;
  }

  std::unique_ptr<Comparer> comparer(const Comparison& comparison, int tiles) override {
    const Unit& unit = comparison.unit();
    return make_cuda_comparer(comparison, kernel_of(unit, comparison.maps),
                              descriptor_of(unit, comparison.maps), tiles);
  }

 private:
  DeviceInfo info_ = open_device();
};

}  // namespace

std::unique_ptr<Device> open_cuda_gpu() { return std::make_unique<CudaGpu>(); }

}  // namespace mmasc
