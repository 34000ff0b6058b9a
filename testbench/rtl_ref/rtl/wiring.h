// SPDX-License-Identifier: Apache-2.0
// The text emitted for a unit has parameters, wires and instances, and no word of SystemVerilog
// besides.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <regex>
#include <set>
#include <string>
#include <vector>

#include "mmasc/rtl/flow_files.h"
#include "mmasc/unit/catalog.h"
#include "mmasc/unit/error.h"
#include "random/random_unit.h"

namespace mmasc {

inline std::string without_comments(const std::string& text) {
  static const std::regex kComments(R"(//[^\n]*|/\*[^*]*\*/)");
  return std::regex_replace(text, kComments, "");
}

// Words that are neither names nor numbers, and every sign.
inline void expect_only_wiring(const RtlFile& unit) {
  static const std::set<std::string> kAllowed = {
      "module", "endmodule", "parameter", "localparam", "input", "output", "logic", "wire",
      "(",      ")",         "[",         "]",          "{",     "}",      ",",     ";",
      ".",      ":",         "::",        "#",          "=",     "<",      "|"};
  // The one range that depends on a parameter of the module's own.
  // What looks on stands there only where a word is defined.
  static const std::regex kOnlooker(
      R"(`ifdef MMASC_[A-Z]+\n  \w+ #\(\.ID_BITS\(ID_BITS\)\) u_\w+ \(\.\*\);\n`endif\n)");
  const std::string text =
      std::regex_replace(std::regex_replace(without_comments(unit.text), kOnlooker, ""),
                         std::regex(R"(ID_BITS-1:0)"), "7:0");
  static const std::regex kToken(R"(\d+'[bdh][0-9a-f]+|\d+|[A-Za-z_]\w*|::|\S)");
  static const std::regex kNumber(R"(\d.*)");
  static const std::regex kName(R"(u_\w+|mmasc_\w+|[A-Z][A-Z0-9_]*|\w+_[io]|\w+_ni|unit)");
  static const std::regex kWire(
      R"((multiplier|aligner|adder_tree|normalizer|unused)(_[a-z0-9]+)+|nan_word|quiet_nan)");
  for (std::sregex_iterator token(text.begin(), text.end(), kToken), end; token != end; ++token) {
    const std::string word = token->str();
    ASSERT_TRUE(kAllowed.contains(word) || std::regex_match(word, kNumber) ||
                std::regex_match(word, kName) || std::regex_match(word, kWire))
        << word;
  }
}

inline const RtlFile& unit_file(const std::vector<RtlFile>& files) {
  return *std::ranges::find(files, "unit.sv", &RtlFile::name);
}

// Of each `stride`th row of the catalogue.
inline void expect_wiring_of_rows(std::size_t stride) {
  const auto& units = catalog().units();
  for (std::size_t u = 0; u < units.size(); u += stride) {
    SCOPED_TRACE(units[u].instruction.id);
    expect_only_wiring(unit_file(emit_rtl_files({&units[u], 1}, "unit")));
    if (::testing::Test::HasFatalFailure()) return;
  }
}

inline void expect_wiring_of_random_units(std::uint64_t count) {
  std::uint64_t emitted = 0;
  for (std::uint64_t seed = 0; seed < count; ++seed) {
    const Unit unit = random_unit(seed);
    try {
      expect_only_wiring(unit_file(emit_rtl_files({&unit, 1}, "unit")));
      ++emitted;
    } catch (const RowError&) {
    }
    if (::testing::Test::HasFatalFailure()) return;
  }
  EXPECT_GT(emitted, count / 2);
}

}  // namespace mmasc
