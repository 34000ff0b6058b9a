// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>

#include "commands.h"
#include "comparison.h"
#include "json.h"
#include "print_trace.h"
#include "spec/error.h"

namespace mmasc {
namespace {

std::vector<Contender> find_contenders(const CompareOptions& options) {
  std::vector<Contender> contenders;
  const auto add = [&](const UnitArgument& unit) {
    contenders.push_back({unit.name, unit.changes, Sequence(find_unit(unit))});
  };
  for (const std::string& name : options.units) add({name, {}});
  if (!options.changes.empty()) add({options.units.back(), options.changes});
  if (contenders.size() < 2)
    throw InputError("one unit; give a second one, or --set for the same one with a field changed");
  check_formats(contenders);
  return contenders;
}

// Elements next to each other, as a matrix.
Matrix matrix_of(const Format& format, const std::vector<std::uint64_t>& elements,
                 std::int64_t rows) {
  const std::int64_t columns = static_cast<std::int64_t>(elements.size()) / rows;
  const auto size = elements.size() * static_cast<std::size_t>(element_bytes(format));
  Matrix matrix{{}, std::make_unique<std::vector<std::byte>>(size)};
  const auto view = row_major(format, matrix.bytes->data(), rows, columns);
  for (std::int64_t i = 0; i < rows * columns; ++i)
    store_element(view, i / columns, i % columns, elements[static_cast<std::size_t>(i)]);
  matrix.view = view;
  return matrix;
}

// As many elements as the greatest unit takes.
Matrices read_typed(const std::vector<Contender>& contenders, const MatrixArguments& typed) {
  const Unit& unit = std::ranges::max_element(contenders, {}, [](const Contender& contender) {
                       return contender.unit().instruction.shape.k;
                     })->unit();
  const Case row = read_operands(unit, {typed.a, typed.b, typed.c, typed.sa, typed.sb});
  const VectorFormats formats = formats_of(unit);
  Matrices in;
  in.a = matrix_of(*formats.a, row.a, 1);
  in.b = matrix_of(*formats.b, row.b, formats.k);
  in.c = matrix_of(*formats.c, {row.c}, 1);
  if (!formats.scale) return in;
  in.sa = matrix_of(*formats.scale->format, row.sa, 1);
  in.sb = matrix_of(*formats.scale->format, row.sb, formats.scales());
  return in;
}

Matrices read_inputs(const std::vector<Contender>& contenders, const MatrixArguments& operands) {
  std::vector<std::pair<const char*, const std::string*>> typed, files;
  for (const auto& [flag, text] : {std::pair{"--a", &operands.a},
                                   {"--b", &operands.b},
                                   {"--c", &operands.c},
                                   {"--sa", &operands.sa},
                                   {"--sb", &operands.sb}})
    if (!text->empty()) (names_matrix_file(*text) ? files : typed).emplace_back(flag, text);
  if (!files.empty() && !typed.empty())
    throw InputError(fmt::format("{} is a file and {} is none; give files alone, or elements",
                                 files.front().first, typed.front().first));
  if (!files.empty()) return read_matrices(contenders.front().unit(), {}, operands);
  if (operands.shapes_files())
    throw InputError("shapes, transposes and --quantize are for files, and there is none");
  return read_typed(contenders, operands);
}

std::string label(const Contender& contender) {
  std::string text = contender.unit().instruction.id;
  for (const std::string& change : contender.changes) text += fmt::format(" --set '{}'", change);
  return text;
}

std::string value_text(const compare::PartValue& value) {
  using Kind = compare::PartValue::Kind;
  switch (value.kind) {
    case Kind::absent:
      return "nothing";
    case Kind::nan:
      return "nan";
    case Kind::infinite:
      return value.negative ? "-inf" : "inf";
    case Kind::text:
      return value.text;
    case Kind::number:
      break;
  }
  return value.value.integer == 0 && value.negative ? "-0" : exact_text(value.value);
}

// "step 3", or of each unit: "step 3 and step 2", "step 3 and none".
std::string step_text(const compare::Parting& parting) {
  const auto text = [](int step) { return step == 0 ? "none" : fmt::format("step {}", step); };
  const auto [x, y] = parting.steps;
  return x == y ? text(x) : fmt::format("{} and {}", text(x), text(y));
}

std::vector<std::string> replay_lines(const Contender& contender, const Replay& replay) {
  std::string changes;
  for (const std::string& change : contender.changes) changes += fmt::format(" --set '{}'", change);
  std::vector<std::string> lines;
  for (const Case& row : replay)
    lines.push_back(fmt::format("mmasc eval {} {}{}", contender.name,
                                operand_flags(formats_of(contender.unit()), row), changes));
  return lines;
}

std::string d_text(const Format& format, std::uint64_t d) {
  return fmt::format("{} ({})", to_hex(d, format), to_decimal(format, d));
}

void print_text(const PairResult& pair) {
  const Format& format = pair.x->unit().d();
  fmt::print("{} of {} elements of D differ: {} and {}\n", pair.differing, pair.elements,
             label(*pair.x), label(*pair.y));
  if (!pair.difference) return;
  const Difference& difference = *pair.difference;
  fmt::print("  the first, ({}, {}): {} and {}\n", difference.row, difference.column,
             d_text(format, difference.d[0]), d_text(format, difference.d[1]));
  if (const auto& parting = difference.parting)
    fmt::print("  they part at {}, {}: {}: {} and {}\n", step_text(*parting), parting->stage,
               parting->what, value_text(parting->values[0]), value_text(parting->values[1]));
  fmt::print("  a minimal witness:\n");
  for (const int i : {0, 1}) {
    const Replay& replay = difference.witness[static_cast<std::size_t>(i)];
    for (const std::string& line : replay_lines(i == 0 ? *pair.x : *pair.y, replay))
      fmt::print("{}\n", line);
    fmt::print("  d = {}\n", d_text(format, replay.back().d));
  }
}

Json to_json(const PairResult& pair) {
  const Format& format = pair.x->unit().d();
  Json json{{"units", {pair.x->unit().instruction.id, pair.y->unit().instruction.id}},
            {"set", {pair.x->changes, pair.y->changes}},
            {"elements", pair.elements},
            {"differing", pair.differing}};
  if (!pair.difference) return json;
  const Difference& difference = *pair.difference;
  json["first"] = {
      {"row", difference.row},
      {"column", difference.column},
      {"d", {json_element(format, difference.d[0]), json_element(format, difference.d[1])}}};
  if (const auto& parting = difference.parting)
    json["part"] = {{"steps", parting->steps},
                    {"stage", parting->stage},
                    {"what", parting->what},
                    {"values", {value_text(parting->values[0]), value_text(parting->values[1])}}};
  for (const std::size_t i : {0, 1})
    json["witness"].push_back(
        {{"replay", replay_lines(i == 0 ? *pair.x : *pair.y, difference.witness[i])},
         {"d", json_element(format, difference.witness[i].back().d)}});
  return json;
}

}  // namespace

int compare_units(const CompareOptions& options) {
  const std::vector<Contender> contenders = find_contenders(options);
  const Matrices in = read_inputs(contenders, options.operands);
  const std::vector<PairResult> pairs = compare_all(contenders, in);
  if (options.json) {
    Json json = json_document("compare");
    json["pairs"] = Json::array();
    for (const PairResult& pair : pairs) json["pairs"].push_back(to_json(pair));
    print_json(json);
  } else {
    for (const PairResult& pair : pairs) print_text(pair);
  }
  return std::ranges::any_of(pairs, [](const auto& pair) { return pair.differing > 0; }) ? kMismatch
                                                                                         : kGood;
}

}  // namespace mmasc
