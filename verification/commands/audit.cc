// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <map>
#include <optional>
#include <set>

#include "argument_file.h"
#include "audit_arguments.h"
#include "audit_proofs.h"
#include "audited.h"
#include "mmasc/command/command.h"
#include "mmasc/command/interrupt.h"
#include "mmasc/command/progress.h"
#include "mmasc/command/solver_seconds.h"
#include "mmasc/command/vector_header.h"
#include "mmasc/command/version.h"
#include "mmasc/files/atomic_file.h"
#include "mmasc/mutation/meaning.h"
#include "mmasc/presentation/json.h"
#include "mmasc/presentation/table.h"
#include "mmasc/unit/catalog.h"
#include "mmasc/unit/error.h"
#include "mmasc/vectors/find_vectors.h"
#include "mmasc/vectors/replay.h"

namespace mmasc {
namespace {

struct AuditOptions {
  UnitArgument unit;
  bool all = false;                // every row of the catalogue
  std::vector<std::string> paths;  // of vectors
  std::uint64_t count = 300;       // vectors of each default class that a search draws
  std::uint64_t seed = 1;          // of the search
  std::string output;              // a folder for what it finds; empty: none
  std::string markdown;            // a file of the table; empty: none
  std::uint64_t prove = 0;         // CPU seconds of each call of the solver; 0: no proofs
  std::uint64_t prove_each = 0;    // arguments of each kind; 0: all
  std::string proofs;              // a file with a line for each; empty: none
};

constexpr std::uint64_t kMaxDrawn = 1'000'000;  // of a class

using FilesByRow = std::map<std::string, std::vector<VectorFile>>;

FilesByRow load_all(const std::vector<std::string>& paths) {
  FilesByRow files;
  if (paths.empty()) return files;
  for (const VectorSource& source : find_vectors(paths)) {
    stop_if_interrupted();
    VectorFile file =
        load_vectors(source, [](std::string_view id) -> const Unit& { return catalog().find(id); });
    files[file.instruction].push_back(std::move(file));
  }
  return files;
}

Audited audit_unit(const Unit& unit, const FilesByRow& files, const AuditOptions& options) {
  MutantKiller killer(unit);
  if (const auto own = files.find(unit.instruction.id); own != files.end())
    for (const VectorFile& file : own->second) {
      check_header(file, unit);
      killer.take(file.cases, file.nan, file.name);
    }
  Audited audited{&unit, {}, {}, {}};
  // Mutants that no operands can tell apart are not searched for.
  for (const Verdict& verdict : killer.verdicts()) {
    stop_if_interrupted();
    audited.arguments.push_back(verdict.killed_by ? "" : why_equal(unit, verdict.mutant));
  }
  audited.asked.resize(audited.arguments.size());
  killer.search(options.seed, options.count, audited.arguments, stop_if_interrupted);
  audited.verdicts = killer.verdicts();
  return audited;
}

void print_mutants(const Audited& audited, bool proves) {
  const OperandLayout formats = layout_of(*audited.unit);
  for (std::size_t i = 0; i < audited.verdicts.size(); ++i) {
    const Verdict& verdict = audited.verdicts[i];
    if (verdict.killed_by)
      fmt::print("{}\n  {} {}: d {} instead of {}\n", verdict.mutant.text(),
                 verdict.by_search ? "found" : "killed by",
                 operand_flags(formats, *verdict.killed_by),
                 to_hex(verdict.mutant_d, *formats.format[Operand::d]),
                 to_hex(verdict.killed_by->d(), *formats.format[Operand::d]));
    else if (!audited.arguments[i].empty())
      fmt::print("{}\n  cannot be seen: {}{}\n", verdict.mutant.text(), audited.arguments[i],
                 proves ? "; " + name_of(audited.asked[i].proof) : "");
    else
      fmt::print("{}\n  UNEXPLAINED: no vector tells it, and no argument was found\n",
                 verdict.mutant.text());
  }
}

void print_unexplained(const Audited& audited) {
  for (std::size_t i = 0; i < audited.verdicts.size(); ++i)
    if (audited.is_unexplained(i))
      fmt::print("{}: {}: unexplained\n", audited.unit->instruction.id,
                 audited.verdicts[i].mutant.text());
}

// How many arguments are proved. A refuted one is told, and makes the audit fail.
bool print_proofs(const std::vector<Audited>& all) {
  ProofCount count;
  std::size_t arguments = 0;
  for (const Audited& audited : all)
    for (std::size_t i = 0; i < audited.asked.size(); ++i) {
      if (audited.arguments[i].empty()) continue;
      ++arguments;
      count.add(audited.asked[i].proof);
      if (audited.asked[i].proof == ArgumentProof::refuted)
        fmt::print("{}: {}: REFUTED: {}\n", audited.unit->instruction.id,
                   audited.verdicts[i].mutant.text(), audited.arguments[i]);
    }
  fmt::print("{} arguments: {} proved, {} refuted, {} open, {} not asked, {} not drawn\n",
             arguments, count[ArgumentProof::proved], count[ArgumentProof::refuted],
             count[ArgumentProof::open], count[ArgumentProof::not_asked],
             count[ArgumentProof::not_drawn]);
  return count[ArgumentProof::refuted] == 0;
}

// One vector may kill many mutants: it is written once, named after the first.
void write_found(const std::vector<Audited>& all, const UnitArgument& typed,
                 const std::string& folder) {
  for (const Audited& audited : all) {
    VectorFile file = vector_file_of(
        *audited.unit, typed, version_name() + ", audit: each kills a mutant; d by reference");
    std::set<std::string> written;
    for (const Verdict& verdict : audited.verdicts)
      if (verdict.killed_by && verdict.by_search &&
          written.insert(operand_flags(file.layout, *verdict.killed_by)).second) {
        file.cases.push_back(*verdict.killed_by);
        const Mutant& mutant = verdict.mutant;
        file.cases.back().name = mutant.lane ? mutant.field : mutant.text();
      }
    const std::filesystem::path path = std::filesystem::path(folder) / (file.instruction + ".vec");
    if (file.cases.empty()) continue;
    make_folder(path.parent_path());
    write_vectors(file, path);
  }
}

// "104", or "104; 2 found; 1 unexplained".
std::string argued_text(const AuditCount& one) {
  std::string text = std::to_string(one.argued);
  if (one.found > 0) text += fmt::format("; {} found", one.found);
  if (one.unexplained() > 0) text += fmt::format("; {} unexplained", one.unexplained());
  return text;
}

std::string markdown(const std::vector<Audited>& all) {
  std::string text =
      "# Audit\n\n"
      "Which wrong units the bundled vectors expose, by `mmasc audit --all --markdown`; not "
      "edited by hand. A *mutant* of a row has\n"
      "one field at a neighbouring value, an adder narrower by a bit (of a sum, or of a level "
      "of its tree), a normalizer that\n"
      "miscounts the leading zeros of the shortest or the longest sums, a lane that takes a "
      "NaN, an infinity, a subnormal number or\n"
      "-0 of a or b for another number, or a bit of a sparse a's metadata that is always 0. It "
      "is *killed* if a vector shows it, and\n"
      "*argued* if no operands can. A line is a datapath with all its instructions; `mmasc "
      "audit --all` prints a line for each of\n"
      "these, `mmasc audit ROW` each mutant with its vector or its argument.\n\n"
      "| datapath | mutants | killed | argued |\n"
      "|---|---|---|---|\n";
  AuditCount sum;
  struct Group {
    std::string datapath;
    AuditCount count;
  };
  std::vector<Group> groups;
  for (const Audited& audited : all) {
    const std::string& name = audited.unit->datapath.name;
    auto group = std::ranges::find(groups, name, &Group::datapath);
    if (group == groups.end()) group = groups.insert(groups.end(), Group{name, {}});
    group->count += audited.count();
    sum += audited.count();
  }
  for (const auto& [datapath, one] : groups)
    text +=
        fmt::format("| `{}` | {} | {} | {} |\n", datapath, one.all, one.killed, argued_text(one));
  return text +
         fmt::format("\n{} mutants of {} rows: {} killed, {} found, {} argued, {} unexplained.\n",
                     sum.all, all.size(), sum.killed, sum.found, sum.argued, sum.unexplained());
}

// Proves, and writes the file of proofs every few seconds. An end by whatever reason leaves the
// table of what is decided, and the file.
void prove(std::vector<Audited>& all, const AuditOptions& options,
           const std::optional<ArgumentFile>& file, ProgressLine& progress) {
  using Clock = std::chrono::steady_clock;
  constexpr std::chrono::seconds kBetweenSaves{2};
  auto saved = Clock::now() - kBetweenSaves;  // the first is kept at once
  const auto save = [&] {
    if (file) file->write(all);
    saved = Clock::now();
  };
  const auto save_at_times = [&] {
    if (Clock::now() - saved >= kBetweenSaves) save();
  };
  DecidedClaims known;
  if (file) file->add_decided_to(known);
  try {
    prove_arguments(all, static_cast<std::size_t>(options.prove_each), options.prove, known,
                    save_at_times, progress);
    save();
    stop_if_interrupted();
  } catch (...) {
    fmt::print("{}", table_of_arguments(all));
    save();
    throw;
  }
}

int audit_vectors(const AuditOptions& options) {
  if (options.all != options.unit.name.empty())
    throw InputError("give a UNIT or --all, one of the two");
  if (options.all && !options.unit.changes.empty())
    throw InputError("--set changes a UNIT; name one");
  if (options.count > kMaxDrawn)
    throw InputError(fmt::format("--count: {}; give 0 to {}", options.count, kMaxDrawn));
  check_solver_seconds("--prove", options.prove, 0);
  if (options.prove_each > 0 && options.prove == 0)
    throw InputError("--prove-each: say with --prove how long the solver may take");
  std::optional<AtomicFile> report;  // a name that cannot be written is told before the work
  if (!options.markdown.empty()) report.emplace(options.markdown);
  const FilesByRow files = load_all(options.paths);
  std::vector<Unit> chosen;
  if (options.all)
    chosen = catalog().units();
  else
    chosen.push_back(find_unit(options.unit));

  const bool proves = options.prove > 0;
  if (proves) check_mutants_can_be_proved();
  std::optional<ArgumentFile> proofs;
  if (!options.proofs.empty()) proofs.emplace(options.proofs);
  std::vector<Audited> all;
  ProgressLine progress;
  for (const Unit& unit : chosen) {
    progress.step(fmt::format("{} of {}: {}", all.size(), chosen.size(), unit.instruction.id));
    all.push_back(audit_unit(unit, files, options));
  }
  if (!options.output.empty()) write_found(all, options.unit, options.output);
  if (report) {
    report->write(markdown(all));
    report->commit();
  }
  if (proves) prove(all, options, proofs, progress);

  using enum Table::Align;
  Table table({left, right, right, right, right, right});
  table.add({"instruction", "mutants", "killed", "found", "argued", "unexplained"});
  AuditCount sum;
  for (const Audited& audited : all) {
    const AuditCount one = audited.count();
    table.add({audited.unit->instruction.id, std::to_string(one.all), std::to_string(one.killed),
               std::to_string(one.found), std::to_string(one.argued),
               std::to_string(one.unexplained())});
    sum += one;
  }
  if (options.all)
    for (const Audited& audited : all) print_unexplained(audited);
  else
    print_mutants(all.front(), proves);
  fmt::print("{}", table.text());
  if (proves) fmt::print("{}", table_of_arguments(all));
  const bool holds = !proves || print_proofs(all);
  fmt::print("unexplained: {}\n", sum.unexplained());
  return sum.unexplained() == 0 && holds ? kGood : kMismatch;
}

CommandRow audit_command() {
  return make_command(
      "audit", "whether vectors would tell a wrong field of a unit",
      kUnitHelp +
          "A mutant has one field moved to a neighbour, an adder a bit narrower, leading zeros\n"
          "miscounted, a lane that misreads NaN, Inf, subnormals or -0, or a bit of metadata\n"
          "stuck at 0. A vector kills it, or a search finds one that does, or an argument shows\n"
          "that none can.\n"
          "Example: mmasc audit hopper/wgmma.m64nNk32.f32.e4m3.e4m3 --vectors my_vectors/",
      audit_vectors, [](AuditOptions& x, OptionRows& rows) {
        rows.add("UNIT", &x.unit.name, kUnitLine);
        rows.add_changes(x.unit.changes);
        rows.add("--all", &x.all, "audit every row of the catalogue");
        rows.add("--vectors", &x.paths, "vector files or folders to audit with", "PATH");
        rows.add_count("--count", x.count,
                       "vectors of each default class of mmasc gen that a search draws, 0 to "
                       "1000000 (default: "
                       "300)");
        rows.add_count("--seed", x.seed, "the seed of the search (default: 1)");
        rows.add("-o,--output", &x.output, "where the vectors that searches find go, a folder",
                 "DIR");
        rows.add_count("--prove", x.prove,
                       "prove arguments, with so many CPU seconds for each call of the solver "
                       "(default: 0, none)");
        rows.add_count(
            "--prove-each", x.prove_each,
            "prove up to so many arguments of each kind, spread over the rows (default: 0, "
            "all)");
        rows.add("--proofs", &x.proofs,
                 "write each argument with what its proof gave, every few seconds; what the file "
                 "has as proved or refuted is not asked again",
                 "FILE.csv")
            .needs = "--prove";
        rows.add("--markdown", &x.markdown, "write a table of datapaths as Markdown", "FILE.md");
      });
}
const RegisteredCommand kAuditCommand(audit_command);

}  // namespace
}  // namespace mmasc
