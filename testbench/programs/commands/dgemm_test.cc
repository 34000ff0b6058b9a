// SPDX-License-Identifier: Apache-2.0
// `mmasc dgemm` in a folder of its own.
#include <cmath>

#include "commands/gemm_fixture.h"

namespace mmasc {
namespace {

class DgemmCommand : public Cli {
 protected:
  std::string d() const { return (folder_ / "d.npy").string(); }
  std::string doubles(const std::string& name, const std::string& shape,
                      const std::vector<double>& numbers) const {
    Elements bits;
    for (const double x : numbers) bits.push_back(std::bit_cast<std::uint64_t>(x));
    return write(name, npy("<f8", shape, little_endian(bits, 8)));
  }
  void fails(const std::string& arguments, int code, const std::string& part) const {
    expect_failure("dgemm " + arguments, code, part);
    EXPECT_FALSE(fs::exists(d())) << arguments;
  }
  const std::string unit_ = "hopper/mma.m16n8k16.f32.f16.f16.f32 ";
};

// 1 + 2^-40 - 1, which no sum in f16 or f32 shows.
TEST_F(DgemmCommand, MultipliesDoubles) {
  const auto a = doubles("a.npy", "(1, 3)", {1, 0x1p-40, -1}),
             b = doubles("b.npy", "(3, 1)", {3, 3, 3});
  const Ran ran = run("dgemm " + unit_ + a + " " + b + " --slices all --correct -o " + d());
  EXPECT_EQ(ran.code, 0) << ran.err;
  EXPECT_EQ(ran.out, "");
  EXPECT_NE(ran.err.find("D is 1 x 1 f64, K = 3; "), std::string::npos) << ran.err;
  EXPECT_NE(ran.err.find("nothing left out"), std::string::npos) << ran.err;
  EXPECT_EQ(elements_of(load_npy(slurp(d()), format("f64"))),
            Elements{std::bit_cast<std::uint64_t>(0x3p-40)});
  const Ran single =
      run("dgemm " + unit_ + b + " " + a + " --d f32 --transpose-a --transpose-b --json -o " + d());
  EXPECT_EQ(single.code, 0) << single.err;
  EXPECT_NE(single.out.find("\"schema\": \"mmasc.dgemm\",\n  \"version\": 2"), std::string::npos);
  EXPECT_EQ(elements_of(load_npy(slurp(d()), format("f32"))).size(), 1U);
}

TEST_F(DgemmCommand, ListsSlices) {
  const Ran all = run("dgemm --list");
  EXPECT_EQ(all.code, 0);
  EXPECT_NE(all.out.find("hopper/wgmma.m64nNk32.f32.e4m3.e4m3 "), std::string::npos);
  const Ran one = run("dgemm --list hopper/wgmma.m64nNk32.f32.e4m3.e4m3 --set lanes=16");
  EXPECT_EQ(one.code, 0);
  EXPECT_NE(one.out.find("   5     64     65536\n6 bits: e4m3 has not all integers"),
            std::string::npos)
      << one.out;
  const Ran json = run("dgemm --list --json");
  EXPECT_NE(json.out.find("\"units_alike\""), std::string::npos);
}

// An s64 need not be a number of f64, as every other element is.
TEST_F(DgemmCommand, RoundsNoInteger) {
  const auto integers = [&](std::uint64_t first) {
    return write("i.npy", npy("<i8", "(1, 2)", little_endian({first, 0x8000'0000'0000'0000}, 8)));
  };
  const auto ones = doubles("ones.npy", "(2, 1)", {1, 1});
  const std::string rest = " " + ones + " --slices all --correct -o " + d();
  fails(unit_ + integers((1ULL << 53) + 1) + rest, 2,
        "i.npy: element (0, 0) is 0x0020000000000001, and f64 has no such number");
  const Ran ran = run("dgemm " + unit_ + integers(1ULL << 53) + rest);
  EXPECT_EQ(ran.code, 0) << ran.err;
  EXPECT_EQ(elements_of(load_npy(slurp(d()), format("f64"))),
            Elements{std::bit_cast<std::uint64_t>(0x1p53 - 0x1p63)});
}

// Sums of s64 are added as f64 in the end.
TEST_F(DgemmCommand, SumsStayBelowWhatF64Has) {
  const Ran wide = run("dgemm --list arm/smopa.s64.s16");
  EXPECT_EQ(wide.code, 0) << wide.err;
  EXPECT_NE(wide.out.find(" 33554428 "), std::string::npos) << wide.out;
}

TEST_F(DgemmCommand, Refuses) {
  const auto a = doubles("a.npy", "(2, 2)", {1, 2, 3, 4});
  const auto wide = doubles("w.npy", "(1, 3)", {1, 2, std::nan("")});
  const std::string out = " -o " + d();
  fails(a + " " + a + out, 2, "give UNIT, A, B and --output, or --list");
  fails(unit_ + a + " " + a + " --list", 2, "--list multiplies nothing");
  fails(unit_ + a + " " + wide + out, 2, "B is 1 x 3, not 2 x 3");
  fails(unit_ + wide + " " + a + out, 2, "B is 2 x 2, not 3 x 2");
  fails(unit_ + wide + " " + wide + " --transpose-b" + out, 2, "A[0, 2] is NaN");
  fails(unit_ + a + " " + a + " --slices 0" + out, 2, "--slices: 0 is no number of slices");
  fails(unit_ + a + " " + a + " --slices 9999999999" + out, 2, "--slices: 9999999999 is too large");
  fails(unit_ + a + " " + a + " --block-k 24" + out, 2,
        "--block-k 24: hopper/mma.m16n8k16.f32.f16.f16.f32 multiplies 16 elements of K at once; "
        "give a multiple of 16, or 0");
  fails(unit_ + a + " " + a + " --d f16" + out, 2, "one of f64, f32");
  fails(unit_ + a + " " + a + " --slice-bits 13" + out, 2, "slices of 13 bits");
  fails(unit_ + a + " " + a + " --set dot.zero_exponent=60" + out, 2, "adds up no slices exactly");
}

}  // namespace
}  // namespace mmasc
