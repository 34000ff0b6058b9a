// SPDX-License-Identifier: Apache-2.0
#include "mmasc/disclosure/program.h"

#include <fmt/format.h>

#include <span>

#include "mmasc/unit/embedded.h"
#include "mmasc/unit/write.h"

namespace mmasc {

std::span<const EmbeddedFile> unit_program_files();

namespace {

// As it stands between Python's triple quotes.
std::string quotable(std::string_view text) {
  std::string safe;
  for (const char letter : text) {
    if (letter == '\\' || (letter == '"' && safe.ends_with("\"\""))) safe += '\\';
    safe += letter;
  }
  return safe;
}

}  // namespace

std::string reduction_program(const Unit& unit) {
  const bool has_flags = unit.datapath.result.flags != StatusFlags::none;
  return fmt::format("ROW = \"\"\"\n{}\"\"\"\n\n{}\n\nunit = Unit(ROW)\ndot = unit.dot\n{}",
                     quotable(to_toml_with_formats(unit)), unit_program_files().front().text,
                     has_flags ? "dot_with_flags = unit.dot_with_flags\n" : "");
}

}  // namespace mmasc
