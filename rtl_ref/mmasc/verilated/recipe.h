// SPDX-License-Identifier: Apache-2.0
// How a shared library is made: its sources, and the commands that turn them into one.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "mmasc/rtl/emit.h"
#include "mmasc/tools/tool.h"

namespace mmasc {

class Recipe {
 public:
  // Verilator's runtime, which all units share.
  static Recipe runtime();
  // A unit; `name` is for messages.
  static Recipe unit(const Rtl& rtl, const std::string& name);

  // ContentHash of all that decides what is made: sources, commands, versions of the tools.
  const std::string& key() const { return key_; }
  // Works in `file`'s folder; a unit is linked with `runtime`. Throws EnvironmentError with the
  // first error of a command that fails; the whole of what it said is then in `log`.
  void make(const std::filesystem::path& file, const std::filesystem::path& log,
            const std::filesystem::path& runtime = {}) const;

 private:
  struct Command {
    const Tool* tool;
    std::vector<std::string> arguments;
  };
  Recipe(std::string name, std::vector<RtlFile> sources, std::vector<Command> commands);

  std::string name_;
  std::vector<RtlFile> sources_;
  std::vector<Command> commands_;
  std::string key_;
};

}  // namespace mmasc
