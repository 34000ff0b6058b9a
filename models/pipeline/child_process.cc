// SPDX-License-Identifier: Apache-2.0
#include "pipeline/child_process.h"

#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <exception>
#include <string>

#include "spec/error.h"

namespace mmasc {
namespace {

enum class Outcome : std::uint8_t { bytes, input_error, environment_error };

bool write_all(int fd, const void* data, std::size_t size) {
  const auto* bytes = static_cast<const std::uint8_t*>(data);
  while (size > 0) {
    const ssize_t written = ::write(fd, bytes, size);
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) return false;
    bytes += written;
    size -= static_cast<std::size_t>(written);
  }
  return true;
}

std::vector<std::uint8_t> read_all(int fd) {
  std::vector<std::uint8_t> bytes;
  std::uint8_t buffer[65536];
  for (;;) {
    const ssize_t count = ::read(fd, buffer, sizeof buffer);
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) return bytes;
    bytes.insert(bytes.end(), buffer, buffer + count);
  }
}

[[noreturn]] void be_child(int fd, const std::function<std::vector<std::uint8_t>()>& work) {
  Outcome outcome = Outcome::bytes;
  std::vector<std::uint8_t> bytes;
  const auto fail = [&](Outcome kind, const std::string& what) {
    outcome = kind;
    bytes.assign(what.begin(), what.end());
  };
  try {
    bytes = work();
  } catch (const InputError& error) {
    fail(Outcome::input_error, error.what());
  } catch (const std::exception& error) {
    fail(Outcome::environment_error, error.what());
  }
  const bool sent = write_all(fd, &outcome, 1) && write_all(fd, bytes.data(), bytes.size());
  std::fflush(nullptr);
  ::_exit(sent ? 0 : 1);
}

}  // namespace

std::vector<std::uint8_t> run_in_child(const std::function<std::vector<std::uint8_t>()>& work) {
  int ends[2];
  if (::pipe(ends) != 0)
    throw EnvironmentError(std::string("cannot start a simulation: ") + std::strerror(errno));
  std::fflush(nullptr);
  const pid_t child = ::fork();
  if (child < 0) {
    ::close(ends[0]);
    ::close(ends[1]);
    throw EnvironmentError(std::string("cannot start a simulation: ") + std::strerror(errno));
  }
  if (child == 0) {
    ::close(ends[0]);
    be_child(ends[1], work);
  }
  ::close(ends[1]);
  std::vector<std::uint8_t> bytes = read_all(ends[0]);
  ::close(ends[0]);
  int status = 0;
  while (::waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  if (bytes.empty() || !WIFEXITED(status) || WEXITSTATUS(status) != 0)
    throw EnvironmentError("the simulation died" +
                           (WIFSIGNALED(status)
                                ? std::string(" of signal ") + ::strsignal(WTERMSIG(status))
                                : std::string()));
  const auto outcome = static_cast<Outcome>(bytes.front());
  bytes.erase(bytes.begin());
  const std::string what(bytes.begin(), outcome == Outcome::bytes ? bytes.begin() : bytes.end());
  if (outcome == Outcome::input_error) throw InputError(what);
  if (outcome == Outcome::environment_error) throw EnvironmentError(what);
  return bytes;
}

}  // namespace mmasc
