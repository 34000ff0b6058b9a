// SPDX-License-Identifier: Apache-2.0
#include "mmasc/command/cli.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <optional>
#include <string>

#include "mmasc/command/benches.h"
#include "mmasc/command/command.h"
#include "mmasc/command/version.h"
#include "mmasc/presentation/table.h"
#include "mmasc/unit/error.h"
#include "mmasc/unit/suggest.h"

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
  CommandLine(std::string_view called, const std::optional<CommandRow>& row) {
    app_.name("mmasc");
    app_.formatter(std::make_shared<HelpFormatter>());
    app_.description("Bit-exact models of matrix units of GPUs and CPUs: d = c + sum a_k*b_k.");
    app_.footer(
        "Exit codes: 0 good, 1 mismatch, 2 bad input, 3 environment or internal error,\n"
        "130 interrupted.\n"
        "Start with: mmasc list, mmasc run");
    app_.require_subcommand(1);
    app_.set_version_flag("--version", version_text);
    for (const Bench& bench : benches()) {
      const bool is_built = bench.name == kKernel || !program_of(bench.name).empty();
      for (const BenchCommand& command : bench_commands())
        if (command.bench == bench.name)
          app_.add_subcommand(std::string(command.name), std::string(command.description))
              ->group(fmt::format("{}{}", bench.title, is_built ? "" : " (not built: make all)"));
    }
    if (row) add(app_.get_subcommand(std::string(called)), *row);
  }

  Command parse(int argc, const char* const* argv) {
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

void check_first(std::string_view argument) {
  if (argument.starts_with('-')) {
    constexpr std::string_view kFlags[] = {"-h", "--help", "--version"};
    if (std::ranges::find(kFlags, argument) == std::end(kFlags))
      throw InputError(fmt::format("unknown flag {}; see mmasc --help", argument));
    return;
  }
  Names names;
  for (const BenchCommand& command : bench_commands()) names.push_back(command.name);
  if (std::ranges::find(names, argument) == names.end())
    throw InputError(
        fmt::format("unknown command \"{}\"; {}", argument, mend_name(argument, names)));
}

// Where a command goes on.
struct Place {
  std::string_view bench = own_bench();
  std::string what = {};  // that the bench has
};

// The engine that is asked for, of those that this program lacks; null: none is.
const EngineRow* lacking_engine(int argc, const char* const* argv) {
  constexpr std::string_view kFlag = "--engine";
  for (int i = 1; i < argc; ++i) {
    std::string_view text = argv[i];
    if (text == kFlag && i + 1 < argc)
      text = argv[i + 1];
    else if (text.starts_with(kFlag) && text.substr(kFlag.size()).starts_with('='))
      text.remove_prefix(kFlag.size() + 1);
    else
      continue;
    for (const EngineRow& row : engine_rows())
      if (row.name == text && !row.is_there() && !row.bench.empty()) return &row;
  }
  return nullptr;
}

// A command of the kernel goes on in a bench that does more of it, where that is built, or that has
// the engine.
Place place_of(std::string_view name, const std::optional<CommandRow>& row, int argc,
               const char* const* argv) {
  const auto command = std::ranges::find(bench_commands(), name, &BenchCommand::name);
  if (command == bench_commands().end()) return {};
  if (command->bench != kKernel) return {command->bench, fmt::format("mmasc {}", name)};
  if (!row || row->more_in == own_bench()) return {};
  if (!row->more_in.empty() && !program_of(row->more_in).empty())
    return {row->more_in, fmt::format("mmasc {}", name)};
  const bool takes_engine =
      std::ranges::find(row->options, "--engine", &OptionRow::name) != row->options.end();
  if (const EngineRow* const engine = takes_engine ? lacking_engine(argc, argv) : nullptr)
    return {engine->bench, fmt::format("the engine {}", engine->name)};
  return {};
}

}  // namespace

Command parse_command_line(int argc, const char* const* argv) {
  const char* const* const end = argv + argc;
  const auto called = std::find_if(argv + std::min(argc, 1), end,
                                   [](std::string_view text) { return !text.starts_with('-'); });
  if (argc > 1) check_first(argv[1]);
  if (called == end) return CommandLine("", std::nullopt).parse(argc, argv);
  const auto row = registered_command(*called);
  if (called != argv + 1) return CommandLine(*called, row).parse(argc, argv);
  if (const Place place = place_of(*called, row, argc, argv); place.bench != own_bench())
    go_on_in(place.bench, place.what, argv);
  forget_being_sent();
  return CommandLine(*called, row).parse(argc, argv);
}

}  // namespace mmasc
