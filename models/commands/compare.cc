// SPDX-License-Identifier: Apache-2.0
#include "mmasc/compare/compare.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "mmasc/black_box/vectors_engine.h"
#include "mmasc/command/command.h"
#include "mmasc/command/engines.h"
#include "mmasc/command/interrupt.h"
#include "mmasc/command/progress.h"
#include "mmasc/command/tell.h"
#include "mmasc/compare/chain.h"
#include "mmasc/presentation/eval_json.h"
#include "mmasc/presentation/json.h"
#include "mmasc/presentation/table.h"
#include "mmasc/unit/error.h"
#include "mmasc/unit/status_flags.h"
#include "mmasc/vectors/replay.h"

namespace mmasc {
namespace {

struct CompareOptions {
  UnitArguments units;
  MatrixArguments operands;    // files, or elements as typed
  std::uint64_t patience = 0;  // of all engines
  bool readings = false, pairs = false, json = false;
};

bool asks_program(const TypedUnit& typed) {
  return !typed.engine.empty() && engine_named(typed.engine).make_waiting != nullptr;
}

struct Contenders {
  std::vector<TypedUnit> typed;
  std::vector<compare::Contender> units;
  std::vector<Undecided> not_expressed;  // readings that --readings cannot compare
  std::vector<std::shared_ptr<const VectorsEngine>> files{};  // those that are vector files
  std::uint64_t patience = 0;                                 // with programs, as typed

  // As typed behind the unit's name.
  std::string options(std::size_t i) const {
    const std::string& engine = typed[i].engine;
    std::string text = changes_as_typed(typed[i]);
    if (engine.empty()) return text;
    text += " --engine " + shell_word(engine);
    if (patience != 0 && asks_program(typed[i])) text += fmt::format(" --patience {}", patience);
    return text;
  }
  std::string label(std::size_t i) const { return units[i].unit().instruction.id + options(i); }
};

std::string not_expressed_text(const Undecided& question) {
  return fmt::format("no field expresses the other reading of: {} ({})", question.what,
                     question.source);
}

// The unit as its row is, then each answer to what is undecided that fields express.
Contenders readings_of(const std::vector<TypedUnit>& typed) {
  if (typed.size() != 1 || !typed.front().changes.empty() || !typed.front().engine.empty())
    throw InputError("--readings is for one unit as it is; give one, without --set and --engine");
  Contenders found{typed, {}, {}};
  const std::string& name = typed.front().name;
  for (const Undecided& question : find_unit(typed.front()).undecided())
    if (question.is_expressed())
      found.typed.push_back({{name, question.set}});
    else
      found.not_expressed.push_back(question);
  if (found.typed.size() == 1)
    throw InputError(fmt::format("{}: {}; compare it with --set, or another unit", name,
                                 found.not_expressed.empty()
                                     ? "nothing is undecided"
                                     : not_expressed_text(found.not_expressed.front())));
  return found;
}

Contenders find_contenders(const CompareOptions& options) {
  Contenders found{options.units.typed(), {}, {}};
  if (options.readings) found = readings_of(found.typed);
  if (found.typed.size() == 1) {
    TypedUnit before = found.typed[0];
    if (!before.engine.empty())
      before.engine.clear();
    else if (!before.changes.empty())
      before.changes.clear();
    else
      throw InputError(
          "one unit; give a second one, --set for the same one with a field changed, or --engine "
          "for one that answers in its place");
    found.typed.insert(found.typed.begin(), before);
  }
  found.patience = options.patience;
  const bool is_patient = std::ranges::any_of(found.typed, asks_program);
  for (const TypedUnit& typed : found.typed) {
    const Unit unit = find_unit(typed);
    found.units.push_back({.model = Sequence(unit)});
    if (typed.engine.empty()) continue;
    compare::Contender& boxed = found.units.back();
    const bool is_asked = asks_program(typed) || !is_patient;
    auto box = make_engine({typed.engine, is_asked ? options.patience : 0}, unit);
    if (dynamic_cast<const VectorsEngine*>(box.get()) == nullptr) {
      boxed.box = interruptible(std::move(box));
      continue;
    }
    const std::shared_ptr<const VectorsEngine> file(static_cast<VectorsEngine*>(box.release()));
    boxed.nan = file->file().nan;
    boxed.box = file;
    found.files.push_back(file);
  }
  compare::check_formats(found.units);
  return found;
}

// Elements next to each other, as a matrix.
Matrix matrix_of(const Format& format, const std::vector<std::uint64_t>& elements,
                 std::int64_t rows) {
  const std::int64_t columns = static_cast<std::int64_t>(elements.size()) / rows;
  OwnedMatrix matrix(format, rows, columns, "operand");
  for (std::int64_t i = 0; i < rows * columns; ++i)
    store_element(matrix.matrix(), i / columns, i % columns, elements[static_cast<std::size_t>(i)]);
  return as_matrix(std::move(matrix));
}

// As many elements as the greatest unit takes.
Matrices read_typed(const std::vector<compare::Contender>& units, const MatrixArguments& typed) {
  const Unit& unit = std::ranges::max_element(units, {}, [](const compare::Contender& each) {
                       return each.unit().instruction.shape.k;
                     })->unit();
  const Case row = read_operands(unit, {typed}, tell);
  const OperandLayout layout = layout_of(unit);
  Matrices in;
  for (const OperandRow& input : kInputs)
    if (const OperandElements of = layout[input.operand]; of.count > 0 && of.format != nullptr)
      in[input.operand] =
          matrix_of(*of.format, row[input.operand], input.along == Along::column ? of.count : 1);
  return in;
}

// The vectors of the first file that the others have, too.
std::vector<Case> vectors_of(const Contenders& contenders) {
  const auto& files = contenders.files;
  const VectorFile& first = files.front()->file();
  std::vector<Case> vectors;
  for (const Case& row : first.cases)
    if (std::ranges::all_of(files, [&](const auto& file) { return file->find(row) != nullptr; }))
      vectors.push_back(row);
  if (vectors.empty())
    throw InputError(first.name +
                     ": no vector of it is in every file; give files of the same "
                     "operands");
  if (vectors.size() < first.cases.size())
    tell(fmt::format("{} of {} vectors of {} are in every file", vectors.size(), first.cases.size(),
                     first.name));
  return vectors;
}

// Matrices, or vectors of files: then these are not empty.
struct Inputs {
  Matrices matrices;
  std::vector<Case> vectors;
};

Inputs read_inputs(const Contenders& contenders, const MatrixArguments& operands) {
  const std::vector<compare::Contender>& units = contenders.units;
  std::vector<std::string> typed, files;  // options
  for (const OperandRow& row : kInputs)
    if (const std::string& text = operands[row.operand]; !text.empty())
      (names_matrix_file(text) ? files : typed).push_back(option_of(row));
  if (!files.empty() && !typed.empty())
    throw InputError(fmt::format("{} is a file and {} is none; give files alone, or elements",
                                 files.front(), typed.front()));
  const bool is_given = !files.empty() || !typed.empty() || operands.shapes_files();
  if (!is_given && !contenders.files.empty()) return {{}, vectors_of(contenders)};
  for (const Operand operand : {Operand::a, Operand::b})
    if (operands[operand].empty()) throw InputError(option_of(row_of(operand)) + " is required");
  if (!files.empty()) return {read_matrices(units.front().unit(), {}, operands), {}};
  if (operands.shapes_files())
    throw InputError("shapes, transposes and --convert are for files, and there is none");
  return {read_typed(units, operands), {}};
}

std::string d_text(const Format& format, std::uint64_t d) {
  return fmt::format("{} ({})", to_hex(d, format), element_text(format, d));
}

// Two of the units.
struct Pair {
  std::size_t x = 0, y = 0;
  compare::Count count;
  bool has_flags = false;  // both give some
};

class Comparison {
 public:
  Comparison(const Contenders& contenders, const Inputs& in)
      : of_(contenders), vectors_(in.vectors), format_(of_.units.front().unit().d()) {
    ProgressLine progress;
    if (vectors_.empty()) in_ = in.matrices.problem({});
    results_ = vectors_.empty()
                   ? compare::results_of(of_.units, in_, progress.counting("elements of D"))
                   : compare::results_of(of_.units, vectors_, progress.counting("vectors"));
    for (std::size_t x = 0; x < of_.units.size(); ++x)
      for (std::size_t y = x + 1; y < of_.units.size(); ++y) {
        stop_if_interrupted();
        pairs_.push_back(
            {x, y, compare::count_differences(of_.units[x], of_.units[y], results_[x], results_[y]),
             of_.units[x].gives_flags() && of_.units[y].gives_flags()});
      }
  }

  bool differs() const {
    return std::ranges::any_of(pairs_, [](const Pair& pair) { return pair.count.differing > 0; });
  }

  // A line a unit, with the result of the first element in which any two differ.
  void print_table() const {
    const auto first = first_difference();
    const bool is_matrix = !vectors_.empty() || in_.m() * in_.n() > 1;
    using enum Table::Align;
    Table table({left, left, right});
    table.add({"unit", is_matrix ? "d at " + place_text(first) : "d",
               is_matrix ? std::string(vectors_.empty() ? "elements" : "vectors") +
                               " unlike the first unit's"
                         : ""});
    for (std::size_t i = 0; i < of_.units.size(); ++i)
      table.add({of_.label(i), result_text(result_at(i, first), shows_flags(i)),
                 !is_matrix ? ""
                 : i == 0   ? "-"
                            : std::to_string(pairs_[i - 1].count.differing)});
    fmt::print("{}", table.text());
    if (differs())
      fmt::print("{} units, {} different {}; --pairs prints where each two of them diverge\n",
                 of_.units.size(), different_at(first), compares_flags() ? "results" : "d");
    else
      fmt::print("{} units, no {} differs\n", of_.units.size(),
                 vectors_.empty() ? "element of D" : "vector");
  }

  // A result without flags is none of its own where another one has its d.
  std::size_t different_at(const compare::Count& place) const {
    std::set<std::pair<std::uint64_t, std::uint64_t>> results;
    for (const bool with_flags : {true, false})
      for (std::size_t i = 0; i < of_.units.size(); ++i) {
        if (shows_flags(i) != with_flags) continue;
        const Result result = result_at(i, place);
        const bool has_d = std::ranges::any_of(
            results, [&](const auto& known) { return known.first == result.d; });
        if (with_flags)
          results.emplace(result.d, result.flags);
        else if (!has_d)
          results.emplace(result.d, 0);
      }
    return results.size();
  }
  bool shows_flags(std::size_t unit) const {
    return compares_flags() && of_.units[unit].gives_flags();
  }

  void print_pairs() const {
    for (const Pair& pair : pairs_) print(pair);
  }

  // A line names each unit whose flags are not compared, where others give some.
  void print_without_flags() const {
    const auto gives = [](const compare::Contender& unit) { return unit.gives_flags(); };
    if (std::ranges::none_of(of_.units, gives)) return;
    for (std::size_t i = 0; i < of_.units.size(); ++i)
      if (!gives(of_.units[i]))
        fmt::print("no flags are compared with {}, which gives none\n", of_.label(i));
  }

  Json to_json() const {
    const auto first = first_difference();
    Json json = json_document("compare", 2);
    json["element"] = {{"row", first.row}, {"column", first.column}};
    for (std::size_t i = 0; i < of_.units.size(); ++i) {
      const Result result = result_at(i, first);
      json["units"].push_back({{"unit", of_.units[i].unit().instruction.id},
                               {"set", of_.typed[i].changes},
                               {"engine", engine_json(i)},
                               {"d", json_element(format_, result.d)}});
      if (of_.units[i].gives_flags()) json["units"].back()["flags"] = flags_json(result.flags);
    }
    json["pairs"] = Json::array();
    for (const Pair& pair : pairs_) json["pairs"].push_back(to_json(pair));
    for (const Undecided& question : of_.not_expressed)
      json["not_expressed"].push_back({{"what", question.what}, {"source", question.source}});
    return json;
  }

 private:
  const Case& vector_at(const compare::Count& at) const {
    return vectors_[static_cast<std::size_t>(at.row)];
  }

  std::string place_text(const compare::Count& at) const {
    return vectors_.empty() ? fmt::format("({}, {})", at.row, at.column)
                            : fmt::format("line {}", vector_at(at).line);
  }

  Result result_at(std::size_t unit, const compare::Count& at) const {
    return results_[unit].at(at.row, at.column);
  }

  std::string result_text(const Result& result, bool has_flags) const {
    return d_text(format_, result.d) + (has_flags ? ", flags " + flags_text(result.flags) : "");
  }

  bool compares_flags() const {
    return std::ranges::any_of(pairs_, [](const Pair& pair) { return pair.has_flags; });
  }

  compare::Count first_difference() const {
    compare::Count first;
    for (const Pair& pair : pairs_)
      if (const compare::Count& count = pair.count;
          count.differing > 0 && (first.differing == 0 || std::pair(count.row, count.column) <
                                                              std::pair(first.row, first.column)))
        first = count;
    return first;
  }

  Json engine_json(std::size_t i) const {
    const std::string& engine = of_.typed[i].engine;
    return engine.empty() ? Json() : Json(engine);
  }

  compare::Difference explain(const Pair& pair) const {
    const compare::Count& at = pair.count;
    const compare::Contender &x = of_.units[pair.x], &y = of_.units[pair.y];
    const std::array results{result_at(pair.x, at), result_at(pair.y, at)};
    return vectors_.empty()
               ? compare::explain(x, y, in_, at.row, at.column, results, stop_if_interrupted)
               : compare::explain(x, y, vector_at(at), results, stop_if_interrupted);
  }

  std::vector<std::string> replay_lines(std::size_t unit, const std::vector<Case>& replay) const {
    std::vector<std::string> lines;
    for (const Case& row : replay)
      lines.push_back(fmt::format("mmasc eval {} {}{}", shell_word(of_.typed[unit].name),
                                  operand_flags(layout_of(of_.units[unit].unit()), row),
                                  of_.options(unit)));
    return lines;
  }

  void print(const Pair& pair) const {
    const compare::Count& count = pair.count;
    fmt::print("{} of {} {} differ{}: {} and {}\n", count.differing, count.elements,
               vectors_.empty() ? "elements of D" : "vectors",
               count.in_flags_alone > 0
                   ? fmt::format(", {} of them in flags alone", count.in_flags_alone)
                   : "",
               of_.label(pair.x), of_.label(pair.y));
    if (count.differing == 0) return;
    const compare::Difference difference = explain(pair);
    const bool in_flags =
        pair.has_flags && difference.results[0].flags != difference.results[1].flags;
    fmt::print("  the first, {}: {} and {}\n", place_text(count),
               result_text(difference.results[0], in_flags),
               result_text(difference.results[1], in_flags));
    if (const auto& divergence = difference.divergence)
      fmt::print("  they diverge at {}, {}: {}: {} and {}\n", step_text(*divergence),
                 divergence->stage, divergence->what, value_text(divergence->values[0]),
                 value_text(divergence->values[1]));
    fmt::print("  a minimal witness:\n");
    for (const std::size_t i : {0, 1}) {
      for (const auto& line : replay_lines(i == 0 ? pair.x : pair.y, difference.witness[i]))
        fmt::print("{}\n", line);
      fmt::print("  d = {}\n",
                 result_text(compare::result_of(difference.witness[i]), pair.has_flags));
    }
  }

  Json to_json(const Pair& pair) const {
    const compare::Count& count = pair.count;
    Json json{{"units",
               {of_.units[pair.x].unit().instruction.id, of_.units[pair.y].unit().instruction.id}},
              {"set", {of_.typed[pair.x].changes, of_.typed[pair.y].changes}},
              {"engine", {engine_json(pair.x), engine_json(pair.y)}},
              {"elements", count.elements},
              {"differing", count.differing}};
    if (pair.has_flags) json["differing_in_flags_alone"] = count.in_flags_alone;
    if (count.differing == 0) return json;
    const compare::Difference difference = explain(pair);
    json["first"] = {{"row", count.row},
                     {"column", count.column},
                     {"d",
                      {json_element(format_, difference.results[0].d),
                       json_element(format_, difference.results[1].d)}}};
    if (pair.has_flags)
      json["first"]["flags"] = {flags_json(difference.results[0].flags),
                                flags_json(difference.results[1].flags)};
    if (!vectors_.empty()) json["first"]["line"] = vector_at(count).line;
    if (const auto& divergence = difference.divergence)
      json["divergence"] = {
          {"steps", divergence->steps},
          {"stage", divergence->stage},
          {"what", divergence->what},
          {"values", {value_text(divergence->values[0]), value_text(divergence->values[1])}}};
    for (const std::size_t i : {0, 1}) {
      const Result result = compare::result_of(difference.witness[i]);
      json["witness"].push_back(
          {{"replay", replay_lines(i == 0 ? pair.x : pair.y, difference.witness[i])},
           {"d", json_element(format_, result.d)}});
      if (pair.has_flags) json["witness"].back()["flags"] = flags_json(result.flags);
    }
    return json;
  }

  const Contenders& of_;
  GemmProblem in_;
  const std::vector<Case>& vectors_;  // in place of matrices, where there are some
  const Format& format_;
  std::vector<compare::Results> results_;
  std::vector<Pair> pairs_;  // those with the first unit come first
};

int compare_units(const CompareOptions& options) {
  const Contenders contenders = find_contenders(options);
  const Inputs in = read_inputs(contenders, options.operands);
  const Comparison comparison(contenders, in);
  const bool is_table = contenders.units.size() > 2;
  if (options.json) {
    print_json(comparison.to_json());
  } else {
    if (is_table) comparison.print_table();
    if (!is_table || options.pairs) comparison.print_pairs();
    comparison.print_without_flags();
    for (const Undecided& question : contenders.not_expressed)
      fmt::print("{}\n", not_expressed_text(question));
  }
  return comparison.differs() ? kMismatch : kGood;
}

CommandRow compare_command() {
  return make_command(
      "compare", "where and why the results of several units differ on the same inputs",
      kUnitHelp +
          "--set changes a field of the unit before it; a single unit is compared with itself\n"
          "as it is. --engine asks an engine in place of the unit before it, such as a program\n"
          "or a shared library (docs/black_box.md); a single unit is compared with its box.\n"
          "--readings compares a unit with the other answers to what is undecided of it (mmasc\n"
          "show prints them), and names those that no field expresses. Two units: the first\n"
          "element that differs, the stage at which they diverge, of boxes none, and the least\n"
          "operands that show it. Status flags are compared between units that both raise some.\n"
          "Three units or more: a table of their results, and with --pairs where each two "
          "diverge.\n" +
          kOperandHelp +
          "Or each operand is a .npy or .safetensors file as gemm takes it; then all elements of "
          "D\n"
          "are compared. Where no operands are given, those of vector files that answer (--engine\n"
          "vec:FILE) are. Exit code 1 where units differ.\n"
          "Example: mmasc compare ada/mma.m16n8k16.f32.f16.f16.f32 "
          "hopper/wgmma.m64nNk16.f32.f16.f16 \\\n"
          "           --a -8192,-.5,-.25,-.125 --b 1024,1,1,1 --c 8388608.0\n"
          "         mmasc compare x86/vdpbf16ps --engine lib:./dut.so --a 1.0,2.0 --b 1.0,1.0\n"
          "         mmasc compare x86/vdpbf16ps --engine vec:recorded.vec\n"
          "         mmasc compare hopper/wgmma.m64nNk32.f32.e4m3.e4m3 --set "
          "dot.fraction_bits=17 \\\n"
          "           --a a.npy --b b.npy",
      compare_units, [](CompareOptions& x, OptionRows& rows) {
        rows.add_units(x.units);
        rows.add("--engine", &x.units.engines,
                 "whom to ask for the unit before it: " + engine_help(""), "ENGINE")
            .is_one_a_flag = true;
        rows.add_patience(x.patience);
        rows.add_operands(x.operands, false);
        rows.add_matrices(x.operands);
        rows.add("--readings", &x.readings,
                 "compare one unit with the other readings of its sources");
        rows.add("--pairs", &x.pairs, "print where each two of several units diverge");
        rows.add_json(x.json);
      });
}
const RegisteredCommand kCompareCommand(compare_command);

}  // namespace
}  // namespace mmasc
