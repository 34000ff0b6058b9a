// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstdlib>

#include "mmasc/command/command.h"
#include "mmasc/command/engines.h"
#include "mmasc/command/interrupt.h"
#include "mmasc/command/progress.h"
#include "mmasc/presentation/table.h"
#include "mmasc/stimulus/packed_cases.h"
#include "mmasc/unit/catalog.h"
#include "mmasc/unit/operand_layout.h"
#include "mmasc/vectors/bundled.h"
#include "mmasc/verify/verify.h"

namespace mmasc {
namespace {

struct RunOptions {
  EngineArgument engine;  // empty: every engine that is built in
  bool all = false;
};

struct Span {
  int least = 0, most = 0;
  void include(int value) {
    least = least == 0 ? value : std::min(least, value);
    most = std::max(most, value);
  }
  std::string text() const {
    if (most == 0) return "-";
    return least == most ? std::to_string(least) : fmt::format("{}..{}", least, most);
  }
};

// The rows of one datapath on one architecture.
struct Group {
  std::string architecture, datapath;
  int rows = 0, covered = 0;
  Tally tally;
  Span latency, cycles;
};

std::size_t derived(const Tally& tally) { return tally.derived - tally.own + tally.stated; }

// The pipeline takes a millisecond a vector, most of a run that gives it all.
constexpr std::string_view kSlow = "pipeline";
constexpr std::size_t kSample = 4;  // of each file

// All but rtl, which compiles every row for seconds.
std::vector<EngineRow> engines_of_every_run() {
  std::vector<EngineRow> engines;
  for (const EngineRow& row : engine_rows())
    if (row.make != nullptr && row.name != "rtl") engines.push_back(row);
  return engines;
}

std::string architecture_of(const Unit& unit) {
  return unit.instruction.id.substr(0, unit.instruction.id.find('/'));
}

bool simulates(const Verification& verification) {
  return std::ranges::find(verification.engines(), "pipeline", &EngineRow::name) !=
         verification.engines().end();
}

// The cycles of one dot-product-add in the pipeline; they depend on no operand.
int simulated_cycles(Unit unit) {
  unit.structure.units = 1;  // others would only stand by
  const OperandLayout layout = layout_of(unit);
  Case zeros;
  for (const OperandRow& row : kInputs)
    zeros[row.operand].resize(static_cast<std::size_t>(layout[row.operand].count));
  PackedCases packed({&zeros, 1});
  return static_cast<int>(cycles_of(unit, packed.batch()));
}

// Rows that have one datapath, structure and late C, and as many products, differ in formats and
// names, on which no cycle depends: one is simulated for all.
class SimulatedCycles {
 public:
  int of(const Unit& unit) {
    const auto known = std::ranges::find_if(simulated_, [&](const auto& other) {
      const Unit& like = *other.first;
      return like.datapath == unit.datapath && like.products() == unit.products() &&
             like.structure == unit.structure && like.instruction.late_c == unit.instruction.late_c;
    });
    if (known != simulated_.end()) return known->second;
    stop_if_interrupted();
    return simulated_.emplace_back(&unit, simulated_cycles(unit)).second;
  }

 private:
  std::vector<std::pair<const Unit*, int>> simulated_;
};

std::vector<Group> group_rows(const Verification& verification) {
  std::vector<Group> groups;
  SimulatedCycles cycles;
  for (const VerifiedUnit& one : std::span(verification.units()).first(catalog().units().size())) {
    const Unit& unit = one.unit;
    const std::string architecture = architecture_of(unit);
    auto group = std::ranges::find_if(groups, [&](const Group& other) {
      return other.architecture == architecture && other.datapath == unit.datapath.name;
    });
    if (group == groups.end())
      group = groups.insert(group, {architecture, unit.datapath.name, 0, 0, {}, {}, {}});
    ++group->rows;
    group->covered += one.tally.vectors() > 0;
    group->tally += one.tally;
    group->latency.include(make_plan(described(unit)).latency());
    if (simulates(verification)) group->cycles.include(cycles.of(unit));
  }
  return groups;
}

void print_table(const std::vector<Group>& groups) {
  using enum Table::Align;
  Table table({left, left, right, right, right, right, right, right, right, right});
  table.add({"architecture", "datapath", "rows", "recorded", "implied", "derived", "own",
             "mismatches", "latency", "cycles"});
  for (const Group& group : groups)
    table.add({group.architecture, group.datapath, fmt::format("{}/{}", group.covered, group.rows),
               std::to_string(group.tally.recorded), std::to_string(group.tally.implied),
               std::to_string(derived(group.tally)), std::to_string(group.tally.own),
               std::to_string(group.tally.mismatches), group.latency.text(), group.cycles.text()});
  fmt::print("{}\n", table.text());
}

void print_legend() {
  fmt::print(
      "recorded    results of silicon; each file's provenance says which, by whom and when\n"
      "implied     what silicon printed implies them: that two results were equal, or where they "
      "ceased to be\n"
      "derived     computed from documents, by a program that shares no arithmetic with the "
      "models\n"
      "own         computed by mmasc's reference: they show that engines agree, and no more\n"
      "latency     cycles of one fused step: the registers of the plan\n"
      "cycles      cycles of one dot-product-add, all its steps chained, in the simulated "
      "pipeline\n"
      "Latency and cycles follow from the plan; they were not measured on a GPU.\n\n");
}

// Recordings by maker: "21864 of AMD, 1470 of Intel".
std::string recorded_text(const Verification& verification) {
  std::vector<std::string> parts;
  for (const auto& [maker, count] : verification.recorded_of())
    parts.push_back(fmt::format("{} of {}", count, maker.empty() ? "makers not named" : maker));
  return fmt::format("{}", fmt::join(parts, ", "));
}

int run_everything(const RunOptions& options) {
  std::vector<std::string> paths{bundled_vectors_dir()};
  // The recordings alone: the derived vectors beside them are bundled.
  if (const char* golden = std::getenv("MMASC_GOLDEN"); golden != nullptr && *golden != '\0')
    paths.push_back(std::string(golden) + "/public");

  Verification verification(!options.engine.is_given() ? engines_of_every_run()
                                                       : std::vector{engine_named(options.engine)});
  const bool samples = !options.all && !options.engine.is_given();
  if (samples) verification.sample(kSlow, kSample);
  {
    ProgressLine progress;
    verification.run(find_vectors(paths), progress.counting("files"));
  }

  print_table(group_rows(verification));
  print_legend();
  for (const std::string& replay : verification.replays()) fmt::print("{}\n", replay);
  const Tally& total = verification.total();
  std::vector<std::string> engines;
  for (const EngineRow& row : verification.engines())
    engines.push_back(samples && row.name == kSlow ? fmt::format("{} ({} vectors; all with --all)",
                                                                 row.name, verification.sampled())
                                                   : std::string(row.name));
  fmt::print("engines: {} ({})\n", fmt::join(engines, ", "), systemc_text());
  if (total.recorded > 0) fmt::print("recordings: {}\n", recorded_text(verification));
  fmt::print(
      "result: {}: {} recorded, {} implied, {} derived and {} own vectors; mismatches: {}\n{}\n",
      total.mismatches == 0 ? "ok" : "FAILED", total.recorded, total.implied, derived(total),
      total.own, total.mismatches, verification.coverage());
  return total.mismatches == 0 ? kGood : kMismatch;
}

CommandRow run_command() {
  return make_command(
      "run", "verify all bundled vectors on the engines",
      "Every vector goes to the reference and the batch engine, and to the pipeline with --all.\n"
      "The recordings in the folder $MMASC_GOLDEN are verified too, where that is set. The engine\n"
      "rtl compiles each unit for seconds: it runs only where --engine names it.\n"
      "Example: mmasc run",
      run_everything, [](RunOptions& x, OptionRows& rows) {
        rows.add_engine(x.engine, "the only engine that runs (default: all but rtl)");
        rows.add("--all", &x.all, "give the pipeline every vector (default: 4 of each file)");
      });
}
const RegisteredCommand kRunCommand(run_command);

}  // namespace
}  // namespace mmasc
