// SPDX-License-Identifier: Apache-2.0
#include "mmasc/vectors/bundled.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <map>
#include <sstream>

#include "mmasc/vectors/find_vectors.h"
#include "support.h"

namespace mmasc {
namespace {

namespace fs = std::filesystem;

std::vector<VectorSource> bundled() {
  const std::string paths[] = {bundled_vectors_dir()};
  return find_vectors(paths);
}

TEST(Bundled, EveryFileIsWrittenBackByteForByte) {
  std::size_t cases = 0;
  for (const VectorSource& source : bundled()) {
    const std::string text = read_text(source.path);
    const VectorFile file = parse_vectors(text, source.path);
    ASSERT_EQ(to_text(file), text) << source.path;
    cases += file.cases.size();
  }
  EXPECT_GT(cases, 30000u);
}

TEST(Bundled, EveryFileIsCalledAsItsInstruction) {
  for (const VectorSource& source : bundled()) {
    const auto path = fs::path(source.path);
    const std::string id = read_vectors(source.path).instruction;
    EXPECT_EQ(path.filename(), id.substr(id.find('/') + 1) + ".vec");
  }
}

// Units may compute the same; a copy of another unit's vectors would show nothing new of either.
TEST(Bundled, NoFileHoldsTheVectorsOfAnother) {
  std::map<std::string, std::string> path_of;  // of the vectors, without their names
  for (const VectorSource& source : bundled()) {
    std::istringstream text(read_text(source.path));
    std::string vectors;
    for (std::string line; std::getline(text, line);)
      if (!line.starts_with('#')) vectors += line + '\n';
    const auto [other, is_new] = path_of.emplace(vectors, source.path);
    EXPECT_TRUE(is_new) << source.path << " has the vectors of " << other->second
                        << "; mmasc audit --seed finds others";
  }
  EXPECT_GT(path_of.size(), 1000u);
}

// Recordings are few and must not be mistaken: of the bundled files only these claim to be.
TEST(Bundled, OnlyTheRtx4060FilesAreRecordings) {
  std::map<std::string, std::size_t> recorded;
  for (const VectorSource& source : bundled()) {
    const VectorFile file = read_vectors(source.path);
    if (file.evidence != EvidenceKind::recorded) continue;
    EXPECT_EQ(fs::path(source.path).parent_path().filename(), "rtx4060");
    recorded[file.instruction] += file.cases.size();
    for (const Case& row : file.cases) EXPECT_NE(row.name, "") << source.path << ':' << row.line;
  }
  EXPECT_EQ(recorded, (std::map<std::string, std::size_t>{
                          {"ada/mma.m16n8k16.f32.f16.f16.f32", 19},
                          {"ada/mma.m16n8k16.f16.f16.f16.f16", 4},
                      }));
}

TEST(Bundled, TheEnvironmentNamesAnotherFolder) {
  const char* before = std::getenv("MMASC_VECTORS");
  const std::string kept = before ? before : "";
  ::setenv("MMASC_VECTORS", "/elsewhere", 1);
  EXPECT_EQ(bundled_vectors_dir(), "/elsewhere");
  ::setenv("MMASC_VECTORS", kept.c_str(), 1);
  EXPECT_TRUE(fs::is_directory(bundled_vectors_dir()));
}

}  // namespace
}  // namespace mmasc
