// SPDX-License-Identifier: Apache-2.0
#include "mmasc/command/interrupt.h"

#include <unistd.h>

#include <atomic>
#include <csignal>
#include <initializer_list>
#include <string_view>

namespace mmasc {
namespace {

volatile std::sig_atomic_t g_interrupted = 0;

void note_interrupt(int) { g_interrupted = 1; }

// A mapped file that someone cut while it was read, perhaps by several threads: its pages are gone.
void end_of_mapped_file(int) {
  static std::atomic_flag is_told;
  if (is_told.test_and_set()) return;  // and meet the signal again, until the process is gone
  constexpr std::string_view kTold = "mmasc: an input file became shorter while it was read\n";
  [[maybe_unused]] const auto written = ::write(STDERR_FILENO, kTold.data(), kTold.size());
  ::_exit(3);
}

}  // namespace

constexpr std::initializer_list<int> kWatched{SIGINT, SIGTERM, SIGHUP};

void watch_interrupts() {
  std::signal(SIGBUS, end_of_mapped_file);
  for (const int signal : kWatched) {
    struct sigaction action = {};
    sigaction(signal, nullptr, &action);
    if (action.sa_handler == SIG_IGN) continue;  // nohup, or a shell's background
    action.sa_handler = note_interrupt;
    action.sa_flags = 0;  // without SA_RESTART a simulation is not waited for
    sigaction(signal, &action, nullptr);
  }
}

void unwatch_interrupts() {
  for (const int signal : kWatched) {
    struct sigaction action = {};
    sigaction(signal, nullptr, &action);
    if (action.sa_handler == note_interrupt) std::signal(signal, SIG_DFL);
  }
  stop_if_interrupted();
}

bool interrupted() { return g_interrupted != 0; }

void stop_if_interrupted() {
  if (interrupted()) throw Interrupted{};
}

}  // namespace mmasc
