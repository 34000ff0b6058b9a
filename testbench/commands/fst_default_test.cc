// SPDX-License-Identifier: Apache-2.0
// --vcd FILE.fst: what GTKWave's fst2vcd reads out of it is what --vcd FILE.vcd holds.
#include <map>

#include "commands/cli_fixture.h"

namespace mmasc {
namespace {

// The changes of each signal by its whole name: "time value".
using Changes = std::map<std::string, std::vector<std::string>>;

// Without leading zeros, in lower case; a real as the number that it is.
std::string plain(std::string value) {
  if (value[0] == 'r') return std::to_string(std::stod(value.substr(1)));
  if (value[0] == 'b') value = value.substr(1);
  for (char& digit : value) digit = static_cast<char>(std::tolower(digit));
  const auto first = value.find_first_not_of('0');
  return first == std::string::npos ? "0" : value.substr(first);
}

Changes changes_of(const std::string& vcd) {
  Changes changes;
  std::map<std::string, std::string> names, last;  // by code
  std::vector<std::string> scopes;
  std::istringstream lines(vcd);
  std::string time = "0";
  bool defined = false;
  for (std::string line; std::getline(lines, line);) {
    std::istringstream words(line);
    std::string word, kind, width, code, name;
    words >> word;
    if (word == "$scope" && words >> kind >> name) scopes.push_back(name);
    if (word == "$upscope") scopes.pop_back();
    if (word == "$var" && words >> kind >> width >> code >> name) {
      std::string whole;
      for (const std::string& scope : scopes)
        if (scope != "SystemC") whole += scope + ".";
      names[code] = whole + name;
      changes[whole + name];
    }
    defined = defined || word == "$enddefinitions";
    if (!defined || word.empty() || word[0] == '$') continue;
    if (word[0] == '#') time = word.substr(1);
    const bool is_vector = word[0] == 'b' || word[0] == 'r';
    if (!is_vector && word.find_first_of("01xzXZ") != 0) continue;
    if (is_vector) words >> code;
    const std::string value = plain(is_vector ? word : word.substr(0, 1));
    if (!is_vector) code = word.substr(1);
    if (std::exchange(last[code], value) != value)
      changes[names.at(code)].push_back(time + " " + value);
  }
  return changes;
}

bool has_vcd2fst() { return std::system("vcd2fst --help >/dev/null 2>&1") == 0; }

void expect_same(const Changes& read, const Changes& expected) {
  EXPECT_EQ(read.size(), expected.size());
  for (const auto& [name, changes] : expected) {
    ASSERT_TRUE(read.contains(name)) << name;
    EXPECT_EQ(read.at(name), changes) << name;
  }
}

class Fst : public Cli {
 protected:
  std::string path(const std::string& name) const { return (folder_ / name).string(); }
  void SetUp() override {
    Cli::SetUp();
    if (!simulates()) GTEST_SKIP() << "built without SystemC";
    if (!has_vcd2fst()) GTEST_SKIP() << "no vcd2fst: install gtkwave to write FST";
  }
  Changes read(const std::string& fst) const {
    const std::string vcd = path("back.vcd");
    EXPECT_EQ(std::system(("fst2vcd " + fst + " >" + vcd).c_str()), 0);
    return changes_of(slurp(vcd));
  }
};

constexpr const char* kTrace = "trace volta/mma.m8n8k4.f32.f16.f16.f32 --a 1,2,3,4 --b 1,1,2,1";

TEST_F(Fst, OfATraceIsItsVcd) {
  const std::string trace = std::string(kTrace) + " --vcd ";
  ASSERT_EQ(run(trace + path("x.vcd")).code, 0);
  const Ran ran = run(trace + path("x.fst"));
  ASSERT_EQ(ran.code, 0) << ran.err;
  const Changes expected = changes_of(slurp(path("x.vcd")));
  EXPECT_GT(expected.size(), 20u);
  expect_same(read(path("x.fst")), expected);
  EXPECT_LT(fs::file_size(path("x.fst")), fs::file_size(path("x.vcd")));
  EXPECT_NE(slurp(path("x.gtkw")).find("x.fst"), std::string::npos);
  int files = 0;
  for (const auto& entry : fs::directory_iterator(folder_))
    files += entry.path().filename() != "stderr" && entry.path().filename() != "back.vcd" ? 1 : 0;
  EXPECT_EQ(files, 3);  // two waves and their one save file: nothing is left over
}

TEST_F(Fst, OfAPlatformIsItsVcd) {
  const std::string platform =
      "platform hopper --no-data --set gemm.m=256 --set gemm.n=256 --set gemm.k=256 --vcd ";
  const Ran ran = run(platform + path("x.vcd"));
  ASSERT_EQ(ran.code, 0) << ran.err;
  ASSERT_EQ(run(platform + path("x.fst")).code, 0);
  const Changes expected = changes_of(slurp(path("x.vcd")));
  EXPECT_FALSE(expected.empty());
  expect_same(read(path("x.fst")), expected);
}

// One line, before anything is simulated, and an older file stays.
TEST_F(Fst, FailsWhole) {
  std::ofstream(path("old.fst")) << "old";
  const std::string trace = std::string(kTrace) + " --vcd ";
  expect_failure(trace + path("nowhere/x.fst"), 3, "nowhere/x.fst: cannot write");
  fs::create_symlink("/dev/stdout", path("device.fst"));
  expect_failure(trace + path("device.fst"), 3, "device.fst: an FST goes to a file only");
  const std::string no_tool = "PATH=" + path("empty") + " '" MMASC_BINARY "' " + trace +
                              path("old.fst") + " 2>" + path("told") + " >" + path("out");
  EXPECT_EQ(WEXITSTATUS(std::system(no_tool.c_str())), 3);
  EXPECT_NE(slurp(path("told")).find("old.fst: "), std::string::npos) << slurp(path("told"));
  EXPECT_NE(slurp(path("told")).find("gtkwave"), std::string::npos) << slurp(path("told"));
  EXPECT_EQ(slurp(path("out")), "");
  EXPECT_EQ(slurp(path("old.fst")), "old");
}

}  // namespace
}  // namespace mmasc
