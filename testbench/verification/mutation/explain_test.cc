// SPDX-License-Identifier: Apache-2.0
// What explains outputs though the row says nothing of it: NaNs told apart, another NaN, ones'
// complement, zeros of one sum.
#include "mmasc/mutation/explain.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>

#include "mmasc/arith/sequence.h"
#include "mmasc/stimulus/generator.h"
#include "mmasc/unit/catalog.h"
#include "mmasc/vectors/case_operands.h"

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

// Whether the change alone explains the outputs of the row with it.
void expect_named(const char* id, const char* field, const char* value, const std::string& text) {
  const Unit unit = find_unit(id);
  const auto found = explanations(unit, outputs_of(unit.with(field, value)), 1);
  EXPECT_TRUE(std::ranges::any_of(found, [&](const Mutant& one) { return one.text() == text; }))
      << id << ": " << text;
  EXPECT_LE(found.size(), 3u);
}

TEST(Explain, AFactorsNanThatIsNoneOfItsOwn) {
  expect_named("rdna4/v_dot2_f32_f16", "result.factor_nan", "",
               "result.factor_nan = nan instead of ffc00a3d, multiplier");
}

TEST(Explain, AFactorsNanWhereTheRowHasOneNan) {
  expect_named("hopper/wgmma.m64nNk16.f32.f16.f16", "result.factor_nan", "ffc00a3d",
               "result.factor_nan = ffc00a3d instead of nan, multiplier");
}

TEST(Explain, TheNanOfC) {
  expect_named("hopper/wgmma.m64nNk16.f32.f16.f16", "result.c_nan", "quiet",
               "result.c_nan = quiet instead of replaced, multiplier");
}

TEST(Explain, AnyOtherNan) {
  expect_named("hopper/wgmma.m64nNk16.f32.f16.f16", "result.nan", "7fc00000",
               "result.nan = 7fc00000 instead of 7fffffff, normalizer");
}

TEST(Explain, OnesComplementInEachFrame) {
  for (const char* frame : {"plus", "c"})
    expect_named("hopper/wgmma.m64nNk16.f32.f16.f16", "dot.ones_complement", frame,
                 "dot.ones_complement = " + std::string(frame) + " instead of none, aligner");
}

TEST(Explain, TheSignOfOneSumsZeros) {
  expect_named("x86/vdpbf16ps", "even.zero_sign", "plus",
               "even.zero_sign = plus instead of ieee, adder_tree");
}

}  // namespace
}  // namespace mmasc
