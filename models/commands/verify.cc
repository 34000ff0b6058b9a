// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <optional>

#include "mmasc/arith/same_bits.h"
#include "mmasc/command/benches.h"
#include "mmasc/command/command.h"
#include "mmasc/command/engines.h"
#include "mmasc/command/explain.h"
#include "mmasc/command/interrupt.h"
#include "mmasc/command/progress.h"
#include "mmasc/command/tell.h"
#include "mmasc/compare/smallest.h"
#include "mmasc/presentation/describe.h"
#include "mmasc/presentation/json.h"
#include "mmasc/presentation/table.h"
#include "mmasc/stimulus/evenly_spread.h"
#include "mmasc/unit/catalog.h"
#include "mmasc/unit/status_flags.h"
#include "mmasc/vectors/case_operands.h"
#include "mmasc/vectors/replay.h"
#include "mmasc/verify/better_reading.h"

namespace mmasc {
namespace {

constexpr std::string_view kExplainingBench = "verification";
constexpr std::size_t kMostExplained = 1000;  // vectors of a file, beside those that differ

struct VerifyOptions {
  std::vector<std::string> paths;
  std::vector<std::string> units;  // files of one's own
  std::vector<std::string> changes;
  EngineArgument engine{"reference"};
  bool all_rows = false, json = false;
};

std::string evidence_text(const Tally& tally) {
  std::string text;
  const auto add = [&](std::size_t count, std::string_view kind) {
    if (count > 0) text += fmt::format("{}{} {}", text.empty() ? "" : ", ", count, kind);
  };
  add(tally.recorded, "recorded");
  add(tally.implied, "implied");
  add(tally.stated, "stated");
  add(tally.derived, "derived");
  return text.empty() ? "no vectors" : text;
}

template <class F>
void for_each_row(const Verification& verification, bool all_rows, F f) {
  for (const VerifiedUnit& one : verification.units())
    if (all_rows || one.tally.vectors() > 0) f(one);
}

// The smallest operands are those of the first unit with differences. Where the engine gives
// another d than the reference, both are asked again. Where it does not, the file is another
// unit's, which nobody can ask: one with another reading or another field stands for it, if that
// gives d of a sample of the file and of all that differ.
struct ShownSmallest {
  std::string command;  // that gives what verify got
  std::string expected, got;
  std::string explained;  // by what the other unit differs; empty: two engines do
};

std::optional<Unit> unit_behind(const VerifiedUnit& one, const EngineRow& engine,
                                const VectorFile& file, std::string& explained) {
  const auto gives_all = [&](const Unit& unit) {
    const Sequence sequence(unit);
    return std::ranges::all_of(file.cases, [&](const Case& row) {
      return same_bits(unit.d(), evaluate(sequence, operands_of(row)), row.d(),
                       file.nan == NanMatch::any);
    });
  };
  if (const auto reading = better_reading(one, engine)) {
    Unit other = with_changes(one.unit, reading->question.set);
    explained = fmt::format("--set {}", fmt::join(reading->question.set, " --set "));
    if (gives_all(other)) return other;
  }
  if (explain_by_field() == nullptr) {
    tell(not_built_text("the field by which vectors differ", kExplainingBench));
    return std::nullopt;
  }
  auto by_field = explain_by_field()(one.unit, file);
  if (!by_field) return std::nullopt;
  explained = by_field->difference;
  return std::move(by_field->unit);
}

std::optional<ShownSmallest> smallest_of(const Verification& verification,
                                         std::span<const VectorSource> sources) {
  const auto found = std::ranges::find_if(
      verification.units(), [](const VerifiedUnit& one) { return !one.differing.empty(); });
  if (found == verification.units().end()) return std::nullopt;
  const VerifiedUnit& one = *found;
  const EngineRow& engine = verification.engines().front();
  const Difference& first = one.differing.front();
  const bool any_nan = first.nan == NanMatch::any;
  const OperandLayout layout = layout_of(one.unit);
  const auto reference = make_reference_engine(one.unit);
  std::vector<Case> vectors;
  for (const Difference& each : one.differing) vectors.push_back(each.vector);
  std::string command = "mmasc eval " + as_typed(one.argument) + " ", explained;
  std::optional<compare::Smallest> smallest;
  const bool is_reference = engine.as_typed() == reference->name();
  if (!is_reference) {
    const auto asked = interruptible(engine.engine_of(one.unit));
    smallest =
        compare::smallest_difference(*reference, *asked, vectors, any_nan, stop_if_interrupted);
  }
  const bool of_engine = smallest.has_value();
  if (!smallest && !one.unit.has_own_stages()) {
    VectorFile file = load_vectors(sources[first.source], [](std::string_view id) -> const Unit& {
      return catalog().find(id);
    });
    file.cases = evenly_spread(file.cases, kMostExplained);
    file.cases.insert(file.cases.end(), vectors.begin(), vectors.end());
    if (const auto other = unit_behind(one, engine, file, explained))
      smallest = compare::smallest_difference(*make_reference_engine(*other), *reference, vectors,
                                              any_nan, stop_if_interrupted);
  }
  if (!smallest) return std::nullopt;
  command += operand_flags(layout, smallest->row);
  if (of_engine) command += fmt::format(" --engine {}", engine.as_typed());
  const auto text = [&](std::uint64_t d, std::uint64_t flags) {
    return to_hex(d, one.unit.d()) +
           (smallest->expected_flags != smallest->got_flags ? ", flags " + flags_text(flags) : "");
  };
  return ShownSmallest{std::move(command), text(smallest->expected, smallest->expected_flags),
                       text(smallest->got, smallest->got_flags), std::move(explained)};
}

std::string to_text(const ShownSmallest& smallest) {
  return fmt::format("smallest: {}\n  {}, got {}{}\n", smallest.command,
                     smallest.explained.empty() ? "reference " + smallest.expected
                                                : "expected " + smallest.expected,
                     smallest.got,
                     smallest.explained.empty() ? "" : "; explained by " + smallest.explained);
}

void print_report(const Verification& verification, const std::optional<ShownSmallest>& smallest,
                  bool all_rows) {
  using enum Table::Align;
  Table table({left, right, right, left});
  table.add({"instruction", "vectors", "mismatches", "evidence"});
  for_each_row(verification, all_rows, [&](const VerifiedUnit& one) {
    table.add({one.title, std::to_string(one.tally.vectors()), std::to_string(one.tally.mismatches),
               evidence_text(one.tally)});
  });
  fmt::print("{}", table.text());
  for (const std::string& replay : verification.replays()) fmt::print("{}\n", replay);
  const Tally& total = verification.total();
  if (total.mismatches > verification.replays().size())
    fmt::print("... and {} more mismatches\n", total.mismatches - verification.replays().size());
  for (const VerifiedUnit& one : verification.units())
    if (const auto reading = better_reading(one, verification.engines().front()))
      fmt::print("{}\n", hint_text(one, *reading));
  if (smallest) fmt::print("{}", to_text(*smallest));
  fmt::print("{}: {} ({}); mismatches: {}; {}\n", verification.engines().front().title(),
             counted(static_cast<long long>(total.vectors()), "vector"), evidence_text(total),
             total.mismatches, verification.coverage());
}

void print_json_report(const Verification& verification,
                       const std::optional<ShownSmallest>& smallest, bool all_rows) {
  const auto tally_json = [](const Tally& tally) {
    return Json{{"recorded", tally.recorded},
                {"implied", tally.implied},
                {"stated", tally.stated},
                {"derived", tally.derived},
                {"mismatches", tally.mismatches}};
  };
  Json json = json_document("verify");
  json["engine"] = verification.engines().front().title();
  json["total"] = tally_json(verification.total());
  json["rows_covered"] = verification.rows_covered();
  json["rows_in_catalogue"] = catalog().units().size();
  json["rows"] = Json::array();
  for_each_row(verification, all_rows, [&](const VerifiedUnit& one) {
    Json row{{"instruction", one.unit.instruction.id}, {"changes", one.argument.changes}};
    row.update(tally_json(one.tally));
    if (const auto reading = better_reading(one, verification.engines().front()))
      row["better_reading"] = {{"set", reading->question.set},
                               {"differing", reading->differing},
                               {"of", reading->of},
                               {"what", reading->question.what},
                               {"source", reading->question.source}};
    json["rows"].push_back(row);
  });
  json["replays"] = verification.replays();
  if (smallest) {
    json["smallest"] = {
        {"command", smallest->command}, {"expected", smallest->expected}, {"got", smallest->got}};
    if (!smallest->explained.empty()) json["smallest"]["explained_by"] = smallest->explained;
  }
  print_json(json);
}

std::vector<NamedUnit> own_units(const std::vector<std::string>& files) {
  std::vector<NamedUnit> own;
  for (const std::string& file : files)
    for (Unit& unit : read_units(file)) {
      std::string name = file + ":" + unit.instruction.id;
      own.push_back({{std::move(name)}, std::move(unit)});
    }
  return own;
}

int verify_paths(const VerifyOptions& options) {
  const EngineRow& engine = engine_named(options.engine);
  Verification verification({engine}, own_units(options.units), options.changes);
  const std::vector<VectorSource> sources = find_vectors(options.paths);
  {
    ProgressLine progress;
    verification.run(sources, progress.counting("files"));
  }
  const auto smallest = smallest_of(verification, sources);
  if (options.json)
    print_json_report(verification, smallest, options.all_rows);
  else
    print_report(verification, smallest, options.all_rows);
  return verification.total().mismatches == 0 ? kGood : kMismatch;
}

CommandRow verify_command() {
  CommandRow row = make_command(
      "verify", "run vector files on an engine and compare every bit of d",
      "PATHS are .vec files, the index.csv of published recordings, or folders of these. The exit\n"
      "code is 1 where a bit differs; each difference comes with the command that shows it, and\n"
      "the first with the smallest operands that show it, where they can be found. Where a\n"
      "unit leaves something undecided, a hint says which answer makes fewer vectors differ.\n"
      "Example: mmasc verify my_vectors/ --engine pipeline",
      verify_paths, [](VerifyOptions& x, OptionRows& rows) {
        rows.add("PATHS", &x.paths, "vector files or folders").is_required = true;
        rows.add("--units", &x.units, "units of your own, in place of the ones that files name",
                 "FILE.toml")
            .is_one_a_flag = true;
        rows.add_changes(x.changes, "change a field of every unit that vectors are of");
        rows.add_engine(x.engine);
        rows.add("--all", &x.all_rows,
                 "list every row of the catalogue (default: rows with vectors)");
        rows.add_json(x.json);
      });
  row.more_in = kExplainingBench;
  return row;
}
const RegisteredCommand kVerifyCommand(verify_command);

}  // namespace
}  // namespace mmasc
