// SPDX-License-Identifier: Apache-2.0
// A command: its name, help and options, and the function that does it. That returns the exit code,
// prints data on standard output, and throws InputError or EnvironmentError before it has printed.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>

#include "mmasc/command/option_rows.h"

namespace mmasc {

// The exit codes, of the commands and of what main() catches.
inline constexpr int kGood = 0, kMismatch = 1, kBadInput = 2, kBadEnvironment = 3,
                     kInterrupted = 130;

struct CommandRow {
  const char *name, *description;
  std::string footer;
  OptionRows options;
  std::function<int()> run;       // with the options' values
  std::string_view more_in = {};  // a bench whose program does more of this command of the kernel
};

// Puts a command into each program that its file is linked into. The file is in a bench's folder
// `commands`, from which CMake takes the name and the description for the help of all programs.
class RegisteredCommand {
 public:
  explicit RegisteredCommand(CommandRow (*make)());
};
// The command of this name in this program; nullopt where it has none.
std::optional<CommandRow> registered_command(std::string_view name);

template <class Options>
CommandRow make_command(const char* name, const char* description, std::string footer,
                        int (*command)(const Options&),
                        std::type_identity_t<void (*)(Options&, OptionRows&)> describe) {
  const auto options = std::make_shared<Options>();
  CommandRow row{name, description, std::move(footer), {}, [=] { return command(*options); }, {}};
  describe(*options, row.options);
  return row;
}

inline const std::string kUnitHelp =
    "UNIT is an id (mmasc list), any unique part of one, of a mnemonic or a SASS name, FILE.toml\n"
    "or FILE.toml:ROW.\n";
inline const std::string kFormatHelp =
    "FORMAT is a shipped name (mmasc formats), a generic one (e3m3, e3m3fn, e3m3fnuz, e3m3f) or\n"
    "FILE.toml:NAME (docs/formats.md).\n";
inline const std::string kOperandHelp =
    "ELEMENTS are a list by commas or spaces: 0x.. is an element's bits, all else is a number\n"
    "(40, 1.5, -2e-3, 0x1.8p3, inf, nan) that the format holds exactly. Elements missing at the\n"
    "end are +0. Or they are the bits of all elements as hex digits without 0x, element 0 first.\n"
    "One element without a sign, a point or 0x is hex digits: --c 4b000000, but --c 8388608.0.\n"
    "Without --c, c is +0.\n";
inline const std::string kWhereHelp =
    "EXPRESSION is of integers: + - * < <= == != >= > && || !, parentheses, decimal and 0x "
    "numbers,\n"
    "exponent(x), significand(x), sign(x), bits(x), is_zero, is_nan, is_infinity, is_subnormal,\n"
    "is_finite of an operand x: c, a[3], a*b; a without an index is that of every product, but in\n"
    "any(..), all(..), count(..), min(..), max(..) of them. Several --where: all hold.\n";

}  // namespace mmasc
