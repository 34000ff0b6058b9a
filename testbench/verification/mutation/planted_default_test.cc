// SPDX-License-Identifier: Apache-2.0
// A wrong field of every kind, planted in a row: the bundled vectors kill it, `check` names it,
// and the probe meant for it sees it.
#include <gtest/gtest.h>

#include <algorithm>
#include <ostream>
#include <set>

#include "mmasc/arith/same_bits.h"
#include "mmasc/mutation/explain.h"
#include "mmasc/mutation/meaning.h"
#include "mmasc/vectors/bundled.h"
#include "mmasc/vectors/case_operands.h"
#include "mmasc/vectors/find_vectors.h"
#include "printed_name.h"
#include "probes/support.h"

namespace mmasc {
namespace {

namespace name = probes::name;

// A field's name without that of its sum and the place of its term.
std::string kind_of(const std::string& field) {
  for (const char* row : {"lanes", "flush.", "product.", "zero_sign", "result.", "instruction."})
    if (field.starts_with(row)) return field;
  if (field.starts_with("metadata")) return "metadata";
  if (field.starts_with("lane[")) return "lane" + field.substr(field.find(']') + 1);
  std::string kind = "sum" + field.substr(field.find('.'));
  const std::size_t place = kind.find('[');
  return place == std::string::npos ? kind : kind.erase(place, kind.find(']') + 1 - place);
}

struct Kind {
  std::string_view field;
  std::string_view probe;  // empty: no probe is meant for it
  friend void PrintTo(const Kind& kind, std::ostream* out) { *out << kind.field; }
};

constexpr Kind kKinds[] = {
    {"lanes", name::kTree},
    {"flush.inputs", name::kSubnormalA},
    {"flush.results", name::kSubnormalResult},
    {"product.round_to", name::kProductExponent},
    {"product.infinity_at", name::kProductOverflow},
    {"product.infinity_yields", {}},
    {"zero_sign", name::kMinusZeros},
    {"sum.adder_bits", {}},
    {"sum.tree.adder_bits", {}},
    {"sum.fraction_bits", name::kProductBits},
    {"sum.alignment_rounding", name::kProductRounding},
    {"sum.zero_exponent", name::kBesideZeros},
    {"sum.exponent_floor", name::kBesideZeros},
    {"sum.exponent", {}},
    {"sum.groups", name::kTree},
    {"sum.shape", name::kTree},
    {"sum.round_to", name::kResultRoundingC},
    {"sum.significand_fraction", name::kSeenBits},
    {"sum.rounding", name::kSeenBits},
    {"sum.terms.fraction_bits", name::kCBits},
    {"sum.terms.alignment_rounding", name::kCRounding},
    {"sum.terms.zero_exponent", name::kBesideZeros},
    {"sum.terms.vanishes_below", name::kCVanishes},
    {"result.significand_fraction", name::kResultBits},
    {"result.prerounding", name::kSeenBits},
    {"result.prerounding.significand_fraction", name::kSeenBits},
    {"result.prerounding.rounding", name::kSeenBits},
    {"result.rounding", name::kResultRoundingC},
    {"result.overflow", name::kOverflow},
    {"result.underflow", name::kUnderflowSign},
    {"result.nan", name::kNanBits},
    {"instruction.order", name::kTree},
    {"instruction.late_c", name::kCBits},
    {"instruction.late_c.rounding", name::kResultRoundingC},
    {"instruction.widen", name::kSubnormalA},
    {"instruction.widen_c", {}},
    {"product.rounding", {}},
    {"flush.tininess", {}},
    {"sum.zero_sign", {}},
    {"sum.ones_complement", {}},
    {"sum.terms.exponent_offset", {}},
    {"sum.terms.negated", name::kNegated},
    {"result.prerounding.underflow", {}},
    {"result.factor_nan", {}},
    {"result.c_nan", {}},
    {"metadata", {}},
    {"sum.leading_zeros", {}},
    {"lane.a.nan", {}},
    {"lane.b.nan", {}},
    {"lane.a.infinity", {}},
    {"lane.b.infinity", {}},
    {"lane.a.subnormal", {}},
    {"lane.b.subnormal", {}},
    {"lane.a.minus_zero", {}},
    {"lane.b.minus_zero", {}},
};

// Nothing of the catalogue shows them: whether an exact sum of exact sums is an exact zero.
constexpr std::string_view kArgued[] = {"sum.cancelled"};

// The bundled cases of a row, with d as it is evaluated.
template <class Evaluate>
VectorFile outputs_of(const Unit& unit, Evaluate evaluate) {
  VectorFile all;
  const std::string paths[] = {bundled_vectors_dir()};
  for (const VectorSource& source : find_vectors(paths)) {
    const std::string& id = unit.instruction.id;
    if (!source.path.ends_with(id.substr(id.find('/') + 1) + ".vec")) continue;
    const VectorFile file = read_vectors(source.path);
    if (file.instruction != id) continue;
    all.layout = file.layout;
    all.nan = file.nan;
    all.cases.insert(all.cases.end(), file.cases.begin(), file.cases.end());
  }
  for (Case& row : all.cases) row.d() = evaluate(operands_of(row));
  return all;
}

class Planted : public ::testing::TestWithParam<Kind> {
 protected:
  // Takes changes of this kind that can be seen, of rows far apart, until `enough` says so.
  template <class Take>
  static void each_change(Take enough) {
    constexpr std::size_t kApart = 53;
    const auto& units = catalog().units();
    for (std::size_t first = 0; first < kApart; ++first)
      for (std::size_t i = first; i < units.size(); i += kApart)
        for (const Mutant& mutant : mutants_of(units[i]))
          if (kind_of(mutant.field) == GetParam().field && why_equal(units[i], mutant).empty() &&
              enough(units[i], mutant))
            return;
  }
};

TEST_P(Planted, IsKilledAndNamed) {
  int planted = 0;
  each_change([&](const Unit& unit, const Mutant& mutant) {
    SCOPED_TRACE(unit.instruction.id + ": " + mutant.text());
    const Sequence sequence(unit);
    const MutantSequence wrong_sequence(mutant);
    const VectorFile right =
        outputs_of(unit, [&](const DotOperands& in) { return evaluate(sequence, in); });
    const VectorFile wrong =
        outputs_of(unit, [&](const DotOperands& in) { return wrong_sequence.evaluate(in); });
    std::size_t differ = 0;
    for (std::size_t i = 0; i < right.cases.size(); ++i)
      differ +=
          same_bits(unit.d(), right.cases[i].d(), wrong.cases[i].d(), right.nan == NanMatch::any)
              ? 0u
              : 1u;
    EXPECT_GT(differ, 0u);
    const auto found = explanations(unit, wrong, 8);
    const bool named = std::ranges::any_of(
        found, [&mutant](const Mutant& one) { return one.text() == mutant.text(); });
    EXPECT_TRUE(named);
    EXPECT_LT(found.size(), mutants_of(unit, 8).size() / 4);
    return ++planted == 3;
  });
  EXPECT_GT(planted, 0);
}

TEST_P(Planted, IsSeenByItsProbe) {
  const std::string_view probe = GetParam().probe;
  if (probe.empty()) return;
  bool seen = false;
  each_change([&](const Unit& unit, const Mutant& mutant) {
    const probes::Benched before(unit), after(mutant.unit);
    seen = probes::value_of(probe_all(before.bench), probe) !=
           probes::value_of(probe_all(after.bench), probe);
    return seen;
  });
  EXPECT_TRUE(seen) << "no change of " << GetParam().field << " is seen by: " << probe;
}

TEST(PlantedKinds, AreAllThereAre) {
  std::set<std::string> made, listed;
  for (const Unit& unit : catalog().units())
    for (const Mutant& mutant : mutants_of(unit)) made.insert(kind_of(mutant.field));
  for (const Kind& kind : kKinds) listed.insert(std::string(kind.field));
  for (const std::string_view kind : kArgued) listed.insert(std::string(kind));
  EXPECT_EQ(made, listed);
}

TEST(PlantedKinds, ThatAreNotPlantedAreArgued) {
  for (const Unit& unit : catalog().units())
    for (const Mutant& mutant : mutants_of(unit)) {
      if (std::ranges::find(kArgued, kind_of(mutant.field)) == std::end(kArgued)) continue;
      EXPECT_NE(why_equal(unit, mutant), "") << unit.instruction.id << ": " << mutant.text();
    }
}

INSTANTIATE_TEST_SUITE_P(Kinds, Planted, ::testing::ValuesIn(kKinds), PrintedName());

}  // namespace
}  // namespace mmasc
