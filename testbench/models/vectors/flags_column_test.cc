// SPDX-License-Identifier: Apache-2.0
// The column of status flags behind d.
#include "mmasc/unit/catalog.h"
#include "mmasc/vectors/vector_file.h"
#include "random/flagged_units.h"
#include "support.h"

namespace mmasc {
namespace {

std::string file_with(const std::string& columns, const std::string& line) {
  return "# mmasc-vectors 1\n# instruction: my/flagged\n"
         "# formats: a=f32 b=f32 c=f32 d=f32 k=1\n"
         "# provenance: this test\n# nan: exact\n# columns: " +
         columns + "\n" + line + "\n";
}
const std::string kLine = "7f7fffff 40000000 00000000 7f800000 05";

TEST(FlagsColumn, IsReadAndWritten) {
  const std::string text = file_with("a b c d flags", kLine);
  const VectorFile file = parse_vectors(text, "x.vec");
  EXPECT_TRUE(file.has_d && file.has_flags);
  EXPECT_EQ(file.cases[0].flags, 5U);
  EXPECT_EQ(to_text(file), text);
  EXPECT_NO_THROW(check_header(file, flagged_units().front()));
}

TEST(FlagsColumn, MayBeLeftOut) {
  const VectorFile file =
      parse_vectors(file_with("a b c d", "7f7fffff 40000000 00000000 7f800000"), "x.vec");
  EXPECT_FALSE(file.has_flags);
  EXPECT_NO_THROW(check_header(file, flagged_units().front()));
}

TEST(FlagsColumn, IsChecked) {
  const auto error = [](const std::string& columns, const std::string& line) {
    return testing::error_of<InputError>([&] { parse_vectors(file_with(columns, line), "x.vec"); });
  };
  EXPECT_EQ(error("a b c d flags", "7f7fffff 40000000 00000000 7f800000"),
            "x.vec:7: 4 columns, one space between; 'a b c d flags' are 5");
  EXPECT_EQ(error("a b c d flags", "7f7fffff 40000000 00000000 7f800000 25"),
            "x.vec:7:37: flags: element 0 is 25, beyond its 5 bits");
  EXPECT_NE(
      error("a b c flags", "7f7fffff 40000000 00000000 05").find("x.vec:6: columns: a b c flags;"),
      std::string::npos);
  const Unit silent = flagged_units().front().with("result.flags", "none");
  EXPECT_EQ(testing::error_of<InputError>([&] {
              check_header(parse_vectors(file_with("a b c d flags", kLine), "x.vec"), silent);
            }),
            "x.vec:6: my/flagged raises no flags; remove the column, or name the unit these "
            "vectors are of");
}

}  // namespace
}  // namespace mmasc
