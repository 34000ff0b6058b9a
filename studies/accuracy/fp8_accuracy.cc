// SPDX-License-Identifier: Apache-2.0
// fp8_accuracy FIGURE.svg: what an interval of promotion, and what scales, do to products of K =
// 4,096; the tables of docs/fp8.md and its figure.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <vector>

#include "batch/engine.h"
#include "inputs/draw.h"
#include "quantise/fp8gemm.h"
#include "spec/catalog.h"
#include "spec/formats.h"
#include "text/svg.h"

namespace mmasc {
namespace {

constexpr std::int64_t kSide = 512, kDepth = 4096;
constexpr const char* kWgmma = "hopper/wgmma.m64nNk32.f32.e4m3.e4m3";

using Floats = std::vector<float>;
using Doubles = std::vector<double>;

// A's rows, or B's columns, one after the other.
Floats drawn(Distribution distribution, std::uint32_t operand) {
  Floats numbers;
  for (std::int64_t i = 0; i < kSide; ++i)
    for (std::int64_t k = 0; k < kDepth; ++k)
      numbers.push_back(static_cast<float>(draw(distribution, 1, {1, operand, 0}, i, k)));
  return numbers;
}

// Products have at most 48 bits, their sums errors of 10^-13 of what is asked.
Doubles product(const Doubles& a, const Doubles& b) {
  Doubles d(static_cast<std::size_t>(kSide * kSide));
  for (std::int64_t i = 0; i < kSide; ++i)
    for (std::int64_t j = 0; j < kSide; ++j) {
      double sums[8] = {};
      for (std::int64_t k = 0; k < kDepth; k += 8)
        for (std::int64_t at = 0; at < 8; ++at)
          sums[at] += a[static_cast<std::size_t>(i * kDepth + k + at)] *
                      b[static_cast<std::size_t>(j * kDepth + k + at)];
      double& sum = d[static_cast<std::size_t>(i * kSide + j)];
      for (const double part : sums) sum += part;
    }
  return d;
}

// Tokens of very different magnitudes: each row exp(3 * normal) times as large.
Floats with_rows(Floats numbers) {
  for (std::int64_t i = 0; i < kSide; ++i) {
    const double factor = std::exp(3 * draw(Distribution::normal, 1, {1, 2, 0}, i, 0));
    for (std::int64_t k = 0; k < kDepth; ++k)
      numbers[static_cast<std::size_t>(i * kDepth + k)] *= static_cast<float>(factor);
  }
  return numbers;
}

struct Operands {
  Floats a, b;

  Operands(Distribution of_a, Distribution of_b) : a(drawn(of_a, 0)), b(drawn(of_b, 1)) {}
  Doubles exact() const { return product({a.begin(), a.end()}, {b.begin(), b.end()}); }
  MatrixView a_view() const { return rows(a); }
  MatrixView b_view() const { return rows(b).transposed(); }

 private:
  static MatrixView rows(const Floats& numbers) {
    return row_major(format_named("f32"), reinterpret_cast<const std::byte*>(numbers.data()), kSide,
                     kDepth);
  }
};

Doubles multiply(const Unit& unit, const Operands& in, const Fp8GemmOptions& options) {
  const Format& f32 = format_named("f32");
  Floats d(static_cast<std::size_t>(kSide * kSide));
  const auto engine = make_batch_engine(unit);
  fp8gemm(*engine,
          {in.a_view(), in.b_view(), &f32, &f32,
           row_major(f32, reinterpret_cast<std::byte*>(d.data()), kSide, kSide)},
          options);
  return {d.begin(), d.end()};
}

// What the unit was given: what the quantised operands stand for.
Doubles numbers_of(const MatrixView& numbers, const QuantiseScheme& scheme, bool are_columns) {
  const Format& f32 = format_named("f32");
  const QuantisedMatrix quantised(numbers, f32, scheme);
  const MatrixView elements = quantised.elements(), scales = quantised.scales();
  Doubles all;
  for (std::int64_t i = 0; i < kSide; ++i)
    for (std::int64_t k = 0; k < kDepth; ++k) {
      const std::int64_t row = are_columns ? k : i, column = are_columns ? i : k;
      const BlockShape& block = scheme.block;
      const std::uint64_t scale = load_element(scales, block.rows > 0 ? row / block.rows : 0,
                                               block.columns > 0 ? column / block.columns : 0);
      all.push_back(value_of(*scheme.format, load_element(elements, row, column)) *
                    value_of(*scheme.scale_format, scale));
    }
  return all;
}

struct Errors {
  double greatest_relative = 0;
  double greatest = 0, rms = 0;  // each row's to the rms of that row of the product
};
Errors errors(const Doubles& d, const Doubles& exact) {
  Errors found;
  double squares = 0;
  for (std::int64_t row = 0; row < kSide; ++row) {
    const auto first = static_cast<std::size_t>(row * kSide);
    double of_exact = 0;
    for (std::size_t i = first; i < first + kSide; ++i) of_exact += exact[i] * exact[i];
    const double rms = std::sqrt(of_exact / kSide);
    for (std::size_t i = first; i < first + kSide; ++i) {
      const double error = std::fabs(d[i] - exact[i]);
      found.greatest = std::max(found.greatest, error / rms);
      found.greatest_relative = std::max(found.greatest_relative, error / std::fabs(exact[i]));
      squares += error / rms * (error / rms);
    }
  }
  found.rms = std::sqrt(squares / static_cast<double>(d.size()));
  return found;
}

struct Curve {
  std::string name;
  std::vector<double> rms;  // of kIntervals
};
constexpr std::int64_t kIntervals[] = {4096, 2048, 1024, 512, 256, 128, 64, 32};

// The unit's own error: of one scale for all, against the product of what it was given.
Curve interval_curve(const char* name, const Operands& in) {
  const Unit unit = catalog().find(kWgmma);
  Fp8GemmOptions options;
  options.block_a = options.block_b = {0, 0};
  const OperandSchemes schemes = operand_schemes(unit, options);
  const Doubles exact =
      product(numbers_of(in.a_view(), schemes.a, false), numbers_of(in.b_view(), schemes.b, true));
  Curve curve{name, {}};
  for (const std::int64_t interval : kIntervals) {
    options.interval = interval;
    const Errors e = errors(multiply(unit, in, options), exact);
    fmt::print("| {} | {} | {:.2g} % | {:.2g} % | {:.2g} % |\n", name, interval,
               100 * e.greatest_relative, 100 * e.greatest, 100 * e.rms);
    std::fflush(stdout);
    curve.rms.push_back(e.rms);
  }
  return curve;
}

struct Scheme {
  const char* name;
  std::string unit;
  Fp8GemmOptions options;
  const char* format = nullptr;  // in the place of the unit's
};

std::vector<Scheme> schemes() {
  const auto with = [](BlockShape a, BlockShape b, std::int64_t interval,
                       std::optional<ScaleKind> scale = {}) {
    Fp8GemmOptions options;
    options.block_a = a;
    options.block_b = b;
    options.interval = interval;
    options.scale = scale;
    return options;
  };
  const auto mx = [](const std::string& formats) {
    return "blackwell/tcgen05.mma.m128nNk32.mxf8f6f4.f32." + formats + ".1X.ue8m0";
  };
  Fp8GemmOptions rounded_up;
  rounded_up.scale = ScaleKind::power_of_two;
  return {
      {"e4m3, a scale of the tensor, no promotion", kWgmma, with({0, 0}, {0, 0}, 0)},
      {"e4m3, a scale of the tensor, every 128", kWgmma, with({0, 0}, {0, 0}, 128)},
      {"e4m3, of row and column, every 128", kWgmma, with({1, 0}, {0, 1}, 128)},
      {"e4m3, 1 x 128 and 128 x 128, every 128", kWgmma, {}},
      {"the same, powers of two", kWgmma, with({1, 128}, {128, 128}, 128, ScaleKind::power_of_two)},
      {"e5m6, 1 x 128 and 128 x 128, every 128", kWgmma, {}, "e5m6"},
      {"MXFP8 e4m3", mx("e4m3.e4m3"), {}},
      {"MXFP8 e4m3, scales rounded up", mx("e4m3.e4m3"), rounded_up},
      {"MXFP8 e5m2", mx("e5m2.e5m2"), {}},
      {"MXFP6 e2m3", mx("e2m3.e2m3"), {}},
      {"MXFP6 e3m2", mx("e3m2.e3m2"), {}},
      {"MXFP4", mx("e2m1.e2m1"), {}},
      {"NVFP4", "blackwell/tcgen05.mma.m128nNk64.mxf4nvf4.f32.e2m1.e2m1.4X.ue4m3", {}}};
}

struct Row {
  std::string name;
  double normal = 0, outliers = 0, tokens = 0;
};

std::vector<Row> scheme_rows(const Operands& normal, const Operands& outliers,
                             const Operands& tokens) {
  const Doubles of_normal = normal.exact(), of_outliers = outliers.exact(),
                of_tokens = tokens.exact();
  std::vector<Row> rows;
  for (const Scheme& scheme : schemes()) {
    Unit unit = catalog().find(scheme.unit);
    if (scheme.format != nullptr)
      unit = unit.with("instruction.formats.a", scheme.format)
                 .with("instruction.formats.b", scheme.format);
    const auto rms = [&](const Operands& in, const Doubles& exact) {
      return errors(multiply(unit, in, scheme.options), exact).rms;
    };
    const Row row{scheme.name, rms(normal, of_normal), rms(outliers, of_outliers),
                  rms(tokens, of_tokens)};
    fmt::print("| {} | {:.2g} % | {:.2g} % | {:.2g} % |\n", row.name, 100 * row.normal,
               100 * row.outliers, 100 * row.tokens);
    std::fflush(stdout);
    rows.push_back(row);
  }
  return rows;
}

// FP4 with scales of 1 x 512, on a unit of few bits: a level of promotion inside the interval.
void three_levels(const Operands& in) {
  const Unit unit = catalog()
                        .find(kWgmma)
                        .with("instruction.formats.a", "e2m1")
                        .with("instruction.formats.b", "e2m1")
                        .with("dot.fraction_bits", 8)
                        .with("result.significand_fraction", 8);
  Fp8GemmOptions options;
  options.block_a = {1, 512};
  options.block_b = {512, 1};
  options.interval = 512;
  const OperandSchemes of_unit = operand_schemes(unit, options);
  const Doubles exact =
      product(numbers_of(in.a_view(), of_unit.a, false), numbers_of(in.b_view(), of_unit.b, true));
  for (const std::int64_t inner : {0, 256, 128, 64, 32}) {
    options.inner_interval = inner;
    fmt::print("| {} | {:.2g} % |\n", inner, 100 * errors(multiply(unit, in, options), exact).rms);
  }
}

constexpr double kWidth = 360, kHeight = 300;

void draw_curves(Svg& svg, const std::vector<Curve>& curves) {
  constexpr double kTop = -1, kDecades = 4;
  constexpr const char* kColours[] = {"#2f6fb0", "#c8641f"};
  const auto y = [](double error) { return (kTop - std::log10(error)) * kHeight / kDecades; };
  const auto x = [](double interval) {
    return (std::log2(interval) - 5 + 0.5) * kWidth / 8;  // 32 to 4,096
  };
  for (int decade = static_cast<int>(kTop); decade >= kTop - kDecades; --decade) {
    const double at = y(std::pow(10.0, decade));
    svg.line(0, at, kWidth, at, "grid");
    svg.text(-8, at + 4, fmt::format("{:g} %", 100 * std::pow(10.0, decade)), Svg::Anchor::end);
  }
  for (const std::int64_t interval : kIntervals)
    svg.text(x(static_cast<double>(interval)), kHeight + 16, fmt::format("{}", interval),
             Svg::Anchor::middle);
  svg.text(kWidth / 2, kHeight + 36, "interval of promotion", Svg::Anchor::middle);
  svg.text(0, -12, "the unit's error (rms), e4m3 on Hopper, K = 4,096");
  for (std::size_t i = 0; i < curves.size(); ++i) {
    svg.add_style(
        fmt::format(".mmasc .c{0}{{stroke:{1};fill:none;stroke-width:2}}.mmasc "
                    ".p{0}{{fill:{1}}}",
                    i, kColours[i]));
    std::string path;
    for (std::size_t at = 0; at < std::size(kIntervals); ++at) {
      const double px = x(static_cast<double>(kIntervals[at])), py = y(curves[i].rms[at]);
      path += fmt::format("{} {:.1f} {:.1f} ", at == 0 ? "M" : "L", px, py);
      svg.circle(px, py, 3, fmt::format("p{}", i));
    }
    svg.path(path, fmt::format("c{}", i), 0, 0, kWidth, kHeight);
    const double legend = kHeight - 34 + 18 * static_cast<double>(i);
    svg.rect(kWidth - 170, legend - 9, 10, 10, fmt::format("p{}", i));
    svg.text(kWidth - 154, legend, curves[i].name);
  }
}

void draw_schemes(Svg& svg, const std::vector<Row>& rows) {
  constexpr double kLeft = kWidth + 330, kStep = 23;
  constexpr double kLeast = 0.002, kDecades = 2.7;  // to 100 %
  const auto x = [](double error) {
    return kLeft + std::log10(error / kLeast) * kWidth / kDecades;
  };
  svg.add_style(".mmasc .p2{fill:#3f8a3f}");
  for (const double percent : {0.2, 0.5, 1.0, 2.0, 5.0, 10.0, 20.0, 50.0, 100.0}) {
    svg.line(x(percent / 100), 0, x(percent / 100), kHeight, "grid");
    svg.text(x(percent / 100), kHeight + 16, fmt::format("{:g} %", percent), Svg::Anchor::middle);
  }
  svg.text(kLeft - 300, -12, "error of D (rms) against the product of the unquantised matrices");
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const double at = kStep * (static_cast<double>(i) + 0.5);
    svg.text(kLeft - 10, at + 4, rows[i].name, Svg::Anchor::end);
    svg.circle(x(rows[i].normal), at, 4, "p0", "normal");
    svg.circle(x(rows[i].outliers), at, 4, "p1", "outliers");
    svg.circle(x(rows[i].tokens), at, 4, "p2", "outliers, tokens of different magnitudes");
  }
  svg.circle(kLeft + 60, kHeight + 34, 4, "p0");
  svg.text(kLeft + 70, kHeight + 38, "normal");
  svg.circle(kLeft + 130, kHeight + 34, 4, "p1");
  svg.text(kLeft + 140, kHeight + 38, "outliers");
  svg.circle(kLeft + 210, kHeight + 34, 4, "p2");
  svg.text(kLeft + 220, kHeight + 38, "outliers, tokens");
}

}  // namespace
}  // namespace mmasc

int main(int argc, char** argv) {
  using mmasc::Distribution;
  if (argc != 2) {
    fmt::print(stderr, "usage: fp8_accuracy FIGURE.svg\n");
    return 2;
  }
  const mmasc::Operands normal(Distribution::normal, Distribution::normal);
  const mmasc::Operands positive(Distribution::constant_sign, Distribution::constant_sign);
  const mmasc::Operands outliers(Distribution::outliers, Distribution::normal);
  mmasc::Operands tokens = outliers;
  tokens.a = mmasc::with_rows(tokens.a);
  fmt::print("| operands | interval | greatest relative | greatest / rms of D | rms |\n");
  const std::vector<mmasc::Curve> curves{mmasc::interval_curve("normal", normal),
                                         mmasc::interval_curve("uniform, 0..1", positive)};
  fmt::print("\n| scheme | normal | outliers | outliers, tokens |\n");
  const auto rows = mmasc::scheme_rows(normal, outliers, tokens);
  fmt::print("\n| inner interval | rms |\n");
  mmasc::three_levels(normal);
  mmasc::Svg svg;
  svg.add_style(".mmasc .grid{stroke:#8888;stroke-width:.5}");
  mmasc::draw_curves(svg, curves);
  mmasc::draw_schemes(svg, rows);
  std::ofstream(argv[1]) << svg.finish("FP8 GEMM: intervals of promotion, scales");
}
