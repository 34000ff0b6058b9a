// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <map>

#include "audit/meaning.h"
#include "audit/refute.h"
#include "commands.h"
#include "interrupt.h"
#include "json.h"
#include "progress.h"
#include "spec/catalog.h"
#include "spec/error.h"
#include "table.h"
#include "vectors/atomic_file.h"
#include "vectors/find_vectors.h"

namespace mmasc {
namespace {

constexpr std::uint64_t kSeed = 1;

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

struct Tried {
  const Unit* unit = nullptr;
  std::vector<Trial> trials;
  std::vector<std::string> arguments;  // of each trial without a witness; empty: none found

  std::size_t count(bool (*holds)(const Trial&, const std::string&)) const {
    std::size_t counted = 0;
    for (std::size_t i = 0; i < trials.size(); ++i) counted += holds(trials[i], arguments[i]);
    return counted;
  }
  std::size_t refuted() const {
    return count([](const Trial& t, const std::string&) { return t.witness && !t.by_search; });
  }
  std::size_t found() const {
    return count([](const Trial& t, const std::string&) { return t.witness && t.by_search; });
  }
  std::size_t argued() const {
    return count([](const Trial& t, const std::string& why) { return !t.witness && !why.empty(); });
  }
  std::size_t unexplained() const { return trials.size() - refuted() - found() - argued(); }
};

Tried try_unit(const Unit& unit, const FilesByRow& files, std::uint64_t count) {
  Refuter refuter(unit);
  if (const auto own = files.find(unit.instruction.id); own != files.end())
    for (const VectorFile& file : own->second) {
      check_header(file, unit);
      refuter.take(file.cases, file.nan);
    }
  Tried tried{&unit, {}, {}};
  // What no operands can tell apart is not searched for.
  for (const Trial& trial : refuter.trials())
    tried.arguments.push_back(trial.witness ? "" : why_equal(unit, trial.mutant.unit));
  refuter.search(kSeed, count, tried.arguments);
  tried.trials = refuter.trials();
  return tried;
}

void print_mutants(const Tried& tried) {
  const VectorFormats formats = formats_of(*tried.unit);
  for (std::size_t i = 0; i < tried.trials.size(); ++i) {
    const Trial& trial = tried.trials[i];
    if (trial.witness)
      fmt::print("{}\n  {} {}: d {} instead of {}\n", trial.mutant.text(),
                 trial.by_search ? "found" : "refuted by", operand_flags(formats, *trial.witness),
                 to_hex(trial.mutant_d, *formats.d), to_hex(trial.witness->d, *formats.d));
    else if (!tried.arguments[i].empty())
      fmt::print("{}\n  cannot be seen: {}\n", trial.mutant.text(), tried.arguments[i]);
    else
      fmt::print("{}\n  UNEXPLAINED: no vector tells it, and no argument was found\n",
                 trial.mutant.text());
  }
}

void print_unexplained(const Tried& tried) {
  for (std::size_t i = 0; i < tried.trials.size(); ++i)
    if (!tried.trials[i].witness && tried.arguments[i].empty())
      fmt::print("{}: {}: unexplained\n", tried.unit->instruction.id,
                 tried.trials[i].mutant.text());
}

void write_witnesses(const std::vector<Tried>& all, const std::string& folder) {
  for (const Tried& tried : all) {
    VectorFile file;
    file.instruction = tried.unit->instruction.id;
    file.formats = formats_of(*tried.unit);
    file.provenance =
        version_name() + ", audit: each refutes a change of one field; d by reference";
    file.nan = tried.unit->datapath.result.nan ? NanMatch::exact : NanMatch::any;
    for (const Trial& trial : tried.trials)
      if (trial.witness && trial.by_search) {
        file.cases.push_back(*trial.witness);
        file.cases.back().name = trial.mutant.text();
      }
    std::string name = file.instruction;
    std::ranges::replace(name, '/', '.');
    if (!file.cases.empty()) write_vectors(file, folder + "/" + name + ".vec");
  }
}

}  // namespace

int audit_vectors(const AuditOptions& options) {
  if (options.all != options.unit.name.empty())
    throw InputError("give a UNIT or --all, one of the two");
  const FilesByRow files = load_all(options.paths);
  std::vector<Unit> chosen;
  if (options.all)
    chosen = catalog().units();
  else
    chosen.push_back(find_unit(options.unit));

  std::vector<Tried> all;
  Progress progress;
  for (const Unit& unit : chosen) {
    stop_if_interrupted();
    progress.show(fmt::format("{} of {}: {}", all.size(), chosen.size(), unit.instruction.id));
    all.push_back(try_unit(unit, files, options.count));
  }
  if (!options.output.empty()) write_witnesses(all, options.output);

  using enum Table::Align;
  Table table({left, right, right, right, right, right});
  table.add({"instruction", "changes", "refuted", "found", "argued", "unexplained"});
  std::size_t unexplained = 0;
  for (const Tried& tried : all) {
    table.add({tried.unit->instruction.id, std::to_string(tried.trials.size()),
               std::to_string(tried.refuted()), std::to_string(tried.found()),
               std::to_string(tried.argued()), std::to_string(tried.unexplained())});
    unexplained += tried.unexplained();
  }
  if (options.all)
    for (const Tried& tried : all) print_unexplained(tried);
  else
    print_mutants(all.front());
  fmt::print("{}", table.text());
  fmt::print("unexplained: {}\n", unexplained);
  return unexplained == 0 ? kGood : kMismatch;
}

}  // namespace mmasc
