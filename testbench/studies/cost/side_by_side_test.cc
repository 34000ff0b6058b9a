// SPDX-License-Identifier: Apache-2.0
// Tools side by side: all of the work is done, and one failure ends what the others wait for.
#include "mmasc/cost/side_by_side.h"

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <mutex>
#include <set>
#include <stdexcept>
#include <thread>

#include "mmasc/tools/tool.h"

namespace mmasc {
namespace {

TEST(SideBySide, DoesAllOfTheWorkOnce) {
  for (const int threads : {1, 3, 100}) {
    StopEvent stop;
    std::mutex mutex;
    std::multiset<std::size_t> done;
    side_by_side(20, threads, stop, [&](std::size_t i) {
      const std::lock_guard lock(mutex);
      done.insert(i);
    });
    EXPECT_EQ(done.size(), 20U);
    EXPECT_EQ(std::set(done.begin(), done.end()).size(), 20U);
    EXPECT_FALSE(stop.is_set());
  }
}

TEST(SideBySide, AFailureEndsTheOthersTools) {
  StopEvent stop;
  std::atomic<int> begun{0}, stopped{0};
  const auto start = std::chrono::steady_clock::now();
  const auto work = [&](std::size_t i) {
    ++begun;
    if (i == 0) {
      while (begun < 2) std::this_thread::yield();
      std::this_thread::sleep_for(std::chrono::milliseconds(50));
      throw std::runtime_error("the first");
    }
    try {
      run_tool({"sleep", "coreutils"}, {"60"}, ".", {.stop = stop.descriptor()});
    } catch (const EnvironmentError&) {
      ++stopped;
      throw;
    }
  };
  try {
    side_by_side(10, 2, stop, work);
    ADD_FAILURE() << "nothing was thrown";
  } catch (const std::runtime_error& error) {
    EXPECT_STREQ(error.what(), "the first");
  }
  EXPECT_EQ(begun, 2);
  EXPECT_EQ(stopped, 1);
  EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(30));
}

}  // namespace
}  // namespace mmasc
