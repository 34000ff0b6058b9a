// SPDX-License-Identifier: Apache-2.0
#include "cuda/cuda_gpu.h"

#include <fmt/format.h>

#include <fstream>
#include <iterator>
#include <string>

#include "capture/provenance.h"
#include "cuda/kernel.h"
#include "spec/error.h"

namespace mmasc {
namespace {

void check(cudaError_t status, std::string_view doing) {
  if (status != cudaSuccess)
    throw EnvironmentError(fmt::format("CUDA: {}: {}", doing, cudaGetErrorString(status)));
}

class DeviceWords {
 public:
  explicit DeviceWords(std::size_t count) : bytes_(count * sizeof(std::uint32_t)) {
    if (bytes_ == 0) return;
    const cudaError_t status = cudaMalloc(&words_, bytes_);
    if (status == cudaErrorMemoryAllocation)
      throw EnvironmentError(fmt::format("out of GPU memory: {} bytes were asked for", bytes_));
    check(status, "allocating memory");
  }
  explicit DeviceWords(std::span<const std::uint32_t> words) : DeviceWords(words.size()) {
    if (bytes_ > 0)
      check(cudaMemcpy(words_, words.data(), bytes_, cudaMemcpyHostToDevice), "copying operands");
  }
  ~DeviceWords() { cudaFree(words_); }
  DeviceWords(const DeviceWords&) = delete;
  DeviceWords& operator=(const DeviceWords&) = delete;

  std::uint32_t* get() const { return static_cast<std::uint32_t*>(words_); }
  // What no kernel writes must not look like a result.
  void poison() { check(cudaMemset(words_, 0xa5, bytes_), "clearing memory"); }
  void copy_to(std::span<std::uint32_t> words) const {
    check(cudaMemcpy(words.data(), words_, bytes_, cudaMemcpyDeviceToHost), "copying results");
  }

 private:
  void* words_ = nullptr;
  std::size_t bytes_;
};

// The kernels' names: wgmma's n is free, theirs is 8; tcgen05's opcode tells no tile, theirs does.
std::string opcode_of(const Instruction& instruction) {
  constexpr std::string_view kFreeN = "{N}";
  std::string opcode = instruction.mnemonic;
  const auto at = opcode.find(kFreeN);
  if (at != opcode.npos) opcode.replace(at, kFreeN.size(), "8");
  if (opcode.starts_with("tcgen05")) opcode += fmt::format(" m{}", instruction.shape.m);
  return opcode;
}

const Kernel* find_kernel(std::string_view opcode) {
  for (const auto kernels :
       {f16_kernels, mma_kernels, fp8_k32_f32_kernels, fp8_k32_f16_kernels, fp8_k16_f32_kernels,
        fp8_k16_f16_kernels, f64_kernels, wgmma_kernels, f8f6f4_f32_kernels, f8f6f4_f16_kernels,
        mxf8f6f4_kernels, mxf4_kernels, tcgen05_kernels})
    for (const Kernel& kernel : kernels())
      if (kernel.opcode == opcode) return &kernel;
  return nullptr;
}

GpuInfo open_device() {
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
  return {properties.name, fmt::format("sm_{}{}", properties.major, properties.minor),
          fmt::format("{}{}for CUDA {}", version, version.empty() ? "" : " ",
                      cuda_version_text(driver)),
          "CUDA runtime " + cuda_version_text(runtime)};
}

class CudaGpu : public Gpu {
 public:
  const GpuInfo& info() const override { return info_; }

  bool has_kernel(const Instruction& instruction) const override {
    return find_kernel(opcode_of(instruction)) != nullptr;
  }

  void run(const Unit& unit, const TileMaps& maps, const TileImages& images, bool accumulate,
           std::span<std::uint32_t> d) override {
    const Kernel* const kernel = find_kernel(opcode_of(unit.instruction));
    const TileWords packed{maps.a.words(), maps.b.words(), maps.c.words(), maps.d.words()};
    if (!kernel || kernel->words != packed)
      throw std::logic_error("the tiles are not those of the kernel");
    const DeviceWords a(images.a), b(images.b), c(images.c);
    const DeviceWords scale_a(images.scale_a), scale_b(images.scale_b);
    DeviceWords out(d.size());
    out.poison();
    const bool is_tcgen05 = unit.instruction.mnemonic.starts_with("tcgen05");
    const std::uint32_t descriptor = is_tcgen05 ? instruction_descriptor(unit, maps.n) : 0;
    check(kernel->launch({a.get(), b.get(), c.get(), scale_a.get(), scale_b.get(), out.get(),
                          images.tiles, accumulate, descriptor}),
          "launching " + std::string(kernel->opcode));
    check(cudaDeviceSynchronize(), "running " + std::string(kernel->opcode));
    out.copy_to(d);
  }

 private:
  GpuInfo info_ = open_device();
};

}  // namespace

std::unique_ptr<Gpu> open_cuda_gpu() { return std::make_unique<CudaGpu>(); }

}  // namespace mmasc
