// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>

#include "mmasc/arith/same_bits.h"
#include "mmasc/command/command.h"
#include "mmasc/command/engines.h"
#include "mmasc/command/interrupt.h"
#include "mmasc/compare/smallest.h"
#include "mmasc/diagnosis/hotspots.h"
#include "mmasc/diagnosis/ranking.h"
#include "mmasc/mutation/explain.h"
#include "mmasc/presentation/json.h"
#include "mmasc/presentation/table.h"
#include "mmasc/stimulus/generator.h"
#include "mmasc/stimulus/packed_cases.h"
#include "mmasc/unit/error.h"
#include "mmasc/unit/status_flags.h"
#include "mmasc/unit/ulps.h"
#include "mmasc/vectors/replay.h"

namespace mmasc {
namespace {

using diagnosis::Differences, diagnosis::Explanation, diagnosis::Hotspots, diagnosis::Ranking,
    diagnosis::Wrong;

struct CheckOptions {
  UnitArgument unit;
  std::string outputs;  // a vector file; empty: the engine's
  EngineArgument engine;
  std::uint64_t count = 500, seed = 1;
  bool json = false;
};

constexpr int kReach = 8;             // how far numbers are moved
constexpr std::size_t kMaxShown = 5;  // wrong vectors

// Less the zeros among the elements: the smaller, the easier a vector is to look at.
std::ptrdiff_t size_of(const Case& row) {
  const auto zero = [](std::uint64_t element) { return element == 0; };
  return -std::ranges::count_if(row[Operand::a], zero) -
         std::ranges::count_if(row[Operand::b], zero);
}

// Asks the engine about operands of the classes that gen draws by itself.
VectorFile outputs_of(const Engine& engine, const CheckOptions& options) {
  const Unit& unit = engine.unit();
  VectorFile file;
  file.name = options.engine.name;
  file.instruction = unit.instruction.id;
  file.layout = layout_of(unit);
  file.nan = unit.datapath.result.nan ? NanMatch::exact : NanMatch::any;
  const Generator generator(unit, options.seed);
  for (std::uint64_t i = 0; i < options.count; ++i)
    file.cases.push_back(generator.make(kDefaultClasses[i % std::size(kDefaultClasses)],
                                        i / std::size(kDefaultClasses)));
  PackedCases packed(file.cases);
  packed.evaluate(engine);
  file.has_flags = !packed.flags.empty();
  for (std::size_t i = 0; i < file.cases.size(); ++i) {
    file.cases[i].d() = packed.d[i];
    if (file.has_flags) file.cases[i].flags = packed.flags[i];
  }
  return file;
}

// A vector with other flags than the unit's.
struct WrongFlags {
  const Case* vector;
  std::uint64_t model;
};

std::vector<WrongFlags> wrong_flags(const Sequence& sequence, const VectorFile& outputs) {
  std::vector<WrongFlags> wrong;
  if (outputs.has_flags)
    for (const Case& row : outputs.cases)
      if (const auto own = evaluate_with_flags(sequence, operands_of(row)).flags; own != row.flags)
        wrong.push_back({&row, own});
  return wrong;
}

struct Findings {
  Differences differences;
  std::vector<WrongFlags> flags;
  std::vector<Mutant> found;  // changes of one field that explain all
  Ranking ranking;            // where there is none
  Hotspots hotspots;
  std::vector<std::pair<Case, std::uint64_t>> shown;  // the smallest wrong vectors, d of the model
  // Smaller operands still, where a change explains all: the change then gives their d.
  std::optional<std::pair<Case, std::uint64_t>> smallest;
};

Findings findings_of(const Unit& unit, const VectorFile& outputs, const Engine* theirs) {
  const Sequence sequence(unit);
  Findings all;
  all.differences = diagnosis::differences_of(sequence, outputs);
  all.flags = wrong_flags(sequence, outputs);
  const Differences& differences = all.differences;
  if (differences.wrong.empty()) return all;
  all.found = explanations(unit, outputs, kReach, stop_if_interrupted);
  if (all.found.empty())
    all.ranking = diagnosis::ranked(unit, outputs, differences, kReach, stop_if_interrupted);
  if (!unit.has_own_stages()) all.hotspots = diagnosis::hotspots_of(sequence, differences);
  std::vector<Wrong> wrong = differences.wrong;
  std::ranges::stable_sort(wrong, {}, [](const Wrong& one) { return size_of(*one.vector); });
  if (wrong.size() > kMaxShown) wrong.resize(kMaxShown);
  const auto expected = [&](const Case& row) { return evaluate(sequence, operands_of(row)); };
  for (const Wrong& one : wrong) {
    Case row = *one.vector;
    if (theirs != nullptr) {  // that can be asked again
      row = compare::shrink_whole(outputs.layout, row, [&](const Case& asked) {
        stop_if_interrupted();
        return !same_bits(unit.d(), dot_of(*theirs, asked), expected(asked),
                          outputs.nan == NanMatch::any);
      });
      row.d() = dot_of(*theirs, row);
    }
    all.shown.emplace_back(row, expected(row));
  }
  if (theirs == nullptr && !all.found.empty()) {
    const MutantSequence other(all.found.front());
    Case row = compare::shrink_whole(outputs.layout, *wrong.front().vector, [&](const Case& asked) {
      stop_if_interrupted();
      return !same_bits(unit.d(), other.evaluate(operands_of(asked)), expected(asked),
                        outputs.nan == NanMatch::any);
    });
    row.d() = other.evaluate(operands_of(row));
    all.smallest.emplace(row, expected(row));
  }
  return all;
}

double percent(std::size_t part, std::size_t of) {
  return of == 0 ? 0 : 100 * static_cast<double>(part) / static_cast<double>(of);
}

std::string wrong_line(const UnitArgument& argument, const Unit& unit, const VectorFile& file,
                       const Case& row, std::uint64_t model) {
  return fmt::format("mmasc eval {} {}\n  theirs {}, model {}{}", as_typed(argument),
                     operand_flags(file.layout, row), to_hex(row.d(), unit.d()),
                     to_hex(model, unit.d()),
                     row.line > 0 ? fmt::format("; line {}", row.line) : "");
}

std::string ulps_text(const UlpRange& range) {
  return range.low == range.high ? fmt::format("{:+}", range.low)
                                 : fmt::format("{:+}..{:+}", range.low, range.high);
}

void print_kinds(const Differences& all) {
  std::vector<std::string> kinds;
  for (const auto& [count, kind] :
       {std::pair(all.nan_bits, "in the bits of a NaN"), std::pair(all.nans, "NaN on one side"),
        std::pair(all.infinities, "infinite on one side or of the other sign"),
        std::pair(all.zero_signs, "in the sign of a zero"),
        std::pair(all.numbers, "other numbers")})
    if (count > 0) kinds.push_back(fmt::format("{} {}", count, kind));
  fmt::print("{} of {} vectors differ: {}\n", all.wrong.size(), all.vectors,
             fmt::join(kinds, ", "));
  if (all.ulps.empty()) return;
  constexpr int kMostBin = 5;  // of 9..16; beyond, and below its negative, all are one
  std::map<int, std::size_t> shown;
  for (const auto& [bin, count] : all.ulps)
    shown[std::clamp(bin, -kMostBin - 1, kMostBin + 1)] += count;
  using enum Table::Align;
  Table table({right, right});
  table.add({"ulps", "vectors"});
  for (const auto& [bin, count] : shown) {
    const std::string text = bin > kMostBin    ? "more"
                             : bin < -kMostBin ? "less"
                                               : ulps_text(range_of_ulp_bin(bin));
    table.add({text, std::to_string(count)});
  }
  fmt::print("{}", table.text());
}

void print_ranking(const Ranking& ranking) {
  if (ranking.best.empty()) fmt::print("no change of one field or two explains any of it\n");
  for (const Explanation& one : ranking.best)
    fmt::print("{:.1f} % explained, {:.1f} % of the right ones broken by {}\n",
               percent(one.explained, ranking.wrong), percent(one.broken, ranking.right),
               fmt::join(one.changes, "; and "));
}

void print_hotspots(const Hotspots& hotspots) {
  if (hotspots.points.empty()) return;
  fmt::print("cover points of the wrong vectors:\n");
  for (const diagnosis::Hotspot& one : hotspots.points)
    fmt::print("  {:3.0f} % of the wrong, {:3.0f} % of the right: {}\n",
               percent(one.wrong, hotspots.wrong), percent(one.right, hotspots.right), one.point);
}

void print_flags(const UnitArgument& argument, const VectorFile& file,
                 const std::vector<WrongFlags>& wrong) {
  if (wrong.empty()) return;
  fmt::print("flags differ in {} of {} vectors\n", wrong.size(), file.cases.size());
  for (const auto& [row, model] : std::span(wrong).first(std::min(wrong.size(), kMaxShown)))
    fmt::print("mmasc eval {} {}\n  flags: theirs {}, model {}{}\n", as_typed(argument),
               operand_flags(file.layout, *row), flags_text(row->flags), flags_text(model),
               row->line > 0 ? fmt::format("; line {}", row->line) : "");
}

Json json_of(const Unit& unit, const Findings& all) {
  const Differences& differences = all.differences;
  Json json = json_document("check");
  json["unit"] = unit.instruction.id;
  json["vectors"] = differences.vectors;
  json["agrees"] = differences.wrong.empty() && all.flags.empty();
  if (raises_flags(unit)) json["flags_differ"] = {{"vectors", all.flags.size()}};
  json["differ"] = {{"vectors", differences.wrong.size()},
                    {"nan_bits", differences.nan_bits},
                    {"nan", differences.nans},
                    {"infinity", differences.infinities},
                    {"zero_sign", differences.zero_signs},
                    {"numbers", differences.numbers}};
  json["ulps"] = Json::array();
  for (const auto& [bin, count] : differences.ulps) {
    const auto [low, high] = range_of_ulp_bin(bin);
    json["ulps"].push_back({{"least", low}, {"most", high}, {"vectors", count}});
  }
  json["explanations"] = Json::array();
  for (const Mutant& mutant : all.found)
    json["explanations"].push_back({{"field", mutant.field},
                                    {"is", mutant.is},
                                    {"instead_of", mutant.was},
                                    {"stage", mutant.stage}});
  json["ranking"] = Json::array();
  for (const Explanation& one : all.ranking.best)
    json["ranking"].push_back({{"changes", one.changes},
                               {"explained", one.explained},
                               {"of_wrong", all.ranking.wrong},
                               {"broken", one.broken},
                               {"of_right", all.ranking.right}});
  json["cover_points"] = Json::array();
  for (const diagnosis::Hotspot& one : all.hotspots.points)
    json["cover_points"].push_back({{"point", one.point},
                                    {"wrong", one.wrong},
                                    {"of_wrong", all.hotspots.wrong},
                                    {"right", one.right},
                                    {"of_right", all.hotspots.right}});
  return json;
}

int check_outputs(const CheckOptions& options) {
  const Unit unit = find_unit(options.unit);
  if (options.outputs.empty() != options.engine.is_given())
    throw InputError("give OUTPUTS, a vector file, or --engine, which is asked for outputs");
  std::unique_ptr<Engine> theirs;
  if (options.engine.is_given()) theirs = engine_named(options.engine).engine_of(unit);
  const VectorFile file = theirs ? outputs_of(*theirs, options) : read_vectors(options.outputs);
  check_header(file, unit);
  if (!file.has_d)
    throw InputError(options.outputs + ": no column d; give the outputs of what is to be checked");
  const Findings all = findings_of(unit, file, theirs.get());
  const bool agrees = all.differences.wrong.empty() && all.flags.empty();
  if (options.json) {
    Json json = json_of(unit, all);
    json["replays"] = Json::array();
    const auto replay = [&](const Case& row, std::uint64_t d) {
      return Json{{"command", fmt::format("mmasc eval {} {}", as_typed(options.unit),
                                          operand_flags(file.layout, row))},
                  {"theirs", to_hex(row.d(), unit.d())},
                  {"model", to_hex(d, unit.d())}};
    };
    for (const auto& [row, d] : all.shown) json["replays"].push_back(replay(row, d));
    if (all.smallest) json["smallest"] = replay(all.smallest->first, all.smallest->second);
    print_json(json);
    return agrees ? kGood : kMismatch;
  }
  if (agrees) {
    fmt::print("{} vectors agree with {}\n", file.cases.size(), unit.instruction.id);
    return kGood;
  }
  fmt::print("outputs differ from {}\n", unit.instruction.id);
  print_flags(options.unit, file, all.flags);
  if (all.differences.wrong.empty()) return kMismatch;
  print_kinds(all.differences);
  for (const Mutant& mutant : all.found) fmt::print("explained by {}\n", mutant.text());
  if (all.found.empty() && unit.has_own_stages())
    fmt::print("the unit has stages of its own: no field was tried\n");
  else if (all.found.empty())
    print_ranking(all.ranking);
  print_hotspots(all.hotspots);
  for (const auto& [row, d] : all.shown)
    fmt::print("{}\n", wrong_line(options.unit, unit, file, row, d));
  if (all.smallest)
    fmt::print("smallest: {}; explained by {}\n",
               wrong_line(options.unit, unit, file, all.smallest->first, all.smallest->second),
               all.found.front().text());
  return kMismatch;
}

CommandRow check_command() {
  return make_command(
      "check", "say what is wrong with someone else's outputs",
      kUnitHelp +
          "OUTPUTS is a vector file with the d that someone else computed. With --engine an\n"
          "engine is asked for it, such as a program or a shared library (docs/black_box.md).\n"
          "Outputs that differ from the unit's are counted by kind and in ulps. Each field is\n"
          "changed in turn (numbers by up to 8); the changes that give every d are printed. Where\n"
          "there is none, check ranks changes of one field, of two, and of the wiring of lanes by\n"
          "the share of the differences that each explains. It also prints the cover points of\n"
          "the wrong vectors and the smallest of these vectors, made smaller where an engine can\n"
          "be asked again; of a file one, where a change gives every d.\n"
          "Example: mmasc check hopper/wgmma.m64nNk32.f32.e4m3.e4m3 dut.vec\n"
          "         mmasc check mine.toml --engine 'exec:./dut'",
      check_outputs, [](CheckOptions& x, OptionRows& rows) {
        rows.add_unit(x.unit);
        rows.add("OUTPUTS", &x.outputs, "a vector file with the outputs as d");
        rows.add("--engine", &x.engine.name,
                 "the engine that is asked for outputs, as exec:PROGRAM, lib:FILE or rtl",
                 "ENGINE");
        rows.add_patience(x.engine.patience);
        rows.add_positive("--count", x.count, "operands that the engine is asked (default: 500)")
            .needs = "--engine";
        rows.add("--seed", &x.seed,
                 "the seed of the operands that the engine is asked (default: 1)", "N")
            .needs = "--engine";
        rows.add_json(x.json);
      });
}
const RegisteredCommand kCheckCommand(check_command);

}  // namespace
}  // namespace mmasc
