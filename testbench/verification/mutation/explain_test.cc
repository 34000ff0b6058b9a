// SPDX-License-Identifier: Apache-2.0
// What explains outputs though the row says nothing of it: NaNs told apart, another NaN, ones'
// complement, zeros of one sum.
#include "mmasc/mutation/explain.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <ostream>
#include <string>

#include "mmasc/arith/sequence.h"
#include "mmasc/stimulus/generator.h"
#include "mmasc/unit/catalog.h"
#include "mmasc/vectors/case_operands.h"
#include "printed_name.h"

namespace mmasc {
namespace {

// The results of `wrong` on vectors of every class.
VectorFile outputs_of(const Unit& wrong) {
  VectorFile file;
  file.layout = layout_of(wrong);
  file.nan = NanMatch::exact;
  const Sequence sequence(wrong);
  const Generator generator(wrong, 1);
  for (const VectorClassInfo& info : kVectorClasses)
    for (std::uint64_t i = 0; i < 24; ++i) {
      Case row = generator.make(info.value, i);
      row.d() = evaluate(sequence, operands_of(row));
      file.cases.push_back(row);
    }
  return file;
}

struct Explained {
  const char *about, *id, *field, *value, *instead;
  friend void PrintTo(const Explained& explained, std::ostream* out) { *out << explained.about; }
};

constexpr const char* kF16 = "hopper/wgmma.m64nNk16.f32.f16.f16";
constexpr Explained kExplained[] = {
    {"a factor's NaN that is none of its own", "rdna4/v_dot2_f32_f16", "result.factor_nan", "",
     "nan instead of ffc00a3d, multiplier"},
    {"a factor's NaN where the row has one NaN", kF16, "result.factor_nan", "ffc00a3d",
     "ffc00a3d instead of nan, multiplier"},
    {"the NaN of c", kF16, "result.c_nan", "quiet", "quiet instead of replaced, multiplier"},
    {"any other NaN", kF16, "result.nan", "7fc00000", "7fc00000 instead of 7fffffff, normalizer"},
    {"ones' complement of negative terms", kF16, "dot.ones_complement", "plus",
     "plus instead of none, aligner"},
    {"ones' complement in c's frame", kF16, "dot.ones_complement", "c",
     "c instead of none, aligner"},
    {"the sign of one sum's zeros", "x86/vdpbf16ps", "even.zero_sign", "plus",
     "plus instead of ieee, adder_tree"},
};

class Explain : public ::testing::TestWithParam<Explained> {};

TEST_P(Explain, NamesTheChangeThatAloneExplains) {
  const auto& [about, id, field, value, instead] = GetParam();
  const Unit unit = find_unit(id);
  const auto found = explanations(unit, outputs_of(unit.with(field, value)), 1);
  const std::string text = field + std::string(" = ") + instead;
  EXPECT_TRUE(std::ranges::any_of(found, [&](const Mutant& one) { return one.text() == text; }));
  EXPECT_LE(found.size(), 3u);
}

INSTANTIATE_TEST_SUITE_P(Of, Explain, ::testing::ValuesIn(kExplained), PrintedName());

}  // namespace
}  // namespace mmasc
