// SPDX-License-Identifier: Apache-2.0
#include "mmasc/platform/gemm_cycles.h"

#include <algorithm>
#include <utility>

#include "mmasc/platform/simulate.h"
#include "mmasc/unit/catalog.h"

namespace mmasc::tlm {
namespace {

bool is_row_of_catalogue(const Unit& unit) {
  const auto& units = catalog().units();
  const auto row = std::ranges::find_if(
      units, [&](const Unit& each) { return each.instruction.id == unit.instruction.id; });
  return row != units.end() && to_toml_of_numbers(*row) == to_toml_of_numbers(unit);
}

}  // namespace

PlatformOfUnit::PlatformOfUnit(Platform platform, const Unit& unit)
    : platform_(std::move(platform)),
      units_(std::make_shared<const InstalledUnits>(unit)),
      is_shipped_(is_row_of_catalogue(unit)) {
  platform_.instruction = unit.instruction.id;
}

Tiling PlatformOfUnit::tiling(const Extents& gemm) const {
  Platform platform = platform_;
  platform.gemm = gemm;
  return make_tiling(platform, units_);
}

bool PlatformOfUnit::is_sourced(const Extents& gemm) const {
  const Job whole = tiling(gemm).whole;
  return is_shipped_ && !known_timings(whole, platform_.operands).is_structural;
}

double PlatformOfUnit::cycles(const Extents& gemm, bool is_structural,
                              const std::function<void()>& tick) const {
  const Tiling tiling = this->tiling(gemm);
  Timings timings = is_structural ? structural_timings(tiling.whole).timings
                                  : sourced_timings(tiling.whole, platform_.operands).timings;
  timings.copy_line = to_millicycles(platform_.line_cycles.value);
  timings.write_line = to_millicycles(platform_.write_cycles.value);
  const PlatformRun run =
      simulate(tiling.jobs, timings, memory_model(platform_), host_model(platform_), false, tick);
  return static_cast<double>(run.end) / static_cast<double>(kCycle);
}

}  // namespace mmasc::tlm
