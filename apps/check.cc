// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>

#include "command.h"
#include "interrupt.h"
#include "mmasc/arith/same_bits.h"
#include "mmasc/mutation/explain.h"
#include "mmasc/presentation/json.h"
#include "mmasc/unit/error.h"
#include "mmasc/vectors/replay.h"

namespace mmasc {
namespace {

struct CheckOptions {
  UnitArgument unit;
  std::string outputs;  // a vector file
  bool json = false;
};

constexpr int kReach = 8;             // how far numbers are moved
constexpr std::size_t kMaxShown = 5;  // failing vectors

// Less the zeros among the elements: the smaller, the easier a vector is to look at.
std::ptrdiff_t size_of(const Case& row) {
  const auto zero = [](std::uint64_t element) { return element == 0; };
  return -std::ranges::count_if(row[Operand::a], zero) -
         std::ranges::count_if(row[Operand::b], zero);
}

std::string failing_line(const UnitArgument& argument, const Unit& unit, const VectorFile& file,
                         const Case& row, std::uint64_t model) {
  return fmt::format("mmasc eval {} {}\n  theirs {}, model {}; line {}", as_typed(argument),
                     operand_flags(file.layout, row), to_hex(row.d(), unit.d()),
                     to_hex(model, unit.d()), row.line);
}

int check_outputs(const CheckOptions& options) {
  const Unit unit = find_unit(options.unit);
  const VectorFile file = read_vectors(options.outputs);
  check_header(file, unit);
  if (!file.has_d)
    throw InputError(options.outputs + ": no column d; give the outputs of what is to be checked");
  const Sequence sequence(unit);
  std::vector<std::pair<Case, std::uint64_t>> failing;
  for (const Case& row : file.cases) {
    const std::uint64_t d = evaluate(sequence, operands_of(row));
    if (!same_bits(unit.d(), d, row.d(), file.nan == NanMatch::any)) failing.emplace_back(row, d);
  }
  const std::vector<Mutant> found = failing.empty()
                                        ? std::vector<Mutant>{}
                                        : explanations(unit, file, kReach, stop_if_interrupted);
  std::ranges::stable_sort(failing, {}, [](const auto& one) { return size_of(one.first); });
  if (failing.size() > kMaxShown) failing.resize(kMaxShown);

  if (options.json) {
    Json json = json_document("check");
    json["unit"] = unit.instruction.id;
    json["vectors"] = file.cases.size();
    json["agrees"] = failing.empty();
    json["explanations"] = Json::array();
    for (const Mutant& mutant : found)
      json["explanations"].push_back({{"field", mutant.field},
                                      {"is", mutant.is},
                                      {"instead_of", mutant.was},
                                      {"stage", mutant.stage}});
    print_json(json);
    return failing.empty() ? kGood : kMismatch;
  }
  if (failing.empty()) {
    fmt::print("{} vectors agree with {}\n", file.cases.size(), unit.instruction.id);
    return kGood;
  }
  fmt::print("outputs differ from {}\n", unit.instruction.id);
  for (const Mutant& mutant : found) fmt::print("explained by {}\n", mutant.text());
  if (found.empty()) fmt::print("no single change explains this\n");
  for (const auto& [row, d] : failing)
    fmt::print("{}\n", failing_line(options.unit, unit, file, row, d));
  return kMismatch;
}

}  // namespace

CommandRow check_command() {
  return make_command(
      "check", "find the one changed field that explains someone else's outputs",
      kUnitHelp +
          "OUTPUTS is a vector file with the d that someone else computed. Where it differs from "
          "the\n"
          "unit's, each field is changed in turn (numbers by up to 8); the changes that give every "
          "d\n"
          "of the file are printed.\n"
          "Example: mmasc check hopper/wgmma.m64nNk32.f32.e4m3.e4m3 dut.vec",
      check_outputs, [](CheckOptions& x, OptionRows& rows) {
        rows.add_unit(x.unit);
        rows.add("OUTPUTS", &x.outputs, "a vector file with the outputs as d").is_required = true;
        rows.add_json(x.json);
      });
}

}  // namespace mmasc
