// SPDX-License-Identifier: Apache-2.0
#include "mmasc/report/labels.h"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

namespace mmasc {
namespace {

constexpr PlotPlace kPlot{400, 400};

bool are_apart(PlotPlace one, double width, PlotPlace other, double other_width) {
  constexpr double kHeight = 11;
  return std::abs(one.x - other.x) >= (width + other_width) / 2 ||
         std::abs(one.y - other.y) >= kHeight;
}

TEST(Labels, StandBesideTheirMarkWhereThereIsRoom) {
  const auto offsets = label_offsets({{{10, 100}, "1"}, {{60, 100}, "2"}}, kPlot);
  for (const PlotPlace& offset : offsets) {
    EXPECT_GT(offset.x, 6);
    EXPECT_EQ(offset.y, 0);
  }
}

TEST(Labels, StayWithinThePlot) {
  constexpr double kHalf = 7;
  const std::vector<LabelledMark> marks{
      {{398, 1}, "10"}, {{380, 2}, "11"}, {{1, 399}, "12"}, {{399, 399}, "13"}, {{300, 200}, "14"}};
  const auto offsets = label_offsets(marks, kPlot);
  for (std::size_t i = 0; i < marks.size(); ++i) {
    const double x = marks[i].at.x + offsets[i].x, y = marks[i].at.y + offsets[i].y;
    EXPECT_GE(x - kHalf, 0) << i;
    EXPECT_LE(x + kHalf, kPlot.x) << i;
    EXPECT_GE(y, 0) << i;
    EXPECT_LE(y, kPlot.y) << i;
  }
  EXPECT_LT(offsets[3].x, 0);
  EXPECT_GT(offsets[4].x, 0);
}

// Twenty units with the same error, a few pixels apart, as a plot of areas has them.
TEST(Labels, CoverNeitherMarksNorEachOther) {
  constexpr double kDigit = 7, kDiamond = 11, kGap = 5;
  std::mt19937 random(1);
  std::vector<LabelledMark> marks;
  for (int i = 1; i <= 20; ++i)
    marks.push_back({{static_cast<double>(20 + random() % 120), 300}, std::to_string(i)});
  const auto offsets = label_offsets(marks, kPlot);
  ASSERT_EQ(offsets.size(), marks.size());
  const auto middle = [&](std::size_t i) {
    return PlotPlace{marks[i].at.x + offsets[i].x, marks[i].at.y + offsets[i].y};
  };
  const auto width = [&](std::size_t i) {
    return kDigit * static_cast<double>(marks[i].label.size());
  };
  for (std::size_t i = 0; i < marks.size(); ++i) {
    EXPECT_TRUE(offsets[i].x == 0 || offsets[i].y == 0) << i;  // in line with its mark
    for (std::size_t j = 0; j < marks.size(); ++j) {
      EXPECT_TRUE(are_apart(middle(i), width(i), marks[j].at, kDiamond)) << i << " on mark " << j;
      // Numbers side by side do not read as one.
      EXPECT_TRUE(i == j || are_apart(middle(i), width(i) + kGap, middle(j), width(j)))
          << i << " " << j;
    }
  }
}

TEST(Labels, StandOnTheAxesScale) {
  EXPECT_EQ(place_on_axis(25, {0, 100}, 600, false), 150);
  EXPECT_EQ(place_on_axis(4, {1, 16}, 600, true), 300);
  EXPECT_EQ(place_on_axis(5, {5, 5}, 600, true), 0);
}

}  // namespace
}  // namespace mmasc
