// SPDX-License-Identifier: Apache-2.0
#include "mmasc/black_box/answering_program.h"

#include <fmt/format.h>
#include <poll.h>
#include <spawn.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <limits>
#include <utility>

#include "mmasc/unit/error.h"

namespace mmasc {
namespace {

constexpr std::size_t kMostOfALine = 4096;

}  // namespace

// One socket is both its standard input and its standard output: a write to a program that has
// ended is then an error and no SIGPIPE.
AnsweringProgram::AnsweringProgram(std::string command, std::chrono::milliseconds patience)
    : command_(std::move(command)), patience_(patience) {
  int ends[2];
  if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0)
    throw EnvironmentError(fmt::format("{}: {}", command_, std::strerror(errno)));
  socket_ = ends[0];
  posix_spawn_file_actions_t files;
  ::posix_spawn_file_actions_init(&files);
  ::posix_spawn_file_actions_adddup2(&files, ends[1], STDIN_FILENO);
  ::posix_spawn_file_actions_adddup2(&files, ends[1], STDOUT_FILENO);
  posix_spawnattr_t attributes;
  ::posix_spawnattr_init(&attributes);
  ::posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP);
  std::string shell = "sh", option = "-c", line = command_;
  char* const arguments[] = {shell.data(), option.data(), line.data(), nullptr};
  const int error = ::posix_spawn(&child_, "/bin/sh", &files, &attributes, arguments, environ);
  ::posix_spawnattr_destroy(&attributes);
  ::posix_spawn_file_actions_destroy(&files);
  ::close(ends[1]);
  if (error == 0) return;
  ::close(socket_);
  throw EnvironmentError(fmt::format("{}: {}", command_, std::strerror(error)));
}

AnsweringProgram::~AnsweringProgram() {
  if (socket_ >= 0) ::close(socket_);
  if (child_ > 0) how_it_ended();
}

// Waits for a second at most, then ends it and all that it started.
std::string AnsweringProgram::how_it_ended() {
  int status = 0;
  pid_t ended = 0;
  for (int i = 0; i < 100 && ended == 0; ++i) {
    ended = ::waitpid(child_, &status, WNOHANG);
    if (ended == 0) ::usleep(10000);
  }
  ::kill(-child_, SIGKILL);
  if (ended == 0)
    while (::waitpid(child_, &status, 0) < 0 && errno == EINTR) {
    }
  child_ = -1;
  if (ended == 0) return "it closed its output";
  return WIFEXITED(status) ? fmt::format("it ended with exit code {}", WEXITSTATUS(status))
                           : fmt::format("it was ended by signal {}", WTERMSIG(status));
}

void AnsweringProgram::fail(std::size_t answered, const std::string& why) {
  throw EnvironmentError(
      printable(fmt::format("{}: {}, after {} lines of these answers", command_, why, answered)));
}

std::vector<std::string> AnsweringProgram::ask(std::string_view text, std::size_t count) {
  std::vector<std::string> lines;
  char buffer[65536];
  while (lines.size() < count) {
    if (child_ < 0) fail(lines.size(), "it has ended");
    pollfd wait{socket_, static_cast<short>(text.empty() ? POLLIN : POLLIN | POLLOUT), 0};
    constexpr std::int64_t kLongest = std::numeric_limits<int>::max();
    const int ready =
        ::poll(&wait, 1, static_cast<int>(std::min<std::int64_t>(patience_.count(), kLongest)));
    if (ready < 0) throw EnvironmentError(command_ + " was interrupted");
    if (ready == 0)
      fail(lines.size(), fmt::format("it said nothing for {:g} s, which --patience may raise",
                                     std::chrono::duration<double>(patience_).count()));
    if ((wait.revents & POLLOUT) != 0) {
      const ssize_t sent = ::send(socket_, text.data(), text.size(), MSG_NOSIGNAL | MSG_DONTWAIT);
      if (sent > 0) text.remove_prefix(static_cast<std::size_t>(sent));
    }
    const ssize_t got = ::recv(socket_, buffer, sizeof buffer, MSG_DONTWAIT);
    if (got == 0 || (got < 0 && errno != EAGAIN && errno != EINTR))
      fail(lines.size(), how_it_ended());
    for (ssize_t i = 0; i < got; ++i) {
      if (buffer[i] != '\n') {
        unread_ += buffer[i];
        if (unread_.size() > kMostOfALine)
          fail(lines.size(), fmt::format("a line has more than {} letters", kMostOfALine));
        continue;
      }
      lines.push_back(std::exchange(unread_, {}));
    }
  }
  if (lines.size() > count || !unread_.empty())
    fail(lines.size(), "it said more than it was asked");
  return lines;
}

}  // namespace mmasc
