// SPDX-License-Identifier: Apache-2.0
#include "mmasc/presentation/arguments.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <limits>
#include <random>

#include "mmasc/arith/random_fill.h"
#include "mmasc/text/operand.h"
#include "mmasc/unit/operand_layout.h"
#include "mmasc/unit/suggest.h"

namespace mmasc {
namespace {

// Reads operand after operand, and remembers what to note of them until all have turned out good.
class OperandReader {
 public:
  std::vector<std::uint64_t> read(const std::string& text, const Format& format, int count,
                                  std::string_view flag) {
    if (text.empty())
      throw InputError(fmt::format("{}: missing; give {} x {}", flag, format.name, count));
    TypedOperand operand = parse_operand(text, format, count, flag);
    if (operand.padded > 0)
      notes_.push_back(fmt::format("{}: {} of {} elements given, +0 behind them", flag,
                                   count - operand.padded, count));
    if (operand.is_also_number)
      notes_.push_back(
          fmt::format("{0}: {1} is read as hex digits, the bits 0x{1}; write {2} for "
                      "the number",
                      flag, text, "+" + text));
    if (!operand.also_bits.empty())
      notes_.push_back(
          fmt::format("{0}: {1} is read as a number, as is every word of the list; write 0x{1} for "
                      "the bits",
                      flag, operand.also_bits));
    return std::move(operand.elements);
  }

  void tell_notes(const Tell& tell) const {
    for (const std::string& note : notes_) tell(note);
  }

 private:
  std::vector<std::string> notes_;
};

void read_random(const OperandArguments& arguments, const OperandLayout& layout, Case& row,
                 const Tell& tell) {
  const std::string& typed = arguments[Operand::random];
  if (!typed.empty() && !arguments.seed.empty())
    throw InputError("give --random or --seed, not both");
  if (typed.empty())
    append_random(layout.random, random_seed(arguments.seed, tell), 0, 0, row[Operand::random]);
  else
    row[Operand::random] = parse_elements(typed, layout[Operand::random], "--random");
}

// Throws InputError where something is typed that the unit does not take.
void check_taken(const Unit& unit, const OperandLayout& layout, const OperandArguments& arguments) {
  for (const OperandRow& row : kInputs)
    if (!layout.has(row.operand) && !arguments[row.operand].empty())
      throw InputError(
          fmt::format("{}: {}; leave it out", option_of(row), lacks_text(unit, row.operand)));
  if (!layout.has(Operand::random) && !arguments.seed.empty())
    throw InputError(fmt::format("--seed: {}; leave it out", lacks_text(unit, Operand::random)));
}

}  // namespace

std::string option_of(const OperandRow& row) { return fmt::format("--{}", row.name); }

bool OperandArguments::given() const {
  return !seed.empty() || std::ranges::any_of(kInputs, [&](const OperandRow& row) {
    return !(*this)[row.operand].empty();
  });
}

std::vector<TypedUnit> UnitArguments::typed() const {
  std::vector<TypedUnit> units;
  auto name = names.begin();
  auto change = changes.begin();
  auto engine = engines.begin();
  for (const std::string& option : order) {
    const bool is_change = option == "--set";
    if (option == "UNITS") units.push_back({{.name = *name++}});
    if (!is_change && option != "--engine") continue;
    const std::string& value = is_change ? *change++ : *engine++;
    if (units.empty())
      throw InputError(fmt::format("{} {}: name a unit before it, which it {}", option, value,
                                   is_change ? "changes" : "is asked for"));
    TypedUnit& unit = units.back();
    if (is_change)
      unit.changes.push_back(value);
    else if (!unit.engine.empty())
      throw InputError(fmt::format("--engine {}: {} has --engine {}; name the unit once more",
                                   value, unit.name, unit.engine));
    else
      unit.engine = value;
  }
  return units;
}

std::string changes_as_typed(const UnitArgument& unit) {
  std::string text;
  for (const std::string& change : unit.changes) text += fmt::format(" --set '{}'", change);
  return text;
}

Case read_operands(const Unit& unit, const OperandArguments& arguments, const Tell& tell) {
  const OperandLayout layout = layout_of(unit);
  check_taken(unit, layout, arguments);
  OperandReader reader;
  Case row;
  for (const OperandRow& input : kInputs) {
    const OperandElements elements = layout[input.operand];
    const std::string& typed = arguments[input.operand];
    const bool is_left_out = input.operand == Operand::c && typed.empty();
    if (elements.format != nullptr && elements.count > 0 && !is_left_out)
      row[input.operand] = reader.read(typed, *elements.format, elements.count, option_of(input));
  }
  if (layout.has(Operand::random)) read_random(arguments, layout, row, tell);
  reader.tell_notes(tell);
  return row;
}

std::uint64_t random_seed(const std::string& typed, const Tell& tell) {
  if (typed.empty()) {
    const std::uint64_t seed = std::random_device()();
    tell(fmt::format("--seed {}: of the random bits", seed));
    return seed;
  }
  std::uint64_t seed = 0;
  const auto [end, error] = std::from_chars(typed.data(), typed.data() + typed.size(), seed);
  if (error != std::errc{} || end != typed.data() + typed.size())
    throw InputError(fmt::format("--seed {}: not a whole number below 2^64", typed));
  return seed;
}

std::uint64_t gemm_seed(const Unit& unit, const std::string& typed, const Tell& tell) {
  if (layout_of(unit).has(Operand::random)) return random_seed(typed, tell);
  if (!typed.empty())
    throw InputError(fmt::format("--seed: {}; leave it out", lacks_text(unit, Operand::random)));
  return 0;
}

std::int64_t whole_elements(std::uint64_t typed) {
  constexpr std::uint64_t kMost = std::numeric_limits<std::int64_t>::max();
  return static_cast<std::int64_t>(std::min(typed, kMost));
}

Rounding rounding_named(std::string_view flag, std::string_view name) {
  if (const auto rounding = find_rounding(name)) return *rounding;
  Names known;
  for (const auto& row : kRoundings) known.push_back(row.name);
  throw InputError(fmt::format("{} {}: unknown; one of {}", flag, name, quoted_list(known)));
}

}  // namespace mmasc
