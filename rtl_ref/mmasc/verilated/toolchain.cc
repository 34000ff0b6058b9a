// SPDX-License-Identifier: Apache-2.0
#include "mmasc/verilated/toolchain.h"

#include <fmt/format.h>

#include "mmasc/unit/error.h"

namespace mmasc {
namespace {

std::string ask(const Tool& tool, const std::vector<std::string>& arguments) {
  const ToolRun run = run_tool(tool, arguments);
  if (!run.succeeded)
    throw EnvironmentError(fmt::format("{} {} failed: {}", tool.program, arguments.front(),
                                       run.output.substr(0, run.output.find('\n'))));
  return run.output;
}

Toolchain look() {
  Toolchain found;
  std::string root = ask(found.verilator, {"--getenv", "VERILATOR_ROOT"});
  root.erase(root.find_last_not_of('\n') + 1);
  found.include = std::filesystem::path(root) / "include";
  found.versions = ask(found.verilator, {"--version"}) + ask(found.compiler, {"--version"});
  return found;
}

}  // namespace

const Toolchain& toolchain() {
  static const Toolchain instance = look();
  return instance;
}

}  // namespace mmasc
