// SPDX-License-Identifier: Apache-2.0
#include "retired.h"

#include <fmt/format.h>

#include <algorithm>

namespace mmasc {
namespace {

// "--flag", "--flag=value", and "-f", "-fvalue".
bool is_flag(std::string_view argument, std::string_view flag) {
  if (!argument.starts_with(flag)) return false;
  return argument.size() == flag.size() || !flag.starts_with("--") || argument[flag.size()] == '=';
}

bool names_file(std::string_view argument) {
  return argument == "-" || argument.ends_with(".json") || argument.starts_with("/dev/");
}

bool is_written(const RetiredForm& form, std::span<const char* const> arguments) {
  const auto found = std::ranges::find_if(
      arguments, [&](std::string_view argument) { return is_flag(argument, form.was); });
  switch (form.sign) {
    case RetiredForm::Sign::flag:
      return found != arguments.end();
    case RetiredForm::Sign::file:
      return found != arguments.end() &&
             (std::string_view(*found) != form.was ||
              (found + 1 != arguments.end() && names_file(*(found + 1))));
    case RetiredForm::Sign::without:
      return found == arguments.end() &&
             std::ranges::none_of(arguments, [](std::string_view argument) {
               return argument == "--help" || argument == "-h" || argument == "--help-all";
             });
  }
  return false;
}

}  // namespace

std::optional<std::string> why_retired(std::string_view command,
                                       std::span<const char* const> arguments) {
  for (const RetiredForm& form : kRetiredForms) {
    if (form.command != command || !is_written(form, arguments)) continue;
    const std::string remark = form.remark.empty() ? "" : fmt::format(" ({})", form.remark);
    const bool is_missing = form.sign == RetiredForm::Sign::without;
    return is_missing ? fmt::format("{} is missing; {}; see mmasc {} --help", form.was, form.remark,
                                    command)
                      : fmt::format("{}{} is now {}{}; see mmasc {} --help", form.was,
                                    form.sign == RetiredForm::Sign::file ? " FILE" : "", form.now,
                                    remark, command);
  }
  return std::nullopt;
}

}  // namespace mmasc
