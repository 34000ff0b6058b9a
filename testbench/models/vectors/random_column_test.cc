// SPDX-License-Identifier: Apache-2.0
// The column of random bits that stochastic roundings draw.
#include "mmasc/unit/catalog.h"
#include "mmasc/vectors/vector_file.h"
#include "support.h"

namespace mmasc {
namespace {

Unit stochastic() {
  return catalog()
      .find("volta/mma.m8n8k4.f32.f16.f16.f32")
      .with("dot.alignment_rounding", "{ mode = \"stochastic\", random_bits = 3 }")
      .with("result.rounding", "{ mode = \"stochastic\", random_bits = 10 }");
}

std::string file_with(const std::string& random) {
  return "# mmasc-vectors 1\n# instruction: mine\n"
         "# formats: a=f16 b=f16 c=f32 d=f32 k=4 random=5x3,1x10\n"
         "# provenance: this test\n# nan: exact\n# columns: a b c random d\n"
         "3c00000000000000 3c00000000000000 00000000 " +
         random + " 3f800000\n";
}

TEST(RandomColumn, IsReadAndWritten) {
  const std::string text = file_with("0123731f");
  const VectorFile file = parse_vectors(text, "x.vec");
  EXPECT_EQ(file.cases[0][Operand::random], (std::vector<std::uint64_t>{0, 1, 2, 3, 7, 0x31f}));
  EXPECT_EQ(to_text(file), text);
  EXPECT_EQ(to_text(layout_of(stochastic())), to_text(file.layout));
  EXPECT_NO_THROW(check_header(file, stochastic()));
  EXPECT_THROW(check_header(file, stochastic().with("dot.alignment_rounding", "down")), InputError);
}

TEST(RandomColumn, IsChecked) {
  const auto error = [](const std::string& text) {
    return testing::error_of<InputError>([&] { parse_vectors(text, "x.vec"); });
  };
  EXPECT_EQ(error(file_with("0123831f")), "x.vec:7:48: random: element 4 is 8, beyond its 3 bits");
  EXPECT_EQ(error(file_with("0123")), "x.vec:7:48: random: 4 hex digits; 6 elements take 8");
  std::string text = file_with("0123731f");
  text.replace(text.find("1x10"), 4, "1x40");
  EXPECT_NE(error(text).find("x.vec:3: formats: random=1x40"), std::string::npos);
}

}  // namespace
}  // namespace mmasc
