// SPDX-License-Identifier: Apache-2.0
// Transcripts under testbench, compared with what their commands print now, or written anew where
// MMASC_UPDATE is set.
#pragma once

#include <gtest/gtest.h>

#include <cstdlib>
#include <regex>

#include "commands/cli_fixture.h"
#include "mmasc/unit/catalog.h"
#include "transcript.h"

namespace mmasc {

struct TranscriptFile {
  std::string name;
  fs::path path;
  friend void PrintTo(const TranscriptFile& file, std::ostream* out) { *out << file.name; }
};

// In the folders `commands` of the benches that are tested; "X_default.txt" is of the label
// default, and so on.
inline std::vector<TranscriptFile> transcripts(const std::string& label) {
  std::vector<TranscriptFile> found;
  std::istringstream folders(MMASC_TRANSCRIPTS);
  for (std::string folder; std::getline(folders, folder, ':');) {
    const fs::path path = fs::path(MMASC_TESTBENCH) / folder;
    if (!fs::exists(path)) continue;
    for (const auto& entry : fs::directory_iterator(path)) {
      const std::string stem = entry.path().stem();
      const bool is_default = stem.ends_with("_default"), is_long = stem.ends_with("_long");
      if (entry.path().extension() != ".txt") continue;
      if (label != (is_default ? "default" : is_long ? "long" : "quick")) continue;
      const auto parent = fs::path(folder).parent_path().string();
      found.push_back({(parent.empty() ? "" : parent + "_") + stem, entry.path()});
    }
  }
  std::ranges::sort(found, {}, &TranscriptFile::name);
  return found;
}

class Transcript : public Cli, public ::testing::WithParamInterface<TranscriptFile> {
 protected:
  // Bash runs all commands in one folder, which has what follows in it.
  void SetUp() override {
    Cli::SetUp();
    for (const char* name : {"here", "bin", "ran"}) fs::create_directory(folder_ / name);
    const fs::path source = fs::path(MMASC_DOCS).parent_path();
    for (const char* name : {"studies", "gpu_golden", "docs"})
      fs::create_symlink(source / name, folder_ / "here" / name);
    fs::create_symlink(MMASC_BINARY, folder_ / "bin/mmasc");
    fs::create_symlink(MMASC_FMA_EXAMPLE, folder_ / "here/fma");
    fs::create_symlink(MMASC_FMA_LIBRARY, folder_ / "here/fma.so");
    fs::copy_file(MMASC_TRUNCATED_STAGES, folder_ / "here/truncated.so");
  }

  void run_all(const std::vector<Step>& steps) const {
    std::ofstream script(folder_ / "script");
    script << "export LC_ALL=C PATH=\"$PWD/bin:$PATH\"\nset -o pipefail\nran=$PWD/ran\ncd here\n. '"
           << MMASC_TESTBENCH << "/transcripts/prelude.sh'\n";
    for (std::size_t i = 0; i < steps.size(); ++i) {
      if (steps[i].command.empty()) continue;
      const std::string name = std::to_string(i), at = "\"$ran/" + name + ".";
      std::ofstream(folder_ / "ran" / (name + ".command")) << steps[i].command << "\n";
      script << ". " << at << "command\" >" << at << "out\" 2>" << at << "err\" </dev/null\n"
             << "echo $? >" << at << "code\"\n";
    }
    script.close();
    const std::string bash = "cd '" + folder_.string() + "' && bash script";
    EXPECT_EQ(std::system(bash.c_str()), 0);
  }

  // What differs from one run to another, or with each new row.
  std::string with_placeholders(std::string text) const {
    const std::string here = (folder_ / "here").string();
    for (std::size_t at = 0; (at = text.find(here, at)) != text.npos;)
      text.replace(at, here.size(), "<folder>");
    static const std::regex rows("\\b" + std::to_string(catalog().ids().size()) + " rows"),
        plots(", ([0-9]+|no) plots?\\b");  // a build may be without vega-lite
    return std::regex_replace(std::regex_replace(text, rows, "<rows> rows"), plots, ", <n> plots");
  }

  std::string told(std::size_t step) const {
    const auto ran = [&](const char* what) {
      return slurp(folder_ / "ran" / (std::to_string(step) + "." + what));
    };
    if (ran("code").empty()) return "  \\ ended the shell\n";
    return shown(with_placeholders(ran("out")), with_placeholders(ran("err")),
                 std::stoi(ran("code")));
  }

  // Of the first line, "needs NAME...": a program, or one of these.
  std::string what_is_missing(const std::string& text) const {
    if (!text.starts_with("needs ")) return "";
    std::istringstream words(text.substr(6, text.find('\n') - 6));
    for (std::string word; words >> word;) {
      const auto colon = word.find(':');  // of Python's, a module behind it
      const std::string program = colon == word.npos
                                      ? "command -v " + word
                                      : "/usr/bin/" + word.substr(0, colon) + " -c 'import " +
                                            word.substr(colon + 1) + "' 2>&1";
      const bool is_here = word == "systemc" ? simulates()
                           : word == "MMASC_GOLDEN"
                               ? std::getenv("MMASC_GOLDEN") != nullptr
                               : std::system((program + " >/dev/null").c_str()) == 0;
      if (!is_here) return word;
    }
    return "";
  }
};

TEST_P(Transcript, IsWhatCommandsPrint) {
  const std::string text = slurp(GetParam().path);
  if (const auto missing = what_is_missing(text); !missing.empty())
    GTEST_SKIP() << "no " << missing;
  const bool is_written = std::getenv("MMASC_UPDATE") != nullptr;
  const std::vector<Step> steps = steps_of(text);
  run_all(steps);
  std::string now;
  int commands = 0;
  for (std::size_t i = 0; i < steps.size(); ++i) {
    if (steps[i].command.empty()) {
      now += steps[i].shown;
      continue;
    }
    const std::string got = told(i);
    now += as_typed(steps[i].command) + got;
    ++commands;
    if (is_written) continue;
    EXPECT_EQ(steps[i].shown, got) << GetParam().path.string() << ":" << steps[i].line
                                   << ": prints now what is second; MMASC_UPDATE=1 writes it\n"
                                   << as_typed(steps[i].command);
  }
  EXPECT_GT(commands, 0);
  if (is_written)
    std::ofstream(GetParam().path, std::ios::binary) << now;
  else
    EXPECT_TRUE(now == text || HasFailure()) << "a line is not as it would be written";
}

GTEST_ALLOW_UNINSTANTIATED_PARAMETERIZED_TEST(Transcript);

}  // namespace mmasc
