// SPDX-License-Identifier: Apache-2.0
#include "mmasc/command/benches.h"

#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <system_error>

#include "mmasc/command/bench_table.h"
#include "mmasc/command/interrupt.h"
#include "mmasc/unit/error.h"

namespace mmasc {
namespace {

namespace fs = std::filesystem;

constexpr const char* kSent = "MMASC_SENT_TO";  // until the program is there

std::string_view g_own = kKernel;

}  // namespace

std::span<const Bench> benches() { return kBenches; }
std::span<const BenchCommand> bench_commands() { return kBenchCommands; }

std::string_view own_bench() { return g_own; }
void set_own_bench(std::string_view name) { g_own = name; }
void forget_being_sent() { ::unsetenv(kSent); }

std::string program_of(std::string_view bench) {
  std::error_code error;
  const fs::path own = fs::read_symlink("/proc/self/exe", error);
  if (error) return "";
  const fs::path program = own.parent_path() / fmt::format("mmasc-{}", bench);
  return ::access(program.c_str(), X_OK) == 0 ? program.string() : "";
}

std::string not_built_text(std::string_view what, std::string_view bench) {
  return fmt::format(
      "{} is of the bench {}, and no mmasc-{} lies beside this mmasc; make all builds it", what,
      bench, bench);
}

void go_on_in(std::string_view bench, std::string_view what, const char* const* argv) {
  const std::string program = program_of(bench);
  if (program.empty()) throw EnvironmentError(not_built_text(what, bench));
  // A program sends nobody on who was sent to it.
  if (std::getenv(kSent) != nullptr)
    throw EnvironmentError(
        fmt::format("{} is of the bench {}, and the programs of two builds lie "
                    "side by side; make all builds them anew",
                    what, bench));
  ::setenv(kSent, program.c_str(), 1);
  unwatch_interrupts();
  ::execv(program.c_str(), const_cast<char* const*>(argv));  // which changes nothing of them
  throw EnvironmentError(fmt::format("{}: {}", program, std::strerror(errno)));
}

}  // namespace mmasc
