// SPDX-License-Identifier: Apache-2.0
#include "mmasc/cost/cost.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "cost_energy.h"
#include "mmasc/command/command.h"
#include "mmasc/command/progress.h"
#include "mmasc/command/tell.h"
#include "mmasc/cost/period.h"
#include "mmasc/cost/whole.h"
#include "mmasc/files/atomic_file.h"
#include "mmasc/presentation/describe.h"
#include "mmasc/presentation/json.h"
#include "mmasc/presentation/table.h"
#include "mmasc/unit/error.h"
#ifdef MMASC_HAS_RTL
#include "mmasc/cost/fpga.h"
#include "mmasc/cost/library.h"
#include "mmasc/cost/register_time.h"
#include "mmasc/cost/synthesis.h"
#endif

namespace mmasc {
namespace {

struct CostOptions {
  UnitArguments units;
  std::vector<std::string> also;  // formats that the one unit takes, too
  bool is_estimate = false, json = false;
  std::string promote_rounding;  // of an addition that is counted, too; empty: there is none
  std::string liberty, recipe = "area", json_file, fpga, energy;
  std::uint64_t period = 0;  // ps; 0: none is asked for
};

// A search for a clock: of its period the registers take a part, where the library tells it.
struct ClockSearch {
  PeriodSearch structures;
  double period = 0;  // between registers
  std::optional<RegisterTime> registers;
};

struct CostOf {
  UnitArgument typed;
  Unit unit;
  UnitCost cost;
  std::optional<ClockSearch> search{};  // then the unit is the one that it found, or the deepest
  std::string energy_line{};            // where it is asked for
  Json energy{};
};

Json json_stage(const StageCost& stage, bool is_estimate) {
  Json json{{"stage", stage.stage}, {"flip_flops", stage.flip_flops}};
  if (!is_estimate) json["cells"] = stage.cells;
  json["area_um2"] = stage.area;
  json["nand2_equivalents"] = stage.gates;
  json["register_share"] = stage.register_share;
  json["delay_ps"] = stage.delay;
  json["delay_fo4"] = stage.fo4;
  return json;
}

Json json_error(const EstimateError& error) {
  return {{"points", error.points},
          {"area_rms", error.area_rms},
          {"area_worst", error.area_worst},
          {"delay_rms", error.delay_rms},
          {"delay_worst", error.delay_worst}};
}

const Depth& depth_of(const PeriodSearch& search) {
  return search.found ? *search.found : *search.deepest;
}

Json json_registers(const std::optional<RegisterTime>& registers) {
  if (!registers) return nullptr;
  return {
      {"output", registers->output}, {"enable", registers->enable}, {"setup", registers->setup}};
}

Json json_search(const ClockSearch& search) {
  return {{"is_met", search.structures.found.has_value()},
          {"registers_ps", json_registers(search.registers)},
          {"logic_ps", search.period},
          {"structure", depth_of(search.structures).fields},
          {"tried", search.structures.tried}};
}

Json json_cost(const CostOf& of, bool is_estimate) {
  const UnitCost& cost = of.cost;
  Json json{{"unit", of.unit.instruction.id},
            {"set", of.typed.changes},
            {"latency", make_plan(of.unit).latency()}};
  json["stages"] = Json::array();
  for (const StageCost& stage : cost.stages)
    json["stages"].push_back(json_stage(stage, is_estimate));
  json["all"] = json_stage(cost.all, is_estimate);
  json["slowest"] = cost.slowest;
  if (const int units = of.unit.structure.units; units > 1)
    json["array"] = {{"units", units},
                     {"flip_flops", units * cost.all.flip_flops},
                     {"area_um2", units * cost.all.area},
                     {"nand2_equivalents", units * cost.all.gates}};
  if (cost.ready_delay > 0) json["ready_ps"] = cost.ready_delay;
  if (of.search) json["search"] = json_search(*of.search);
  if (!of.energy.is_null()) json["energy"] = of.energy;
  if (!is_estimate) return json;
  json["error"] = json_error(cost.error);
  json["extrapolated"] = Json::array();
  for (const Extrapolation& beyond : cost.extrapolated)
    json["extrapolated"].push_back({{"stage", beyond.stage},
                                    {"what", beyond.what},
                                    {"value", beyond.value},
                                    {"least", beyond.least},
                                    {"most", beyond.most}});
  return json;
}

Json json_of(const std::vector<CostOf>& costs, bool is_estimate) {
  const UnitCost& how = costs.front().cost;
  Json json = json_document("cost");
  json["kind"] = is_estimate ? "estimated" : "synthesised";
  json["library"] = how.library;
  json["tool"] = how.tool;
  json["recipe"] = name_of(how.recipe);
  json["nand2_um2"] = how.nand2_area;
  json["fo4_ps"] = how.fo4_delay;
  json["delay_of"] = kDelayMeaning;
  if (is_estimate) json["error"] = json_error(how.error);  // of the first
  json["units"] = Json::array();
  for (const CostOf& of : costs) json["units"].push_back(json_cost(of, is_estimate));
  return json;
}

std::vector<std::string> cells_of(const StageCost& stage, bool is_estimate) {
  std::vector<std::string> cells{stage.stage, fmt::format("{:.0f}", stage.flip_flops)};
  if (!is_estimate) cells.push_back(fmt::format("{:.0f}", stage.cells));
  for (std::string cell : {fmt::format("{:.0f}", stage.area), fmt::format("{:.0f}", stage.gates),
                           fmt::format("{:.0f} %", 100 * stage.register_share),
                           fmt::format("{:.0f}", stage.delay), fmt::format("{:.1f}", stage.fo4)})
    cells.push_back(std::move(cell));
  return cells;
}

// The rows that are too slow with the most ranks that they may have.
std::string too_slow(const UnitCost& cost, double period) {
  std::vector<std::string> rows;
  for (const StageCost& row : cost.stages)
    if (row.delay > period) rows.push_back(fmt::format("{} {:.0f} ps", row.stage, row.delay));
  if (cost.ready_delay > period)
    rows.push_back(fmt::format("{} {:.0f} ps", kReady, cost.ready_delay));
  return fmt::format("{}", fmt::join(rows, ", "));
}

std::string registers_text(const std::optional<RegisterTime>& registers,
                           const std::string& library) {
  if (!registers)
    return fmt::format("a register's own delay and setup come on top: {} tells none", library);
  return fmt::format(
      "of them a register takes {:.0f} ps: {:.0f} from the clock to its output, {:.0f} for its "
      "enable, {:.0f} of setup",
      registers->total(), registers->output, registers->enable, registers->setup);
}

void print_search(const ClockSearch& search, std::uint64_t period) {
  const Depth& depth = depth_of(search.structures);
  if (search.structures.found)
    fmt::print("{} ps are met in {} cycles a step, limited by {}; {} structures tried\n", period,
               depth.latency, depth.cost.slowest, search.structures.tried);
  else
    fmt::print("no structure meets {} ps; with the most ranks, {} cycles a step, too slow are {}\n",
               period, depth.latency, too_slow(depth.cost, search.period));
  fmt::print("{}\n", registers_text(search.registers, depth.cost.library));
  if (search.structures.found)
    for (const std::string& field : depth.fields) fmt::print("  {}\n", field);
  fmt::print("\n");
}

void print_stages(const CostOf& of, const std::vector<std::string>& also, bool is_estimate,
                  std::uint64_t period) {
  using enum Table::Align;
  std::vector<Table::Align> columns(is_estimate ? 7 : 8, right);
  columns[0] = left;
  Table table(columns);
  std::vector<std::string> head{"stage", "flip-flops"};
  if (!is_estimate) head.emplace_back("cells");
  for (const char* name : {"um2", "NAND2", "registers", "ps", "FO4"}) head.emplace_back(name);
  table.add(head);
  for (const StageCost& stage : of.cost.stages) table.add(cells_of(stage, is_estimate));
  table.add(cells_of(of.cost.all, is_estimate));
  fmt::print("{}{}{}\n{}slowest: {}\n", of.unit.instruction.id, changes_as_typed(of.typed),
             also.empty() ? "" : fmt::format(", also {}", fmt::join(also, ", ")), table.text(),
             of.cost.slowest);
  if (of.cost.ready_delay > 0)
    fmt::print("{}: {:.0f} ps, in no row\n", kReady, of.cost.ready_delay);
  if (const int units = of.unit.structure.units; units > 1)
    fmt::print("{} units: {:.0f} flip-flops, {:.0f} um2, {:.0f} NAND2\n", units,
               units * of.cost.all.flip_flops, units * of.cost.all.area, units * of.cost.all.gates);
  fmt::print("{}\n", of.energy_line);
  if (of.search) print_search(*of.search, period);
  if (of.cost.extrapolated.empty()) return;
  std::vector<std::string> beyond;
  for (const auto& [stage, what, value, least, most] : of.cost.extrapolated)
    beyond.push_back(
        fmt::format("{} has {:g} {}, the points {:g} to {:g}", stage, value, what, least, most));
  fmt::print("extrapolated, with an error that is not known: {}\n\n", fmt::join(beyond, "; "));
}

void print_how(const std::vector<CostOf>& costs, bool is_estimate) {
  const UnitCost& cost = costs.front().cost;
  for (const bool leaves_out : {false, true}) {
    const auto one = std::ranges::find_if(costs, [&](const CostOf& of) {
      return of.cost.extrapolated.empty() && of.cost.error.leaves_out_registers == leaves_out;
    });
    if (!is_estimate || one == costs.end()) continue;
    const EstimateError& error = one->cost.error;
    fmt::print(
        "estimated{}: area +-{:.1f} % rms over {} units that it was not fitted to, worst {:.1f} %; "
        "delay +-{:.0f} %, worst {:.0f} %\n",
        leaves_out ? " with registers left out" : "", 100 * error.area_rms, error.points,
        100 * error.area_worst, 100 * error.delay_rms, 100 * error.delay_worst);
  }
  if (!is_estimate)
    fmt::print(
        "synthesised, not placed: an area is good to 2 % between neighbours, a delay to 10 %, "
        "and to 15 % between versions of Yosys\n");
  fmt::print("delay: {}\n", kDelayMeaning);
  fmt::print("{} with {}, recipe {}; NAND2 {:.4g} um2, FO4 {:.3g} ps\n", cost.library, cost.tool,
             name_of(cost.recipe), cost.nand2_area, cost.fo4_delay);
}

#ifdef MMASC_HAS_RTL
SynthesisOptions synthesis_options(const CostOptions& options) {
  SynthesisOptions how;
  how.liberty = options.liberty;
  if (options.recipe == "speed") how.recipe = SynthesisRecipe::speed;
  return how;
}

std::vector<UnitCost> synthesised(const std::vector<Unit>& units, const CostOptions& options) {
  ProgressLine line;
  return synthesise(units, synthesis_options(options), line.counting("stages")).costs;
}

UnitCost synthesised_formats(const std::vector<Unit>& units, const CostOptions& options) {
  ProgressLine line;
  return synthesise_formats(units, synthesis_options(options), line.counting("stages"));
}

void find_energies(std::vector<CostOf>& costs, const CostOptions& options) {
  ProgressLine line;
  for (std::size_t i = 0; i < costs.size(); ++i) {
    line.step(fmt::format("{} of {} units, energy", i, costs.size()));
    CostOf& of = costs[i];
    const EnergyCost energy = energy_of_class(of.unit, options.energy, synthesis_options(options));
    of.energy_line = energy_line(energy, of.unit, options.energy);
    of.energy = json_energy(energy, of.unit, options.energy);
  }
}
std::optional<RegisterTime> registers_of(const CostOptions& options) {
  return register_time(synthesis_options(options));
}
#else
std::vector<UnitCost> synthesised(const std::vector<Unit>&, const CostOptions&) {
  throw EnvironmentError("this mmasc was built without synthesis (MMASC_RTL); use --estimate");
}
UnitCost synthesised_formats(const std::vector<Unit>&, const CostOptions& options) {
  return synthesised({}, options).front();
}
std::optional<RegisterTime> registers_of(const CostOptions&) { return {}; }
void find_energies(std::vector<CostOf>&, const CostOptions&) {}  // synthesised() has thrown
#endif

std::vector<WholeUnit> whole_units(const std::vector<Unit>& units, const CostOptions& options) {
  std::optional<Rounding> promotion;
  if (!options.promote_rounding.empty())
    promotion = rounding_named("--promote-rounding", options.promote_rounding);
  std::vector<WholeUnit> wholes;
  for (const Unit& unit : units) wholes.push_back({unit, {.outer = promotion}});
  return wholes;
}

// A unit that takes further formats, and the additions behind it.
CostOf cost_of_formats(const UnitArgument& typed, const CostOptions& options) {
  std::vector<Unit> formats{find_unit(typed)};
  for (const std::string& name : options.also) formats.push_back(find_unit({name, typed.changes}));
  const std::vector<WholeUnit> whole = whole_units({formats.front()}, options);
  std::vector<Unit> parts = parts_of(whole);
  parts.erase(parts.begin());
  std::vector<UnitCost> costs{synthesised_formats(formats, options)};
  if (!parts.empty()) std::ranges::copy(synthesised(parts, options), std::back_inserter(costs));
  return {typed, formats.front(), whole_costs(whole, costs).front()};
}

CostOf cost_at_a_clock(const UnitArgument& typed, const Unit& unit, const CostOptions& options) {
  ClockSearch search;
  search.registers = registers_of(options);
  search.period = static_cast<double>(options.period);
  if (search.registers) {
    search.period -= search.registers->total();
    if (search.period <= 0)
      throw InputError(fmt::format("--period {}: a register alone takes {:.0f} ps; give more",
                                   options.period, search.registers->total()));
  }
  search.structures = search_period(unit, search.period, [&](const Unit& structured) {
    return synthesised({structured}, options).front();
  });
  const Depth depth = depth_of(search.structures);
  UnitArgument changed = typed;
  changed.changes.insert(changed.changes.end(), depth.fields.begin(), depth.fields.end());
  return {std::move(changed), depth.unit, depth.cost, std::move(search)};
}

std::vector<CostOf> found_costs(const CostOptions& options) {
  const std::vector<TypedUnit> typed = options.units.typed();
  if (!options.also.empty()) {
    if (typed.size() != 1) throw InputError("--also: adds formats to one UNIT; name one");
    return {cost_of_formats(typed.front(), options)};
  }
  std::vector<Unit> units;
  for (const UnitArgument& each : typed) units.push_back(find_unit(each));
  std::vector<CostOf> costs;
  if (options.period > 0) {
    for (std::size_t i = 0; i < units.size(); ++i)
      costs.push_back(cost_at_a_clock(typed[i], units[i], options));
    return costs;
  }
  std::vector<UnitCost> found;
  const std::vector<WholeUnit> wholes = whole_units(units, options);
  if (options.is_estimate)
    for (const WholeUnit& whole : wholes) found.push_back(estimate(whole));
  else
    found = whole_costs(wholes, synthesised(parts_of(wholes), options));
  for (std::size_t i = 0; i < units.size(); ++i)
    costs.push_back({typed[i], units[i], std::move(found[i])});
  return costs;
}

#ifdef MMASC_HAS_RTL
const std::string& names_of_families() {
  static const std::string text = [] {
    std::vector<std::string_view> names;
    for (const FpgaFamily& family : fpga_families()) names.push_back(family.name);
    return fmt::format("{}", fmt::join(names, "|"));
  }();
  return text;
}

std::string why_no_family(const std::string& name) {
  return find_fpga_family(name) != nullptr ? "" : fmt::format("give {}", names_of_families());
}

// Prints what the units take of an FPGA.
int fpga_of_units(const CostOptions& options) {
  if (options.is_estimate || !options.liberty.empty() || options.recipe != "area" ||
      options.period > 0 || !options.also.empty())
    throw InputError(
        "--fpga: counts have no library, recipe, clock, estimate or further formats; leave out "
        "--estimate, --liberty, --recipe, --period and --also");
  const FpgaFamily& family = *find_fpga_family(options.fpga);
  using enum Table::Align;
  Table table({left, right, right, right, right, right});
  table.add({"unit", "LUT", "FF", "DSP", "carry", "mux"});
  Json json = json_document("cost");
  json["kind"] = "fpga";
  json["family"] = family.name;
  json["lut_inputs"] = family.lut_inputs;
  ProgressLine line;
  const Progress progress = line.counting("units");
  const std::vector<TypedUnit> typed = options.units.typed();
  std::vector<Unit> units;
  for (const UnitArgument& each : typed) units.push_back(find_unit(each));
  const std::vector<WholeUnit> wholes = whole_units(units, options);
  for (std::size_t i = 0; i < units.size(); ++i) {
    progress(static_cast<std::int64_t>(i), std::ssize(units));
    FpgaCost cost;
    for (const Unit& part : parts_of({&wholes[i], 1})) cost += fpga_cost(part, family);
    const auto cell = [](int count) { return std::to_string(count); };
    table.add({units[i].instruction.id + changes_as_typed(typed[i]), cell(cost.luts),
               cell(cost.flip_flops), cell(cost.multipliers), cell(cost.carries),
               cell(cost.selectors)});
    json["units"].push_back({{"unit", units[i].instruction.id},
                             {"set", typed[i].changes},
                             {"latency", make_plan(units[i]).latency()},
                             {"luts", cost.luts},
                             {"flip_flops", cost.flip_flops},
                             {"multipliers", cost.multipliers},
                             {"carries", cost.carries},
                             {"selectors", cost.selectors}});
  }
  json["tool"] = tool_name();
  if (!options.json_file.empty()) write_file(options.json_file, json.dump(2) + "\n");
  if (options.json) {
    print_json(json);
  } else {
    fmt::print("{}\n{} ({}), look-up tables of {} inputs, with {}; not placed, so no delay\n",
               table.text(), family.words, family.name, family.lut_inputs, tool_name());
  }
  return kGood;
}
#else
const std::string& names_of_families() {
  static const std::string text = "FAMILY";
  return text;
}
std::string why_no_family(const std::string&) {
  return "this mmasc was built without synthesis (MMASC_RTL)";
}
int fpga_of_units(const CostOptions&) { return kGood; }
#endif

int cost_of_units(const CostOptions& options) {
  if (!options.fpga.empty()) return fpga_of_units(options);
  if (!options.also.empty() &&
      (options.is_estimate || options.period > 0 || !options.energy.empty()))
    throw InputError(
        "--also: a unit of several formats is synthesised as it is; leave out --estimate, --period "
        "and --energy");
  if (options.is_estimate && options.recipe != "area")
    throw InputError(
        "--recipe: estimates are of the recipe area; leave out --estimate or --recipe");
  std::vector<CostOf> costs = found_costs(options);
  if (!options.energy.empty()) find_energies(costs, options);
  Json json = json_of(costs, options.is_estimate);
  if (options.period > 0) json["period_ps"] = options.period;
  if (!options.also.empty()) json["also"] = options.also;
  if (!options.json_file.empty()) write_file(options.json_file, json.dump(2) + "\n");
  if (options.json) {
    print_json(json);
  } else {
    for (const CostOf& of : costs)
      print_stages(of, options.also, options.is_estimate, options.period);
    print_how(costs, options.is_estimate);
  }
  if (options.period > 0)
    for (const CostOf& of : costs)
      if (of.unit.instruction.late_c)
        tell(of.unit.instruction.id + ": the unit that adds its late c is not counted");
  const bool is_met = std::ranges::all_of(
      costs, [](const CostOf& of) { return !of.search || of.search->structures.found; });
  return is_met ? kGood : kMismatch;
}

CommandRow cost_command() {
  return make_command(
      "cost", "what units cost: flip-flops, area, delay of each stage",
      kUnitHelp +
          "Costs are of one dot-product unit as emit-rtl writes it, and of the addition of its "
          "late "
          "c\n"
          "where it has one, by Yosys and abc; a stage that was synthesised before comes from a "
          "cache.\n"
          "--estimate needs no tools (docs/cost.md).\n"
          "--fpga counts look-up tables, flip-flops and multipliers of one dot-product unit "
          "instead.\n"
          "--period finds the ranks of registers with which a unit is fast enough, of the least\n"
          "latency and then of the least area; exit status 1 where there are none.\n"
          "Example: mmasc cost hopper/wgmma.m64nNk32.f32.e4m3.e4m3 --set dot.fraction_bits=17\n"
          "         mmasc cost hopper/wgmma.m64nNk32.f32.e4m3.e4m3 ada/mma.m16n8k8.f32.f16.f16.f32 "
          "\\\n"
          "           --estimate",
      cost_of_units, [](CostOptions& x, OptionRows& rows) {
        rows.add_units(x.units);
        OptionRow& also = rows.add(
            "--also", &x.also,
            "a further unit whose formats the hardware takes beside UNIT's (docs/rtl.md)", "UNIT");
        also.is_one_a_flag = true;
        rows.add("--estimate", &x.is_estimate, "estimate by a fitted model, at once").excludes =
            "--liberty";
        rows.add(
            "--liberty", &x.liberty,
            "the library of cells (default: OSU 0.18 um where it is installed, else mmasc's own)",
            "FILE");
        rows.add("--recipe", &x.recipe, "what abc is to optimise (default: area)", "area|speed")
            .complaint = [](const std::string& value) {
          return std::string(value == "area" || value == "speed" ? "" : "give area or speed");
        };
        rows.add_positive("--period", x.period,
                          "find the structure of least latency for a clock of N ps, registers' own "
                          "time included")
            .excludes = "--estimate";
        rows.add("--promote-rounding", &x.promote_rounding,
                 "add the unit that promotes partial sums to f32 and rounds by ROUNDING",
                 "ROUNDING")
            .excludes = "--period";
        OptionRow& energy = rows.add(
            "--energy", &x.energy,
            "tell the energy of a step on operands that mmasc gen draws with --class", "CLASS");
        energy.excludes = "--estimate";
        energy.complaint = why_no_class;
        OptionRow& fpga = rows.add("--fpga", &x.fpga,
                                   "count look-up tables, flip-flops and DSP blocks of an FPGA",
                                   names_of_families().c_str());
        fpga.excludes = "--energy";
        fpga.complaint = why_no_family;
        rows.add_json(x.json);
        rows.add_json_file(x.json_file);
      });
}
const RegisteredCommand kCostCommand(cost_command);

}  // namespace
}  // namespace mmasc
