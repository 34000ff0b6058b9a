// SPDX-License-Identifier: Apache-2.0
// More than there is. Not with the address sanitizer, which ends the program.
#include "file_bytes.h"
#include "mmasc/matrix_files/input_file.h"
#include "thrown.h"

namespace mmasc {
namespace {

TEST(Allocate, SaysWhatForThereIsNoMemory) {
  for (const std::uint64_t size : {std::uint64_t{1} << 56, ~std::uint64_t{0}})
    EXPECT_EQ(error_of<EnvironmentError>([&] { (void)allocate(size, "D, 2 x 3"); }),
              "D, 2 x 3: not enough memory for " + std::to_string(size) + " bytes");
}

}  // namespace
}  // namespace mmasc
