// SPDX-License-Identifier: Apache-2.0
// A unit with one field changed: written as tables, set there, and read again, so that a change
// meets the checks a file does.
#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <iterator>
#include <utility>

#include "mmasc/unit/fields.h"
#include "mmasc/unit/operand_layout.h"
#include "mmasc/unit/read.h"
#include "mmasc/unit/toml.h"
#include "mmasc/unit/unit.h"
#include "mmasc/unit/validate.h"
#include "mmasc/unit/write.h"

namespace mmasc {
namespace {

// The parts of a unit as tables.
struct UnitTables {
  Value datapath, instruction, structure;
};

// Whether a value that TOML does not read was meant as TOML: a number, or something in brackets or
// quotes. Anything else is a text without quotes, as nearest_even or 8..256:8.
bool is_toml(std::string_view value) {
  constexpr std::string_view kOpening = "[{\"'", kInNumbers = "+-_0123456789";
  return kOpening.find(value.front()) != value.npos ||
         value.find_first_not_of(kInNumbers) == value.npos;
}

// No other value of TOML begins with a letter.
bool is_word(std::string_view value) {
  const char first = value.front();
  return ((first >= 'a' && first <= 'z') || (first >= 'A' && first <= 'Z')) && value != "true" &&
         value != "false" && value != "inf" && value != "nan";
}

Value parse_value(std::string_view path, std::string_view key, std::string_view value) {
  if (value.find_first_of("\r\n") != value.npos)
    throw RowError(std::string(path), "a line break cannot be used; write one value");
  const Value text{std::string(value)};
  if (key == "nan" && value.front() != '"' && value.front() != '\'')
    return text;                    // bits, though they may look like a number
  if (is_word(value)) return text;  // the parser's refusal would need memory that may not be there
  try {
    const Value parsed = parse_toml(fmt::format("value = {}", value));
    const auto& entries = *parsed.as<Value::Table>();
    if (entries.size() == 1) return entries.front().value;
  } catch (const ValueError& error) {
    if (is_toml(value)) throw RowError(std::string(path), error.reason);
  }
  return text;
}

// The sum of a name, or null.
Value* find_sum(Value::Array& sums, std::string_view name) {
  for (std::size_t i = 0; i < sums.size(); ++i)
    if (element_path("", sums, i) == name) return &sums[i];
  return nullptr;
}

// The table that the first keys of a path choose; takes them off.
Value& choose_table(UnitTables& tables, std::string_view path, std::vector<std::string>& keys) {
  const auto take = [&] { keys.erase(keys.begin()); };
  if (keys.front() == "sum" && keys.size() > 1) take();
  const std::string first = keys.front();
  if (first == "structure" || first == "instruction") {
    take();
    return first == "structure" ? tables.structure : tables.instruction;
  }
  auto& sums = *find(*tables.datapath.as<Value::Table>(), "sum")->as<Value::Array>();
  if (Value* sum = find_sum(sums, first)) {
    take();
    return *sum;
  }
  Names legal = keys_of<Datapath>();
  std::erase(legal, "undecided");  // of a changed unit nothing is
  if (std::find(legal.begin(), legal.end(), first) != legal.end()) return tables.datapath;
  for (const auto& [table, fields] : {std::pair("instruction", keys_of<Instruction>()),
                                      std::pair("structure", keys_of<Structure>())})
    if (std::find(fields.begin(), fields.end(), first) != fields.end())
      throw RowError(std::string(path), fmt::format("unknown field \"{}\"; did you mean \"{}.{}\"?",
                                                    first, table, path));
  legal.insert(legal.end(), {"structure", "instruction"});
  for (const auto& sum : sums)
    legal.push_back(*find(*sum.as<Value::Table>(), "name")->as<std::string>());
  throw RowError(std::string(path),
                 fmt::format("unknown field \"{}\"; {}", first, mend_name(first, legal)));
}

// Sets the field, with the tables on the way; an empty value puts the default back.
void set_field(Value& table, std::string_view path, std::vector<std::string> keys,
               std::string_view value) {
  Value* here = &table;
  while (keys.size() > 1) {
    auto* fields = here->as<Value::Table>();
    if (!fields)
      throw RowError(std::string(path), fmt::format("{} has no field \"{}\"; set it as a whole",
                                                    here->kind(), keys.front()));
    Value* next = find(*fields, keys.front());
    here = next ? next : &set(*fields, keys.front(), {Value::Table{}});
    keys.erase(keys.begin());
  }
  auto* fields = here->as<Value::Table>();
  if (!fields || keys.empty())
    throw RowError(std::string(path), "names no field; write the field's name after it");
  if (value.empty())
    std::erase_if(*fields, [&](const Entry& entry) { return entry.key == keys.front(); });
  else
    set(*fields, keys.front(), parse_value(path, keys.front(), value));
}

// No evidence is of the changed design, and no question about the silicon concerns it. Its note
// says what it was made from, unless the note is the change.
void disown(Unit& unit, const Instruction& from, std::string_view path, std::string_view value) {
  constexpr std::size_t kMaxShown = 60;
  Instruction& row = unit.instruction;
  row.evidence.clear();
  unit.datapath.undecided.clear();
  if (row.note != from.note) return;
  const std::string start = fmt::format("{}{}: ", kChangedFrom, from.id);
  const std::string change =
      fmt::format("{}={}", path, value.size() > kMaxShown ? "..." : printable(value));
  const std::string note = row.note.starts_with(start) ? row.note + ", " + change : start + change;
  if (note.size() <= kMaxFieldText) row.note = note;
}

// The formats that a change may name besides those that every file knows.
Formats formats_in_reach(const Unit& unit) {
  Formats formats = own_formats(unit);
  for (const Format* format : unit.formats)
    if (std::ranges::count(formats, format->name, &Format::name) == 0) formats.push_back(format);
  return formats;
}

}  // namespace

const Format& metadata_format(const SparsityRow& sparsity) {
  return format_named(fmt::format("u{}", std::bit_width(static_cast<unsigned>(sparsity.of)) - 1));
}

void refuse_own_stages(const Unit& unit) {
  if (unit.has_own_stages())
    throw RowError("stages",
                   "what stages of one's own do is not planned, and this asks for the plan; leave "
                   "them out");
}

Unit described(Unit unit) {
  unit.datapath.stages.clear();
  return unit;
}

Formats named_formats(const Unit& unit) {
  const Instruction& row = unit.instruction;
  Formats named{row.widen, row.widen_c, unit.datapath.product.round_to};
  const OperandLayout layout = layout_but_random(unit);
  for (const OperandRow& operand : kOperands) named.push_back(layout.format[operand.operand]);
  for (const SumRow& sum : unit.datapath.sums) named.push_back(sum.round_to);
  Formats once;
  for (const Format* format : named)
    if (format != nullptr && std::ranges::count(once, format) == 0) once.push_back(format);
  return once;
}

Formats own_formats(const Unit& unit) {
  Formats own = named_formats(unit);
  std::erase_if(own, [](const Format* format) { return is_known_everywhere(*format); });
  return own;
}

std::vector<Undecided> Unit::undecided() const {
  const auto concerns = [&](const Undecided& question) {
    if (question.a != nullptr && *question.a != *instruction.a) return false;
    return question.c == nullptr || (*question.c == *instruction.c && !instruction.late_c);
  };
  std::vector<Undecided> questions;
  std::ranges::copy_if(datapath.undecided, std::back_inserter(questions), concerns);
  return questions;
}

Unit Unit::with(std::string_view path, std::string_view value) const {
  UnitTables tables{{write_row(datapath)}, {write_row(instruction)}, {write_row(structure)}};
  auto keys = split(path);
  Value& table = choose_table(tables, path, keys);
  if (&table == &tables.instruction && !keys.empty() &&
      (keys.front() == "datapath" || keys.front() == "structure"))
    throw RowError(std::string(path),
                   "names another row; write a file with the instruction you want");
  if (&table == &tables.instruction && !keys.empty() && keys.front() == "evidence")
    throw RowError(std::string(path),
                   "a changed unit has no evidence; write a file with the instruction you want");
  set_field(table, path, keys, value);

  const Formats known = formats_in_reach(*this);
  Unit changed{read_row<Instruction>(tables.instruction, "instruction", known),
               read_row<Datapath>(tables.datapath, "", known),
               read_row<Structure>(tables.structure, "structure"), formats};
  changed.instruction.id = instruction.id;
  changed.datapath.name = datapath.name;
  changed.structure.name = structure.name;
  validate(changed);
  if (changed.instruction != instruction || changed.datapath != datapath)
    disown(changed, instruction, path, value);
  return changed;
}

}  // namespace mmasc
