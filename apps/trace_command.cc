// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "commands.h"
#include "engines.h"
#include "interrupt.h"
#include "spec/error.h"
#include "tell.h"
#include "vcd_file.h"

namespace mmasc {
namespace {

TracedBatch trace_to_file(const Unit& unit, const DotBatch& batch, const std::string& output) {
  VcdFile file(output);
  try {
    const TracedBatch traced = trace_batch(unit, batch, file.stem());
    stop_if_interrupted();
    file.commit();
    return traced;
  } catch (const EnvironmentError& error) {
    const std::string_view what = error.what();  // of the stem, or of the simulation
    throw EnvironmentError(what.starts_with(output + ": ") ? std::string(what)
                                                           : fmt::format("{}: {}", output, what));
  }
}

std::vector<Case> read_cases(const Unit& unit, const TraceOptions& options) {
  if (options.vectors.empty()) return {read_operands(unit, options.operands)};
  if (options.operands.given()) throw InputError("give operands or a vector file, not both");
  VectorFile file = read_vectors(options.vectors);
  check_header(file, unit);
  return std::move(file.cases);
}

}  // namespace

int trace_unit(const TraceOptions& options) {
  check_engine("pipeline");
  const Unit unit = find_unit(options.unit);
  const std::vector<Case> cases = read_cases(unit, options);
  PackedCases packed(cases);
  stop_if_interrupted();
  const TracedBatch traced = options.output.empty()
                                 ? trace_batch(unit, packed.batch(), "")
                                 : trace_to_file(unit, packed.batch(), options.output);
  stop_if_interrupted();
  for (const std::string& line : traced.lines) fmt::print("{}\n", line);
  tell(fmt::format("operations: {}, cycles: {} (structural){}", cases.size(), traced.cycles,
                   options.output.empty() ? "" : ", " + options.output));
  return kGood;
}

}  // namespace mmasc
