// SPDX-License-Identifier: Apache-2.0
// What a test is told, as sentences and refusals, beside the lines under its name in told.txt of
// its folder: "# SUITE.TEST", then a line a text. Where MMASC_UPDATE is set they are written anew.
#pragma once

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <string>
#include <vector>

namespace mmasc {

class Told {
 public:
  explicit Told(const char* file = __builtin_FILE())
      : path_(std::filesystem::path(file).parent_path() / "told.txt") {
    const auto* const test = ::testing::UnitTest::GetInstance()->current_test_info();
    name_ = std::string(test->test_suite_name()) + "." + test->name();
    std::ifstream lines(path_);
    std::string name;
    for (std::string line; std::getline(lines, line);)
      if (line.starts_with("# "))
        name = line.substr(2);
      else
        all_[name].push_back(line);
  }
  Told(const Told&) = delete;
  Told& operator=(const Told&) = delete;
  // A line that no text was compared with is old.
  ~Told() {
    if (::testing::Test::HasFatalFailure() || ::testing::Test::IsSkipped()) return;
    if (is_written_) {
      all_[name_] = told_;
      std::ofstream out(path_);
      for (const auto& [name, lines] : all_) {
        out << (name.empty() ? "" : "# " + name + "\n");
        for (const std::string& line : lines) out << line << "\n";
      }
    }
    EXPECT_GT(told_.size(), 0U);
    EXPECT_EQ(all_[name_].size(), told_.size()) << path_ << ": " << name_;
  }

  void operator()(std::string text) {
    for (std::size_t at = 0; (at = text.find('\n', at)) != text.npos; at += 2)
      text.replace(at, 1, "\\n");
    told_.push_back(text);
    if (is_written_) return;
    const std::vector<std::string>& lines = all_[name_];
    EXPECT_EQ(told_.size() <= lines.size() ? lines[told_.size() - 1] : "no line", text)
        << path_ << ": " << name_ << ", line " << told_.size();
  }
  // What the call throws.
  template <class Error, class Call>
  void refusal(Call call) {
    try {
      call();
      ADD_FAILURE() << "not refused, behind line " << told_.size() << " of " << name_;
    } catch (const Error& error) {
      (*this)(error.what());
    }
  }

 private:
  std::filesystem::path path_;
  std::string name_;
  std::map<std::string, std::vector<std::string>> all_;  // by test
  std::vector<std::string> told_;
  const bool is_written_ = std::getenv("MMASC_UPDATE") != nullptr;
};

}  // namespace mmasc
