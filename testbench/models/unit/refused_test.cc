// SPDX-License-Identifier: Apache-2.0
// The changes of refused.txt, which no unit takes, and the texts of bad_files.txt, which no file
// may have, with their errors as a whole.
#include <fstream>

#include "agreement/unit_lines.h"
#include "bad_texts.h"
#include "mmasc/unit/plan.h"
#include "printed_name.h"
#include "rows.h"

namespace mmasc {
namespace {

struct Refused {
  std::string unit, field, value, error;
};
struct RefusedChanges {
  std::string name;
  std::vector<Refused> changes;
  friend void PrintTo(const RefusedChanges& all, std::ostream* out) { *out << all.name; }
};

std::vector<RefusedChanges> refused_changes() {
  std::vector<RefusedChanges> all;
  std::ifstream file(MMASC_SOURCE "/testbench/models/unit/refused.txt");
  if (!file) throw std::runtime_error("no file refused.txt");
  std::string unit, comment;
  for (std::string line; std::getline(file, line);) {
    if (line.empty()) continue;
    if (line.starts_with("# ")) {
      comment = line.substr(2);
    } else if (line.starts_with("unit ")) {
      unit = line.substr(5);
    } else if (line.starts_with("  ")) {
      all.back().changes.back().error = line.substr(2);
    } else {
      if (all.empty() || all.back().name != comment) all.push_back({comment, {}});
      const auto equals = line.find('=');
      all.back().changes.push_back({unit, line.substr(0, equals), line.substr(equals + 1), ""});
    }
  }
  if (all.empty()) throw std::runtime_error("refused.txt has no change");
  return all;
}

class Refusals : public ::testing::TestWithParam<RefusedChanges> {};

TEST_P(Refusals, SayThePathTheReasonAndTheMend) {
  for (const auto& [unit, field, value, error] : GetParam().changes) {
    const Unit before = unit_of_line(unit);
    std::string refusal = "taken";
    try {
      (void)make_plan(before.with(field, value));
    } catch (const InputError& thrown) {
      refusal = thrown.what();
    }
    EXPECT_EQ(refusal, error) << unit << ": " << field << '=' << value;
  }
}

class FileErrors : public ::testing::TestWithParam<BadTexts> {};

TEST_P(FileErrors, NameTheLineTheKeyAndTheMend) {
  for (const auto& [error, text] : GetParam().texts) EXPECT_EQ(load_error(text), error) << text;
}

INSTANTIATE_TEST_SUITE_P(Of, FileErrors,
                         ::testing::ValuesIn(bad_texts(MMASC_SOURCE
                                                       "/testbench/models/unit/bad_files.txt",
                                                       {{"<datapath", kDatapath},
                                                        {"<instruction", kInstruction},
                                                        {"<each", kEach}})),
                         PrintedName());
INSTANTIATE_TEST_SUITE_P(Of, Refusals, ::testing::ValuesIn(refused_changes()), PrintedName());

}  // namespace
}  // namespace mmasc
