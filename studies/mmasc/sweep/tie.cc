// SPDX-License-Identifier: Apache-2.0
#include "mmasc/sweep/tie.h"

#include <fmt/format.h>

#include <charconv>
#include <optional>

#include "mmasc/sweep/words.h"
#include "mmasc/unit/error.h"

namespace mmasc {
namespace {

constexpr std::string_view kOperations = "*/+-";

std::optional<std::int64_t> whole_in(std::string_view text) {
  std::int64_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  const bool is_whole = error == std::errc{} && end == text.data() + text.size();
  return is_whole ? std::optional(number) : std::nullopt;
}

// nullopt: no whole number of 64 bits.
std::optional<std::int64_t> result_of(std::int64_t x, char operation, std::int64_t y) {
  std::int64_t result = 0;
  switch (operation) {
    case '*':
      return __builtin_mul_overflow(x, y, &result) ? std::nullopt : std::optional(result);
    case '+':
      return __builtin_add_overflow(x, y, &result) ? std::nullopt : std::optional(result);
    case '-':
      return __builtin_sub_overflow(x, y, &result) ? std::nullopt : std::optional(result);
    default:
      // INT64_MIN / -1 is none either.
      return y == 0 || y == -1 || x % y != 0 ? std::nullopt : std::optional(x / y);
  }
}

}  // namespace

AxisValue Tie::value(const AxisValue& of_name) const {
  if (operation == 0) return of_name;
  const auto* const given = std::get_if<std::int64_t>(&of_name);
  if (given == nullptr)
    throw InputError(fmt::format("{} is {}, no whole number", name, to_text(of_name)));
  const auto result =
      number_is_left ? result_of(number, operation, *given) : result_of(*given, operation, number);
  if (!result)
    throw InputError(fmt::format("{} is {}, and {} is no whole number", name, *given, text));
  return *result;
}

Tie parse_tie(std::string field, std::string_view text, int line) {
  Tie tie{.field = std::move(field), .line = line, .text = std::string(text), .name = {}};
  const auto refuse = [&] {
    throw InputError(fmt::format(
        "\"{}\" is no tie; write the NAME of another field, NAME / NUMBER, NUMBER / NAME, or the "
        "same with *, + or -",
        text));
  };
  const auto at = text.find_first_of(kOperations);
  std::string_view left = trimmed(text.substr(0, at)), right;
  if (at != text.npos) {
    tie.operation = text[at];
    right = trimmed(text.substr(at + 1));
    const auto of_left = whole_in(left), of_right = whole_in(right);
    if (of_left.has_value() == of_right.has_value()) refuse();
    tie.number_is_left = of_left.has_value();
    tie.number = tie.number_is_left ? *of_left : *of_right;
    if (tie.number_is_left) left = right;
  }
  if (!is_name(left)) refuse();
  tie.name = left;
  return tie;
}

}  // namespace mmasc
