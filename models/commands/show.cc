// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <numeric>

#include "mmasc/arith/stage_widths.h"
#include "mmasc/batch/engine.h"
#include "mmasc/command/command.h"
#include "mmasc/files/atomic_file.h"
#include "mmasc/presentation/datapath.h"
#include "mmasc/presentation/describe.h"
#include "mmasc/presentation/json.h"
#include "mmasc/presentation/stages.h"
#include "mmasc/presentation/sum_tree.h"
#include "mmasc/presentation/table.h"
#include "mmasc/unit/catalog.h"
#include "mmasc/unit/names.h"
#include "mmasc/unit/random_elements.h"
#include "mmasc/unit/rounding_text.h"

namespace mmasc {
namespace {

struct ShowOptions {
  UnitArgument unit;
  bool toml = false, json = false;
  std::string svg{};
};

std::string order_text(const OrderRow& order) {
  return fmt::format("k mod {} in {{{}}} first, then the rest", order.modulus,
                     fmt::join(order.first, ", "));
}

std::string selection_text(const Unit& unit) {
  const auto& [keep, of, together] = *unit.instruction.sparsity;
  return fmt::format("{} of each {} {} of b, named by metadata ({} x {}): {} products", keep, of,
                     together == 1 ? "elements" : fmt::format("groups of {} elements", together),
                     metadata_format(*unit.instruction.sparsity).name, unit.metadata(),
                     unit.products());
}

void print_instruction(const Unit& unit) {
  const Instruction& row = unit.instruction;
  const auto line = [](std::string_view key, const std::string& value) {
    if (!value.empty()) fmt::print("  {:<10} {}\n", key, value);
  };
  fmt::print("{}\n", row.id);
  line("mnemonic", row.mnemonic);
  line("sass", row.sass);
  line("shape", shape_text(row.shape));
  line("formats", formats_text(unit));
  line("datapath", unit.datapath.name);
  if (unit.has_own_stages())
    line("stages", fmt::format("some of {}, in place of those below", unit.datapath.stages));
  if (row.sparsity) line("select", selection_text(unit));
  if (row.widen != nullptr) line("widen", fmt::format("a and b to {}, exactly", row.widen->name));
  if (row.widen_c != nullptr) line("widen c", fmt::format("to {}, exactly", row.widen_c->name));
  if (!row.order.first.empty()) line("order", order_text(row.order));
  line("steps", fmt::format("{} of {}{}", unit.steps(), counted(unit.lanes(), "lane"),
                            unit.steps() > 1 ? ", d of one the c of the next" : ""));
  if (row.late_c)
    line("late c",
         fmt::format("added last, {} in {}", rounding_text(row.late_c->rounding), unit.d().name));
  if (const auto widths = random_widths(unit); !widths.empty())
    line("random",
         fmt::format("{}, {} in all", counted(static_cast<long long>(widths.size()), "element"),
                     counted(std::accumulate(widths.begin(), widths.end(), 0), "bit")));
  for (const Evidence& evidence : row.evidence)
    line("evidence", fmt::format("{}: {}{}", enum_name(evidence.kind), evidence.source,
                                 evidence.what.empty() ? "" : " - " + evidence.what));
  for (const Undecided& question : unit.undecided()) line("undecided", undecided_text(question));
  line("note", row.note);
}

void print_stages(const Unit& unit, const Plan& plan) {
  using enum Table::Align;
  Table table({left, right, right, left});
  table.add({"stage", "registers", "cycle", "widths"});
  for (const StageText& stage : stage_texts(plan))
    table.add(
        {stage.stage, std::to_string(stage.registers), std::to_string(stage.cycle), stage.widths});
  fmt::print("\n{}\n", table.text());
  fmt::print("latency {} cycles a step (structural: the registers of structure {})", plan.latency(),
             unit.structure.name);
  if (unit.steps() > 1) fmt::print("; each of the {} steps waits for the one before", unit.steps());
  if (unit.instruction.late_c)
    fmt::print("; the late c takes {} more", make_late_c_plan(unit).latency());
  fmt::print("\n");
}

void print_batch(const Unit& unit) {
  const BatchKernel kernel = batch_kernel(unit);
  fmt::print("batch engine: {} ({})", kernel.name, kernel.reason);
  if (!kernel.cost.empty()) fmt::print("; {}", kernel.cost);
  if (const auto missing = batch_lacks(unit); !missing.empty())
    fmt::print("; the reference computes here: {}", missing);
  else if (kernel.name != "reference")
    fmt::print("; on {} here", batch_targets().front());
  fmt::print("\n");
}

Json bits_json(const StageWidths& widths) {
  Json json;
  for (const WidthField& field : kWidthFields)
    json[field.name] = static_cast<std::int64_t>(widths.*field.bits);
  return json;
}

Json stages_json(const Plan& plan) {
  Json stages = Json::array();
  const std::vector<StageWidths> all = stage_widths(plan);
  auto widths = all.begin();
  for (const StageText& stage : stage_texts(plan))
    stages.push_back({{"stage", stage.stage},
                      {"registers", stage.registers},
                      {"cycle", stage.cycle},
                      {"widths", stage.widths},
                      {"bits", bits_json(*widths++)}});
  return stages;
}

void print_json_unit(const Unit& unit, const Plan& plan) {
  Json json = json_document("show");
  json.update(json_unit(unit));
  json["toml"] = to_toml(unit);
  json["tree"] = sum_tree(unit, plan);
  json["stages"] = stages_json(plan);
  json["bits"] = bits_json(total(stage_widths(plan)));
  const BatchKernel kernel = batch_kernel(unit);
  json["batch"] = {{"kernel", kernel.name}, {"reason", kernel.reason}};
  if (!kernel.cost.empty()) json["batch"]["cost"] = kernel.cost;
  if (kernel.name != "reference") json["batch"]["target"] = batch_targets().front();
  json["latency"] = {{"kind", "structural"}, {"step", plan.latency()}, {"steps", unit.steps()}};
  print_json(json);
}

int show_unit(const ShowOptions& options) {
  const Unit unit = find_unit(options.unit);
  // Also --toml prints no row that other commands refuse.
  const Plan plan = make_plan(described(unit));
  if (options.toml) {
    fmt::print("{}", to_toml(unit));
    return kGood;
  }
  if (!options.svg.empty()) write_file(options.svg, datapath_svg(unit, plan));
  if (options.json) {
    print_json_unit(unit, plan);
    return kGood;
  }
  print_instruction(unit);
  fmt::print("\n");
  for (const std::string& line : sum_tree(unit, plan)) fmt::print("{}\n", line);
  print_stages(unit, plan);
  print_batch(unit);
  return kGood;
}

CommandRow show_command() {
  return make_command(
      "show", "a unit: its sums, widths, stages, and what its row was checked on",
      kUnitHelp + "Example: mmasc show hopper/wgmma.m64nNk32.f32.e4m3.e4m3 --toml > my.toml",
      show_unit, [](ShowOptions& x, OptionRows& rows) {
        rows.add_unit(x.unit);
        rows.add("--svg", &x.svg, "draw the datapath", "FILE.svg").excludes = "--toml";
        rows.add("--toml", &x.toml, "print the row as TOML, to edit").excludes = "--json";
        rows.add_json(x.json);
      });
}
const RegisteredCommand kShowCommand(show_command);

}  // namespace
}  // namespace mmasc
