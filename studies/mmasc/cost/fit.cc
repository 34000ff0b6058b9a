// SPDX-License-Identifier: Apache-2.0
#include "mmasc/cost/fit.h"

#include <cassert>
#include <cmath>

namespace mmasc {
namespace {

// A x = b, A symmetric and positive definite, by Cholesky; empty where it is not.
std::vector<double> solve(std::vector<std::vector<double>> a, std::vector<double> b) {
  constexpr double kSingular = 1e-12;
  const std::size_t size = b.size();
  for (std::size_t j = 0; j < size; ++j) {
    const double diagonal = a[j][j];
    for (std::size_t k = 0; k < j; ++k) a[j][j] -= a[j][k] * a[j][k];
    if (!(a[j][j] > kSingular * diagonal)) return {};
    a[j][j] = std::sqrt(a[j][j]);
    for (std::size_t i = j + 1; i < size; ++i) {
      for (std::size_t k = 0; k < j; ++k) a[i][j] -= a[i][k] * a[j][k];
      a[i][j] /= a[j][j];
    }
  }
  for (std::size_t i = 0; i < size; ++i) {
    for (std::size_t k = 0; k < i; ++k) b[i] -= a[i][k] * b[k];
    b[i] /= a[i][i];
  }
  for (std::size_t i = size; i-- > 0;) {
    for (std::size_t k = i + 1; k < size; ++k) b[i] -= a[k][i] * b[k];
    b[i] /= a[i][i];
  }
  return b;
}

}  // namespace

std::vector<double> fit_nonnegative(const std::vector<std::vector<double>>& rows,
                                    const std::vector<double>& targets) {
  assert(rows.size() == targets.size() && !rows.empty());
  const std::size_t unknowns = rows.front().size();
  assert(unknowns <= kMaxUnknowns);
  std::vector<std::vector<double>> normal(unknowns, std::vector<double>(unknowns));
  std::vector<double> right(unknowns);
  for (std::size_t r = 0; r < rows.size(); ++r)
    for (std::size_t i = 0; i < unknowns; ++i) {
      right[i] += rows[r][i] * targets[r];
      for (std::size_t j = 0; j < unknowns; ++j) normal[i][j] += rows[r][i] * rows[r][j];
    }
  std::vector<double> best(unknowns);
  double most = 0;  // that the squares shrink by: of a subset's solution x . right
  for (unsigned subset = 1; subset < 1U << unknowns; ++subset) {
    std::vector<std::size_t> chosen;
    for (std::size_t i = 0; i < unknowns; ++i)
      if ((subset >> i & 1U) != 0) chosen.push_back(i);
    std::vector<std::vector<double>> a(chosen.size(), std::vector<double>(chosen.size()));
    std::vector<double> b(chosen.size());
    for (std::size_t i = 0; i < chosen.size(); ++i) {
      b[i] = right[chosen[i]];
      for (std::size_t j = 0; j < chosen.size(); ++j) a[i][j] = normal[chosen[i]][chosen[j]];
    }
    const std::vector<double> x = solve(std::move(a), b);
    bool is_feasible = !x.empty();
    double gain = 0;
    for (std::size_t i = 0; i < x.size(); ++i) {
      is_feasible = is_feasible && x[i] >= 0;
      gain += x[i] * b[i];
    }
    if (!is_feasible || gain <= most) continue;
    most = gain;
    best.assign(unknowns, 0);
    for (std::size_t i = 0; i < chosen.size(); ++i) best[chosen[i]] = x[i];
  }
  return best;
}

}  // namespace mmasc
