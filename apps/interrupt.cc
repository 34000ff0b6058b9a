// SPDX-License-Identifier: Apache-2.0
#include "interrupt.h"

#include <csignal>
#include <initializer_list>

namespace mmasc {
namespace {

volatile std::sig_atomic_t g_interrupted = 0;

void note_interrupt(int) { g_interrupted = 1; }

}  // namespace

void watch_interrupts() {
  for (const int signal : {SIGINT, SIGTERM, SIGHUP}) {
    struct sigaction action = {};
    sigaction(signal, nullptr, &action);
    if (action.sa_handler == SIG_IGN) continue;  // nohup, or a shell's background
    action.sa_handler = note_interrupt;
    action.sa_flags = 0;  // without SA_RESTART a simulation is not waited for
    sigaction(signal, &action, nullptr);
  }
}

bool interrupted() { return g_interrupted != 0; }

void stop_if_interrupted() {
  if (interrupted()) throw Interrupted{};
}

}  // namespace mmasc
