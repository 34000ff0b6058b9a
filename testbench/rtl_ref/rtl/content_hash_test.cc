// SPDX-License-Identifier: Apache-2.0
// Names of contents, as sha1sum gives them.
#include "mmasc/verilated/content_hash.h"

#include <gtest/gtest.h>

#include "mmasc/verilated/text_file.h"
#include "rtl/folder.h"

namespace mmasc {
namespace {

TEST(ContentHash, IsSha1OfTheTextsWithTheirLengths) {
  // printf 3:abc | sha1sum
  EXPECT_EQ(ContentHash().add("abc").hex(), "7ac1b65bee717261fd2b947f0cc5ef99c55f3c18");
}

TEST(ContentHash, TextsThatAreCutElsewhereDiffer) {
  EXPECT_NE(ContentHash().add("ab").add("c").hex(), ContentHash().add("a").add("bc").hex());
  EXPECT_NE(ContentHash().add("abc").hex(), ContentHash().add("abc").add("").hex());
}

TEST(ContentHash, OfAFile) {
  const testing::Folder folder;
  write_text(folder.path() / "file", "abc");
  EXPECT_EQ(hash_file(folder.path() / "file"), ContentHash().add("abc").hex());
  EXPECT_EQ(hash_file(folder.path() / "none"), "");
}

}  // namespace
}  // namespace mmasc
