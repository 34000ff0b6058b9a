// SPDX-License-Identifier: Apache-2.0
// The binary run in a folder of its own.
#pragma once

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <csignal>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "mmasc/unit/unit_argument.h"

namespace mmasc {

namespace fs = std::filesystem;

constexpr const char* kUnit = "volta/mma.m8n8k4.f32.f16.f16.f32";
constexpr const char* kHeader =
    "# mmasc-vectors 1\n"
    "# instruction: volta/mma.m8n8k4.f32.f16.f16.f32\n"
    "# formats: a=f16 b=f16 c=f32 d=f32 k=4\n"
    "# provenance: this test\n"
    "# nan: exact\n"
    "# columns: a b c d\n";

struct Ran {
  int code = -1;
  std::string out, err;
};

inline std::string slurp(const fs::path& path) {
  std::ostringstream text;
  text << std::ifstream(path, std::ios::binary).rdbuf();
  return text.str();
}

class Cli : public ::testing::Test {
 protected:
  void SetUp() override {
    std::string pattern = (fs::temp_directory_path() / "mmasc_cli_XXXXXX").string();
    ASSERT_NE(mkdtemp(pattern.data()), nullptr);
    folder_ = pattern;
  }
  void TearDown() override { fs::remove_all(folder_); }

  // The arguments as a shell takes them; `redirect` may send standard output elsewhere.
  Ran run(const std::string& arguments, const std::string& redirect = "") const {
    const auto err = folder_ / "stderr";
    const std::string command =
        shell_word(MMASC_BINARY) + " " + arguments + " 2>" + err.string() + " " + redirect;
    Ran ran;
    std::FILE* const pipe = popen(command.c_str(), "r");
    EXPECT_NE(pipe, nullptr);
    std::array<char, 4096> buffer;
    while (const std::size_t size = std::fread(buffer.data(), 1, buffer.size(), pipe))
      ran.out.append(buffer.data(), size);
    const int status = pclose(pipe);
    ran.code = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
    ran.err = slurp(err);
    return ran;
  }

  // Every command that is built, as the help of all lists them by bench.
  std::vector<std::string> commands() const {
    std::vector<std::string> names;
    std::istringstream lines(run("--help").out);
    bool is_built = true;
    for (std::string line; std::getline(lines, line);)
      if (line.ends_with(":"))
        is_built = line.find("not built") == line.npos;
      else if (is_built && line.size() > 2 && line.starts_with("  ") && line[2] >= 'a' &&
               line[2] <= 'z')
        names.push_back(line.substr(2, line.find(' ', 2) - 2));
    return names;
  }

  // Whether the binary was built with SystemC.
  bool simulates() const {
    return run("--version").out.find("without SystemC") == std::string::npos;
  }

  // Fails with the code, nothing on standard output, and one line that holds `part`.
  void expect_failure(const std::string& arguments, int code, const std::string& part,
                      const std::string& redirect = "") const {
    const Ran ran = run(arguments, redirect);
    EXPECT_EQ(ran.code, code) << arguments << "\n" << ran.err;
    EXPECT_EQ(ran.out, "") << arguments;
    EXPECT_EQ(std::ranges::count(ran.err, '\n'), 1) << arguments << "\n" << ran.err;
    EXPECT_TRUE(ran.err.starts_with("mmasc: ")) << ran.err;
    EXPECT_NE(ran.err.find(part), std::string::npos) << ran.err;
  }

  enum class Privileges { ours, none };

  // A running mmasc; standard output is not read.
  class Started {
   public:
    Started(pid_t pid, fs::path err) : pid(pid), err_(std::move(err)) {}
    Ran wait() const {
      int status = 0;
      waitpid(pid, &status, 0);
      return {WIFEXITED(status) ? WEXITSTATUS(status) : -1, "", slurp(err_)};
    }
    // Waits until it handles `signal`, and a little more.
    void wait_until_it_handles(int signal) const {
      for (int tries = 0; tries < 1000; ++tries) {
        const std::string status = slurp("/proc/" + std::to_string(pid) + "/status");
        const auto mask = status.find("SigCgt:");
        if (mask != std::string::npos &&
            (std::stoull(status.substr(mask + 7), nullptr, 16) >> (signal - 1) & 1) != 0)
          break;
        usleep(10000);
      }
      usleep(200000);
    }
    const pid_t pid;

   private:
    fs::path err_;
  };

  std::string started_ = MMASC_BINARY;  // by start()

  // In a process group of its own.
  Started start(const std::vector<std::string>& arguments,
                Privileges privileges = Privileges::ours) const {
    constexpr unsigned kNobody = 65534;
    const auto err = folder_ / "stderr";
    std::vector<const char*> argv{"mmasc"};
    for (const std::string& argument : arguments) argv.push_back(argument.c_str());
    argv.push_back(nullptr);
    const pid_t pid = fork();
    if (pid == 0) {
      setpgid(0, 0);
      const int binary = open(started_.c_str(), O_RDONLY);  // nobody may not reach its folder
      dup2(open(err.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0666), STDERR_FILENO);
      dup2(open("/dev/null", O_WRONLY), STDOUT_FILENO);
      if (privileges == Privileges::none && geteuid() == 0 &&
          (setgid(kNobody) != 0 || setuid(kNobody) != 0))
        _exit(126);
      fexecve(binary, const_cast<char* const*>(argv.data()), environ);
      _exit(127);
    }
    return {pid, err};
  }

  // A signal, to the process or to all its group, ends it with the exit code and line for that.
  void expect_interrupted(const std::vector<std::string>& arguments, int signal = SIGINT,
                          bool whole_group = false) const {
    const Started started = start(arguments);
    started.wait_until_it_handles(signal);
    kill(whole_group ? -started.pid : started.pid, signal);
    const Ran ran = started.wait();
    EXPECT_EQ(ran.code, 130) << arguments.front();
    EXPECT_EQ(ran.err, "mmasc: interrupted\n") << arguments.front();
  }

  std::string write(const std::string& name, const std::string& text) const {
    const fs::path path = folder_ / name;
    std::ofstream(path, std::ios::binary) << text;
    return path.string();
  }

  fs::path folder_;
};

}  // namespace mmasc
