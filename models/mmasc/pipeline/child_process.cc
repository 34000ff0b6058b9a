// SPDX-License-Identifier: Apache-2.0
#include "mmasc/pipeline/child_process.h"

#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <exception>
#include <new>
#include <optional>
#include <string>
#include <utility>

#include "mmasc/files/held_signals.h"
#include "mmasc/unit/error.h"

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

// The child ends as soon as it is told to, and with its parent.
void end_with_parent(pid_t parent, const HeldSignals& held) {
  for (const int signal : kStopSignals) {
    struct sigaction action = {};
    ::sigaction(signal, nullptr, &action);
    if (action.sa_handler != SIG_IGN) ::signal(signal, SIG_DFL);  // nohup stays so
  }
  held.release();
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (::getppid() != parent) ::_exit(1);
}

bool send(int fd, Outcome outcome, const void* data, std::size_t size) {
  return write_all(fd, &outcome, 1) && write_all(fd, data, size);
}

[[noreturn]] void be_child(int fd,
                           const std::function<std::vector<std::uint8_t>()>& work) noexcept {
  bool sent = false;
  const auto fail = [&](Outcome outcome, const char* what) {
    sent = send(fd, outcome, what, std::strlen(what));
  };
  try {
    const std::vector<std::uint8_t> bytes = work();
    sent = send(fd, Outcome::bytes, bytes.data(), bytes.size());
  } catch (const InputError& error) {
    fail(Outcome::input_error, error.what());
  } catch (const std::bad_alloc&) {
    fail(Outcome::environment_error, "out of memory");
  } catch (const std::exception& error) {
    fail(Outcome::environment_error, error.what());
  } catch (...) {
    fail(Outcome::environment_error, "the simulation failed without saying why");
  }
  std::fflush(nullptr);
  ::_exit(sent ? 0 : 1);
}

int wait_for(pid_t child) {
  int status = 0;
  while (::waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  return status;
}

}  // namespace

std::vector<std::uint8_t> run_in_child(const std::function<std::vector<std::uint8_t>()>& work) {
  int ends[2];
  if (::pipe(ends) != 0)
    throw EnvironmentError(std::string("cannot start a simulation: ") + std::strerror(errno));
  std::fflush(nullptr);
  const HeldSignals held;
  const pid_t parent = ::getpid();
  const pid_t child = ::fork();
  if (child < 0) {
    ::close(ends[0]);
    ::close(ends[1]);
    throw EnvironmentError(std::string("cannot start a simulation: ") + std::strerror(errno));
  }
  if (child == 0) {
    end_with_parent(parent, held);
    ::close(ends[0]);
    be_child(ends[1], work);
  }
  ::close(ends[1]);
  auto received = read_all(ends[0], held.before());
  ::close(ends[0]);
  if (!received) ::kill(child, SIGKILL);
  const int status = wait_for(child);
  if (!received) throw EnvironmentError("the simulation was interrupted");
  std::vector<std::uint8_t> bytes = std::move(*received);
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
