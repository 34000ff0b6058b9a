// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <utility>

#include "mmasc/arith/exact_engine.h"
#include "mmasc/arith/same_bits.h"
#include "mmasc/black_box/vectors_engine.h"
#include "mmasc/command/command.h"
#include "mmasc/command/engines.h"
#include "mmasc/command/interrupt.h"
#include "mmasc/command/progress.h"
#include "mmasc/command/vector_header.h"
#include "mmasc/command/version.h"
#include "mmasc/presentation/table.h"
#include "mmasc/probes/comparison.h"
#include "mmasc/probes/probes.h"
#include "mmasc/unit/catalog.h"
#include "mmasc/unit/error.h"
#include "mmasc/unit/hex.h"
#include "mmasc/vectors/case_operands.h"
#include "mmasc/vectors/find_vectors.h"
#include "mmasc/vectors/unit_line.h"

namespace mmasc {
namespace {

struct ProbeOptions {
  UnitArgument unit;
  EngineArgument engine{"reference"};
  bool all = false;                  // every row of the catalogue
  std::vector<std::string> vectors;  // files or folders of probes that were run elsewhere
  std::string save;                  // a file for what is asked
};

using enum Table::Align;

void print_differences(const std::string& id, const std::vector<probes::Difference>& differences,
                       Table& table) {
  for (const auto& difference : differences)
    table.add({id, difference.name, difference.expected, difference.found});
}

Table difference_table() {
  Table table({left, left, left, left});
  table.add({"unit", "feature", "expected", "probed"});
  return table;
}

// Compares with the same probes of the specification.
probes::Comparison compare_with_exact(const probes::Survey& survey, const Unit& unit) {
  const auto exact = interruptible(make_exact_engine(unit));
  return probes::compare(survey, probe_all(probes::Bench(*exact, layout_of(unit))));
}

// Shows how many operations the probes have run, and stops where the user does. Keeps what was
// asked, with its d.
class Counted : public Engine {
 public:
  explicit Counted(std::unique_ptr<Engine> engine)
      : engine_(std::move(engine)), asked_(layout_of(engine_->unit())), line_(std::in_place) {}
  std::string_view name() const override { return engine_->name(); }
  const Unit& unit() const override { return engine_->unit(); }
  void dot(const DotBatch& batch) const override {
    if (line_) line_->step(fmt::format("{} operations probed", done_));
    engine_->dot(batch);
    done_ += batch.d.size();
    for (std::size_t i = 0; i < batch.size(); ++i) {
      Case row = case_of(batch, asked_.layout(), i);
      row.d() = batch.d[i];
      asked_.add(std::move(row));
    }
  }
  const Answers& asked() const { return asked_; }
  void clear() { line_.reset(); }

 private:
  std::unique_ptr<Engine> engine_;
  mutable Answers asked_;
  mutable std::optional<ProgressLine> line_;
  mutable std::size_t done_ = 0;
};

int probe_one(const ProbeOptions& options) {
  const Unit unit = find_unit(options.unit);
  auto asked = make_engine(options.engine, unit);
  const auto* const record = dynamic_cast<const VectorsEngine*>(asked.get());
  const auto nan = record ? std::optional(record->file().nan) : std::nullopt;
  const auto engine = std::make_unique<Counted>(std::move(asked));
  const OperandLayout formats = layout_of(unit);
  const probes::Bench bench(*engine, formats, nan);
  const probes::Survey survey = probe_all(bench);
  engine->clear();
  if (!options.save.empty()) {
    // Only what an engine of its own answers are results of mmasc.
    const bool is_box = !engine_named(options.engine).takes.empty();
    VectorFile file =
        vector_file_of(unit, options.unit,
                       fmt::format("{}{}, probe, d by {}", is_box ? "answers to " : "",
                                   version_name(), options.engine.name));
    file.cases.assign(engine->asked().all().begin(), engine->asked().all().end());
    write_vectors(file, options.save);
  }
  fmt::print("{} on {}\n\n", unit.instruction.id, engine->name());
  for (const auto& finding : survey.findings) {
    if (!finding.is_answered) {
      fmt::print("{}: not answered: {}\n", finding.name, finding.why_not);
      continue;
    }
    if (!finding.observable()) {
      fmt::print("{}: not observable: {}\n", finding.name, finding.why_not);
      continue;
    }
    fmt::print("{}: {}\n", finding.name, finding.value);
    for (const auto& witness : {finding.witness, finding.beside})
      if (witness)
        fmt::print("    {}  d = {}\n", probes::replay_text(formats, *witness),
                   to_hex(witness->d(), *formats.format[Operand::d]));
    if (finding.name == probes::name::kTree && !survey.tree.leaf())
      for (const std::string& line : drawing(survey.tree)) fmt::print("    {}\n", line);
  }
  const auto comparison = compare_with_exact(survey, unit);
  fmt::print("\n{} features as exact numbers show them, {} not observable, {}{} different\n",
             comparison.agree, comparison.not_observable,
             record ? fmt::format("{} not answered, ", comparison.not_answered) : "",
             comparison.differences.size());
  if (comparison.differences.empty()) return kGood;
  Table table = difference_table();
  print_differences(unit.instruction.id, comparison.differences, table);
  fmt::print("\n{}", table.text());
  return kMismatch;
}

int probe_catalogue(const ProbeOptions& options) {
  Table table = difference_table();
  int rows = 0, agree = 0, stated = 0, not_observable = 0, different = 0;
  ProgressLine progress;
  for (const Unit& unit : catalog().units()) {
    progress.step(fmt::format("{} rows, {}", rows, unit.instruction.id));
    const auto engine = interruptible(make_engine(options.engine, unit));
    const probes::Bench bench(*engine, layout_of(unit));
    const probes::Survey survey = probe_all(bench);
    const auto by_exact = compare_with_exact(survey, unit);
    const auto by_fields = probes::compare(survey, probes::stated_features(unit));
    for (const auto* comparison : {&by_exact, &by_fields}) {
      print_differences(unit.instruction.id, comparison->differences, table);
      different += static_cast<int>(comparison->differences.size());
    }
    ++rows;
    agree += by_exact.agree;
    stated += by_fields.agree;
    not_observable += by_exact.not_observable;
  }
  if (different != 0) fmt::print("{}\n", table.text());
  fmt::print(
      "{} rows on {}: {} features as exact numbers show them, {} of them as a field states, "
      "{} not observable, {} different\n",
      rows, options.engine.name, agree, stated, not_observable, different);
  return different == 0 ? kGood : kMismatch;
}

// The elements up to the last that is not zero: "3c00 3c00".
std::string used_elements(const std::vector<std::uint64_t>& elements, const Format& format) {
  const auto last = std::ranges::find_if(elements.rbegin(), elements.rend(),
                                         [](std::uint64_t bits) { return bits != 0; });
  std::string text;
  for (auto element = elements.begin(); element != last.base(); ++element)
    text += (text.empty() ? "" : " ") + to_hex(*element, format);
  return text.empty() ? to_hex(std::uint64_t{0}, format) : text;
}

// One file's cases as rows of the table. Returns how many d differ.
int add_recorded(const VectorFile& file, const Unit& unit, const ProbeOptions& options,
                 Table& table) {
  const OperandLayout formats = layout_of(unit);
  check_header(file, unit);
  if (!file.has_d) throw InputError(file.name + ": no column d");
  const auto engine = interruptible(make_engine(options.engine, unit));
  const probes::Bench bench(*engine, formats);
  int different = 0;
  for (const Case& row : file.cases) {
    const std::uint64_t d = bench.run(row);
    const bool same = same_bits(*formats.format[Operand::d], d, row.d(), file.nan == NanMatch::any);
    different += same ? 0 : 1;
    table.add({row.name.empty() ? fmt::format("line {}", row.line) : row.name,
               used_elements(row[Operand::a], *formats.format[Operand::a]),
               used_elements(row[Operand::b], *formats.format[Operand::b]),
               to_hex(row.c(), *formats.format[Operand::c]),
               to_hex(row.d(), *formats.format[Operand::d]), to_hex(d, *formats.format[Operand::d]),
               same ? "" : "differs"});
  }
  return different;
}

// The unit of a file, before the file changes it.
Unit unit_named_by(const VectorFile& file) {
  std::optional<Unit> named = unit_in_named_file(file);
  return named ? *std::move(named) : catalog().find(file.instruction);
}

int probe_again(const ProbeOptions& options) {
  int cases = 0, different = 0;
  for (const VectorSource& source : find_vectors(options.vectors)) {
    stop_if_interrupted();
    const VectorFile file =
        load_vectors(source, [](std::string_view id) -> const Unit& { return catalog().find(id); });
    const Unit unit = options.unit.name.empty() ? changed_unit_of(file, unit_named_by(file))
                                                : find_unit(options.unit);
    Table table({left, left, left, left, left, left, left});
    table.add({"probe", "a", "b", "c", "there", "here", ""});
    different += add_recorded(file, unit, options, table);
    cases += static_cast<int>(file.cases.size());
    fmt::print("there: {}, {}\nhere:  {}, {}\n\n{}\n", file.instruction, file.provenance,
               unit.instruction.id, options.engine.name, table.text());
  }
  fmt::print("{} probes, {} different\n", cases, different);
  return different == 0 ? kGood : kMismatch;
}

int probe_units(const ProbeOptions& options) {
  engine_named(options.engine);
  if (!options.vectors.empty() && options.all)
    throw InputError("--vectors runs the cases of files; leave out --all");
  if (options.unit.name.empty() && !options.unit.changes.empty())
    throw InputError("--set changes a UNIT; name one");
  if (!options.vectors.empty() && !options.save.empty())
    throw InputError("--save is for the probes of a UNIT; leave out --vectors");
  if (!options.vectors.empty()) return probe_again(options);
  if (options.all == !options.unit.name.empty()) throw InputError("give a UNIT or --all");
  return options.all ? probe_catalogue(options) : probe_one(options);
}

CommandRow probe_command() {
  return make_command(
      "probe", "find a unit's features from outside",
      kUnitHelp +
          "Each feature is printed with operands that show it. The same probes run on exact\n"
          "numbers; a feature that differs there is reported. --all probes every row of the\n"
          "catalogue and also compares features with the fields that state them. --vectors\n"
          "runs the cases of vector files again, on their own unit or on UNIT; the bundled ones\n"
          "hold the probes of Fasi et al. on an RTX 4060. Of --engine vec:FILE, a vector file,\n"
          "features are found as far as it has the vectors; the others are not answered. --save\n"
          "writes the vectors that the probes ask.\n"
          "Example: mmasc probe ada/mma.m16n8k8.f32.f16.f16.f32\n"
          "         mmasc probe --vectors gpu_golden/bundled/rtx4060",
      probe_units, [](ProbeOptions& x, OptionRows& rows) {
        rows.add("UNIT", &x.unit.name, kUnitLine);
        rows.add_changes(x.unit.changes);
        rows.add("--all", &x.all, "probe every row of the catalogue");
        rows.add("--vectors", &x.vectors, "run the cases of vector files or folders again", "PATH");
        rows.add_engine(x.engine);
        rows.add("--save", &x.save, "write every vector that was asked, with its d", "FILE.vec")
            .excludes = "--all";
      });
}
const RegisteredCommand kProbeCommand(probe_command);

}  // namespace
}  // namespace mmasc
