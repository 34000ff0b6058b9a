// SPDX-License-Identifier: Apache-2.0
// An interrupt ends the synthesis at once and leaves no stage half made; the search for a period.
#include <chrono>
#include <cmath>
#include <thread>

#include "commands/cli_fixture.h"

namespace mmasc {
namespace {

class CostInterrupted : public Cli {};
class CostOfAPeriod : public Cli {};

bool has_draft(const fs::path& folder) {
  std::error_code error;
  for (fs::recursive_directory_iterator each(folder, error), end; !error && each != end;
       each.increment(error))
    if (each->path().extension() == ".tmp") return true;
  return false;
}

TEST_F(CostInterrupted, LeavesNothingBehind) {
  if (!fs::exists("/usr/bin/yosys")) GTEST_SKIP() << "no yosys";
  const fs::path caches = folder_ / "caches";
  const pid_t child = ::fork();
  if (child == 0) {
    ::setenv("XDG_CACHE_HOME", caches.c_str(), 1);
    const int quiet = ::open("/dev/null", O_WRONLY);
    ::dup2(quiet, STDOUT_FILENO);
    ::dup2(quiet, STDERR_FILENO);
    ::execl(MMASC_BINARY, "mmasc", "cost", kUnit, nullptr);
    ::_exit(127);
  }
  const auto give_up = std::chrono::steady_clock::now() + std::chrono::seconds(30);
  const fs::path entries = caches / "mmasc" / "cost";
  // The library's measurements are the first entry; then a stage is on its way.
  const auto is_at_a_stage = [&] {
    std::error_code error;
    bool has_entry = false;
    for (fs::directory_iterator each(entries, error), end; !error && each != end;
         each.increment(error))
      has_entry = has_entry || each->path().extension().empty();
    return has_entry && has_draft(entries);
  };
  while (!is_at_a_stage() && std::chrono::steady_clock::now() < give_up)
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  ASSERT_TRUE(is_at_a_stage());
  ::kill(child, SIGINT);
  int status = 0;
  ::waitpid(child, &status, 0);
  ASSERT_TRUE(WIFEXITED(status));
  EXPECT_EQ(WEXITSTATUS(status), 130);
  EXPECT_FALSE(has_draft(caches));
}

// The clock's period is that of logic and of registers: with what the logic alone takes of it a
// further rank is needed.
TEST_F(CostOfAPeriod, IsThatOfAClock) {
  if (!fs::exists("/usr/bin/yosys")) GTEST_SKIP() << "no yosys";
  const auto json = [&](std::uint64_t period) {
    const Ran ran = run(
        "cost hopper/wgmma.m64nNk32.f32.e4m3.e4m3 --set lanes=1 --set dot.fraction_bits=8 --json "
        "--period " +
        std::to_string(period));
    EXPECT_EQ(ran.code, 0) << ran.err;
    return ran.out;
  };
  const auto number = [](const std::string& text, const std::string& key) {
    const auto at = text.rfind('"' + key + "\": ");
    EXPECT_NE(at, std::string::npos) << key << " in " << text;
    return std::stod(text.substr(std::min(at, text.size()) + key.size() + 4));
  };
  const std::string slow = json(1'000'000);
  const double registers = number(slow, "output") + number(slow, "enable") + number(slow, "setup");
  EXPECT_GT(number(slow, "output"), 0);
  EXPECT_GT(number(slow, "enable"), 0);
  EXPECT_GT(number(slow, "setup"), 0);
  EXPECT_NEAR(number(slow, "logic_ps") + registers, 1'000'000, 1e-6);
  EXPECT_EQ(number(slow, "latency"), 1);
  const auto logic = static_cast<std::uint64_t>(std::ceil(number(slow, "delay_ps")));
  EXPECT_EQ(number(json(logic + static_cast<std::uint64_t>(std::ceil(registers))), "latency"), 1);
  EXPECT_GT(number(json(logic), "latency"), 1);
}

}  // namespace
}  // namespace mmasc
