// SPDX-License-Identifier: Apache-2.0
// dgemm_accuracy UNIT N FIGURE.svg: errors of DGEMM by slices beside OpenBLAS's, against the
// correctly rounded product, on matrices of several ranges of exponents; the table of docs/ozaki.md
// and, of size N, its figure.
#include <cblas.h>
#include <fmt/format.h>

#include <cmath>
#include <cstdlib>
#include <fstream>
#include <random>
#include <vector>

#include "batch/engine.h"
#include "ozaki/dgemm.h"
#include "spec/catalog.h"
#include "text/svg.h"

namespace mmasc {
namespace {

using Doubles = std::vector<double>;

// (rand - 1/2) * exp(phi * randn).
Doubles draw(std::int64_t n, double phi, std::uint64_t seed) {
  std::mt19937_64 random(seed);
  std::uniform_real_distribution<double> uniform(-0.5, 0.5);
  std::normal_distribution<double> normal;
  Doubles all(static_cast<std::size_t>(n * n));
  for (double& x : all) x = uniform(random) * std::exp(phi * normal(random));
  return all;
}

struct Point {
  double phi = 0;
  int bits = 0, estimated = 0, all = 0;
  double openblas = 0, at_estimate = 0;
  std::vector<double> errors;  // with 1, 2, ... slices
};

class Study {
 public:
  Study(const Engine& engine, std::int64_t n, double phi)
      : engine_(engine), n_(n), a_(draw(n, phi, 1)), b_(draw(n, phi, 2)), phi_(phi) {}

  Point point(bool wants_curve) {
    Point point;
    point.phi = phi_;
    DgemmOptions options;
    options.slices = DgemmOptions::kAll;
    options.summation = SliceSummation::correct;
    correct_ = multiply(options);
    options = {};
    point.at_estimate = error(multiply(options));
    point.bits = done_.unit.bits;
    point.estimated = done_.slices_a;
    options.slice_bits = point.bits;
    options.slices = DgemmOptions::kAll;
    multiply(options);
    point.all = done_.slices_a;
    Doubles d(a_.size());
    const int n = static_cast<int>(n_);
    cblas_dgemm(CblasRowMajor, CblasNoTrans, CblasNoTrans, n, n, n, 1, a_.data(), n, b_.data(), n,
                0, d.data(), n);
    point.openblas = error(d);
    for (int slices = 1; wants_curve && slices <= point.all; ++slices) {
      options.slices = slices;
      point.errors.push_back(error(multiply(options)));
    }
    return point;
  }

 private:
  Doubles multiply(const DgemmOptions& options) {
    Doubles d(a_.size());
    const auto view = [&](Doubles& x) {
      return row_major(format_named("f64"), reinterpret_cast<std::byte*>(x.data()), n_, n_);
    };
    done_ = dgemm(engine_, {.a = view(a_), .b = view(b_), .d = view(d)}, options);
    return d;
  }

  double error(const Doubles& d) const {
    double greatest = 0;
    for (std::size_t i = 0; i < d.size(); ++i)
      greatest = std::max(greatest, std::fabs(d[i] - correct_[i]) / std::fabs(correct_[i]));
    return greatest;
  }

  const Engine& engine_;
  std::int64_t n_;
  Doubles a_, b_, correct_;
  double phi_;
  DgemmSummary done_;
};

// The greatest relative error against the number of slices, a curve for each phi.
std::string figure(const std::vector<Point>& points, const std::string& title) {
  constexpr double kWidth = 640, kHeight = 360, kTop = 4, kDecades = 22;  // 10^4 down to 10^-18
  constexpr const char* kColours[] = {"#2f6fb0", "#c8641f", "#3f8a3f", "#8a4fa8"};
  Svg svg;
  std::size_t most = 0;
  for (const Point& point : points) most = std::max(most, point.errors.size());
  const auto x = [&](double slices) { return slices * kWidth / static_cast<double>(most + 1); };
  const auto y = [&](double error) {
    const double exponent = error > 0 ? std::log10(error) : kTop - kDecades;
    return (kTop - std::max(exponent, kTop - kDecades)) * kHeight / kDecades;
  };
  for (int decade = static_cast<int>(kTop); decade > kTop - kDecades; decade -= 4) {
    const double at = y(std::pow(10.0, decade));
    svg.line(0, at, kWidth, at, "grid");
    svg.text(-8, at + 4, fmt::format("1e{}", decade), Svg::Anchor::end);
  }
  svg.add_style(".mmasc .grid{stroke:#8888;stroke-width:.5}");
  for (std::size_t slices = 1; slices <= most; ++slices)
    svg.text(x(static_cast<double>(slices)), kHeight + 16, fmt::format("{}", slices),
             Svg::Anchor::middle);
  svg.text(kWidth / 2, kHeight + 36, "slices of A and of B", Svg::Anchor::middle);
  svg.text(0, -12, "greatest relative error; dashed: OpenBLAS; dots: the estimated slices");
  for (std::size_t i = 0; i < points.size(); ++i) {
    const Point& point = points[i];
    svg.add_style(fmt::format(
        ".mmasc .c{0}{{stroke:{1};fill:none;stroke-width:2}}.mmasc .d{0}{{stroke:{1};fill:none;"
        "stroke-dasharray:5 4}}.mmasc .p{0}{{fill:{1}}}",
        i, kColours[i % std::size(kColours)]));
    std::string path;
    for (std::size_t slices = 1; slices <= point.errors.size(); ++slices)
      path += fmt::format("{} {:.1f} {:.1f} ", slices == 1 ? "M" : "L",
                          x(static_cast<double>(slices)), y(point.errors[slices - 1]));
    svg.path(path, fmt::format("c{}", i), 0, 0, kWidth, kHeight);
    svg.path(fmt::format("M 0 {0:.1f} L {1} {0:.1f}", y(point.openblas), kWidth),
             fmt::format("d{}", i), 0, 0, kWidth, kHeight);
    const std::string dot = fmt::format("p{}", i);
    svg.circle(x(point.estimated), y(point.errors[static_cast<std::size_t>(point.estimated - 1)]),
               5, dot);
    svg.rect(kWidth + 16, 16 + 20 * static_cast<double>(i), 12, 12, dot);
    svg.text(kWidth + 34, 26 + 20 * static_cast<double>(i), fmt::format("phi = {}", point.phi));
  }
  return svg.finish(title);
}

}  // namespace
}  // namespace mmasc

int main(int argc, char** argv) {
  if (argc != 4) {
    fmt::print(stderr, "usage: dgemm_accuracy UNIT N FIGURE.svg\n");
    return 2;
  }
  const mmasc::Unit unit = mmasc::catalog().find(argv[1]);
  const auto engine = mmasc::make_batch_engine(unit);
  const std::int64_t of_figure = std::atoll(argv[2]);
  std::vector<mmasc::Point> curves;
  fmt::print(
      "| n | phi | bits | slices: estimated | all | error of slices | OpenBLAS |\n"
      "|---|---|---|---|---|---|---|\n");
  for (const std::int64_t n : {128, 256, 512, 1024})
    for (const double phi : {0.0, 1.0, 2.0, 4.0}) {
      const mmasc::Point point = mmasc::Study(*engine, n, phi).point(n == of_figure);
      fmt::print("| {} | {} | {} | {} | {} | {:.1e} | {:.1e} |\n", n, phi, point.bits,
                 point.estimated, point.all, point.at_estimate, point.openblas);
      std::fflush(stdout);
      if (n == of_figure) curves.push_back(point);
    }
  std::ofstream(argv[3]) << mmasc::figure(curves,
                                          fmt::format("DGEMM by slices, n = {}", of_figure));
}
