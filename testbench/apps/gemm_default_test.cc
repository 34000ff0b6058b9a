// SPDX-License-Identifier: Apache-2.0
// More memory than there is. Not with the address sanitizer, which ends the program.
#include "gemm_fixture.h"

namespace mmasc {
namespace {

TEST_F(Gemm, MoreThanThereIsMemory) {
  fails(write("m.npy", npy("<f2", "(1048576, 0)", "")) + " " +
            write("n.npy", npy("<f2", "(0, 1048576000)", "")) + out(),
        3, "D, 1048576 x 1048576000: not enough memory for 4398046511104000 bytes");
}

}  // namespace
}  // namespace mmasc
