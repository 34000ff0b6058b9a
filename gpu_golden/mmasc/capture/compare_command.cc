// SPDX-License-Identifier: Apache-2.0
#include "mmasc/capture/compare_command.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>

#include "mmasc/capture/capture.h"
#include "mmasc/capture/chips.h"
#include "mmasc/capture/compare.h"
#include "mmasc/unit/catalog.h"
#include "mmasc/unit/error.h"

namespace mmasc {
namespace {

bool compare_one(const Unit& unit, Device& gpu, const CompareOptions& options) {
  const CompareResult result = compare(unit, gpu, options);
  fmt::print("{}: {} dot products, {} mismatches, {:.2g} a second\n", unit.instruction.id,
             result.dots, result.mismatches, static_cast<double>(result.dots) / result.seconds);
  for (const std::string& replay : result.replays) fmt::print("{}\n", replay);
  std::fflush(stdout);
  return result.mismatches == 0;
}

}  // namespace

bool compare_command(const Arguments& arguments, const OpenDevice& open_device) {
  const CompareOptions options{.dots = arguments.dots,
                               .seed = arguments.seed,
                               .accumulate = arguments.accumulate(),
                               .unit = arguments.unit_name,
                               .progress = arguments.progress};
  if (!arguments.all) {
    const Unit& unit = arguments.one_unit();
    check_scale_d(unit, options.accumulate);
    return compare_one(unit, *open_device(), options);
  }
  const auto gpu = open_device();
  const auto architecture = architecture_of(gpu->info());
  int rows = 0, missing = 0, compared = 0, equal = 0;
  for (const Unit& unit : catalog().units()) {
    if (architecture_of(unit.instruction) != architecture) continue;
    ++rows;
    if (!gpu->has_kernel(unit.instruction) ||
        (!options.accumulate && !has_scale_d(unit.instruction)))
      continue;
    if (tell_missing(*gpu, unit.instruction)) {
      ++missing;
      continue;
    }
    ++compared;
    equal += compare_one(unit, *gpu, options);
  }
  tell_without_kernel(*gpu, architecture);
  if (compared == 0 && missing > 0)
    throw EnvironmentError(
        fmt::format("{} has none of the instructions of {} that the catalogue has",
                    gpu->info().name, architecture));
  if (compared == 0)
    throw InputError(fmt::format("--compare: no instruction of {} can be compared", architecture));
  fmt::print("{} ({}): {} of {} instructions of {} compared, {} with mismatches\n",
             gpu->info().name, gpu->info().chip, compared, rows, architecture, compared - equal);
  return equal == compared;
}

}  // namespace mmasc
