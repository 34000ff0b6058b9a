// SPDX-License-Identifier: Apache-2.0
// `mmasc gemm` in a folder of its own.
#pragma once

#include "cli_fixture.h"
#include "files/file_bytes.h"

namespace mmasc {

inline constexpr const char* kHopper = "hopper/wgmma.m64nNk16.f32.f16.f16";
inline constexpr const char* kFp8 = "hopper/wgmma.m64nNk32.f32.e4m3.e4m3";
inline constexpr const char* kFp4 =
    "blackwell/tcgen05.mma.m128nNk64.mxf4nvf4.f32.e2m1.e2m1.4X.ue4m3";

using Elements = std::vector<std::uint64_t>;

class Gemm : public Cli {
 protected:
  std::string d() const { return (folder_ / "d.npy").string(); }

  // The bits of D; the command must succeed.
  Elements multiply(const std::string& arguments, const char* d_format = "f32") {
    const Ran ran = run("gemm " + arguments + " -o " + d());
    EXPECT_EQ(ran.code, 0) << arguments << "\n" << ran.err;
    EXPECT_EQ(ran.out, "");
    const Matrix matrix = load_npy(slurp(d()), format(d_format));
    rows_ = matrix.view.rows;
    columns_ = matrix.view.columns;
    return elements_of(matrix);
  }

  std::string f16(const std::string& name, const std::string& shape, const Elements& bits) const {
    return write(name, npy("<f2", shape, little_endian(bits, 2)));
  }

  void fails(const std::string& arguments, int code, const std::string& part) const {
    expect_failure("gemm " + std::string(kHopper) + " " + arguments, code, part);
    EXPECT_FALSE(fs::exists(d())) << arguments;
  }
  std::string out() const { return " -o " + d(); }

  std::int64_t rows_ = 0, columns_ = 0;
};

}  // namespace mmasc
