// SPDX-License-Identifier: Apache-2.0
#include "mmasc/capture/capture.h"

#include <fmt/format.h>

#include <algorithm>
#include <ctime>
#include <iterator>

#include "mmasc/capture/chips.h"
#include "mmasc/capture/provenance.h"
#include "mmasc/unit/catalog.h"
#include "mmasc/unit/error.h"

namespace mmasc {
namespace {

// Cases that are packed and on the GPU at once.
constexpr std::size_t kCasesAtOnce = 1 << 16;

std::vector<HeaderLine> header_lines(const Unit& unit, const VectorFile& stimulus,
                                     const TilePacker& packer, const std::string& maker,
                                     std::size_t left_out, bool accumulate) {
  std::vector<HeaderLine> lines = VectorFile().header;
  const auto add = [&](std::string_view key, std::string value) {
    lines.insert(lines.end() - 1, {std::string(key), std::move(value)});
  };
  if (!maker.empty()) add(kMakerKey, maker);
  add("mnemonic", unit.instruction.mnemonic);
  add("stimulus", fmt::format("{}: {}", stimulus.name, stimulus.provenance));
  if (left_out > 0)
    add("left-out",
        fmt::format("{} vectors of the stimulus, which the device cannot run", left_out));
  const auto& maps = packer.maps();
  add("tile", fmt::format("m={} n={} blocks={}; {} vectors a tile, each at {} places, which agree",
                          maps.d().rows(), maps.d().columns(), maps.d().blocks(),
                          packer.vectors_per_tile(), packer.copies()));
  if (!accumulate)
    add("scale-d", "0; the accumulator held the c of the stimulus, which is not read");
  return lines;
}

// Names the device with the control register that decides bits of the instruction's results.
DeviceInfo info_of(const Device& device, const Instruction& row) {
  DeviceInfo info = device.info();
  if (const std::string control = device.control(row); !control.empty())
    info.state += ", " + control;
  return info;
}

}  // namespace

bool has_scale_d(const Instruction& instruction) {
  return instruction.storage == Storage::wgmma || instruction.storage == Storage::tcgen05;
}

void check_scale_d(const Unit& unit, bool accumulate) {
  if (!accumulate && !has_scale_d(unit.instruction))
    throw InputError(
        fmt::format("--scale-d 0: {} has no scale-d; leave it out", unit.instruction.id));
}

std::string_view architecture_of(const DeviceInfo& gpu) {
  const auto architecture = architecture_of_chip(gpu.chip);
  if (architecture.empty())
    throw EnvironmentError(
        fmt::format("the catalogue has no instructions of {} ({})", gpu.name, gpu.chip));
  return architecture;
}

bool tell_missing(const Device& device, const Instruction& instruction) {
  const std::string missing = device.missing(instruction);
  if (!missing.empty())
    fmt::print("{}: needs {}, which this machine lacks\n", instruction.id, missing);
  return !missing.empty();
}

void tell_without_kernel(const Device& device, std::string_view architecture) {
  int rows = 0, without = 0;
  for (const Unit& unit : catalog().units()) {
    if (architecture_of(unit.instruction) != architecture) continue;
    ++rows;
    without += !device.has_kernel(unit.instruction);
  }
  if (without > 0)
    fmt::print("{}: no kernel captures {} of {} instructions; see docs/capture.md\n", architecture,
               without, rows);
}

void check_device(const Unit& unit, const Device& device) {
  const Instruction& row = unit.instruction;
  const auto architecture = architecture_of(row);
  const std::string chips = chips_of(architecture);
  if (chips.empty())
    throw InputError(
        fmt::format("{}: no program captures {}; see docs/capture.md", row.id, architecture));
  const DeviceInfo& info = device.info();
  if (architecture_of_chip(info.chip) != architecture)
    throw EnvironmentError(
        fmt::format("{} wants {}; this machine has {} ({})", row.id, chips, info.name, info.chip));
  if (!device.has_kernel(row))
    throw InputError(
        fmt::format("{}: no kernel captures {}; see docs/capture.md", row.id, row.mnemonic));
  if (const std::string missing = device.missing(row); !missing.empty())
    throw EnvironmentError(fmt::format("{} needs {}, which {} lacks", row.id, missing, info.name));
}

VectorFile capture(const Unit& unit, const VectorFile& stimulus, Device& gpu,
                   const CaptureOptions& options) {
  check_header(stimulus, unit);
  check_device(unit, gpu);
  check_scale_d(unit, options.accumulate);

  const TilePacker packer(unit);
  VectorFile out;
  out.instruction = unit.instruction.id;
  out.layout = stimulus.layout;
  const DeviceInfo info = info_of(gpu, unit.instruction);
  out.provenance = provenance_text(info, options.program, std::time(nullptr));
  out.evidence = info.perhaps_emulated ? EvidenceKind::derived : EvidenceKind::recorded;
  out.nan = unit.datapath.result.nan ? NanMatch::exact : NanMatch::any;
  std::ranges::copy_if(stimulus.cases, std::back_inserter(out.cases),
                       [&](const Case& row) { return gpu.can_run(unit, row); });
  if (out.cases.empty() && !stimulus.cases.empty())
    throw InputError(fmt::format("{}: {} can run {} on none of these vectors; see docs/capture.md",
                                 stimulus.name, info.name, unit.instruction.id));
  out.header = header_lines(unit, stimulus, packer, info.maker,
                            stimulus.cases.size() - out.cases.size(), options.accumulate);

  std::vector<std::uint32_t> d;
  for (std::size_t first = 0; first < out.cases.size(); first += kCasesAtOnce) {
    const auto cases =
        std::span(out.cases).subspan(first, std::min(kCasesAtOnce, out.cases.size() - first));
    const TileImages images = packer.pack(cases);
    d.assign(static_cast<std::size_t>(images.tiles) *
                 static_cast<std::size_t>(packer.maps().d().words()),
             0);
    gpu.run(unit, packer.maps(), images, options.accumulate, d);
    packer.unpack(d, cases);
  }
  if (!options.accumulate)
    for (Case& row : out.cases) row.c() = 0;
  return out;
}

}  // namespace mmasc
