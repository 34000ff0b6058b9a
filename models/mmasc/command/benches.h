// SPDX-License-Identifier: Apache-2.0
// The kernel and what stands on it. Each is a folder of the project, with commands and a program
// that has them beside the kernel's own: build/release/apps/mmasc, mmasc-tlm, ...
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace mmasc {

struct Bench {
  std::string_view name;   // of its folder
  std::string_view title;  // the first line of its README
};
// The kernel first.
std::span<const Bench> benches();
inline constexpr std::string_view kKernel = "models";

// Every command that there may be, as its source says.
struct BenchCommand {
  std::string_view name, description, bench;
};
std::span<const BenchCommand> bench_commands();

// The bench whose program this is.
std::string_view own_bench();
void set_own_bench(std::string_view name);

// The bench's program, beside this one; empty: it is not built, or not installed.
std::string program_of(std::string_view bench);
// "mmasc prove is of the bench rtl_ref, and no mmasc-rtl_ref lies beside this mmasc; ..."
std::string not_built_text(std::string_view what, std::string_view bench);
// Forgets that another program sent this process on, so that what it starts may send on again.
void forget_being_sent();
// This process becomes the bench's program, with the arguments that it has itself. Throws
// EnvironmentError, which names `what` is asked for, where it is not built or does not start.
[[noreturn]] void go_on_in(std::string_view bench, std::string_view what, const char* const* argv);

}  // namespace mmasc
