// SPDX-License-Identifier: Apache-2.0
// A unit as people type it: its name and the fields they change.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "mmasc/unit/unit.h"

namespace mmasc {

struct UnitArgument {
  std::string name;                       // an id, file.toml or file.toml:row
  std::vector<std::string> changes = {};  // --set FIELD=VALUE

  friend bool operator==(const UnitArgument&, const UnitArgument&) = default;
};

// Throws InputError, EnvironmentError.
Unit find_unit(const UnitArgument& argument);
// The unit with each FIELD=VALUE, one after the other. Throws InputError that begins with --set.
Unit with_changes(Unit unit, std::span<const std::string> changes);

// As a shell takes them: a word, and the unit with its changes.
std::string shell_word(const std::string& word);
std::string as_typed(const UnitArgument& argument);

// The reverse of as_typed(), of words in quotes of any kind too. Throws InputError.
UnitArgument parse_unit_argument(std::string_view text);

}  // namespace mmasc
