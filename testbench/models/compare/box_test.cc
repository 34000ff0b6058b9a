// SPDX-License-Identifier: Apache-2.0
// Contenders of which nothing but d is seen, in place of the models that they are.
#include <gtest/gtest.h>

#include "mmasc/compare/compare.h"
#include "mmasc/unit/error.h"
#include "pairs.h"
#include "thrown.h"

namespace mmasc::compare {
namespace {

// Under the name and the row of another unit.
Contender box_of(std::string_view id, std::string_view named) {
  return {Sequence(catalog().find(named)), make_reference_engine(catalog().find(id))};
}

// 2^23 - 20 / 4: Ada drops the quarters.
class Box : public ::testing::Test {
 protected:
  Box() {
    in_[Operand::a] = a_.matrix();
    in_[Operand::b] = b_.matrix();
    in_[Operand::c] = c_.matrix();
  }

  Difference difference(const Contender& x, const Contender& y) const {
    const std::vector<Contender> both{x, y};
    const std::vector<Results> results = results_of(both, in_);
    EXPECT_EQ(count_differences(x, y, results[0], results[1]).differing, 2);
    return explain(x, y, in_, 0, 1, {results[0].at(0, 1), results[1].at(0, 1)});
  }

  const Contender ada_{Sequence(catalog().find(kAda))}, hopper_{Sequence(catalog().find(kHopper))};
  const Unit& unit_ = ada_.unit();
  const OwnedMatrix a_ = filled(unit_.a(), 1, 20, 0xb400), b_ = filled(unit_.b(), 20, 2, 0x3c00),
                    c_ = filled(unit_.c(), 1, 2, 0x4b000000);
  GemmProblem in_;
};

TEST_F(Box, IsAskedInPlaceOfTheModel) {
  const Difference of_models = difference(ada_, hopper_);
  ASSERT_TRUE(of_models.divergence);
  for (const auto& [x, y] : {std::pair(ada_, box_of(kHopper, kAda)),
                             std::pair(box_of(kAda, kHopper), box_of(kHopper, kAda)),
                             std::pair(box_of(kAda, kAda), hopper_)}) {
    const Difference of_boxes = difference(x, y);
    EXPECT_EQ(of_boxes.results, of_models.results);
    EXPECT_FALSE(of_boxes.divergence);
    for (const std::size_t i : {0, 1}) {
      ASSERT_EQ(of_boxes.witness[i].size(), 1u);
      EXPECT_EQ(of_boxes.witness[i].front().d(), of_models.witness[i].front().d());
      for (const OperandRow& row : kInputs)
        EXPECT_EQ(of_boxes.witness[i].front()[row.operand],
                  of_models.witness[i].front()[row.operand]);
    }
  }
}

TEST_F(Box, HasNoDifferenceFromItsModel) {
  const std::vector<Contender> both{ada_, box_of(kAda, kAda)};
  const std::vector<Results> results = results_of(both, in_);
  EXPECT_EQ(count_differences(both[0], both[1], results[0], results[1]).differing, 0);
}

// Counts its answers.
class Counter : public Engine {
 public:
  explicit Counter(const Unit& unit) : unit_(unit) {}
  std::string_view name() const override { return "counter"; }
  const Unit& unit() const override { return unit_; }
  void dot(const DotBatch& batch) const override {
    for (std::uint64_t& d : batch.d) d = count_++;
  }

 private:
  const Unit& unit_;
  mutable std::uint64_t count_ = 0;
};

// d of two elements by two instructions each is 2 and 3.
TEST_F(Box, IsToldWhereItAnswersOtherwiseTheSecondTime) {
  const Contender counter{Sequence(unit_), std::make_shared<Counter>(unit_)};
  EXPECT_EQ(error_of<EnvironmentError>([&] { difference(ada_, counter); }),
            "ada/mma.m16n8k16.f32.f16.f16.f32 on the engine counter answers 00000003 the first "
            "time and 00000005 the second, of equal operands");
}

}  // namespace
}  // namespace mmasc::compare
