// SPDX-License-Identifier: Apache-2.0
#include "mmasc/identify/identify.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <map>
#include <optional>
#include <set>

#include "mmasc/command/command.h"
#include "mmasc/command/engines.h"
#include "mmasc/command/interrupt.h"
#include "mmasc/command/progress.h"
#include "mmasc/files/atomic_file.h"
#include "mmasc/identify/box.h"
#include "mmasc/identify/formats.h"
#include "mmasc/identify/journal.h"
#include "mmasc/presentation/json.h"
#include "mmasc/presentation/table.h"
#include "mmasc/unit/catalog.h"
#include "mmasc/unit/error.h"
#include "mmasc/vectors/find_vectors.h"
#include "mmasc/vectors/replay.h"

namespace mmasc {
namespace {

using identify::Asked, identify::Identified, identify::Open;

struct IdentifyOptions {
  UnitArgument unit;
  std::string formats, save, output;
  EngineArgument engine;
  std::vector<std::string> vectors;
  std::uint64_t most = 5000, seed = 1;
  bool blind = false, json = false;
};

// Every answer of the files, which are of one layout.
struct Known {
  std::vector<VectorFile> files;

  explicit Known(const std::vector<std::string>& paths) {
    for (const VectorSource& source : find_vectors(paths)) {
      files.push_back(load_vectors(
          source, [](std::string_view id) -> const Unit& { return catalog().find(id); }));
      if (!files.back().has_d) throw InputError(files.back().name + ": no column d");
      if (to_text(files.back().layout) != to_text(files.front().layout))
        throw InputError(fmt::format("{} is of {}, {} of {}; identify one unit at a time",
                                     files.back().name, to_text(files.back().layout),
                                     files.front().name, to_text(files.front().layout)));
    }
  }
};

Unit unit_given(const IdentifyOptions& options, const Known& known) {
  if (!options.unit.name.empty()) return find_unit(options.unit);
  if (!options.formats.empty()) return identify::box_of(options.formats);
  return identify::box_of(known.files.front().layout);
}

void check_options(const IdentifyOptions& options) {
  const bool has_unit = !options.unit.name.empty();
  if (has_unit && !options.formats.empty()) throw InputError("give a UNIT or --formats, not both");
  if (!has_unit && !options.unit.changes.empty())
    throw InputError("--set changes a UNIT; name one");
  if (!options.engine.is_given() && options.vectors.empty())
    throw InputError(
        "nothing answers; give --engine exec:PROGRAM, --engine lib:FILE or --vectors FILE");
  if (!has_unit && options.formats.empty() && options.vectors.empty())
    throw InputError(
        "the operands are not known; give a UNIT or --formats, as "
        "'a=f16 b=f16 c=f32 d=f32 k=4'");
}

// A field and all that it may be, as far as no vector that was tried tells.
std::map<std::string, std::vector<std::string>> open_fields(const Identified& found) {
  std::map<std::string, std::vector<std::string>> fields;
  for (const Open& one : found.open)
    if (one.why.empty() && one.is_tried) fields[one.field].push_back(one.may_be);
  return fields;
}

// Fields of which no operands tell other values apart.
std::set<std::string> unseen_fields(const Identified& found) {
  std::set<std::string> fields;
  for (const Open& one : found.open)
    if (!one.why.empty()) fields.insert(one.field);
  return fields;
}

std::set<std::string> untried_fields(const Identified& found) {
  std::set<std::string> fields;
  for (const Open& one : found.open)
    if (!one.is_tried) fields.insert(one.field);
  return fields;
}

std::string asked_text(const Asked& asked, const Case& row) {
  return fmt::format("{}  d = {}", operand_flags(asked.layout(), row),
                     to_hex(row.d(), asked.unit().d()));
}

constexpr std::size_t kWidth = 96;

// As comments of the row.
std::string summary(const Asked& asked, const Identified& found) {
  std::string text;
  const auto say = [&](const std::string& line) {
    text += "# " + wrapped(line, kWidth, "\n#   ") + "\n";
  };
  const std::size_t answers = asked.answers().size();
  say(fmt::format("{} queries; {} of {} answers are this row's", asked.queries(),
                  answers - found.wrong.size(), answers));
  if (found.unrepeatable)
    say("the box gives another d for the same operands: " + asked_text(asked, *found.unrepeatable));
  if (!found.wrong.empty())
    say("not this row's, the first: " + asked_text(asked, *found.wrong.front()));
  for (const auto& failure : asked.failures())
    say(fmt::format("no answer to {}: {}", operand_flags(asked.layout(), failure.row),
                    failure.what));
  if (!found.is_identified()) return text;
  if (asked.has_box() && !found.is_confirmed)
    say("not all that is open was asked about: --most is reached");
  if (!found.equal.empty())
    say(fmt::format("as in the catalogue: {}", fmt::join(found.equal, ", ")));
  for (const auto& [field, values] : open_fields(found))
    say(fmt::format("open: {} may be {}, too; no vector that was tried tells", field,
                    fmt::join(values, ", ")));
  if (const auto fields = unseen_fields(found); !fields.empty())
    say(fmt::format("no operands tell all values of {}; --json says which, and why",
                    fmt::join(fields, ", ")));
  if (const auto fields = untried_fields(found); !fields.empty())
    say(fmt::format("numbers far away were not tried for {}; --json says which",
                    fmt::join(fields, ", ")));
  return text;
}

Json json_of(const Asked& asked, const Identified& found, std::size_t queries_before) {
  Json json = json_document("identify");
  json["identified"] = found.is_identified();
  json["queries"] = queries_before + asked.queries();
  json["formats"] = to_text(asked.layout());
  json["answers"] = asked.answers().size();
  json["wrong"] = found.wrong.size();
  json["row"] = to_toml(found.unit);
  json["equal"] = found.equal;
  json["open"] = Json::array();
  for (const Open& open : found.open)
    json["open"].push_back({{"field", open.field},
                            {"may_be", open.may_be},
                            {"why", open.why},
                            {"tried", open.is_tried}});
  json["contradictions"] = Json::array();
  for (const Case* row : found.wrong) {
    Json one;
    add_operands(one, asked.layout(), *row);
    one["d"] = to_hex(row->d(), asked.unit().d());
    json["contradictions"].push_back(std::move(one));
  }
  json["failures"] = Json::array();
  for (const auto& failure : asked.failures())
    json["failures"].push_back(
        {{"operands", operand_flags(asked.layout(), failure.row)}, {"what", failure.what}});
  return json;
}

// The answers that found the formats go on. Of candidates that no row gives only the last is
// printed.
struct Before {
  std::vector<Case> answers;
  std::size_t queries = 0;
  bool is_last = true;
};

int identify_box(const IdentifyOptions& options, const Before& before) {
  const Known known(options.vectors);
  const Unit given = unit_given(options, known);
  Asked::MakeBox make_box;
  if (options.engine.is_given()) make_box = [&] { return make_engine(options.engine, given); };
  Asked asked(identify::box_of(layout_of(given)), make_box);
  asked.most_queries = options.most - std::min(options.most, std::uint64_t{before.queries});
  asked.remember(before.answers);
  for (const VectorFile& file : known.files) {
    check_header(file, asked.unit());
    asked.remember(file.cases);
    asked.tells_nan_words = asked.tells_nan_words && file.nan == NanMatch::exact;
  }
  std::optional<identify::Journal> journal;
  if (!options.save.empty()) {
    journal.emplace(options.save, asked.unit());
    asked.remember(journal->known());
    asked.on_answer = [&](const Case& row) { journal->add(row); };
  }
  Identified found;
  {
    ProgressLine line;
    found = identify::find_row(
        asked, {options.seed, options.blind},
        [&](const std::string& what) {
          line.step(fmt::format("{} queries: {}", asked.queries(), what));
        },
        stop_if_interrupted);
  }
  if (!found.is_identified() && !before.is_last) return kMismatch;
  if (before.queries > 0 && !options.json)
    fmt::print("# {} queries found the formats {}\n", before.queries, to_text(asked.layout()));
  if (options.json) {
    print_json(json_of(asked, found, before.queries));
  } else if (options.output.empty() || !found.is_identified()) {
    fmt::print("{}\n{}", summary(asked, found), to_toml(found.unit));
  } else {
    write_file(options.output, to_toml(found.unit));
    fmt::print("{}", summary(asked, found));
  }
  return found.is_identified() ? kGood : kMismatch;
}

// Formats that go with the answers, the likeliest first, until one has a row.
int identify_with_formats(IdentifyOptions options) {
  if (!options.engine.is_given())
    throw InputError("--formats: bits in place of a format ask for an engine, which finds it");
  if (!options.save.empty() || !options.vectors.empty())
    throw InputError("--save and --vectors need formats by their names, and --formats gives bits");
  const identify::FormatsFound found = identify::find_formats(
      options.formats, [&](const Unit& unit) { return make_engine(options.engine, unit); });
  if (found.likely.empty())
    throw InputError(
        fmt::format("--formats: {}: no formats go with the answers to {} vectors; name them",
                    options.formats, found.queries));
  Before before{found.answers, found.queries};
  for (const std::string& formats : found.likely) {
    options.formats = formats;
    before.is_last = formats == found.likely.back();
    if (identify_box(options, before) == kGood) return kGood;
  }
  return kMismatch;
}

int identify_command_of(const IdentifyOptions& options) {
  check_options(options);
  if (options.engine.is_given()) engine_named(options.engine);
  return identify::leaves_formats_open(options.formats) ? identify_with_formats(options)
                                                        : identify_box(options, Before{});
}

CommandRow identify_command() {
  return make_command(
      "identify", "find the row of a unit from its answers",
      kUnitHelp +
          "Operands are chosen, and each answer narrows the rows that are possible, from those\n"
          "of the catalogue and of what probes find. UNIT only says which operands there are;\n"
          "--formats says it without a unit, and where a format is not known, the bits of its\n"
          "elements ('a=8 b=8 c=f32 d=f32 k=4'): formats are found first. --vectors takes answers\n"
          "from files, with or without an engine to ask for more. With --save a search that was\n"
          "stopped can be gone on with.\n"
          "The row is printed, and what remains open. Where no row gives all answers the exit\n"
          "code is 1, and the first answer that the nearest row does not give is printed.\n"
          "Example: mmasc identify --formats 'a=bf16 b=bf16 c=f32 d=f32 k=2' \\\n"
          "           --engine 'exec:mmasc capture x86/vdpbf16ps --answer' -o mine.toml",
      identify_command_of, [](IdentifyOptions& x, OptionRows& rows) {
        rows.add("UNIT", &x.unit.name, kUnitLine);
        rows.add_changes(x.unit.changes);
        rows.add("--formats", &x.formats, "the operands: 'a=f16 b=f16 c=f32 d=f32 k=4'", "TEXT");
        rows.add("--engine", &x.engine.name,
                 "what answers: " + engine_help("") + " (docs/black_box.md)");
        rows.add_patience(x.engine.patience);
        rows.add("--vectors", &x.vectors, "answers that are known: vector files or folders",
                 "PATH");
        rows.add("--save", &x.save,
                 "keep all answers in a vector file, and begin with what is there", "FILE.vec");
        rows.add("-o,--output", &x.output, "write the row into a file", "FILE.toml");
        rows.add_positive("--most", x.most, "the most vectors to ask (default: 5000)");
        rows.add("--seed", &x.seed, "the seed of drawn vectors (default: 1)", "N");
        rows.add("--blind", &x.blind, "try no row of the catalogue");
        rows.add_json(x.json);
      });
}
const RegisteredCommand kIdentifyCommand(identify_command);

}  // namespace
}  // namespace mmasc
