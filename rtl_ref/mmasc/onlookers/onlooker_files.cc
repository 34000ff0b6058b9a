// SPDX-License-Identifier: Apache-2.0
#include "mmasc/onlookers/onlooker_files.h"

#include <algorithm>

#include "mmasc/arith/sequence.h"
#include "mmasc/coverage/coverage.h"
#include "mmasc/onlookers/emit_assertions.h"
#include "mmasc/onlookers/emit_coverage.h"
#include "mmasc/rtl/rtl_unit.h"

namespace mmasc {
namespace {

void add(std::vector<RtlFile>& files, std::vector<RtlFile> more) {
  for (RtlFile& file : more)
    if (std::ranges::find(files, file.name, &RtlFile::name) == files.end())
      files.push_back(std::move(file));
}

}  // namespace

std::vector<RtlFile> onlooker_files(std::span<const Unit> units, const std::string& top) {
  const RtlUnit unit = make_rtl_unit(units);
  const Rtl rtl = emit_rtl(unit, top);
  std::vector<RtlFile> files;
  const Sequence sequence(units[0]);
  const CoverPoints points = cover_points_of(sequence);
  const std::string row = Coverage(units[0], points).row();
  const bool is_alone = units.size() == 1;
  add(files, emit_assertions(rtl, unit, is_alone ? &points : nullptr, false));
  if (is_alone) add(files, emit_coverage(rtl, unit.plan, points, false, row));
  if (const Plan* late = sequence.late_c_plan()) {
    const Rtl addition = emit_rtl(*late, late_c_top(top));
    add(files, emit_assertions(addition, *late, &points, true));
    add(files, emit_coverage(addition, *late, points, true, row));
  }
  return files;
}

}  // namespace mmasc
