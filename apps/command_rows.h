// SPDX-License-Identifier: Apache-2.0
// The commands as the command line has them: names, help, options.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <type_traits>
#include <vector>

#include "commands.h"
#include "option_rows.h"

namespace mmasc {

struct CommandRow {
  const char *name, *description;
  std::string footer;
  OptionRows options;
  std::function<int()> run;  // with the options' values
};

// The families, in the order of help.
std::vector<CommandRow> unit_commands();
std::vector<CommandRow> rtl_commands();
std::vector<CommandRow> number_commands();
std::vector<CommandRow> vector_commands();
std::vector<CommandRow> evidence_commands();

template <class Options>
CommandRow make_command(const char* name, const char* description, std::string footer,
                        int (*command)(const Options&),
                        std::type_identity_t<void (*)(Options&, OptionRows&)> describe) {
  const auto options = std::make_shared<Options>();
  CommandRow row{name, description, std::move(footer), {}, [=] { return command(*options); }};
  describe(*options, row.options);
  return row;
}

inline const std::string kUnitHelp =
    "UNIT is an id (mmasc list), any unique part of one, FILE.toml or FILE.toml:ROW.\n";
inline const std::string kOperandHelp =
    "Operands are one hex string of all elements, element 0 leftmost, or a list by commas or "
    "spaces:\n"
    "0x.. is raw bits, everything else a value (1.5, -2e-3, 0x1.8p3, inf, nan) that the format "
    "must\n"
    "hold exactly. The missing end of a list is +0, and so is a missing --c.\n";

}  // namespace mmasc
