// SPDX-License-Identifier: Apache-2.0
// `mmasc fp8gemm` and `mmasc quantise` in a folder of their own.
#include <cmath>

#include "commands/gemm_fixture.h"

namespace mmasc {
namespace {

class Fp8Command : public Cli {
 protected:
  std::string d() const { return (folder_ / "d.npy").string(); }
  std::string s() const { return (folder_ / "s.npy").string(); }
  std::string floats(const std::string& name, const std::string& shape,
                     const std::vector<float>& numbers) const {
    Elements bits;
    for (const float x : numbers) bits.push_back(std::bit_cast<std::uint32_t>(x));
    return write(name, npy("<f4", shape, little_endian(bits, 4)));
  }
  void fails(const std::string& arguments, const std::string& part) const {
    expect_failure(arguments, 2, part);
    EXPECT_FALSE(fs::exists(d())) << arguments;
  }
  static std::vector<float> ones(std::size_t count, float last) {
    std::vector<float> numbers(count, 1.0F);
    numbers.back() = last;
    return numbers;
  }
  const std::string unit_ = "hopper/wgmma.m64nNk32.f32.e4m3.e4m3 ";
};

TEST_F(Fp8Command, MultipliesQuantisedMatrices) {
  const auto a = floats("a.npy", "(1, 256)", ones(256, 448));
  const auto b = floats("b.npy", "(256, 1)", ones(256, 1));
  const Ran ran = run("fp8gemm " + unit_ + a + " " + b + " --scale power_of_two -o " + d());
  EXPECT_EQ(ran.code, 0) << ran.err;
  EXPECT_NE(ran.err.find("D is 1 x 1 f32, K = 256: "), std::string::npos) << ran.err;
  EXPECT_EQ(elements_of(load_npy(slurp(d()), format("f32"))),
            Elements{std::bit_cast<std::uint32_t>(255.0F + 448)});
  const Ran json = run("fp8gemm " + unit_ + b + " " + a +
                       " --transpose-a --transpose-b --block-a 0x0 --block-b 0x1 --promote-k 0 "
                       "--scale power_of_two --two-step --json -o " +
                       d());
  EXPECT_EQ(json.code, 0) << json.err;
  EXPECT_NE(json.out.find("\"schema\": \"mmasc.fp8gemm\",\n  \"version\": 2"), std::string::npos);
  EXPECT_NE(json.out.find("\"promote_k\": 0"), std::string::npos);
  EXPECT_EQ(elements_of(load_npy(slurp(d()), format("f32"))),
            Elements{std::bit_cast<std::uint32_t>(255.0F + 448)});
}

TEST_F(Fp8Command, TakesBf16AsRawBits) {
  Elements bits(64, 0x3f80);
  const auto a = write("a.npy", npy("|V2", "(2, 32)", little_endian(bits, 2)));
  const auto b = floats("b.npy", "(32, 1)", ones(32, 1));
  const Ran ran = run("fp8gemm " + unit_ + a + " " + b + " --scale power_of_two -o " + d());
  EXPECT_EQ(ran.code, 0) << ran.err;
  EXPECT_EQ(elements_of(load_npy(slurp(d()), format("f32"))),
            Elements(2, std::bit_cast<std::uint32_t>(32.0F)));
}

// The matrices that `quantise` writes are multiplied to what `fp8gemm` gives; with C, to bf16.
TEST_F(Fp8Command, MultipliesWhatIsQuantisedAlready) {
  std::vector<float> x, y;
  for (int i = 0; i < 3 * 256; ++i) x.push_back(static_cast<float>(i * 37 % 101 - 50) / 7);
  for (int i = 0; i < 256 * 2; ++i) y.push_back(static_cast<float>(i * 53 % 103 - 60) / 9);
  const auto a = floats("a.npy", "(3, 256)", x), b = floats("b.npy", "(256, 2)", y);
  const auto c = floats("c.npy", "(3, 2)", {1, -2, 0.5F, 1e9F, 0, 3});
  const auto file = [&](const char* name) { return (folder_ / name).string(); };
  const auto good = [&](const std::string& arguments) {
    const Ran ran = run(arguments);
    EXPECT_EQ(ran.code, 0) << arguments << "\n" << ran.err;
    return ran;
  };
  good("quantise " + a + " --to e4m3 -o " + file("qa.npy") + " --scales " + file("sa.npy"));
  good("quantise " + b + " --to e4m3 --block 128x128 -o " + file("qb.npy") + " --scales " +
       file("sb.npy"));
  const std::string elements = file("qa.npy") + " " + file("qb.npy"),
                    scales = " --sa " + file("sa.npy") + " --sb " + file("sb.npy");
  const auto product = [&](const std::string& arguments, const char* d_format = "f32") {
    good("fp8gemm " + unit_ + arguments + " -o " + d());
    return elements_of(load_npy(slurp(d()), format(d_format)));
  };
  const Elements expected = product(a + " " + b);
  EXPECT_EQ(product(elements + scales), expected);
  EXPECT_NE(product(elements + scales + " --tensor-scale-b 2"), expected);
  for (const std::string& operands : {a + " " + b + " " + c, elements + " " + c + scales}) {
    const Elements sums = product(operands);
    const auto bits_of = [](float number) { return std::bit_cast<std::uint32_t>(number); };
    EXPECT_EQ(sums[0],
              bits_of(std::bit_cast<float>(static_cast<std::uint32_t>(expected[0])) + 1.0F));
    const Elements narrow = product(operands + " --d bf16", "bf16");
    for (std::size_t i = 0; i < sums.size(); ++i)
      EXPECT_EQ(narrow[i], *convert(format("f32"), format("bf16"), sums[i], {}));
  }
  const Ran json = good("fp8gemm " + unit_ + elements + scales + " --d f16 --json -o " + d());
  EXPECT_NE(json.out.find("\"d\": \"f16\""), std::string::npos) << json.out;
  EXPECT_EQ(json.out.find("\"quotient\""), std::string::npos) << json.out;
  fs::remove(d());
  const std::string out = " -o " + d();
  fails("fp8gemm " + unit_ + a + " " + b + scales + out, "A: ");
  fails("fp8gemm " + unit_ + elements + " --sa " + file("sa.npy") + out, "--sb");
  for (const char* of_quantising :
       {"--scale float", "--quotient exact", "--least-greatest 0", "--no-tensor-scale"})
    fails("fp8gemm " + unit_ + elements + scales + " " + of_quantising + out, "excludes");
  fails("fp8gemm " + unit_ + elements + scales + " --tensor-scale-a 0" + out, "no scale is 0");
  fails("fp8gemm " + unit_ + elements + scales + " --tensor-scale-a x" + out,
        "--tensor-scale-a: \"x\"");
  fails("fp8gemm " + unit_ + elements + scales + " --d e4m3" + out,
        "--d: is \"e4m3\"; give f32, f16 or bf16");
  fails("fp8gemm " + unit_ + elements + scales + " --block-a 1x64" + out,
        "scales of A change after 64");
  fails("fp8gemm " + unit_ + a + " " + b + " --shape-a 3x256" + out, "packed rows are of elements");
  fails("fp8gemm " + unit_ + a + " " + b + " --tensor-scale-a 2" + out, "--sa");
}

// FP4 elements packed, with the scales of their blocks and of the tensor.
TEST_F(Fp8Command, MultipliesPackedElementsWithBlockScales) {
  const std::string unit = "blackwell/tcgen05.mma.m128nNk64.mxf4nvf4.f32.e2m1.e2m1.4X.ue4m3 ";
  const auto ones = write("w.npy", npy("|u1", "(1, 32)", std::string(32, '\x22')));
  const auto scales = write("s.npy", npy("|u1", "(1, 4)", std::string(4, '\x40')));  // 2
  const Ran ran = run("fp8gemm " + unit + ones + " " + ones + " --sa " + scales + " --sb " +
                      scales + " --shape-a packed --shape-b packed --transpose-b" +
                      " --tensor-scale-a 0.5 --tensor-scale-b 3 -o " + d());
  EXPECT_EQ(ran.code, 0) << ran.err;
  EXPECT_EQ(elements_of(load_npy(slurp(d()), format("f32"))),
            Elements{std::bit_cast<std::uint32_t>(64 * 4 * 1.5F)});
}

TEST_F(Fp8Command, GivesUnitsTheirBlockScales) {
  const auto a = floats("a.npy", "(1, 64)", ones(64, 6));
  const auto b = floats("b.npy", "(64, 1)", ones(64, 1));
  const std::string unit = "blackwell/tcgen05.mma.m128nNk64.mxf4nvf4.f32.e2m1.e2m1.4X.ue4m3 ";
  EXPECT_EQ(run("fp8gemm " + unit + a + " " + b + " --no-tensor-scale -o " + d()).code, 0);
  // The scale of ones is 1 / 6 in ue4m3, 0.171875, and 6 * 0.171875 = 1.03125; that of 6 is 1.
  constexpr float kOne = 1.03125F;
  EXPECT_EQ(elements_of(load_npy(slurp(d()), format("f32"))),
            Elements{std::bit_cast<std::uint32_t>(48 * kOne * kOne + (15 + 6) * kOne)});
  fs::remove(d());
  fails("fp8gemm " + unit + a + " " + b + " --block-a 1x32 -o " + d(),
        "--block-a: blackwell/tcgen05.mma.m128nNk64.mxf4nvf4.f32.e2m1.e2m1.4X.ue4m3 takes a scale "
        "of ue4m3 for 16 elements");
}

TEST_F(Fp8Command, TakesASeedOfStochasticRoundings) {
  const auto a = floats("a.npy", "(1, 64)", std::vector<float>(64, 1.0625F));
  const auto b = floats("b.npy", "(64, 4)", std::vector<float>(256, 1.0625F));
  const std::string rounding =
      R"( --set result.significand_fraction=3 --set 'result.rounding={ mode = "stochastic", random_bits = 8 }' )";
  const auto bits = [&](const std::string& seed) {
    const Ran ran = run("fp8gemm " + unit_ + a + " " + b + rounding + seed + " -o " + d());
    EXPECT_EQ(ran.code, 0) << ran.err;
    EXPECT_EQ(ran.err.starts_with("mmasc: --seed "), seed.empty()) << ran.err;
    return slurp(d());
  };
  EXPECT_EQ(bits("--seed 3"), bits("--seed 3"));
  EXPECT_NE(bits("--seed 3"), bits("--seed 4"));
  bits("");
  fs::remove(d());
  fails("fp8gemm " + unit_ + a + " " + b + " --seed 3 -o " + d(), "rounds nothing stochastically");
}

TEST_F(Fp8Command, Quantises) {
  const auto x = floats("x.npy", "(2, 64)", ones(128, -896));
  const Ran ran = run("quantise " + x + " --to e4m3 --block 1x64 -o " + d() + " --scales " + s());
  EXPECT_EQ(ran.code, 0) << ran.err;
  EXPECT_NE(ran.err.find("2 x 64 e4m3, 2 x 1 scales in f32: "), std::string::npos) << ran.err;
  EXPECT_EQ(elements_of(load_npy(slurp(s()), format("f32"))).back(),
            std::bit_cast<std::uint32_t>(2.0F));
  const auto elements = elements_of(load_npy(slurp(d()), format("e4m3")));
  EXPECT_EQ(elements.front(), 0x7eU);
  EXPECT_EQ(elements.back(), 0xfeU);
  EXPECT_EQ(elements[64], 0x30U);
  const Ran json = run("quantise " + x + " --to nvfp4 --json -o " + d() + " --scales " + s());
  EXPECT_NE(json.out.find("\"scale_format\": \"ue4m3\""), std::string::npos) << json.err;
  EXPECT_NE(json.out.find("\"tensor_scale\": 0.333"), std::string::npos) << json.out;
}

TEST_F(Fp8Command, QuantisesToFormatsOfAFile) {
  const auto x = floats("x.npy", "(1, 2)", {3, -1});
  const auto file =
      write("own.toml",
            "[format.thin]\nexponent_bits = 2\nfraction_bits = 1\nspecials = \"none\"\n"
            "[format.steps]\nexponent_bits = 4\nfraction_bits = 0\nsign = \"none\"\n"
            "specials = \"none\"\n");
  const Ran ran =
      run("quantise " + x + " --to " + file + ":thin --scale power_of_two --scale-format " + file +
          ":steps -o " + d() + " --scales " + s());
  EXPECT_EQ(ran.code, 0) << ran.err;
  EXPECT_EQ(elements_of(load_npy(slurp(d()), format("e2m1"))), (Elements{0x7, 0xc}));
  fs::remove(d());
  fails("quantise " + x + " --to " + file + ":thick -o " + d() + " --scales " + s(),
        "own.toml: unknown format \"thick\"");
}

TEST_F(Fp8Command, BothFilesAppearOrNone) {
  const auto x = floats("x.npy", "(1, 2)", {3, -1});
  expect_failure("quantise " + x + " --to e4m3 -o /dev/full --scales " + s(), 3, "/dev/full");
  EXPECT_FALSE(fs::exists(s()));
  fails("quantise " + x + " --to e4m3 -o " + d() + " --scales " + folder_.string() + "/./d.npy",
        "--scales and --output name one file");
  fs::create_symlink("d.npy", folder_ / "link.npy");
  fails("quantise " + x + " --to e4m3 -o " + d() + " --scales " + folder_.string() + "/link.npy",
        "--scales and --output name one file");
  EXPECT_EQ(run("quantise " + x + " --to e4m3 -o /dev/null --scales /dev/null").code, 0);
  const std::string relative = fs::relative(folder_).string() + "/new.npy";
  fails("quantise " + x + " --to e4m3 -o " + relative + " --scales ./" + relative,
        "--scales and --output name one file");
  fails("quantise " + x + " --to e4m3 -o '' --scales " + s(), "--output: an empty name");
  EXPECT_FALSE(fs::exists(s()));
}

TEST_F(Fp8Command, TakesIntervalsLongerThanK) {
  const auto a = floats("a.npy", "(1, 96)", ones(96, 448));
  const std::string blocks = " --transpose-b --block-a 0x0 --block-b 0x0 -o " + d();
  const auto product = [&](const std::string& unit, const std::string& interval) {
    const Ran ran = run("fp8gemm " + unit + " " + a + " " + a + blocks + interval);
    EXPECT_EQ(ran.code, 0) << ran.err;
    return elements_of(load_npy(slurp(d()), format("f32")));
  };
  const std::string f16 = "hopper/wgmma.m64nNk32.f16.e4m3.e4m3";
  const std::string f32 = "hopper/wgmma.m64nNk32.f32.e4m3.e4m3 --least-greatest 1e5";
  // 2^32 + 1 instructions, and the greatest multiple of 32 below 2^63.
  for (const char* interval : {"137438953504", "9223372036854775776"}) {
    const std::string number = std::string(" ") + interval;
    EXPECT_EQ(product(f16 + " --least-greatest 1e5", " --promote-k" + number),
              product(f16 + " --least-greatest 1e5", " --promote-k 0"));
    EXPECT_EQ(product(f32, " --promote-k" + number + " --inner-k" + number),
              product(f32, " --promote-k 0 --inner-k 96"));
  }
  fs::remove(d());
  fails("fp8gemm " + f32 + " " + a + " " + a + blocks + " --promote-k 9223372036854775808",
        "--promote-k 9223372036854775807: ");
}

TEST_F(Fp8Command, AnInterruptEndsIt) {
  const auto a = floats("a.npy", "(512, 2048)", ones(512 * 2048, 1));
  expect_interrupted({"fp8gemm", "hopper/wgmma.m64nNk32.f32.e4m3.e4m3", a, a, "--transpose-b", "-o",
                      d(), "--engine", "reference"});
  EXPECT_FALSE(fs::exists(d()));
}

TEST_F(Fp8Command, Refuses) {
  const auto a = floats("a.npy", "(2, 64)", ones(128, 3));
  const auto nan = floats("n.npy", "(64, 2)", ones(128, std::nanf("")));
  const std::string out = " -o " + d(), scales = " --scales " + s();
  fails("fp8gemm " + unit_ + a + " " + a + out, "A is 2 x 64 and B 2 x 64");
  fails("fp8gemm " + unit_ + a + " " + nan + out, "B[63, 1] is NaN");
  fails("fp8gemm " + unit_ + a + " " + nan + " --promote-k 33" + out, "--promote-k 33: ");
  fails("fp8gemm " + unit_ + a + " " + nan + " --no-tensor-scale" + out,
        "has no scale of the tensor to leave out");
  fails("fp8gemm " + unit_ + a + " " + nan + " --block-a 12" + out,
        "write rows x columns, as 1x128");
  fails("fp8gemm " + unit_ + a + " " + nan + " --scale near" + out, "--scale: unknown \"near\"");
  fails("quantise " + a + " --to f64" + out + scales, "floats of at most 16 bits");
  fails("quantise " + nan + " --to mxfp4" + out + scales, "X[63, 1] is NaN");
  for (const char* least : {"-1", "abc", "1e300", "nan"})
    fails("quantise " + a + " --to mxfp4 --least-greatest " + least + out + scales,
          "--least-greatest: \"" + std::string(least) + "\" is no number");
  const auto wide = write("w.npy", npy("<f8", "(1, 1)", little_endian({0}, 8)));
  fails("quantise " + wide + " --to mxfp4" + out + scales,
        "w.npy: elements are <f8; save them as float32, float16 or bfloat16: x.astype(np.float32)");
  const auto bytes = write("u.npy", npy("|u1", "(1, 1)", little_endian({0}, 1)));
  fails("quantise " + bytes + " --to mxfp4" + out + scales,
        "u.npy: elements are |u1; save them as float32");
  const auto integers = write("i.npy", npy("<i4", "(1, 1)", little_endian({0}, 4)));
  fails("fp8gemm " + unit_ + integers + " " + a + out, "i.npy: elements are <i4; save them as");
}

}  // namespace
}  // namespace mmasc
