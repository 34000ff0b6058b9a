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
  std::string output;  // both streams
};

// Bytes that each process of a tool may use: half of this machine's memory.
std::uint64_t tool_memory();

// Runs in `folder`, with messages in English, in `memory` bytes a process. Throws EnvironmentError
// where there is no such program, or where a signal comes that this process handles: the tool and
// all that it started are told to end, and what the signal means is the caller's.
ToolRun run_tool(const Tool& tool, const std::vector<std::string>& arguments,
                 const std::filesystem::path& folder = ".", std::uint64_t memory = tool_memory());

}  // namespace mmasc
