// SPDX-License-Identifier: Apache-2.0
// Programs of others, run without a shell.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace mmasc {

struct Tool {
  std::string program;  // found in PATH
  std::string package;  // Debian's that has it
};

struct ToolRun {
  bool succeeded = false;
  bool out_of_time = false;  // ended by a limit
  std::string output;        // both streams
};

// Half of this machine's memory.
std::uint64_t tool_memory();

// The limits of each process of a tool and of the run, and what stops it.
struct ToolLimits {
  std::uint64_t memory = tool_memory();  // bytes, of a process
  std::uint64_t seconds = 0;             // of CPU time, of a process; 0: no limit
  // By the clock, of the run, for a tool that waits takes no CPU time; 0: ten minutes and twice
  // `seconds`, or no limit where there is none of CPU time.
  std::uint64_t clock_seconds = 0;
  int stop = -1;  // a descriptor, or none: when it is readable, as where a signal comes
};

// Runs in `folder`, with messages in English; what it keeps for the moment it keeps there too, not
// in /tmp, unless that is the caller's own ".". It is told so by the name ".". Throws
// EnvironmentError where there is no such program, or where a signal comes that this process
// handles: the tool and all that it started are told to end, and what the signal means is the
// caller's.
ToolRun run_tool(const Tool& tool, const std::vector<std::string>& arguments,
                 const std::filesystem::path& folder = ".", const ToolLimits& limits = {});

}  // namespace mmasc
