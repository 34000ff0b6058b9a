// SPDX-License-Identifier: Apache-2.0
#include "hip_gpu.h"

#include <fmt/format.h>
#include <hip/hip_runtime_api.h>

#include <array>
#include <filesystem>
#include <string>

#include "mmasc/capture/layout.h"
#include "mmasc/capture/mfma_name.h"
#include "mmasc/unit/error.h"

namespace mmasc {
namespace {

namespace fs = std::filesystem;

void check(hipError_t status, std::string_view doing) {
  if (status != hipSuccess)
    throw EnvironmentError(fmt::format("HIP: {}: {}", doing, hipGetErrorString(status)));
}

class DeviceWords {
 public:
  explicit DeviceWords(std::size_t count) : bytes_(count * sizeof(std::uint32_t)) {
    const hipError_t status = hipMalloc(&words_, bytes_);
    if (status == hipErrorOutOfMemory)
      throw EnvironmentError(fmt::format("out of GPU memory: {} bytes were asked for", bytes_));
    check(status, "allocating memory");
  }
  explicit DeviceWords(std::span<const std::uint32_t> words) : DeviceWords(words.size()) {
    check(hipMemcpy(words_, words.data(), bytes_, hipMemcpyHostToDevice), "copying operands");
  }
  ~DeviceWords() { static_cast<void>(hipFree(words_)); }
  DeviceWords(const DeviceWords&) = delete;
  DeviceWords& operator=(const DeviceWords&) = delete;

  void* get() const { return words_; }
  // Memory that no kernel writes must not look like a result.
  void poison() { check(hipMemset(words_, 0xa5, bytes_), "clearing memory"); }
  void copy_to(std::span<std::uint32_t> words) const {
    check(hipMemcpy(words.data(), words_, bytes_, hipMemcpyDeviceToHost), "copying results");
  }

 private:
  void* words_ = nullptr;
  std::size_t bytes_;
};

DeviceInfo open_device() {
  int count = 0;
  const hipError_t status = hipGetDeviceCount(&count);
  if (status == hipErrorNoDevice || (status == hipSuccess && count == 0))
    throw EnvironmentError("no AMD GPU on this machine");
  check(status, "counting the GPUs");
  check(hipSetDevice(0), "taking the first GPU");
  hipDeviceProp_t properties{};
  check(hipGetDeviceProperties(&properties, 0), "asking for the GPU's properties");
  int driver = 0, runtime = 0;
  check(hipDriverGetVersion(&driver), "asking for the driver's version");
  check(hipRuntimeGetVersion(&runtime), "asking for the runtime's version");
  const std::string chip = properties.gcnArchName;  // "gfx90a:sramecc+:xnack-"
  return {.name = properties.name,
          .maker = "AMD",
          .chip = chip.substr(0, chip.find(':')),
          .state = fmt::format("driver {}, HIP runtime {}", driver, runtime)};
}

class HipGpu : public Device {
 public:
  HipGpu() { load_modules(); }

  const DeviceInfo& info() const override { return info_; }

  bool has_kernel(const Instruction& instruction) const override {
    return instruction.storage == Storage::mfma && find(mfma_name(instruction)) != nullptr;
  }

  void run(const Unit& unit, const TileMaps&, const TileImages& images, bool,
           std::span<std::uint32_t> d) override {
    const std::string name = mfma_name(unit.instruction);
    const DeviceWords a(images[Operand::a]), b(images[Operand::b]), c(images[Operand::c]);
    DeviceWords out(d.size());
    out.poison();
    std::array<void*, 4> tiles = {a.get(), b.get(), c.get(), out.get()};  // DeviceTiles of mfma.h
    std::array<void*, 1> arguments = {tiles.data()};
    check(hipModuleLaunchKernel(find(name), static_cast<unsigned>(images.tiles), 1, 1,
                                mfma_layout::kLanes, 1, 1, 0, nullptr, arguments.data(), nullptr),
          "launching " + name);
    check(hipDeviceSynchronize(), "running " + name);
    out.copy_to(d);
  }

 private:
  // The code objects lie beside the program, as NAME.gfx90a.co.
  void load_modules() {
    const std::string extension = fmt::format(".{}.co", info_.chip);
    for (const auto& entry :
         fs::directory_iterator(fs::read_symlink("/proc/self/exe").parent_path())) {
      if (!entry.path().string().ends_with(extension)) continue;
      hipModule_t module = nullptr;
      check(hipModuleLoad(&module, entry.path().c_str()), "loading " + entry.path().string());
      modules_.push_back(module);
    }
    if (modules_.empty())
      throw EnvironmentError(
          fmt::format("no kernels *{} beside this program for {}", extension, info_.name));
  }

  hipFunction_t find(const std::string& name) const {
    for (hipModule_t module : modules_) {
      hipFunction_t function = nullptr;
      if (hipModuleGetFunction(&function, module, name.c_str()) == hipSuccess) return function;
    }
    return nullptr;
  }

  DeviceInfo info_ = open_device();
  std::vector<hipModule_t> modules_;
};

}  // namespace

std::unique_ptr<Device> open_hip_gpu() { return std::make_unique<HipGpu>(); }

}  // namespace mmasc
