// SPDX-License-Identifier: Apache-2.0
// Units whose status flags differ, alone or beside d.
#include <gtest/gtest.h>

#include "mmasc/compare/compare.h"
#include "mmasc/unit/catalog.h"
#include "mmasc/unit/error.h"
#include "mmasc/unit/status_flags.h"
#include "pairs.h"
#include "random/flagged_units.h"
#include "thrown.h"

namespace mmasc::compare {
namespace {

constexpr std::uint64_t kInexact = flag_bit(StatusFlag::inexact),
                        kUnderflow = flag_bit(StatusFlag::underflow),
                        kOverflow = flag_bit(StatusFlag::overflow);

Unit fma(std::string_view rounding, std::string_view flags = "ieee") {
  return flagged_unit(1, "f16", "f16", "f16", R"([{ name = "fma", terms = ["products", "c"] }])",
                      R"(format = "f16", nan = "7e00", overflow = "by_rounding")")
      .with("result.rounding", rounding)
      .with("result.flags", flags);
}

Contender model(std::string_view rounding, std::string_view flags = "ieee") {
  return {Sequence(fma(rounding, flags))};
}

// 19 * 431 * 2^-27 lies less than a quarter of a unit of d below 2^-14, the least normal number.
const Case kTiny = row_of({0x18c0}, {0x26bc}, 0);

struct Compared {
  Count count;
  std::vector<Results> results;
};

Compared compared(const Contender& x, const Contender& y, const std::vector<Case>& vectors) {
  const std::vector<Contender> both{x, y};
  Compared found{{}, results_of(both, vectors)};
  found.count = count_differences(x, y, found.results[0], found.results[1]);
  return found;
}

Difference explained(const Contender& x, const Contender& y, const Case& row) {
  return explain(x, y, row, {evaluate_chain(x, row), evaluate_chain(y, row)});
}

TEST(FlagsAlone, AreFoundAndNamed) {
  const Contender nearest = model("nearest_even"), up = model("up");
  const Compared found = compared(nearest, up, {kTiny, row_of({0x3c00}, {0x3c00}, 0)});
  EXPECT_EQ(found.count.differing, 1);
  EXPECT_EQ(found.count.in_flags_alone, 1);
  EXPECT_EQ(found.results[0].at(0, 0), (Result{0x0400, kUnderflow | kInexact}));
  EXPECT_EQ(found.results[1].at(0, 0), (Result{0x0400, kInexact}));

  const Difference difference = explained(nearest, up, kTiny);
  ASSERT_TRUE(difference.divergence);
  EXPECT_EQ(difference.divergence->stage, "normalizer");
  EXPECT_EQ(difference.divergence->what, "flags");
  EXPECT_EQ(value_text(difference.divergence->values[0]), "UF NX");
  EXPECT_EQ(value_text(difference.divergence->values[1]), "NX");
}

// The second instruction adds -0, and is left out.
TEST(FlagsAlone, HaveAMinimalWitness) {
  const Contender nearest = model("nearest_even"), up = model("up");
  const Case row = row_of({0x18c0, 0x3c00}, {0x26bc, 0x8000}, 0);
  const Difference difference = explained(nearest, up, row);
  ASSERT_EQ(difference.witness[0].size(), 1u);
  const auto in_flags_alone = [&](const Case& smaller) {
    const Result x = evaluate_chain(nearest, smaller), y = evaluate_chain(up, smaller);
    return x.d == y.d && x.flags != y.flags;
  };
  expect_minimal(in_flags_alone, difference.witness[0].front());
}

// Vectors whose d differs keep a witness of another d, whatever flags fewer bits raise.
TEST(FlagsBesideD, GoOnShowingAnotherD) {
  const Contender nearest = model("nearest_even"), up = model("up");
  const Generator generator(nearest.unit(), 1);
  int seen = 0;
  for (std::uint64_t i = 0; i < 200; ++i) {
    const Case row = generator.make(VectorClass::normal, i);
    const Result x = evaluate_chain(nearest, row), y = evaluate_chain(up, row);
    if (x.d == y.d) continue;
    const Difference difference = explain(nearest, up, row, {x, y});
    EXPECT_NE(difference.witness[0].back().d(), difference.witness[1].back().d()) << i;
    ++seen;
  }
  EXPECT_GT(seen, 20);
}

// An element has the flags of all its instructions: here the first overflows, the second is exact.
TEST(FlagsOfMatrices, AreThoseOfTheWholeChain) {
  const Contender nearest = model("nearest_even"), down = model("down");
  const std::vector<Contender> both{nearest, down};
  OwnedMatrix a(nearest.unit().a(), 2, 2, "A"), b(nearest.unit().b(), 2, 1, "B");
  for (const std::int64_t row : {0, 1}) store_element(a.matrix(), row, 1, 0x0000);
  store_element(a.matrix(), 0, 0, 0x3c00);
  store_element(a.matrix(), 1, 0, 0x7bff);
  for (const std::int64_t k : {0, 1}) store_element(b.matrix(), k, 0, 0x4000);
  GemmProblem in;
  in[Operand::a] = a.matrix();
  in[Operand::b] = b.matrix();
  std::vector<std::int64_t> told;
  const auto results =
      results_of(both, in, [&](std::int64_t done, std::int64_t) { told.push_back(done); });
  EXPECT_EQ(results[0].at(0, 0), (Result{0x4000, 0}));
  EXPECT_EQ(results[0].at(1, 0), (Result{0x7c00, kOverflow | kInexact}));
  EXPECT_EQ(results[1].at(1, 0), (Result{0x7bff, kOverflow | kInexact}));
  EXPECT_EQ(told, (std::vector<std::int64_t>{2, 2}));
  const Count count = count_differences(nearest, down, results[0], results[1]);
  EXPECT_EQ(count.differing, 1);
  EXPECT_EQ(count.in_flags_alone, 0);
  EXPECT_EQ(count.row, 1);

  // D and flags of many elements are the chains' one by one.
  const OwnedMatrix large = filled(nearest.unit().a(), 70, 3, 0x18c0),
                    other = filled(nearest.unit().b(), 3, 70, 0x26bc);
  in[Operand::a] = large.matrix();
  in[Operand::b] = other.matrix();
  const auto many = results_of(both, in);
  const Case row = row_of({0x18c0, 0x18c0, 0x18c0}, {0x26bc, 0x26bc, 0x26bc}, 0);
  for (const std::size_t unit : {0, 1})
    for (const std::int64_t i : {0, 69}) {
      EXPECT_EQ(many[unit].at(i, i), evaluate_chain(both[unit], row));
      EXPECT_NE(many[unit].at(i, i).flags, 0u);
    }
}

TEST(FlagsOfMatrices, NeedShapesThatFit) {
  const std::vector<Contender> both{model("nearest_even"), model("up")};
  const OwnedMatrix a = filled(both[0].unit().a(), 1, 2, 0),
                    b = filled(both[0].unit().b(), 3, 1, 0);
  GemmProblem in;
  in[Operand::a] = a.matrix();
  in[Operand::b] = b.matrix();
  EXPECT_THROW(results_of(both, in), InputError);
}

TEST(FlagsOfOneUnit, AreNotCompared) {
  const Contender raises = model("up"), none = model("up", "none");
  EXPECT_TRUE(raises.gives_flags());
  EXPECT_FALSE(none.gives_flags());
  EXPECT_EQ(compared(raises, none, {kTiny}).count.differing, 0);
  EXPECT_EQ(compared(none, raises, {kTiny}).count.differing, 0);
}

// Raises one flag more each time that it is asked.
class Accruing : public Engine {
 public:
  explicit Accruing(const Unit& unit) : unit_(unit), reference_(make_reference_engine(unit)) {}
  std::string_view name() const override { return "accruing"; }
  const Unit& unit() const override { return unit_; }
  bool gives_flags() const override { return true; }
  void dot(const DotBatch& batch) const override {
    reference_->dot(batch);
    for (std::uint64_t& flags : batch.flags) flags = flag_bit(StatusFlag{asked_++});
  }

 private:
  const Unit unit_;
  std::unique_ptr<Engine> reference_;
  mutable int asked_ = 0;
};

TEST(FlagsOfABox, AreAskedFor) {
  const Contender nearest = model("nearest_even");
  const Contender box{nearest.model, make_reference_engine(fma("up"))};
  const Difference difference = explained(nearest, box, kTiny);
  EXPECT_FALSE(difference.divergence);
  EXPECT_EQ(difference.witness[0].front().flags, kUnderflow | kInexact);
  EXPECT_EQ(difference.witness[1].front().flags, kInexact);
}

TEST(FlagsOfABox, AreTheSameTheSecondTime) {
  const Contender nearest = model("nearest_even");
  const Contender box{nearest.model, std::make_shared<Accruing>(nearest.unit())};
  EXPECT_EQ(error_of<EnvironmentError>([&] { explained(nearest, box, kTiny); }),
            "my/flagged on the engine accruing answers 0400 with flags NX the first time and 0400 "
            "with flags UF the second, of equal operands");
}

}  // namespace
}  // namespace mmasc::compare
