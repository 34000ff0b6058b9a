// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "commands.h"
#include "describe.h"
#include "engines.h"
#include "json.h"
#include "spec/catalog.h"
#include "table.h"
#include "verification.h"

namespace mmasc {
namespace {

std::string evidence_text(const Tally& tally) {
  std::string text;
  const auto add = [&](std::size_t count, std::string_view kind) {
    if (count > 0) text += fmt::format("{}{} {}", text.empty() ? "" : ", ", count, kind);
  };
  add(tally.recorded, "recorded");
  add(tally.stated, "stated");
  add(tally.derived, "derived");
  return text.empty() ? "no vectors" : text;
}

template <class F>
void for_each_row(const Verification& verification, bool all_rows, F f) {
  const auto& units = catalog().units();
  for (std::size_t row = 0; row < units.size(); ++row)
    if (all_rows || verification.tally(row).vectors() > 0) f(units[row], verification.tally(row));
}

void print_report(const Verification& verification, bool all_rows) {
  using enum Table::Align;
  Table table({left, right, right, left});
  table.add({"instruction", "vectors", "mismatches", "evidence"});
  for_each_row(verification, all_rows, [&](const Unit& unit, const Tally& tally) {
    table.add({unit.instruction.id, std::to_string(tally.vectors()),
               std::to_string(tally.mismatches), evidence_text(tally)});
  });
  fmt::print("{}", table.text());
  for (const std::string& replay : verification.replays()) fmt::print("{}\n", replay);
  const Tally& total = verification.total();
  if (total.mismatches > verification.replays().size())
    fmt::print("... and {} more mismatches\n", total.mismatches - verification.replays().size());
  fmt::print("{}: {} ({}); mismatches: {}; {}\n", verification.engines().front(),
             counted(static_cast<long long>(total.vectors()), "vector"), evidence_text(total),
             total.mismatches, verification.coverage());
}

void print_json_report(const Verification& verification, bool all_rows) {
  const auto tally_json = [](const Tally& tally) {
    return Json{{"recorded", tally.recorded},
                {"stated", tally.stated},
                {"derived", tally.derived},
                {"mismatches", tally.mismatches}};
  };
  Json json = json_document("verify");
  json["engine"] = verification.engines().front();
  json["total"] = tally_json(verification.total());
  json["rows_covered"] = verification.rows_covered();
  json["rows_in_catalogue"] = catalog().units().size();
  json["rows"] = Json::array();
  for_each_row(verification, all_rows, [&](const Unit& unit, const Tally& tally) {
    Json row{{"instruction", unit.instruction.id}};
    row.update(tally_json(tally));
    json["rows"].push_back(row);
  });
  json["replays"] = verification.replays();
  print_json(json);
}

}  // namespace

int verify_paths(const VerifyOptions& options) {
  check_engine(options.engine);
  Verification verification({options.engine});
  verification.run(find_vectors(options.paths));
  if (options.json)
    print_json_report(verification, options.all_rows);
  else
    print_report(verification, options.all_rows);
  return verification.total().mismatches == 0 ? kGood : kMismatch;
}

}  // namespace mmasc
