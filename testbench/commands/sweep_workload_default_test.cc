// SPDX-License-Identifier: Apache-2.0
// Studies of dgemm and fp8gemm: their D is that of the commands, and the shipped ones run.
#include <regex>

#include "gemm_fixture.h"
#include "mmasc/inputs/draw.h"
#include "mmasc/measures/error_measures.h"
#include "mmasc/sweep/evaluate_point.h"

namespace mmasc {
namespace {

constexpr int kSide = 12, kDepth = 256;

class SweepWorkload : public Cli {
 protected:
  std::string path(const std::string& name) const { return (folder_ / name).string(); }
  // A, or B's columns as rows of a file that is to be transposed.
  void write_operand(const std::string& name, std::uint32_t operand, const Format& format, int rows,
                     int columns) const {
    Elements bits;
    for (int i = 0; i < rows; ++i)
      for (int j = 0; j < columns; ++j)
        bits.push_back(
            quantised(draw(Distribution::outliers, 1, {3, operand, 0}, i, j), 1, format));
    const bool is_f64 = format.storage_bits() == 64;
    write(name, npy(is_f64 ? "<f8" : "<f4",
                    "(" + std::to_string(rows) + ", " + std::to_string(columns) + ")",
                    little_endian(bits, is_f64 ? 8 : 4)));
  }
  // The study's one point measures what the command's D gives.
  void expect_alike(const std::string& name, const std::string& head, const std::string& fields,
                    const std::string& command) const {
    const Format& format = format_named(head.find("dgemm") != head.npos ? "f64" : "f32");
    write_operand("a.npy", 0, format, kSide, kDepth);
    write_operand("b.npy", 1, format, kDepth, kSide);
    const std::string file =
        write(name + ".toml", "question = \"what?\"\n" + head + "[axes]\n" + fields +
                                  "[inputs]\na = \"a.npy\"\nb = \"b.npy\"\n");
    Ran ran = run("sweep " + file + " -o " + path(name));
    ASSERT_EQ(ran.code, 0) << ran.err;
    ran = run(command + " " + path("a.npy") + " " + path("b.npy") + " -o " + path("d.npy"));
    ASSERT_EQ(ran.code, 0) << ran.err;
    const Elements bits = elements_of(load_npy(slurp(path("d.npy")), format));
    OwnedMatrix d(format, kSide, kSide, "D");
    for (int i = 0; i < kSide * kSide; ++i)
      store_element(d.matrix(), i / kSide, i % kSide, bits[static_cast<std::size_t>(i)]);
    const Study study = read_study(file);
    const Point point = plan_points(study).front();
    ErrorMeasures errors(format);
    errors.add(make_shared_inputs(study, point, 1, {}).repetitions.front().exact, d);
    // Read back as a line is, with as many digits.
    PointResult wanted = read_results(path(name)).points.front();
    const std::string found = to_line(wanted);
    wanted.measures = errors.results(study.measures);
    EXPECT_EQ(found, to_line(wanted)) << command;
    EXPECT_GT(*wanted.measure("ulps_mean")->value, 0) << "no error that could differ";
  }
};

TEST_F(SweepWorkload, OfDgemmIsThatOfTheCommand) {
  const std::string unit = "hopper/mma.m16n8k16.f32.f16.f16.f32";
  const std::string head = "unit = \"" + unit + "\"\nworkload = \"dgemm\"\n";
  expect_alike("estimated", head, "", "dgemm " + unit);
  expect_alike("three", head,
               "\"dgemm.slices\" = 3\n\"dgemm.slice_bits\" = 7\n\"dgemm.full\" = true\n",
               "dgemm --slices 3 --slice-bits 7 --full " + unit);
  const auto points = read_results(path("three")).points;
  EXPECT_EQ(
      points.front().slices,
      (NamedNumbers{{"slice_bits", 7}, {"slices_a", 3}, {"slices_b", 3}, {"slice_products", 9}}));
  EXPECT_EQ(points.front().cycles.chain, 9 * kDepth / 16 * points.front().cycles.latency);
}

TEST_F(SweepWorkload, OfFp8GemmIsThatOfTheCommand) {
  const std::string head = "workload = \"fp8gemm\"\nunit = \"" + std::string(kFp8) + "\"\n";
  const std::string command = "fp8gemm " + std::string(kFp8);
  expect_alike("default", head, "", command);
  expect_alike("rows", head,
               "\"fp8gemm.block_a\" = \"1x0\"\n\"fp8gemm.block_b\" = \"0x1\"\n"
               "\"fp8gemm.promote_k\" = 64\n\"fp8gemm.inner_k\" = 32\n\"fp8gemm.two_step\" = true\n"
               "\"fp8gemm.quotient\" = \"reciprocal\"\n\"fp8gemm.least_greatest\" = 30.1\n"
               "\"fp8gemm.against\" = \"operands\"\n",
               command +
                   " --block-a 1x0 --block-b 0x1 --promote-k 64 --inner-k 32 --two-step "
                   "--quotient reciprocal --least-greatest 30.1");
  expect_alike("powers", head, "\"fp8gemm.scale\" = \"power_of_two\"\n",
               command + " --scale power_of_two");
  // The study's seed is 1.
  expect_alike("stochastic", head, "\"result.rounding\" = \"stochastic:8\"\n",
               command + R"( --seed 1 --set 'result.rounding={ mode = "stochastic", )" +
                   R"(random_bits = 8 }')");
  const std::string fp4 = "workload = \"fp8gemm\"\nunit = \"" + std::string(kFp4) + "\"\n";
  expect_alike("nvfp4", fp4,
               "\"fp8gemm.tensor_scale\" = false\n\"fp8gemm.against\" = \"operands\"\n",
               "fp8gemm --no-tensor-scale " + std::string(kFp4));
}

// D is compared with what the unit was given: of numbers that the format has there is no error.
TEST_F(SweepWorkload, ErrorsAreTheUnitsOrOfQuantising) {
  const auto error = [&](const std::string& against) {
    const std::string file =
        write("s.toml", "question = \"q\"\nworkload = \"fp8gemm\"\nunit = \"" + std::string(kFp8) +
                            "\"\n[axes]\nk = 32\n\"fp8gemm.against\" = \"" + against +
                            "\"\n[inputs]\nm = 8\nn = 8\n[measures]\nlist = \"row_error\"\n");
    EXPECT_EQ(run("sweep " + file + " -o " + path(against)).code, 0);
    return *read_results(path(against)).points.front().measure("row_error_rms")->value;
  };
  EXPECT_LT(error("quantised"), 1e-3);
  EXPECT_GT(error("operands"), 1e-2);
  EXPECT_LT(error("operands"), 1e-1);
}

// One product an element, powers of two for scales: D is the product of the quantised operands, so
// that all of its error is that of quantising, which is the same whatever D is compared with.
TEST_F(SweepWorkload, QuantisingIsMeasuredByItself) {
  const auto point = [&](const std::string& against) {
    const std::string file =
        write("s.toml", "question = \"q\"\nworkload = \"fp8gemm\"\nunit = \"" + std::string(kFp8) +
                            "\"\n[axes]\nk = 1\n\"fp8gemm.scale\" = \"power_of_two\"\n" +
                            "\"fp8gemm.against\" = \"" + against +
                            "\"\n[inputs]\nm = 8\nn = 8\nrepetitions = 3\n" +
                            "[measures]\nlist = [\"row_error\", \"quantisation_error\"]\n");
    EXPECT_EQ(run("sweep " + file + " -o " + path(against)).code, 0);
    return read_results(path(against)).points.front();
  };
  const PointResult operands = point("operands"), quantised = point("quantised");
  const MeasureResult& error = *operands.measure("quantisation_error");
  EXPECT_EQ(error.samples, 3 * 8 * 8);
  EXPECT_GT(*error.value, 1e-2);
  EXPECT_LT(*error.value, 1e-1);
  EXPECT_EQ(operands.measure("row_error_rms")->value, error.value);
  EXPECT_EQ(operands.measure("row_error_rms")->interval, error.interval);
  EXPECT_EQ(quantised.measure("row_error_rms")->value, 0);
  EXPECT_EQ(*quantised.measure("quantisation_error"), error);
}

// A repetition of one product is no further sample; with random bits of its own it is another.
TEST_F(SweepWorkload, RepetitionsOfFilesAreNoFurtherSamples) {
  const Format& f32 = format_named("f32");
  write_operand("a.npy", 0, f32, kSide, kDepth);
  write_operand("b.npy", 1, f32, kDepth, kSide);
  const auto measured = [&](int repetitions, const std::string& b, const std::string& rounding) {
    const std::string name = std::to_string(repetitions) + b + rounding.substr(0, 3);
    const std::string file =
        write(name + ".toml", "question = \"q\"\nunit = \"" + std::string(kFp8) +
                                  "\"\n[axes]\n\"result.rounding\" = \"" + rounding +
                                  "\"\n[inputs]\na = \"a.npy\"\nb = \"" + b + "\"\nn = 12\n" +
                                  "repetitions = " + std::to_string(repetitions) +
                                  "\n[measures]\nlist = [\"row_error\"]\n");
    EXPECT_EQ(run("sweep " + file + " -o " + path(name)).code, 0);
    return *read_results(path(name)).points.front().measure("row_error_rms");
  };
  const MeasureResult one = measured(1, "b.npy", "toward_zero");
  EXPECT_EQ(one.samples, kSide * kSide);
  EXPECT_EQ(measured(64, "b.npy", "toward_zero"), one);
  const MeasureResult drawn = measured(1, "normal", "toward_zero");
  const MeasureResult many = measured(16, "normal", "toward_zero");
  EXPECT_EQ(many.samples, 16 * kSide * kSide);
  EXPECT_NE(many.value, drawn.value);
  const MeasureResult random = measured(1, "b.npy", "stochastic:8");
  const MeasureResult twice = measured(2, "b.npy", "stochastic:8");
  EXPECT_EQ(twice.samples, 2 * random.samples);
  EXPECT_NE(twice.value, random.value);
}

TEST_F(SweepWorkload, FilesMayNotChangeWhileASweepRuns) {
  const Format& f32 = format_named("f32");
  write_operand("a.npy", 0, f32, kSide, kDepth);
  const Study study =
      read_study(write("s.toml", "question = \"q\"\nunit = \"" + std::string(kFp8) +
                                     "\"\n[inputs]\na = \"a.npy\"\n[measures]\nlist = \"snr\"\n"));
  const Point point = plan_points(study).front();
  EXPECT_NO_THROW(make_shared_inputs(study, point, 1, {}));
  write_operand("a.npy", 1, f32, kSide, kDepth);
  EXPECT_THROW(make_shared_inputs(study, point, 1, {}), InputError);
}

// The shipped ones, made small: every point, and a page.
TEST_F(SweepWorkload, ShippedStudiesRun) {
  const std::pair<const char*, std::size_t> studies[] = {{"dgemm", 12},
                                                         {"dgemm_slices", 48},
                                                         {"fp8_scales", 45},
                                                         {"fp8_promotion", 16},
                                                         {"fp8_inner", 5}};
  for (const auto& [name, count] : studies) {
    std::string text = slurp(std::string(MMASC_DOCS "/../studies/examples/") + name + ".toml");
    text = std::regex_replace(text, std::regex("\nsize +=[^\n#]*"), "\nsize = 16 ");
    text = std::regex_replace(text, std::regex("\n([mn]) +=[^\n]*"), "\n$1 = 8");
    text = std::regex_replace(text, std::regex("\nk +=[^\n]*"), "\nk = 512");
    const Ran ran = run("sweep " + write(std::string(name) + ".toml", text) + " -o " + path(name) +
                        " --csv " + path("t.csv"));
    ASSERT_EQ(ran.code, 0) << name << ran.err;
    const Results results = read_results(path(name));
    EXPECT_EQ(results.points.size(), count) << name;
    for (const PointResult& point : results.points)
      EXPECT_TRUE(point.measures.front().value) << name << point.index;
    const Ran report = run("report " + path(name));
    EXPECT_EQ(report.code, 0) << report.err;
    EXPECT_NE(report.out.find("error"), std::string::npos) << report.out;
    const std::string head = slurp(path("t.csv")).substr(0, slurp(path("t.csv")).find('\n'));
    EXPECT_EQ(head.find(",slice_bits,slices_a,slices_b,slice_products,") != head.npos,
              std::string(name).starts_with("dgemm"));
  }
}

}  // namespace
}  // namespace mmasc
