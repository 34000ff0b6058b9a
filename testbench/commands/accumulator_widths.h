// SPDX-License-Identifier: Apache-2.0
// The accumulator widths of docs/published.md: as two papers have them, as [find] gives them, and
// as the page says.
#pragma once

#include <cmath>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "cli_fixture.h"

namespace mmasc {

// The variance that a sum of n products of p fraction bits retains in an accumulator of m: Sakr et
// al. (arXiv 1901.06588). Each case of swamping counts with its probability.
class Retention {
 public:
  Retention(int m, int p, double n) : m_(m), p_(p), n_(n) {}

  double value() const {
    double retained = 0, probability = 0;
    const auto add = [&](double weight, double left) {
      probability += weight;
      retained += weight * left;
    };
    const double before = lost_before(p_ + 1);
    for (double i = 2; i < n_; ++i)
      if (i > before) add(2 * tail(grow(m_), i) * (1 - 2 * tail(grow(m_), i - 1)), i - before);
    for (int j = 2; j <= p_; ++j)
      if (const double left = n_ - lost_before(j); left > 0)
        add(grow(m_ - p_ + j) * 2 * tail(grow(m_ - p_ + j - 1), n_) *
                (1 - 2 * tail(grow(m_ - p_ + j), n_)),
            left);
    add(1 - 2 * tail(grow(m_ - p_ + 1), n_), n_);
    return retained / (n_ * probability);
  }

 private:
  static double grow(int bits) { return std::ldexp(1.0, bits); }
  // That a sum of n terms of variance 1 is beyond x.
  static double tail(double x, double n) { return std::erfc(x / std::sqrt(2 * n)) / 2; }
  // How many terms' variance is lost until the j-th lowest bit of the products is.
  double lost_before(int j) const {
    double sum = 0;
    for (int l = 1; l < j; ++l) sum += grow(l) * (grow(l) - 1) * (grow(l + 1) - 1);
    return grow(m_ - 3 * p_) / 3 * sum;
  }

  int m_, p_;
  double n_;
};

// The least width that retains enough of k products of 5 fraction bits, in chunks of so many.
inline int predicted(int k, int chunk) {
  for (int m = 1;; ++m) {
    double retained = Retention(m, 5, chunk == 1 ? k : chunk).value();
    if (chunk > 1)
      retained *=
          Retention(m, std::min(m, 5 + static_cast<int>(std::log2(chunk))), k / chunk).value();
    if (k * (1 - retained) < std::log(50)) return m;
  }
}

class AccumulatorWidths : public Cli {
 protected:
  // A shipped study with some of its lines changed, computed.
  std::string results_of(const std::string& study,
                         const std::vector<std::pair<std::string, std::string>>& changes) {
    std::string text = slurp(MMASC_DOCS "/../studies/examples/" + study);
    const auto change = [&](const std::string& from, const std::string& to) {
      const std::size_t place = text.find(from);
      ASSERT_NE(place, std::string::npos) << from;
      text.replace(place, from.size(), to);
    };
    change("\"units/", "\"" MMASC_DOCS "/../studies/examples/units/");
    for (const auto& [from, to] : changes) change(from, to);
    const std::string results =
        (folder_ / ("results of " + std::to_string(studies_++) + study)).string();
    const Ran ran = run("sweep " + write(study, text) + " -o '" + results + "'");
    EXPECT_EQ(ran.code, 0) << ran.err;
    return results;
  }

  // The least value of a field where all of these hold for certain, and the least that is
  // undecided; 0 where the report names none.
  struct Least {
    int certain = 0, undecided = 0;
  };
  Least least(const std::string& results, const std::string& field,
              const std::string& where) const {
    const Ran ran = run("report '" + results + "' -o " + (folder_ / "report.html").string() +
                        " --least " + field + where);
    EXPECT_EQ(ran.code, 0) << ran.err;
    const std::string certain = "has the least " + field + ": ", undecided = ", is undecided: ";
    Least found;
    if (const auto place = ran.out.find(certain); place != std::string::npos)
      found.certain = std::stoi(ran.out.substr(place + certain.size()));
    if (const auto end = ran.out.find(undecided); end != std::string::npos)
      found.undecided = std::stoi(ran.out.substr(ran.out.rfind(' ', end) + 1));
    return found;
  }
  // As the page writes it.
  static std::string text_of(const Least& least) {
    std::string text = std::to_string(least.certain);
    if (least.undecided > 0) text += " (from " + std::to_string(least.undecided) + " on undecided)";
    return text;
  }

 private:
  int studies_ = 0;
};

// The cells of the page's line that begins so: "| 256 | one by one |".
inline std::vector<std::string> cells_of(const std::string& beginning) {
  const std::string page = slurp(MMASC_DOCS "/published.md");
  const std::size_t place = page.find("\n" + beginning);
  if (place == std::string::npos) throw std::logic_error("no line of the page begins " + beginning);
  std::istringstream line(page.substr(place + 1 + beginning.size(),
                                      page.find('\n', place + 1) - place - 1 - beginning.size()));
  std::vector<std::string> cells;
  for (std::string cell; std::getline(line, cell, '|');)
    if (cell.find_first_not_of(' ') != std::string::npos)
      cells.push_back(cell.substr(1, cell.size() - 2));
  return cells;
}

// A sum of k products by the page: its line, and where to look for it.
struct VarianceSum {
  int k, chunk;
  const char* line;

  std::string where() const {
    return " --where 'variance_loss <= 3.912' --where 'variance_loss >= -3.912' --where 'k = " +
           std::to_string(k) + "' --where 'lanes = " + std::to_string(chunk) + "'";
  }
};
inline constexpr VarianceSum kVarianceSums[] = {
    {256, 1, "| 256 | one by one |"},    {256, 64, "| 256 | chunks of 64 |"},
    {1024, 1, "| 1,024 | one by one |"}, {1024, 64, "| 1,024 | chunks of 64 |"},
    {4096, 1, "| 4,096 | one by one |"}, {4096, 64, "| 4,096 | chunks of 64 |"}};

}  // namespace mmasc
