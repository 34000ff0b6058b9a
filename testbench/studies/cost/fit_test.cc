// SPDX-License-Identifier: Apache-2.0
// Non-negative least squares: exact where it can be, optimal where not.
#include "mmasc/cost/fit.h"

#include <gtest/gtest.h>

#include <random>

namespace mmasc {
namespace {

TEST(Fit, FindsTheCoefficientsThatMadeTheTargets) {
  const std::vector<double> x = fit_nonnegative({{1, 2}, {3, 1}, {1, 1}}, {8, 9, 5});
  ASSERT_EQ(x.size(), 2u);
  EXPECT_NEAR(x[0], 2, 1e-9);
  EXPECT_NEAR(x[1], 3, 1e-9);
}

// Without the bound the solution of the first is (-1, 3).
TEST(Fit, HasNoNegativeCoefficient) {
  const std::vector<double> x = fit_nonnegative({{1, 1}, {2, 1}}, {2, 1});
  EXPECT_GE(x[0], 0);
  EXPECT_NEAR(x[1], 1.5, 1e-9);
  EXPECT_EQ(fit_nonnegative({{1}, {1}}, {-1, -2}), std::vector<double>{0});
}

TEST(Fit, LeavesOutWhatNoRowHas) {
  const std::vector<double> x = fit_nonnegative({{1, 0}, {2, 0}}, {3, 6});
  EXPECT_NEAR(x[0], 3, 1e-9);
  EXPECT_EQ(x[1], 0);
}

// Karush, Kuhn and Tucker: no step within the bounds makes the squares smaller.
TEST(Fit, IsOptimal) {
  std::mt19937 random(1);
  std::uniform_real_distribution<double> draw(-1, 1);
  int bound = 0;
  for (int trial = 0; trial < 50; ++trial) {
    std::vector<std::vector<double>> rows(12, std::vector<double>(5));
    std::vector<double> targets(12);
    for (std::size_t r = 0; r < rows.size(); ++r) {
      for (double& term : rows[r]) term = draw(random);
      targets[r] = draw(random);
    }
    const std::vector<double> x = fit_nonnegative(rows, targets);
    for (std::size_t i = 0; i < x.size(); ++i) {
      double gradient = 0;
      for (std::size_t r = 0; r < rows.size(); ++r) {
        double error = -targets[r];
        for (std::size_t j = 0; j < x.size(); ++j) error += rows[r][j] * x[j];
        gradient += rows[r][i] * error;
      }
      ASSERT_GE(x[i], 0);
      if (x[i] > 0)
        EXPECT_NEAR(gradient, 0, 1e-9);
      else
        EXPECT_GE(gradient, -1e-9);
      bound += x[i] == 0;
    }
  }
  EXPECT_GT(bound, 10);
  EXPECT_LT(bound, 240);
}

}  // namespace
}  // namespace mmasc
