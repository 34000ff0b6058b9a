// SPDX-License-Identifier: Apache-2.0
#include "mmasc/cost/fpga.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <fstream>
#include <vector>

#include "mmasc/cost/library.h"
#include "mmasc/cost/yosys.h"
#include "mmasc/rtl/emit.h"
#include "mmasc/unit/error.h"
#include "mmasc/unit/plan.h"
#include "mmasc/verilated/content_hash.h"
#include "mmasc/verilated/text_file.h"

namespace mmasc {
namespace {

namespace fs = std::filesystem;

constexpr CacheLimits kFpgaLimits{.bytes = std::uint64_t{1} << 26, .entries = 4096};

constexpr FpgaCell kXc7[] = {
    {"LUT", &FpgaCost::luts},       {"INV", &FpgaCost::luts},
    {"FD", &FpgaCost::flip_flops},  {"DSP48E1", &FpgaCost::multipliers},
    {"CARRY4", &FpgaCost::carries}, {"MUXF", &FpgaCost::selectors},
};
constexpr FpgaCell kEcp5[] = {
    {"LUT4", &FpgaCost::luts},
    {"TRELLIS_FF", &FpgaCost::flip_flops},
    {"MULT18X18D", &FpgaCost::multipliers},
    {.type = "CCU2C", .part = &FpgaCost::carries, .luts = 2},
    {"PFUMX", &FpgaCost::selectors},
    {"L6MUX21", &FpgaCost::selectors},
};
constexpr FpgaFamily kFamilies[] = {
    {.name = "xc7",
     .words = "AMD 7 series",
     .script = "synth_xilinx -family xc7 -flatten -noiopad -noclkbuf",
     .lut_inputs = 6,
     .cells = kXc7},
    {.name = "ecp5",
     .words = "Lattice ECP5",
     .script = "synth_ecp5",
     .lut_inputs = 4,
     .cells = kEcp5},
};

constexpr int FpgaCost::*kParts[] = {&FpgaCost::luts, &FpgaCost::flip_flops, &FpgaCost::multipliers,
                                     &FpgaCost::carries, &FpgaCost::selectors};

}  // namespace

FpgaCost& FpgaCost::operator+=(const FpgaCost& other) {
  for (int FpgaCost::*const part : kParts) this->*part += other.*part;
  return *this;
}

namespace {

std::string script_of(const Rtl& rtl, const FpgaFamily& family) {
  std::vector<std::string> names;
  for (const RtlFile& file : rtl.files) names.push_back(file.name);
  return fmt::format(
      "read_verilog -sv -defer {}\n"
      "hierarchy -check -top {}\n"
      "{} -top {}\n"
      "tee -q -o cells.txt stat\n",
      fmt::join(names, " "), rtl.top, family.script, rtl.top);
}

FpgaCost counted(const CellCounts& counts, const FpgaFamily& family, const std::string& what) {
  FpgaCost cost;
  for (const auto& [type, count] : counts.cells) {
    const auto cell = std::ranges::find_if(
        family.cells, [&](const FpgaCell& each) { return type.starts_with(each.type); });
    if (cell == family.cells.end())
      throw EnvironmentError(
          fmt::format("{}: Yosys used a cell {}, which no table here counts; use "
                      "another family",
                      what, type));
    cost.*(cell->part) += count;
    cost.luts += count * cell->luts;
  }
  return cost;
}

}  // namespace

std::span<const FpgaFamily> fpga_families() { return kFamilies; }

const FpgaFamily* find_fpga_family(std::string_view name) {
  const auto found = std::ranges::find(kFamilies, name, &FpgaFamily::name);
  return found == std::end(kFamilies) ? nullptr : &*found;
}

FpgaCost fpga_cost(const Unit& unit, const FpgaFamily& family, const fs::path& cache_folder) {
  const Rtl rtl = emit_rtl(RtlUnit(make_plan(unit)), "unit");
  const std::string script = script_of(rtl, family);
  const std::string what = fmt::format("{} on {}", unit.instruction.id, family.name);
  ContentHash hash;
  hash.add(synthesis_tools()).add(script);
  for (const FpgaCell& cell : family.cells)
    hash.add(fmt::format("{} {} {}", cell.type, std::ranges::find(kParts, cell.part) - kParts,
                         cell.luts));
  for (const RtlFile& file : rtl.files) hash.add(file.name).add(file.text);
  const Cache cache(cache_folder.empty() ? default_cache_folder() / "fpga" : cache_folder,
                    kFpgaLimits);
  const auto entry = cache.get(hash.hex(), [&](const fs::path& file, const fs::path& kept_log) {
    const fs::path folder = file.parent_path();
    for (const RtlFile& source : rtl.files) write_text(folder / source.name, source.text);
    run_yosys(what, script, folder, kept_log);
    const FpgaCost cost = counted(parse_stat(read_file_text(folder / "cells.txt")), family, what);
    std::vector<int> numbers;
    for (const auto part : kParts) numbers.push_back(cost.*part);
    write_text(file, fmt::format("{}\n", fmt::join(numbers, " ")));
  });
  FpgaCost cost;
  std::ifstream numbers(entry.file);
  for (const auto part : kParts) numbers >> cost.*part;
  return cost;
}

}  // namespace mmasc
