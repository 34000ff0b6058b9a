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

}  // namespace
}  // namespace mmasc
