// SPDX-License-Identifier: Apache-2.0
// `mmasc dgemm` in a folder of its own.
#include <cmath>

#include "gemm_fixture.h"

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
  const std::string unit_ = " --unit hopper/mma.m16n8k16.f32.f16.f16.f32";
};

// 1 + 2^-40 - 1, which no sum in f16 or f32 shows.
TEST_F(DgemmCommand, MultipliesDoubles) {
  const auto a = doubles("a.npy", "(1, 3)", {1, 0x1p-40, -1}),
             b = doubles("b.npy", "(3, 1)", {3, 3, 3});
  const Ran ran = run("dgemm " + a + " " + b + unit_ + " --slices all --correct -o " + d());
  EXPECT_EQ(ran.code, 0) << ran.err;
  EXPECT_EQ(ran.out, "");
  EXPECT_NE(ran.err.find("D is 1 x 1 f64, K = 3; "), std::string::npos) << ran.err;
  EXPECT_NE(ran.err.find("nothing left out"), std::string::npos) << ran.err;
  EXPECT_EQ(elements_of(load_npy(slurp(d()), format("f64"))),
            Elements{std::bit_cast<std::uint64_t>(0x3p-40)});
  const Ran single = run("dgemm " + b + " " + a + unit_ +
                         " --single --transpose-a --transpose-b --json -o " + d());
  EXPECT_EQ(single.code, 0) << single.err;
  EXPECT_NE(single.out.find("\"schema\": \"mmasc.dgemm\""), std::string::npos);
  EXPECT_EQ(elements_of(load_npy(slurp(d()), format("f32"))).size(), 1U);
}

TEST_F(DgemmCommand, ListsSlices) {
  const Ran all = run("dgemm --list");
  EXPECT_EQ(all.code, 0);
  EXPECT_NE(all.out.find("hopper/wgmma.m64nNk32.f32.e4m3.e4m3 "), std::string::npos);
  const Ran one = run("dgemm --list --unit hopper/wgmma.m64nNk32.f32.e4m3.e4m3 --set lanes=16");
  EXPECT_EQ(one.code, 0);
  EXPECT_NE(one.out.find("   5     64     65536\n6 bits: e4m3 has not all integers"),
            std::string::npos)
      << one.out;
  const Ran json = run("dgemm --list --json");
  EXPECT_NE(json.out.find("\"units_alike\""), std::string::npos);
}

TEST_F(DgemmCommand, Refuses) {
  const auto a = doubles("a.npy", "(2, 2)", {1, 2, 3, 4});
  const auto wide = doubles("w.npy", "(1, 3)", {1, 2, std::nan("")});
  const std::string out = " -o " + d();
  fails(a + " " + a + out, 2, "give A, B, --output and --unit, or --list");
  fails(a + " " + a + " --list", 2, "--list multiplies nothing");
  fails(a + " " + wide + unit_ + out, 2, "B is 1 x 3, not 2 x 3");
  fails(wide + " " + a + unit_ + out, 2, "B is 2 x 2, not 3 x 2");
  fails(wide + " " + wide + " --transpose-b" + unit_ + out, 2, "A[0, 2] is NaN");
  fails(a + " " + a + unit_ + " --slices 0" + out, 2, "--slices: 0 is no number of slices");
  fails(a + " " + a + unit_ + " --slices 9999999999" + out, 2, "--slices: 9999999999 is too large");
  fails(a + " " + a + unit_ + " --slice-bits 13" + out, 2, "slices of 13 bits");
  fails(a + " " + a + unit_ + " --set dot.zero_exponent=60" + out, 2, "adds up no slices exactly");
}

}  // namespace
}  // namespace mmasc
