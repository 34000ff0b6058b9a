// SPDX-License-Identifier: Apache-2.0
#include "mmasc/vectors/find_vectors.h"

#include <gtest/gtest.h>

#include "support.h"

namespace mmasc {
namespace {

using testing::error_of;
using testing::TemporaryFolder;

const std::string kIndex =
    "gpu,format,d,instruction,k_recorded,c\n"
    "V,fp16,fp32,my/one,4,used\n"
    "V,fp16,fp16,my/two,4,rounded to f16\n";

std::vector<VectorSource> find(const std::vector<std::string>& paths) {
  return find_vectors(paths);
}

TEST(FindVectors, SearchesFoldersInOrder) {
  const TemporaryFolder folder;
  folder.put("derived/z/1.vec", "one");
  folder.put("derived/a/2.vec", "two");
  folder.put("derived/z/3.vec", "two");  // the same bytes again: no new vectors
  folder.put("derived/a/README.md", "");
  folder.put("public/index.csv", kIndex);
  const auto sources = find({folder.path()});
  ASSERT_EQ(sources.size(), 4u);
  EXPECT_EQ(sources[0].path, folder / "derived/a/2.vec");
  EXPECT_EQ(sources[1].path, folder / "derived/z/1.vec");
  EXPECT_FALSE(sources[1].recording);
  EXPECT_EQ(sources[2].recording->instruction, "my/one");
  EXPECT_EQ(sources[3].recording->instruction, "my/two");
  EXPECT_EQ(sources[3].recording->c, PublicRecording::C::rounded_to_f16);
}

TEST(FindVectors, CountsAFileOnce) {
  const TemporaryFolder folder;
  const std::string path = folder.put("a/1.vec", "one");
  EXPECT_EQ(find({path, path, folder.path(), folder / "a/../a"}).size(), 1u);
}

TEST(FindVectors, TakesFilesByAnyName) {
  const TemporaryFolder folder;
  const auto sources = find({folder.put("mine.txt", ""), folder.put("index.csv", kIndex)});
  ASSERT_EQ(sources.size(), 3u);
  EXPECT_EQ(sources[0].path, folder / "mine.txt");
  EXPECT_TRUE(sources[1].recording);
}

TEST(FindVectors, Errors) {
  const TemporaryFolder folder;
  folder.put("empty/README.md", "");
  EXPECT_EQ(error_of<InputError>([&] { find({folder / "none"}); }),
            (folder / "none") + ": no such file or folder; check the path");
  EXPECT_EQ(error_of<InputError>([&] { find({folder / "empty"}); }),
            (folder / "empty") +
                ": no .vec file and no index.csv in this folder; name one that has vectors");
}

}  // namespace
}  // namespace mmasc
