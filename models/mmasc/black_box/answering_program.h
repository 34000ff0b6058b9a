// SPDX-License-Identifier: Apache-2.0
// A program of the user's that answers lines with lines, as long as it is asked.
#pragma once

#include <sys/types.h>

#include <chrono>
#include <string>
#include <string_view>
#include <vector>

namespace mmasc {

class AnsweringProgram {
 public:
  // Starts `command` by sh. `patience`: how long it may say nothing while answers are missing.
  AnsweringProgram(std::string command, std::chrono::milliseconds patience);
  ~AnsweringProgram();  // closes its input; what has not ended soon after is killed
  AnsweringProgram(const AnsweringProgram&) = delete;
  AnsweringProgram& operator=(const AnsweringProgram&) = delete;

  const std::string& command() const { return command_; }
  // Sends the text, and returns the next `count` lines. Writes and reads at once, so that neither
  // side waits for the other. Throws EnvironmentError where the program ends before, falls silent,
  // or a signal that this process handles comes; it says how many lines there were.
  std::vector<std::string> ask(std::string_view text, std::size_t count);

 private:
  [[noreturn]] void fail(std::size_t answered, const std::string& why);
  std::string how_it_ended();

  std::string command_;
  std::chrono::milliseconds patience_;
  pid_t child_ = -1;
  int socket_ = -1;
  std::string unread_;  // the beginning of a line
};

}  // namespace mmasc
