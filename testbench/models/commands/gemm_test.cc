// SPDX-License-Identifier: Apache-2.0
// D = C + A * B from and to files.
#include "commands/gemm_fixture.h"
#include "mmasc/stimulus/random.h"

namespace mmasc {
namespace {

TEST_F(Gemm, AddsAndMultiplies) {
  const auto a =
      f16("a.npy", "(2, 3)", {0x3c00, 0x4000, 0x4200, 0xbc00, 0, 0x3800});        // 1 2 3, -1 0 .5
  const auto b = f16("b.npy", "(3, 2)", {0x3c00, 0, 0x3c00, 0x3c00, 0, 0x4000});  // 1 0, 1 1, 0 2
  const auto c = write("c.npy", npy("<f4", "(2, 2)", floats({0.5F, 0.0F, 0.0F, 1.0F})));
  EXPECT_EQ(multiply(std::string(kHopper) + " " + a + " " + b),
            (Elements{0x40400000, 0x41000000, 0xbf800000, 0x3f800000}));  // 3 8, -1 1
  EXPECT_EQ(rows_, 2);
  EXPECT_EQ(columns_, 2);
  EXPECT_EQ(multiply(std::string(kHopper) + " " + a + " " + b + " " + c),
            (Elements{0x40600000, 0x41000000, 0xbf800000, 0x40000000}));  // 3.5 8, -1 2
  EXPECT_NE(slurp(d()).find("'descr': '<f4', 'fortran_order': False, 'shape': (2, 2)"),
            std::string::npos);
}

TEST_F(Gemm, EveryEngineGivesTheSameBits) {
  Random random(1);
  Elements a(5 * 40), b(40 * 3);
  for (Elements* elements : {&a, &b})
    for (auto& bits : *elements) bits = random.next() & 0xbfff;  // below 2
  const std::string files = f16("a.npy", "(5, 40)", a) + " " + f16("b.npy", "(40, 3)", b);
  const Elements expected = multiply(std::string(kHopper) + " " + files + " --engine reference");
  EXPECT_EQ(multiply(std::string(kHopper) + " " + files), expected);
  if (simulates()) {
    EXPECT_EQ(multiply(std::string(kHopper) + " " + files + " --engine pipeline"), expected);
  }
  EXPECT_NE(multiply(std::string(kHopper) + " --set dot.fraction_bits=8 " + files), expected);
}

TEST_F(Gemm, OrdersTransposesAndSafetensorsAreTheSameMatrix) {
  const std::string rows = little_endian({0x38, 0x40, 0x44, 0x48, 0x4a, 0x4c}, 1);  // 1 2 3 4 5 6
  const std::string columns = little_endian({0x38, 0x48, 0x40, 0x4a, 0x44, 0x4c}, 1);  // transposed
  const auto b = write("b.npy", npy("|V1", "(3, 1)", little_endian({0x38, 0x38, 0x38}, 1)));
  const auto file =
      write("m.safetensors", safetensors("{" + tensor("w", "F8_E4M3", "[2,3]", 0, 6) + "," +
                                             tensor("wt", "F8_E4M3", "[3,2]", 6, 12) + "}",
                                         rows + columns));
  const Elements expected{0x40c00000, 0x41700000};  // 6, 15
  for (const std::string& a : {write("c.npy", npy("|u1", "(2, 3)", rows)),
                               write("f.npy", npy("|u1", "(2, 3)", columns, true)),
                               write("t.npy", npy("|u1", "(3, 2)", columns)) + " --transpose-a",
                               file + ":w", file + ":wt --transpose-a"})
    EXPECT_EQ(multiply(std::string(kFp8) + " " + a + " " + b), expected) << a;
}

TEST_F(Gemm, NothingTimesNothing) {
  const auto wide = write("w.npy", npy("<f2", "(2, 0)", ""));
  const auto tall = write("t.npy", npy("<f2", "(0, 3)", ""));
  EXPECT_EQ(multiply(std::string(kHopper) + " " + wide + " " + tall), Elements(6, 0));
  const auto c = write("c.npy", npy("<f4", "(2, 3)", floats({1, 2, 3, 4, 5, 6})));
  EXPECT_EQ(multiply(std::string(kHopper) + " " + wide + " " + tall + " " + c)[5], 0x40c00000U);
  EXPECT_EQ(multiply(std::string(kHopper) + " " + tall + " " + f16("b.npy", "(3, 1)", {1, 2, 3})),
            Elements{});
  EXPECT_EQ(rows_, 0);
  EXPECT_EQ(columns_, 1);
}

TEST_F(Gemm, PackedRowsAndScales) {
  const auto packed = write("a.npy", npy("|u1", "(1, 2)", "\x22\x02"));     // 1 1 1, padded
  const auto bytes = write("b.npy", npy("|u1", "(3, 1)", "\x02\x04\x05"));  // 1 2 3
  const auto sa = write("sa.npy", npy("|u1", "(1, 1)", "\x40"));            // 2
  const auto sb = write("sb.npy", npy("|u1", "(1, 1)", "\x38"));            // 1
  const std::string command = std::string(kFp4) + " " + packed + " " + bytes + " --shape-a 1x3";
  EXPECT_EQ(multiply(command + " --sa " + sa + " --sb " + sb), Elements{0x41400000});  // 12
  expect_failure("gemm " + command + " -o " + d(), 2, "--sa: missing; " + std::string(kFp4));
  expect_failure("gemm " + command + " --sa " + sa + " -o " + d(), 2, "--sb: missing");
}

TEST_F(Gemm, ConvertsWhenToldTo) {
  const auto a = write("a.npy", npy("<f4", "(1, 2)", floats({1.0F, 0.3F})));
  const auto b = write("b.npy", npy("<f4", "(2, 1)", floats({1.0F, 1000.0F})));
  const std::string command = std::string(kFp8) + " " + a + " " + b;
  expect_failure("gemm " + command + " -o " + d(), 2,
                 "elements are f32 (<f4), not e4m3; give --convert");
  EXPECT_FALSE(fs::exists(d()));
  EXPECT_EQ(multiply(command + " --convert --saturate"), Elements{0x430d0000});  // 1 + .3125 * 448
  EXPECT_EQ(multiply(command + " --convert --rounding toward_zero --saturate"),
            Elements{0x42fe0000});  // 1 + .28125 * 448
  expect_failure("gemm " + command + " --saturate -o " + d(), 2, "--convert");
}

// The greatest f16 is an infinity's neighbour, by rounding or by saturation.
TEST_F(Gemm, ConvertsWhatOverflows) {
  const auto a = write("a.npy", npy("<f4", "(2, 1)", floats({1e6F, INFINITY})));
  const std::string command =
      std::string(kHopper) + " " + a + " " + f16("b.npy", "(1, 1)", {0x3c00});
  EXPECT_EQ(multiply(command + " --convert"), (Elements{0x7f800000, 0x7f800000}));
  EXPECT_EQ(multiply(command + " --convert --rounding toward_zero"),
            (Elements{0x477fe000, 0x7f800000}));
  EXPECT_EQ(multiply(command + " --convert --saturate"), (Elements{0x477fe000, 0x477fe000}));
}

// float32 is tf32 as it is, and is rounded to it where that is said.
TEST_F(Gemm, RoundsFloat32ToTf32WhenToldTo) {
  const auto a = write("a.npy", npy("<f4", "(1, 1)", floats({1.0F + 0x1.8p-11F})));
  const auto b = write("b.npy", npy("<f4", "(1, 1)", floats({1.0F})));
  const std::string command = "ampere/mma.m16n8k8.f32.tf32.tf32.f32 " + a + " " + b;
  EXPECT_EQ(multiply(command), Elements{0x3f800000});
  EXPECT_EQ(multiply(command + " --convert"), Elements{0x3f802000});
  EXPECT_EQ(multiply(command + " --convert --rounding nearest_away"), Elements{0x3f802000});
  EXPECT_EQ(multiply(command + " --convert --rounding toward_zero"), Elements{0x3f800000});
}

TEST_F(Gemm, PromotesPartialSums) {
  // 2^24 and then 2^-4 sixteen times: the unit drops it, the accumulator's rounding too; promoted
  // first, 1 is whole.
  Elements a(32, 0x3400), b(32, 0x3400);
  for (std::size_t i = 0; i < 16; ++i) a[i] = b[i] = 0x6800;
  const std::string files = f16("a.npy", "(1, 32)", a) + " " + f16("b.npy", "(32, 1)", b);
  const Elements chained = multiply(std::string(kHopper) + " " + files);
  const Elements promoted = multiply(std::string(kHopper) + " " + files + " --promote-k 16");
  const Elements up =
      multiply(std::string(kHopper) + " " + files + " --promote-k 16 --promote-rounding up");
  EXPECT_EQ(chained, Elements{0x4c800000});   // 2^26
  EXPECT_EQ(promoted, Elements{0x4c800000});  // 2^26 + 1, rounded
  EXPECT_EQ(up, Elements{0x4c800001});
}

TEST_F(Gemm, SaysWhatItDid) {
  const auto a = f16("a.npy", "(2, 3)", Elements(6)), b = f16("b.npy", "(3, 1)", Elements(3));
  const std::string command = "gemm " + std::string(kHopper) + " " + a + " " + b + " -o " + d();
  const Ran text = run(command);
  EXPECT_EQ(text.out, "");
  EXPECT_EQ(text.err, "mmasc: D is 2 x 1 f32, K = 3: " + d() + "\n");
  const Ran json = run(command + " --json");
  EXPECT_EQ(json.err, "");
  for (const char* part : {"\"schema\": \"mmasc.gemm\"", "\"m\": 2", "\"n\": 1", "\"k\": 3",
                           "\"engine\": \"batch\"", "\"d\": \"f32\""})
    EXPECT_NE(json.out.find(part), std::string::npos) << json.out;
}

// FP4 weights as checkpoints have them, N x K, beside activations of 8 bits.
TEST_F(Gemm, PackedWeightsBesideBytes) {
  const std::string unit = "blackwell/tcgen05.mma.m64nNk32.f8f6f4.f32.e4m3.e2m1 ";
  std::string a, packed;
  Elements b;
  for (std::uint64_t i = 0; i < 32; ++i) a += static_cast<char>(0x38 + i % 4);
  for (std::uint64_t i = 0; i < 64; ++i) b.push_back((i * i + i / 8) % 13);
  for (std::size_t i = 0; i < 64; i += 2) packed += static_cast<char>(b[i] | b[i + 1] << 4);
  const auto activations = write("a.npy", npy("|u1", "(1, 32)", a));
  const auto bytes = write("b.npy", npy("|u1", "(2, 32)", little_endian(b, 1)));
  const auto rows = write("p.npy", npy("|u1", "(2, 16)", packed));
  const auto tensors =
      write("m.safetensors", safetensors("{" + tensor("f4", "F4", "[2,32]", 0, 32) + "," +
                                             tensor("u8", "U8", "[2,16]", 32, 64) + "}",
                                         packed + packed));
  const auto expected = multiply(unit + activations + " " + bytes + " --transpose-b");
  EXPECT_EQ(expected.size(), 2U);
  EXPECT_NE(expected[0], expected[1]);
  for (const std::string& weights : {rows + " --shape-b packed", rows + " --shape-b 2x32",
                                     tensors + ":f4", tensors + ":u8 --shape-b packed"})
    EXPECT_EQ(multiply(unit + activations + " " + weights + " --transpose-b"), expected) << weights;
}

// A unit that no kernel takes has code of its own where there is an LLVM, and says where there is
// none.
TEST_F(Gemm, WithoutLlvmTheReferenceComputesAndSaysSo) {
  Random random(4);
  Elements a(64 * 512), b(512 * 80);
  for (Elements* elements : {&a, &b})
    for (auto& bits : *elements) bits = random.next() & 0xbfff;  // below 2
  const std::string of_unit = std::string(kHopper) + " --set dot.sticky=true " +
                              f16("a.npy", "(64, 512)", a) + " " + f16("b.npy", "(512, 80)", b);
  const Elements with_code = multiply(of_unit);
  ::setenv("MMASC_LLVM", "/nowhere", 1);
  const Elements without = multiply(of_unit);
  const Ran told = run("gemm " + of_unit + " -o " + d());
  const Ran shown = run("show " + std::string(kHopper) + " --set dot.sticky=true");
  ::unsetenv("MMASC_LLVM");
  EXPECT_EQ(with_code, without);
  const std::string why = "MMASC_LLVM names no library that can be loaded";
  EXPECT_NE(told.err.find("the reference computes, slower than code of the unit's own: " + why),
            std::string::npos)
      << told.err;
  EXPECT_NE(shown.out.find("the reference computes here: " + why), std::string::npos) << shown.out;
}

}  // namespace
}  // namespace mmasc
