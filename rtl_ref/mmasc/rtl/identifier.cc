// SPDX-License-Identifier: Apache-2.0
#include "mmasc/rtl/identifier.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>

#include "mmasc/rtl/keywords.h"
#include "mmasc/unit/error.h"

namespace mmasc {
namespace {

bool is_letter(char letter) { return std::isalpha(static_cast<unsigned char>(letter)) != 0; }
bool is_of_identifier(char letter) {
  return std::isalnum(static_cast<unsigned char>(letter)) != 0 || letter == '_';
}

}  // namespace

void check_identifier(const std::string& top) {
  const bool good = !top.empty() && is_letter(top[0]) && std::ranges::all_of(top, is_of_identifier);
  if (!good || top.starts_with("mmasc_"))
    throw InputError(fmt::format(
        "\"{}\" is no name for a module: letters, digits and _, not beginning with mmasc_", top));
  if (kKeywords.find(" " + top + " ") != std::string_view::npos)
    throw InputError(fmt::format("\"{}\" is a word of SystemVerilog, no name for a module", top));
}

std::string identifier_of(const std::string& id) {
  std::string out = id;
  std::ranges::replace_if(
      out, [](char letter) { return !is_of_identifier(letter); }, '_');
  return is_letter(out[0]) ? out : "unit_" + out;
}

}  // namespace mmasc
