// SPDX-License-Identifier: Apache-2.0
#include "mmasc/tools/tool.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <spawn.h>
#include <sys/resource.h>
#include <sys/timerfd.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstring>

#include "mmasc/files/held_signals.h"
#include "mmasc/unit/error.h"

namespace mmasc {
namespace {

class Descriptor {
 public:
  explicit Descriptor(int number) : number_(number) {}
  ~Descriptor() { close(); }
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  int number() const { return number_; }
  void close() {
    if (number_ >= 0) ::close(std::exchange(number_, -1));
  }

 private:
  int number_;
};

std::vector<char*> pointers(std::vector<std::string>& texts) {
  std::vector<char*> result;
  for (std::string& text : texts) result.push_back(text.data());
  result.push_back(nullptr);
  return result;
}

std::vector<std::string> environment_in(const std::filesystem::path& folder) {
  std::vector<std::string> variables{"LC_ALL=C"};
  if (folder != ".") variables.emplace_back("TMPDIR=.");
  const auto own = variables;
  for (char** each = environ; *each != nullptr; ++each) {
    const std::string_view name(*each, std::strcspn(*each, "=") + 1);
    if (std::ranges::none_of(own, [&](const auto& set) { return set.starts_with(name); }))
      variables.emplace_back(*each);
  }
  return variables;
}

// In a process group of its own, with the signals as they were and nobody's input. Returns errno.
int spawn(pid_t& child, std::vector<std::string> command, const std::filesystem::path& folder,
          int output, const sigset_t& signals) {
  posix_spawn_file_actions_t files;
  ::posix_spawn_file_actions_init(&files);
  ::posix_spawn_file_actions_addopen(&files, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
  ::posix_spawn_file_actions_adddup2(&files, output, STDOUT_FILENO);
  ::posix_spawn_file_actions_adddup2(&files, output, STDERR_FILENO);
  ::posix_spawn_file_actions_addchdir_np(&files, folder.c_str());
  posix_spawnattr_t attributes;
  ::posix_spawnattr_init(&attributes);
  ::posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK);
  ::posix_spawnattr_setsigmask(&attributes, &signals);
  std::vector<std::string> variables = environment_in(folder);
  const int error = ::posix_spawnp(&child, command.front().c_str(), &files, &attributes,
                                   pointers(command).data(), pointers(variables).data());
  ::posix_spawnattr_destroy(&attributes);
  ::posix_spawn_file_actions_destroy(&files);
  return error;
}

void lower_limit(pid_t child, __rlimit_resource resource, std::uint64_t to) {
  struct rlimit limit = {};
  if (::prlimit(child, resource, nullptr, &limit) != 0 || to >= limit.rlim_cur) return;
  limit.rlim_cur = to;
  ::prlimit(child, resource, &limit, nullptr);
}

// Becomes readable after so many seconds; -1: never.
int timer_of(std::uint64_t seconds) {
  if (seconds == 0) return -1;
  const int timer = ::timerfd_create(CLOCK_MONOTONIC, TFD_CLOEXEC | TFD_NONBLOCK);
  const itimerspec end = {{}, {static_cast<time_t>(seconds), 0}};
  ::timerfd_settime(timer, 0, &end, nullptr);
  return timer;
}

bool has_run_out(const Descriptor& timer) {
  std::uint64_t times = 0;
  return timer.number() >= 0 && ::read(timer.number(), &times, sizeof times) > 0;
}

constexpr std::uint64_t kGraceSeconds = 5;  // to end when it is told to

std::uint64_t clock_seconds(const ToolLimits& limits) {
  constexpr std::uint64_t kPatience = 600;
  if (limits.clock_seconds > 0 || limits.seconds == 0) return limits.clock_seconds;
  return kPatience + 2 * limits.seconds;
}

}  // namespace

std::uint64_t tool_memory() {
  return static_cast<std::uint64_t>(::sysconf(_SC_PHYS_PAGES)) / 2 *
         static_cast<std::uint64_t>(::sysconf(_SC_PAGESIZE));
}

ToolRun run_tool(const Tool& tool, const std::vector<std::string>& arguments,
                 const std::filesystem::path& folder, const ToolLimits& limits) {
  int ends[2];
  if (::pipe2(ends, O_CLOEXEC) != 0)
    throw EnvironmentError(fmt::format("{}: {}", tool.program, std::strerror(errno)));
  const Descriptor reading(ends[0]);
  Descriptor writing(ends[1]);
  std::vector<std::string> command{tool.program};
  command.insert(command.end(), arguments.begin(), arguments.end());
  const HeldSignals held;
  pid_t child = 0;
  const int error = spawn(child, std::move(command), folder, writing.number(), held.before());
  if (error == ENOENT)
    throw EnvironmentError(
        fmt::format("{} not found: apt-get install {}", tool.program, tool.package));
  if (error != 0) throw EnvironmentError(fmt::format("{}: {}", tool.program, std::strerror(error)));
  // The tools are scripts and drivers: what takes the memory, they start later. Where the user's
  // own limit is lower, it stays.
  lower_limit(child, RLIMIT_AS, limits.memory);
  if (limits.seconds > 0) lower_limit(child, RLIMIT_CPU, limits.seconds);
  writing.close();
  const Descriptor timer(timer_of(clock_seconds(limits)));
  const auto output = read_all(reading.number(), held.before(), {limits.stop, timer.number()});
  const bool out_of_time = !output && has_run_out(timer);
  if (!output) {
    ::kill(-child, SIGTERM);
    sigset_t none;
    ::sigfillset(&none);
    const Descriptor grace(timer_of(kGraceSeconds));
    if (!read_all(reading.number(), none, {grace.number()}))  // until the last of them has ended
      ::kill(-child, SIGKILL);
  }
  int status = 0;
  while (::waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  if (out_of_time) return {false, true, {}};
  if (!output) throw EnvironmentError(tool.program + " was interrupted");
  return {WIFEXITED(status) && WEXITSTATUS(status) == 0,
          WIFSIGNALED(status) && WTERMSIG(status) == SIGXCPU,
          std::string(output->begin(), output->end())};
}

}  // namespace mmasc
