// SPDX-License-Identifier: Apache-2.0
// Errors a user can mend. Programmer errors assert instead.
#pragma once

#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>

namespace mmasc {

// The text on one line that moves no cursor: control characters as \n, \t, \x1b.
inline std::string printable(std::string_view text) {
  constexpr std::string_view kDigits = "0123456789abcdef";
  std::string shown;
  unsigned char before = 0;
  for (const char letter : text) {
    const auto code = static_cast<unsigned char>(letter);
    const bool is_c1 = before == 0xc2 && code >= 0x80 && code < 0xa0;  // U+0080..U+009F
    before = code;
    if (letter == '\n')
      shown += "\\n";
    else if (letter == '\t')
      shown += "\\t";
    else if (code < ' ' || code == 0x7f || is_c1)
      (is_c1 ? shown.replace(shown.size() - 1, 1, "\\xc2\\x") : shown += "\\x") +=
          {kDigits[code >> 4], kDigits[code & 15]};
    else
      shown += letter;
  }
  return shown;
}

// One character for a message: 'x', or "byte 0x1b" where it shows nothing.
inline std::string quoted(char letter) {
  if (letter > ' ' && letter <= '~') return {'\'', letter, '\''};
  constexpr std::string_view kDigits = "0123456789abcdef";
  const auto code = static_cast<unsigned char>(letter);
  return std::string("byte 0x") + kDigits[code >> 4] + kDigits[code & 15];
}

// Bad input: a row, a vector file, an operand, a flag. One line, whatever it quotes. Exit code 2.
struct InputError : std::runtime_error {
  explicit InputError(std::string_view what) : std::runtime_error(printable(what)) {}
};

// The environment failed: disk full, file unreadable, tool missing. Exit code 3.
struct EnvironmentError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

// A field of a row that cannot be used. `key` is its path ("sum.dot.fraction_bits"); the TOML
// loader adds file and line.
struct RowError : InputError {
  RowError(std::string key_, const std::string& what_and_mend)
      : InputError(key_ + ": " + what_and_mend), key(std::move(key_)), reason(what_and_mend) {}
  std::string key;
  std::string reason;
};

}  // namespace mmasc
