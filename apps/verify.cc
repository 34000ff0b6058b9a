// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "command.h"
#include "engines.h"
#include "mmasc/presentation/describe.h"
#include "mmasc/presentation/json.h"
#include "mmasc/presentation/table.h"
#include "mmasc/unit/catalog.h"
#include "mmasc/verify/better_reading.h"
#include "progress.h"

namespace mmasc {
namespace {

struct VerifyOptions {
  std::vector<std::string> paths;
  std::vector<std::string> units;  // files of one's own
  std::vector<std::string> changes;
  std::string engine = "reference";
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

void print_report(const Verification& verification, bool all_rows) {
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
  fmt::print("{}: {} ({}); mismatches: {}; {}\n", verification.engines().front().title(),
             counted(static_cast<long long>(total.vectors()), "vector"), evidence_text(total),
             total.mismatches, verification.coverage());
}

void print_json_report(const Verification& verification, bool all_rows) {
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
  ProgressLine progress;
  verification.run(find_vectors(options.paths), progress.counting("files"));
  if (options.json)
    print_json_report(verification, options.all_rows);
  else
    print_report(verification, options.all_rows);
  return verification.total().mismatches == 0 ? kGood : kMismatch;
}

}  // namespace

CommandRow verify_command() {
  return make_command(
      "verify", "run vector files on an engine and compare every bit of d",
      "PATHS are .vec files, the index.csv of published recordings, or folders of these. The exit\n"
      "code is 1 where a bit differs; each difference comes with the command that shows it. Where "
      "a\n"
      "unit leaves something undecided, a hint says which answer makes fewer vectors differ.\n"
      "Example: mmasc verify my_vectors/ --engine pipeline",
      verify_paths, [](VerifyOptions& x, OptionRows& rows) {
        rows.add("PATHS", &x.paths, "vector files or folders").is_required = true;
        rows.add("--units", &x.units, "units of your own, which vectors may be of", "FILE.toml")
            .is_one_a_flag = true;
        rows.add_changes(x.changes, "change a field of every unit that vectors are of");
        rows.add_engine(x.engine);
        rows.add("--all", &x.all_rows,
                 "list every row of the catalogue (default: rows with vectors)");
        rows.add_json(x.json);
      });
}

}  // namespace mmasc
