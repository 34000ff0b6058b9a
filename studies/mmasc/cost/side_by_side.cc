// SPDX-License-Identifier: Apache-2.0
#include "mmasc/cost/side_by_side.h"

#include <algorithm>
#include <atomic>
#include <exception>
#include <mutex>
#include <thread>
#include <vector>

#include "mmasc/files/held_signals.h"

namespace mmasc {

void side_by_side(std::size_t count, int threads, StopEvent& stop,
                  const std::function<void(std::size_t)>& work) {
  std::atomic<std::size_t> next{0};
  std::mutex mutex;
  std::exception_ptr failure;
  const auto run = [&]() noexcept {
    try {
      for (std::size_t i = next++; i < count && !stop.is_set(); i = next++) work(i);
    } catch (...) {
      const std::lock_guard lock(mutex);
      if (!failure) failure = std::current_exception();
      stop.set();
    }
  };
  std::vector<std::jthread> others;
  for (std::size_t i = 1; i < std::min(count, static_cast<std::size_t>(threads)); ++i)
    others.emplace_back(run);
  run();
  {
    const HeldSignals held;  // a signal is for those who wait for a tool
    others.clear();
  }
  if (failure) std::rethrow_exception(failure);
}

}  // namespace mmasc
