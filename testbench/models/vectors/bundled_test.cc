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
// Two recordings show two pieces of silicon.
TEST(Bundled, NoFileHoldsTheVectorsOfAnother) {
  std::map<std::string, std::string> path_of;  // of the vectors, without their names
  for (const VectorSource& source : bundled()) {
    std::istringstream text(read_text(source.path));
    std::string vectors;
    bool is_recorded = false;
    for (std::string line; std::getline(text, line);) {
      is_recorded = is_recorded || line == "# evidence: recorded";
      if (!line.starts_with('#')) vectors += line + '\n';
    }
    if (is_recorded) vectors += source.path;
    const auto [other, is_new] = path_of.emplace(vectors, source.path);
    EXPECT_TRUE(is_new) << source.path << " has the vectors of " << other->second
                        << "; mmasc audit --seed finds others";
  }
  EXPECT_GT(path_of.size(), 1000u);
}

// The folder that a file lies in says what it is worth.
TEST(Bundled, EvidenceIsThatOfTheFolder) {
  struct Folder {
    EvidenceKind evidence;
    std::size_t cases;  // 0: any number
  };
  const std::map<std::string, Folder> folders{
      {"rtx4060", {EvidenceKind::recorded, 23}},
      {"khattak_mikaitis", {EvidenceKind::recorded, 20010}},
      {"mma_sim/printed", {EvidenceKind::recorded, 500}},
      {"mma_sim/implied", {EvidenceKind::implied, 8000}},
      {"rdna", {EvidenceKind::recorded, 6674}},
      {"zen3", {EvidenceKind::recorded, 990}},
      {"zen4", {EvidenceKind::recorded, 6000}},
      {"zen5", {EvidenceKind::recorded, 7700}},
      {"xeon", {EvidenceKind::recorded, 1470}},
      {"h100", {EvidenceKind::recorded, 7623}},
      {"h100_scale_d_0", {EvidenceKind::recorded, 2014}},
      {"emulated", {EvidenceKind::derived, 3200}},
      {"derived", {EvidenceKind::derived, 0}},
      {"audit", {EvidenceKind::derived, 0}},
  };
  std::map<std::string, std::size_t> cases;
  for (const VectorSource& source : bundled()) {
    const VectorFile file = read_vectors(source.path);
    const fs::path path = fs::relative(source.path, bundled_vectors_dir());
    std::string folder = path.begin()->string();
    if (folder == "mma_sim") folder = path.parent_path().string();
    ASSERT_TRUE(folders.contains(folder)) << source.path;
    // Vectors of derived/ that a paper states are labelled so.
    if (folder != "derived" || file.evidence != EvidenceKind::stated) {
      EXPECT_EQ(file.evidence, folders.at(folder).evidence) << source.path;
    }
    cases[folder] += file.cases.size();
  }
  for (const auto& [folder, expected] : folders) {
    EXPECT_GT(cases[folder], 0u) << folder;
    if (expected.cases > 0) {
      EXPECT_EQ(cases[folder], expected.cases) << folder;
    }
  }
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
