// SPDX-License-Identifier: Apache-2.0
// Each question that the CDNA rows leave open against the version of MMA-Sim that answers it
// otherwise.
#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "mmasc/unit/unit_argument.h"
#include "specification/mfma_rows.h"

namespace mmasc::mfma {
namespace {

// The other reading of a question.
struct Question {
  std::string_view datapath;
  std::size_t place;  // among the datapath's questions
  bool Reading::*other;
};

constexpr Question kQuestions[] = {
    {"cdna1.f16", 0, &Reading::rounds_pairwise},
    {"cdna1.bf16", 0, &Reading::rounds_pairwise},
    {"cdna2.f16", 0, &Reading::flushes_minus_zero},
    {"cdna2.f16", 1, &Reading::zero_products_are_plus},
    {"cdna2.bf16", 0, &Reading::flushes_minus_zero},
    {"cdna2.bf16", 1, &Reading::zero_products_are_plus},
    {"cdna3.f16", 0, &Reading::floors_at_31_once},
    {"cdna3.f16", 1, &Reading::zero_products_lead},
    {"cdna3.f16", 2, &Reading::zero_products_lead},
    {"cdna3.f16", 3, &Reading::infinities_outdo_overflow},
    {"cdna3.xf32", 0, &Reading::floors_at_31_once},
    {"cdna3.xf32", 1, &Reading::zero_products_lead},
    {"cdna3.xf32", 2, &Reading::infinities_outdo_overflow},
    {"cdna3.fp8", 0, &Reading::floors_at_31_once},
    {"cdna3.fp8", 1, &Reading::zero_products_lead},
};

TEST(MfmaQuestions, AreAllThatTheRowsLeaveOpen) {
  std::map<std::string, std::size_t> open, asked;
  for (const std::string& id : rows())
    if (const Unit unit = find_unit(id); !unit.datapath.undecided.empty())
      open[unit.datapath.name] = unit.datapath.undecided.size();
  for (const Question& question : kQuestions) ++asked[std::string(question.datapath)];
  EXPECT_EQ(open, asked);
}

// The row is the oracle, the row with the changes, if fields express them, is the oracle's other
// reading, and vectors tell the two apart.
TEST(MfmaQuestions, AreTheOtherReadingsOfTheOracle) {
  for (const auto& [datapath, place, other] : kQuestions) {
    SCOPED_TRACE(fmt::format("{}, question {}", datapath, place));
    Reading reading;
    reading.*other = true;
    int differ = 0, rows_asked = 0;
    for (const std::string& id : rows()) {
      const Unit unit = find_unit(id);
      if (unit.datapath.name != datapath) continue;
      const Undecided& question = unit.datapath.undecided.at(place);
      if (std::ranges::count(unit.undecided(), question) == 0) continue;
      ++rows_asked;
      const Unit changed = with_changes(unit, question.set);
      const Sequence sequence(changed);
      Operations all(unit);
      for (int i = 0; i < 2000; ++i) {
        const Case x = all.make(i);
        const std::uint64_t expected = oracle(unit, x, reading);
        if (question.is_expressed()) {
          ASSERT_TRUE(same_bits(unit.d(), evaluate(sequence, view(x)), expected, true))
              << id << ", operation " << i;
        }
        differ += same_bits(unit.d(), oracle(unit, x), expected, true) ? 0 : 1;
      }
    }
    EXPECT_GT(rows_asked, 0);
    EXPECT_GT(differ, 0);
  }
}

}  // namespace
}  // namespace mmasc::mfma
