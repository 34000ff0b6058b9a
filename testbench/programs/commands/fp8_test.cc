// SPDX-License-Identifier: Apache-2.0
#include "commands/gemm_fixture.h"

namespace mmasc {
namespace {

TEST_F(Gemm, AnInterruptEndsFp8gemm) {
  const auto a = f16("a.npy", "(512, 2048)", Elements(512 * 2048, 0x3c00));
  expect_interrupted({"fp8gemm", kFp8, a, a, "--transpose-b", "-o", d(), "--engine", "reference"});
  EXPECT_FALSE(fs::exists(d()));
}

}  // namespace
}  // namespace mmasc
