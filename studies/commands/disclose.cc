// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "mmasc/command/command.h"
#include "mmasc/command/version.h"
#include "mmasc/disclosure/disclosure.h"
#include "mmasc/files/atomic_file.h"
#include "mmasc/unit/catalog.h"
#include "mmasc/unit/error.h"

namespace mmasc {
namespace {

struct DiscloseOptions {
  UnitArgument unit;
  std::string output;  // empty: Markdown on standard output
};

// The unit by its id, whatever part of that was typed; of a file as it was typed.
std::string whole_argument(const Unit& unit, UnitArgument typed) {
  if (std::ranges::find(catalog().ids(), unit.instruction.id) != catalog().ids().end())
    typed.name = unit.instruction.id;
  return as_typed(typed);
}

int disclose_unit(const DiscloseOptions& options) {
  const std::string ending = std::filesystem::path(options.output).extension().string();
  const bool is_html = ending == ".html" || ending == ".htm";
  if (!options.output.empty() && !is_html && ending != ".md")
    throw InputError(
        fmt::format("-o {}: the page is Markdown or HTML; end it in .md or .html", options.output));
  const Unit unit = find_unit(options.unit);
  const Page page = make_disclosure(unit, {whole_argument(unit, options.unit), version_name()});
  const std::string text = is_html ? to_html(page) : to_markdown(page);
  if (options.output.empty())
    fmt::print("{}", text);
  else
    write_file(options.output, text);
  return kGood;
}

CommandRow disclose_command() {
  return make_command(
      "disclose", "publish a unit's reduction as one page",
      kUnitHelp +
          "The page has all that is needed to build the unit anew, bit by bit: parameters, order,\n"
          "roundings, special values, a program, ten telling operands with results, evidence, and\n"
          "the row. RISC-V's integrated matrix extension asks for it.\n"
          "Example: mmasc disclose hopper/wgmma.m64nNk32.f32.e4m3.e4m3 -o wgmma.html",
      disclose_unit, [](DiscloseOptions& x, OptionRows& rows) {
        rows.add_unit(x.unit);
        rows.add("-o,--output", &x.output,
                 "where the page goes, Markdown or HTML by its ending (default: Markdown on "
                 "standard output)",
                 "FILE.md");
      });
}
const RegisteredCommand kDiscloseCommand(disclose_command);

}  // namespace
}  // namespace mmasc
