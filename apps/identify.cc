// SPDX-License-Identifier: Apache-2.0
#include "mmasc/identify/identify.h"

#include <fmt/format.h>

#include <fstream>
#include <map>
#include <optional>

#include "command.h"
#include "engines.h"
#include "interrupt.h"
#include "mmasc/identify/box.h"
#include "mmasc/unit/catalog.h"
#include "mmasc/unit/error.h"
#include "mmasc/vectors/replay.h"
#include "progress.h"

namespace mmasc {
namespace {

struct IdentifyOptions {
  UnitArgument unit;
  std::string formats, engine = "reference", output;
  std::uint64_t most = 5000, seed = 1;
  bool blind = false;
};

int identify_box(const IdentifyOptions& options) {
  const bool has_unit = !options.unit.name.empty();
  if (has_unit == !options.formats.empty()) throw InputError("give a UNIT or --formats");
  const Unit given = has_unit ? find_unit(options.unit) : identify::box_of(options.formats);
  const Unit box = identify::box_like(given);
  identify::Asked asked(box, [&] { return make_engine(options.engine, given); });
  identify::Identified found;
  {
    ProgressLine line;
    found = identify::find_row(
        asked, {options.most, options.seed, options.blind},
        [&](const std::string& what) {
          if (getenv("DBG")) fmt::print(stderr, "{} queries, {}\n", asked.queries(), what);
          line.step(fmt::format("{} queries, {}", asked.queries(), what));
        },
        [] { stop_if_interrupted(); });
  }
  fmt::print("{}", to_toml(found.unit));
  fmt::print("# {} queries, {} wrong of {}; began with {}; equal: {}\n", asked.queries(),
             found.wrong.size(), asked.answers().size(), found.began_with,
             fmt::join(found.equal, ", "));
  for (std::size_t i = 0; i < std::min<std::size_t>(4, found.wrong.size()); ++i)
    fmt::print("# wrong {} d = {}\n", operand_flags(asked.layout(), *found.wrong[i]),
               to_hex(found.wrong[i]->d(), found.unit.d()));
  for (const auto& open : found.open)
    if (open.why.empty())
      fmt::print("# open {}: {} {}: {}\n", open.field, open.is, open.may_be, open.why);
  return found.is_identified() ? kGood : kMismatch;
}

}  // namespace

CommandRow identify_command() {
  return make_command(
      "identify", "find the row of a unit from outside", "", identify_box,
      [](IdentifyOptions& x, OptionRows& rows) {
        rows.add("UNIT", &x.unit.name, "a unit with the box's operands");
        rows.add_changes(x.unit.changes);
        rows.add("--formats", &x.formats, "the operands, as vector files have them", "TEXT");
        rows.add_engine(x.engine);
        rows.add("-o,--output", &x.output, "write the row into a file", "FILE.toml");
        rows.add_positive("--most", x.most, "queries");
        rows.add("--blind", &x.blind, "try no row of the catalogue");
        rows.add("--seed", &x.seed, "the seed of drawn vectors", "N");
      });
}

}  // namespace mmasc
