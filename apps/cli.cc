// SPDX-License-Identifier: Apache-2.0
#include "cli.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <string>

#include "commands.h"
#include "mmasc/presentation/table.h"
#include "mmasc/unit/error.h"
#include "mmasc/unit/suggest.h"
#include "retired.h"
#include "version.h"

namespace mmasc {
namespace {

using Command = std::function<int()>;

constexpr std::size_t kNameWidth = 30;

// Descriptions of options are folded between words.
class HelpFormatter : public CLI::Formatter {
 public:
  HelpFormatter() { column_width(kNameWidth); }
  std::string make_option_desc(const CLI::Option* option) const override {
    return wrapped(CLI::Formatter::make_option_desc(option), kHelpWidth - kNameWidth);
  }
};

class CommandLine {
 public:
  // Only the command that is called, `called`, has its options: all of them take a millisecond.
  explicit CommandLine(std::string_view called) {
    app_.name("mmasc");
    app_.formatter(std::make_shared<HelpFormatter>());
    app_.description("Bit-exact models of matrix units of GPUs and CPUs: d = c + sum a_k*b_k.");
    app_.footer(
        "Exit codes: 0 good, 1 mismatch, 2 bad input, 3 environment or internal error,\n"
        "130 interrupted.\n"
        "Start with: mmasc list, mmasc run");
    app_.require_subcommand(1);
    app_.set_version_flag("--version", version_text);
    for (const CommandRow& row : commands()) {
      CLI::App* const command = app_.add_subcommand(row.name, row.description);
      if (row.name == called) add(command, row);
    }
  }

  Command parse(int argc, const char* const* argv) {
    if (argc > 1) check_command(argv[1]);
    if (argc > 1)
      if (const auto why = why_retired(argv[1], {argv + 2, argv + argc})) throw InputError(*why);
    try {
      app_.parse(argc, argv);
    } catch (const CLI::CallForHelp&) {
      return print(app_.help());
    } catch (const CLI::CallForAllHelp&) {
      return print(app_.help("", CLI::AppFormatMode::All));
    } catch (const CLI::CallForVersion& version) {
      return print(std::string(version.what()) + "\n");
    } catch (const CLI::ParseError& error) {
      throw InputError(
          fmt::format("{}; see mmasc {}--help", one_line(error.what()), chosen_name()));
    }
    return chosen_;
  }

 private:
  static Command print(std::string text) {
    return [text = std::move(text)] {
      fmt::print("{}", text);
      return kGood;
    };
  }

  void check_command(std::string_view name) const {
    if (name.starts_with('-')) {
      if (app_.get_option_no_throw(std::string(name)) == nullptr)
        throw InputError(fmt::format("unknown flag {}; see mmasc --help", name));
      return;
    }
    Names names;
    for (const CLI::App* command : app_.get_subcommands([](const CLI::App*) { return true; }))
      names.push_back(command->get_name());
    if (std::ranges::find(names, name) == names.end())
      throw InputError(fmt::format("unknown command \"{}\"; {}", name, mend_name(name, names)));
  }

  static std::string one_line(std::string text) {
    while (!text.empty() && (text.back() == '\n' || text.back() == '.')) text.pop_back();
    std::ranges::replace(text, '\n', ' ');
    return text;
  }

  std::string chosen_name() const {
    const auto parsed = app_.get_subcommands();
    return parsed.empty() ? "" : parsed.front()->get_name() + " ";
  }

  void add(CLI::App* sub, const CommandRow& command) {
    sub->footer(command.footer);
    for (const OptionRow& row : command.options) add(sub, row);
    for (const OptionRow& row : command.options) {
      if (row.needs == nullptr && row.excludes == nullptr) continue;
      CLI::Option* const option = sub->get_option(row.name.substr(row.name.rfind(',') + 1));
      if (row.needs != nullptr) option->needs(row.needs);
      if (row.excludes != nullptr) option->excludes(row.excludes);
    }
    sub->callback([this, sub, command] {
      for (const OptionRow& row : command.options)
        if (row.is_rest) take_rest(sub, row);
      if (command.options.order != nullptr)
        for (const CLI::Option* option : sub->parse_order())
          command.options.order->push_back(option->get_name());
      chosen_ = command.run;
    });
  }

  static void add(CLI::App* sub, const OptionRow& row) {
    if (row.is_rest) {
      sub->allow_extras();
      return;
    }
    CLI::Option* const option = std::visit(
        [&](auto* value) {
          if constexpr (std::is_same_v<decltype(value), bool*>)
            return sub->add_flag(row.name, *value, row.help);
          else
            return sub->add_option(row.name, *value, row.help);
        },
        row.value);
    option->required(row.is_required);
    if (row.type != nullptr) option->type_name(row.type);
    if (row.is_one_a_flag) option->expected(1)->allow_extra_args(false)->take_all();
    if (row.complaint != nullptr) option->check(row.complaint, "");
  }

  static void take_rest(const CLI::App* sub, const OptionRow& row) {
    auto& rest = *std::get<std::vector<std::string>*>(row.value);
    rest = sub->remaining();
    for (const std::string& value : rest)
      if (value.starts_with("--")) throw CLI::ExtrasError({value});
    if (rest.empty()) throw CLI::RequiredError(row.name);
  }

  CLI::App app_;
  Command chosen_;
};

}  // namespace

Command parse_command_line(int argc, const char* const* argv) {
  const char* const* const end = argv + argc;
  const auto called = std::find_if(argv + std::min(argc, 1), end,
                                   [](std::string_view text) { return !text.starts_with('-'); });
  return CommandLine(called == end ? "" : *called).parse(argc, argv);
}

}  // namespace mmasc
