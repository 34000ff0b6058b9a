// SPDX-License-Identifier: Apache-2.0
// For a parent that waits for a child, or for a signal that asks it to stop.
#pragma once

#include <poll.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstdint>
#include <initializer_list>
#include <optional>
#include <vector>

namespace mmasc {

inline constexpr int kStopSignals[] = {SIGINT, SIGTERM, SIGHUP};

// Blocks the signals from before the fork until the parent waits for the child, so that none is
// missed in between.
class HeldSignals {
 public:
  HeldSignals() {
    sigset_t held;
    ::sigemptyset(&held);
    for (const int signal : kStopSignals) ::sigaddset(&held, signal);
    ::pthread_sigmask(SIG_BLOCK, &held, &before_);
  }
  ~HeldSignals() { release(); }
  HeldSignals(const HeldSignals&) = delete;
  HeldSignals& operator=(const HeldSignals&) = delete;

  void release() const { ::pthread_sigmask(SIG_SETMASK, &before_, nullptr); }
  const sigset_t& before() const { return before_; }

 private:
  sigset_t before_;
};

// Returns what the child sent until it closed the pipe or died, or nullopt if a signal that this
// process handles came first, or one of `stops` became readable. Signals are let through only while
// it waits.
inline std::optional<std::vector<std::uint8_t>> read_all(int fd, const sigset_t& let_through,
                                                         std::initializer_list<int> stops = {}) {
  std::vector<std::uint8_t> bytes;
  std::uint8_t buffer[65536];
  std::vector<pollfd> wait{{fd, POLLIN, 0}};
  for (const int stop : stops)
    wait.push_back({stop, POLLIN, 0});  // poll leaves out what is below 0
  for (;;) {
    const int ready = ::ppoll(wait.data(), wait.size(), nullptr, &let_through);
    const auto is_ready = [](const pollfd& one) { return one.revents != 0; };
    if ((ready < 0 && errno == EINTR) ||
        (ready > 0 && std::any_of(wait.begin() + 1, wait.end(), is_ready)))
      return std::nullopt;
    const ssize_t count = ::read(fd, buffer, sizeof buffer);
    if (count <= 0) return bytes;
    bytes.insert(bytes.end(), buffer, buffer + count);
  }
}

}  // namespace mmasc
