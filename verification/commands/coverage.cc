// SPDX-License-Identifier: Apache-2.0
#include "mmasc/coverage/coverage.h"

#include <fmt/format.h>

#include <optional>

#include "coverage_text.h"
#include "mmasc/command/command.h"
#include "mmasc/command/interrupt.h"
#include "mmasc/command/progress.h"
#include "mmasc/coverage/counter.h"
#include "mmasc/coverage/ucis.h"
#include "mmasc/coverage/verilator_counts.h"
#include "mmasc/files/atomic_file.h"
#include "mmasc/stimulus/where.h"
#include "mmasc/unit/catalog.h"
#include "mmasc/unit/error.h"
#include "mmasc/vectors/find_vectors.h"
#include "mmasc/vectors/line_reader.h"

namespace mmasc {
namespace {

struct CoverageOptions {
  UnitArgument unit;                // may be empty where counts are merged alone
  std::vector<std::string> paths;   // of vectors
  std::vector<std::string> merged;  // files of counts
  std::string output;               // of the counts together; empty: none
  std::vector<std::string> where;
  bool crosses = false;
  bool json = false;
};

constexpr std::uint64_t kChunk = 4096;  // vectors between two looks at an interrupt

// The vectors of the unit among the files.
Coverage measure(const Unit& unit, const CoverageOptions& options) {
  const std::vector<std::string>& paths = options.paths;
  refuse_own_stages(unit);  // cover points are of plans
  const Sequence sequence(unit);
  const CoverPoints points = cover_points_of(sequence, options.crosses);
  const Where where(options.where, layout_of(unit));
  Counter counter(sequence, points);
  Coverage coverage(unit, points);
  if (paths.empty()) return coverage;
  ProgressLine progress;
  for (const VectorSource& source : find_vectors(paths)) {
    stop_if_interrupted();
    const VectorFile file = load_stimulus(
        source, [](std::string_view id) -> const Unit& { return catalog().find(id); });
    if (file.instruction != unit.instruction.id) continue;
    check_header(file, unit);
    for (const Case& row : file.cases) {
      if (!where.holds(row)) continue;
      coverage.add(counter.meet(operands_of(row)));
      if (coverage.vectors() % kChunk != 0) continue;
      progress.step(fmt::format("{} vectors", coverage.vectors()));
    }
  }
  if (coverage.vectors() == 0)
    throw InputError(fmt::format("{}: no vectors of {}{}", paths.front(), unit.instruction.id,
                                 where.empty() ? "" : " that hold --where"));
  return coverage;
}

// Counts in any of the forms, which begin differently.
Coverage read_counts(const CoverageOptions& options, const std::string& path) {
  const std::string text = read_text(path);
  if (is_ucis(text)) return from_ucis(text, path);
  if (!is_verilator_counts(text)) return Coverage::from_json(text, path);
  if (options.unit.name.empty())
    throw InputError(path + ": Verilator's counts name no unit; give UNIT");
  const Unit unit = find_unit(options.unit);
  const Sequence sequence(unit);
  return from_verilator(unit, sequence, cover_points_of(sequence), text, path);
}

int measure_coverage(const CoverageOptions& options) {
  if (options.unit.name.empty() && options.merged.empty())
    throw InputError("give a UNIT and its vectors, or counts to --merge");
  if (!options.unit.name.empty() && options.paths.empty() && options.merged.empty())
    throw InputError("give VECTORS of the unit, or counts to --merge");
  if (options.unit.name.empty() && !options.unit.changes.empty())
    throw InputError("--set changes a UNIT; name one");
  if (options.paths.empty() && (!options.where.empty() || options.crosses))
    throw InputError("--where and --cross are for VECTORS; give some");
  std::optional<Coverage> coverage;
  if (!options.unit.name.empty()) coverage = measure(find_unit(options.unit), options);
  for (const std::string& path : options.merged) {
    const Coverage other = read_counts(options, path);
    if (coverage)
      coverage->merge(other, path);
    else
      coverage = other;
  }
  if (!options.output.empty())
    write_file(options.output,
               is_ucis_name(options.output) ? to_ucis(*coverage, now()) : coverage->to_json());
  fmt::print("{}", options.json ? coverage->to_json() : to_text(*coverage));
  return kGood;
}

CommandRow coverage_command() {
  return make_command(
      "coverage", "count the cover points of a unit that vectors reach",
      kUnitHelp + kWhereHelp +
          "VECTORS are files or folders; those of other units in a folder are left out.\n"
          "Counts are JSON, UCIS XML (the name ends in .xml), or what Verilator counts of the "
          "cover\n"
          "properties of mmasc emit-rtl (--coverage-user), which is read alone and needs UNIT.\n"
          "Example: mmasc coverage hopper/wgmma.m64nNk32.f32.e4m3.e4m3 my_vectors/ -o mine.json\n"
          "         mmasc coverage --merge mine.json theirs.json -o ours.json",
      measure_coverage, [](CoverageOptions& x, OptionRows& rows) {
        rows.add("UNIT", &x.unit.name, kUnitLine);
        rows.add("VECTORS", &x.paths, "vector files or folders of the unit");
        rows.add_changes(x.unit.changes);
        rows.add_where(x.where, "count vectors that hold it, and no others");
        rows.add_cross(x.crosses);
        rows.add("--merge", &x.merged, "files of counts of the unit, which are added", "FILE");
        rows.add("-o,--output", &x.output,
                 "where the counts go: as UCIS XML where the name ends in .xml, else as JSON",
                 "FILE");
        rows.add_json(x.json);
      });
}
const RegisteredCommand kCoverageCommand(coverage_command);

}  // namespace
}  // namespace mmasc
