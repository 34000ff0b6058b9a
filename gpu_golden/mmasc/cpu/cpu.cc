// SPDX-License-Identifier: Apache-2.0
#include "mmasc/cpu/cpu.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <optional>
#include <utility>

#include "mmasc/cpu/kernels.h"
#include "mmasc/cpu/threaded_comparer.h"
#include "mmasc/unit/error.h"
#include "mmasc/unit/names.h"

namespace mmasc {
namespace {

// The first that this processor can run, else the first of all.
const CpuKernel* kernel_of(const Instruction& instruction) {
  const CpuKernel* found = nullptr;
  for (const CpuKernel& kernel : cpu_kernels()) {
    if (!is_of(kernel, instruction)) continue;
    if (kernel.missing().empty()) return &kernel;
    if (found == nullptr) found = &kernel;
  }
  return found;
}

// Throws InputError where tiles are no registers of the shape.
void check_shape(const Instruction& row, const RegisterShape& shape, const TileMaps& maps) {
  if (row.storage != shape.storage)
    throw InputError(fmt::format("{}: {} has its operands elsewhere; write storage = \"{}\"",
                                 row.id, row.mnemonic, enum_name(shape.storage)));
  bool fits = maps[Operand::a].rows() == shape.m && maps[Operand::a].columns() == shape.k &&
              maps[Operand::b].columns() == shape.n;
  for (const auto& [operand, words] :
       {std::pair(Operand::a, shape.words_of_a()), std::pair(Operand::b, shape.words_of_b()),
        std::pair(Operand::c, shape.words_of_d()), std::pair(Operand::d, shape.words_of_d())})
    fits = fits && maps[operand].blocks() == shape.blocks && maps[operand].words() == words;
  if (!fits)
    throw InputError(fmt::format(
        "{}: the registers of {} hold factors of {} bits and sums of {}; write shape = {{ m = {}, "
        "n = {}, k = {}, blocks = {} }} and formats that fill them",
        row.id, row.mnemonic, shape.bits, shape.sum_bits, shape.m, shape.n, shape.k, shape.blocks));
}

// The control register holds `control` in the scope.
class ControlScope {
 public:
  explicit ControlScope(std::uint32_t control) : callers_(cpu_control()) {
    set_cpu_control(control);
  }
  ControlScope(const ControlScope&) = delete;
  ControlScope& operator=(const ControlScope&) = delete;
  ~ControlScope() { set_cpu_control(callers_); }

 private:
  const std::uint32_t callers_;
};

constexpr std::string_view kPowersOfTwo = "ue8m0";

// x of a tensor-wide scale 2^-x that the kernel can be told.
std::optional<std::uint32_t> scale_steps(const Unit& unit, const CpuKernel& kernel,
                                         std::uint64_t scale) {
  const auto one = static_cast<std::uint64_t>(unit.instruction.tensor_scale->bias);
  if (scale > one || one - scale > static_cast<std::uint64_t>(kernel.most_scale_steps))
    return std::nullopt;
  return static_cast<std::uint32_t>(one - scale);
}

bool is_told_scales(const CpuKernel& kernel) { return kernel.most_scale_steps > 0; }

class Cpu : public Device {
 public:
  explicit Cpu(MakeModel make_model) : make_model_(std::move(make_model)) {}

  const DeviceInfo& info() const override { return info_; }

  bool has_kernel(const Instruction& instruction) const override {
    return kernel_of(instruction) != nullptr;
  }

  std::string missing(const Instruction& instruction) const override {
    std::vector<std::string_view> either;
    for (const CpuKernel& kernel : cpu_kernels()) {
      if (!is_of(kernel, instruction)) continue;
      const std::string_view missing = kernel.missing();
      if (missing.empty()) return {};
      if (std::ranges::count(either, missing) == 0) either.push_back(missing);
    }
    return fmt::format("{}", fmt::join(either, " or "));
  }

  std::string control(const Instruction& instruction) const override {
    return fmt::format("{} {:x}", cpu_control_name(), kernel_of(instruction)->control);
  }

  bool can_run(const Unit& unit, const Case& row) const override {
    return unit.instruction.tensor_scale == nullptr ||
           scale_steps(unit, *kernel_of(unit.instruction), row[Operand::st].front());
  }

  void run(const Unit& unit, const TileMaps& maps, const TileImages& images, bool,
           std::span<std::uint32_t> d) override {
    const CpuKernel& kernel = *kernel_of(unit.instruction);
    check_shape(unit.instruction, kernel.shape, maps);
    // Memory that no kernel writes must not look like a result.
    std::ranges::fill(d, 0xa5a5a5a5u);
    run_kernel(kernel, unit, images, d);
  }

  std::unique_ptr<Comparer> comparer(const Comparison& comparison, int) override {
    return std::make_unique<ThreadedComparer>(
        comparison, *this, make_model_ ? make_model_(comparison.unit()) : nullptr);
  }

 private:
  const MakeModel make_model_;
  DeviceInfo info_{.name = cpu_name(),
                   .maker = cpu_maker(),
                   .chip = std::string(cpu_chip()),
                   .state = cpu_model(),
                   .perhaps_emulated = cpu_perhaps_emulated()};
};

}  // namespace

bool is_of(const CpuKernel& kernel, const Instruction& instruction) {
  const auto is_told = [&](const Format& format) {
    return kernel.formats.empty() || std::ranges::count(kernel.formats, format.name) > 0;
  };
  return kernel.mnemonic == instruction.mnemonic &&
         kernel.shape.bits == instruction.a->storage_bits() &&
         kernel.shape.sum_bits == instruction.c->storage_bits() &&
         is_told_scales(kernel) == (instruction.tensor_scale != nullptr) &&
         (!is_told_scales(kernel) || instruction.tensor_scale->name == kPowersOfTwo) &&
         is_told(*instruction.a) && is_told(*instruction.b);
}

void run_kernel(const CpuKernel& kernel, const Unit& unit, const TileImages& images,
                std::span<std::uint32_t> d) {
  const ControlScope scope(kernel.control);
  std::vector<std::uint32_t> steps;
  for (const std::uint32_t scale : images[Operand::st])
    steps.push_back(scale_steps(unit, kernel, scale).value());
  kernel.run({.a = images[Operand::a].data(),
              .b = images[Operand::b].data(),
              .c = images[Operand::c].data(),
              .d = d.data(),
              .tiles = images.tiles,
              .a_format = unit.instruction.a->name,
              .b_format = unit.instruction.b->name,
              .scale_steps = steps.empty() ? nullptr : steps.data()});
}

std::unique_ptr<Device> open_cpu(MakeModel make_model) {
  if (cpu_kernels().empty())
    throw EnvironmentError(
        fmt::format("no kernels for {}; see docs/capture.md", cpu_without_kernels()));
  return std::make_unique<Cpu>(std::move(make_model));
}

}  // namespace mmasc
