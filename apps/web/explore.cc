// SPDX-License-Identifier: Apache-2.0
#include "explore.h"

#include <stdexcept>

#include "field_list.h"
#include "mmasc/arith/trace.h"
#include "mmasc/presentation/arguments.h"
#include "mmasc/presentation/describe.h"
#include "mmasc/presentation/eval_json.h"
#include "mmasc/presentation/print_trace.h"
#include "mmasc/presentation/waterfall.h"
#include "mmasc/unit/catalog.h"
#include "mmasc/unit/hex.h"
#include "mmasc/unit/operand_layout.h"
#include "mmasc/unit/unit_argument.h"

namespace mmasc {
namespace {

std::string text_of(const Json& document) {
  return document.dump(-1, ' ', false, Json::error_handler_t::replace);
}

std::string text_of(const Json& request, const char* key) {
  return request.value(key, std::string());
}

Unit unit_of(const Json& request, const std::vector<std::string>& changes) {
  Unit unit = request.contains("toml")
                  ? parse_unit(text_of(request, "toml"), text_of(request, "row"), "row")
                  : catalog().find(text_of(request, "unit"));
  return with_changes(std::move(unit), changes);
}

// The places 0, 1, ... of each group, as hex digits.
std::string first_of_groups(const Unit& unit) {
  const SparsityRow& sparsity = *unit.instruction.sparsity;
  std::vector<std::uint64_t> places;
  for (int i = 0; i < unit.metadata(); ++i)
    places.push_back(static_cast<std::uint64_t>(i % sparsity.keep));
  return to_hex(places, metadata_format(sparsity));
}

// Returns the text that stands for an operand of which nothing is typed. It is empty where
// read_operands() chooses.
std::string untyped(const OperandRow& row, const OperandElements& elements, const Unit& unit) {
  if (row.operand == Operand::metadata) return first_of_groups(unit);
  if (row.operand == Operand::c || row.along == Along::drawn) return "";
  if (row.lacks.empty()) return "0.0";
  std::string ones = "1.0";
  for (int i = 1; i < elements.count; ++i) ones += ",1.0";
  return ones;
}

Json unit_json(const Unit& unit) {
  Json json = json_unit(unit);
  json["formats_text"] = formats_text(unit);
  json["toml"] = to_toml(unit);
  const OperandLayout layout = layout_of(unit);
  for (const OperandRow& row : kInputs)
    if (const OperandElements elements = layout[row.operand]; elements.count > 0)
      json["operands"][std::string(row.name)] = untyped(row, elements, unit);
  json["fields"] = field_list(unit);
  return json;
}

OperandArguments operands_of(const Json& request, const Unit& unit) {
  OperandArguments operands;
  const OperandLayout layout = layout_of(unit);
  for (const OperandRow& row : kInputs) {
    const OperandElements elements = layout[row.operand];
    if (elements.count == 0) continue;
    std::string& operand = operands[row.operand];
    operand = text_of(request, std::string(row.name).c_str());
    if (operand.empty()) operand = untyped(row, elements, unit);
    if (row.along == Along::drawn) operands.seed = text_of(request, "seed");
  }
  return operands;
}

Json json_of(const BitRun& run) { return {{"digits", run.digits}, {"unit", run.unit}}; }

Json json_of(const std::vector<WaterfallStep>& steps) {
  Json json = Json::array();
  for (const WaterfallStep& step : steps) {
    Json blocks = Json::array();
    for (const WaterfallBlock& block : step.blocks) {
      Json rows = Json::array();
      for (const WaterfallRow& row : block.rows)
        rows.push_back({{"name", row.name},
                        {"negative", row.negative},
                        {"kept", json_of(row.kept)},
                        {"dropped", json_of(row.dropped)},
                        {"note", row.note}});
      blocks.push_back({{"title", block.title}, {"note", block.note}, {"rows", std::move(rows)}});
    }
    json.push_back({{"title", step.title}, {"blocks", std::move(blocks)}});
  }
  return json;
}

// The command that gives the same; of a row of one's own, with the row in a file.
std::string command_text(const std::string& unit, const std::vector<std::string>& changes,
                         const OperandArguments& operands) {
  std::string text = "mmasc eval " + as_typed({unit, changes});
  const auto add = [&](const std::string& option, const std::string& typed) {
    if (!typed.empty()) text += fmt::format(" {} {}", option, shell_word(typed));
  };
  for (const OperandRow& row : kInputs) add(option_of(row), operands[row.operand]);
  add("--seed", operands.seed);
  return text;
}

void answer(const Json& request, Json& out, std::vector<std::string>& notes) {
  const auto note = [&](std::string_view text) { notes.push_back(printable(text)); };
  const auto changes = request.value("set", std::vector<std::string>());
  const Unit unit = unit_of(request, changes);
  out["unit"] = unit_json(unit);
  const OperandArguments operands = operands_of(request, unit);
  const Case row = read_operands(unit, operands, note);
  const Sequence sequence(unit);
  const std::uint64_t d = evaluate(sequence, operands_of(row));
  const Trace traced = trace(sequence, operands_of(row));
  const std::string& id = unit.instruction.id;
  out["command"] =
      command_text(request.contains("toml") ? "row.toml:" + id : id, changes, operands);
  Json eval = eval_json(unit, changes, "reference", row, d);
  eval["trace"] = trace_lines(traced);
  if (!unaccounted(traced).empty() || traced.d != d)
    throw std::logic_error("the trace and the stages disagree; please report this");
  out["eval"] = std::move(eval);
  out["waterfall"] = json_of(waterfall(traced));
}

}  // namespace

std::string units_document() {
  Json units = Json::array();
  for (const Unit& unit : catalog().units())
    units.push_back({{"id", unit.instruction.id},
                     {"formats", formats_text(unit)},
                     {"mnemonic", unit.instruction.mnemonic},
                     {"evidence", evidence_kind(unit.instruction)}});
  Json operands = Json::array();
  for (const OperandRow& row : kInputs)
    if (row.along != Along::drawn)
      operands.push_back({{"name", row.name},
                          {"label", row.lacks.empty() ? row.name : row.what},
                          {"is_optional", !row.lacks.empty()}});
  return text_of(Json{{"operands", std::move(operands)}, {"units", std::move(units)}});
}

std::string explore(std::string_view request) {
  Json out = json_document("explore");
  std::vector<std::string> notes;  // what the command says on standard error
  try {
    answer(Json::parse(request), out, notes);
  } catch (const std::exception& error) {
    out["error"] = error.what();
  }
  out["notes"] = notes;
  return text_of(out);
}

}  // namespace mmasc
