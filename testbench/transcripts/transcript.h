// SPDX-License-Identifier: Apache-2.0
// A transcript: what a user types and sees. Lines that begin with two blanks are a terminal's, all
// others are prose:
//
//     $ mmasc eval ...     a command, as bash takes it
//     > ...                goes on with it
//     d = ...              standard output
//     ! mmasc: ...         standard error
//     [2]                  the exit code, where it is not 0
#pragma once

#include <fstream>
#include <sstream>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace mmasc {

struct Step {
  std::string command;  // empty: prose
  std::string shown;    // the prose, or the lines behind the command
  int line = 0;
};

inline std::string indented(std::string_view text, std::string_view mark = "") {
  std::string lines;
  while (!text.empty()) {
    const auto end = text.find('\n');
    const std::string_view line = text.substr(0, end);
    if (mark.empty() && (line.starts_with("$ ") || line.starts_with("> ")))
      throw std::invalid_argument("a line of output that reads as a command: " + std::string(line));
    lines += "  " + std::string(mark) + std::string(line) + "\n";
    if (end == text.npos) lines += "  \\ no end of line\n";
    text.remove_prefix(end == text.npos ? text.size() : end + 1);
  }
  return lines;
}

inline std::string shown(const std::string& out, const std::string& err, int code) {
  return indented(out) + indented(err, "! ") +
         (code == 0 ? "" : "  [" + std::to_string(code) + "]\n");
}

inline std::string as_typed(const std::string& command) {
  std::string lines = "  $ ";
  for (const char letter : command) lines += letter == '\n' ? "\n  > " : std::string(1, letter);
  return lines + "\n";
}

inline std::vector<Step> steps_of(const std::string& text) {
  std::vector<Step> steps;
  std::istringstream lines(text);
  int number = 0;
  for (std::string line; std::getline(lines, line);) {
    ++number;
    if (line.starts_with("  $ "))
      steps.push_back({line.substr(4), "", number});
    else if (!line.starts_with("  ")) {
      if (steps.empty() || !steps.back().command.empty()) steps.push_back({"", "", number});
      steps.back().shown += line + "\n";
    } else if (steps.empty() || steps.back().command.empty())
      throw std::invalid_argument("line " + std::to_string(number) + ": output of no command");
    else if (line.starts_with("  > ") && steps.back().shown.empty())
      steps.back().command += "\n" + line.substr(4);
    else
      steps.back().shown += line + "\n";
  }
  return steps;
}

}  // namespace mmasc
