// SPDX-License-Identifier: Apache-2.0
#include "mmasc/command/command.h"

#include <vector>

namespace mmasc {
namespace {

using Make = CommandRow (*)();

std::vector<Make>& makes() {
  static std::vector<Make> all;
  return all;
}

}  // namespace

RegisteredCommand::RegisteredCommand(CommandRow (*make)()) { makes().push_back(make); }

std::optional<CommandRow> registered_command(std::string_view name) {
  for (const Make make : makes())
    if (CommandRow row = make(); row.name == name) return row;
  return std::nullopt;
}

}  // namespace mmasc
