// SPDX-License-Identifier: Apache-2.0
// What pages quote of commands is what these print.
#include "files/file_bytes.h"
#include "page_commands.h"

namespace mmasc {
namespace {

TEST(Pages, TextsAreComparedWithWhatIsLeftOut) {
  EXPECT_TRUE(is_shown("a\nb\n", "a\nb\n"));
  EXPECT_FALSE(is_shown("a\n", "a\nb\n"));
  EXPECT_TRUE(is_shown("a\n...\nd\n", "a\nb\nc\nd\n"));
  EXPECT_TRUE(is_shown("a\n...\n", "a\n"));
  EXPECT_TRUE(is_shown("...\nd\n", "d\n"));
  EXPECT_TRUE(is_shown("x ..., z\n", "x 1, y, z\n"));
  EXPECT_FALSE(is_shown("x ..., z\n", "x 1, y, z!\n"));
  EXPECT_FALSE(is_shown("...\ne\n", "d\n"));
}

TEST(Pages, BlocksAreRead) {
  const auto blocks = blocks_of(
      "text\n$ no\n```toml\nx = 1\n```\n```\nno command\n```\n```console\n$ a \\\n    "
      "b\none\ntwo\n$ c\n```\n");
  ASSERT_EQ(blocks.size(), 1U);
  EXPECT_EQ(blocks[0].toml, "x = 1\n");
  ASSERT_EQ(blocks[0].commands.size(), 2U);
  EXPECT_EQ(blocks[0].commands[0].command, "a \\\n    b");
  EXPECT_EQ(blocks[0].commands[0].output, "one\ntwo\n");
  EXPECT_EQ(blocks[0].commands[0].line, 10);
  EXPECT_EQ(blocks[0].commands[1].command, "c");
}

// Each of the exceptions is one of a block that there is.
TEST(Pages, NoExceptionIsOld) {
  for (const TierOfBlock& row : kTiersOfBlocks) {
    const auto blocks = blocks_of(page_text(std::string(row.page)));
    EXPECT_TRUE(
        std::ranges::any_of(blocks, [&](const auto& block) { return has(block, row.part); }))
        << row.page << ": " << row.part;
  }
}

// Matrices that pages name, of which commands print shapes alone.
class ShownCommands : public PageCommands {
 protected:
  void SetUp() override {
    PageCommands::SetUp();
    const auto put = [&](const std::string& name, std::size_t rows, std::size_t columns) {
      write(name, npy("<f4", "(" + std::to_string(rows) + ", " + std::to_string(columns) + ")",
                      std::string(4 * rows * columns, '\0')));
    };
    if (GetParam() == "fp8") {
      put("x.npy", 512, 4096);
      put("w.npy", 4096, 512);
      put("c.npy", 512, 512);
    }
    if (GetParam() == "gemm") {
      put("a.npy", 64, 512);
      put("b.npy", 512, 48);
    }
  }
};

TEST_P(ShownCommands, PrintWhatThePageShows) { expect_page_is_right(Tier::by_default); }

INSTANTIATE_TEST_SUITE_P(Pages, ShownCommands, ::testing::ValuesIn(pages_with(Tier::by_default)),
                         page_name);

}  // namespace
}  // namespace mmasc
