// SPDX-License-Identifier: Apache-2.0
// The options of a command as rows, in the order of its help.
#pragma once

#include <cstdint>
#include <string>
#include <variant>
#include <vector>

#include "mmasc/command/engines.h"
#include "mmasc/command/matrices.h"
#include "mmasc/presentation/arguments.h"
#include "mmasc/unit/unit_argument.h"

namespace mmasc {

struct OptionRow {
  std::string name;  // "UNIT" is told by its place, "--a" and "-o,--output" by name
  std::variant<bool*, std::string*, std::vector<std::string>*, std::uint64_t*> value;
  std::string help;
  const char* type = nullptr;  // what help calls the value
  bool is_required = false;
  bool is_one_a_flag = false;  // of a list: what follows may be the name of a file
  bool is_rest = false;        // of a list: what is left over, which may begin with '-'
  const char *needs = nullptr, *excludes = nullptr;        // another option
  std::string (*complaint)(const std::string&) = nullptr;  // of a value; empty: it is good
};

inline constexpr const char* kUnitLine = "the unit: an id, a part of one, or FILE.toml[:ROW]";

class OptionRows {
 public:
  OptionRow& add(std::string name, decltype(OptionRow::value) value, std::string help,
                 const char* type = nullptr) {
    return rows_.emplace_back(OptionRow{std::move(name), value, std::move(help), type});
  }

  // Options that several commands have.
  void add_unit(UnitArgument& unit);
  void add_units(UnitArguments& units);
  void add_changes(std::vector<std::string>& changes,
                   const char* help = "change a field of the row, as dot.fraction_bits=17");
  // Constraints on vectors, and crosses of lanes with c among cover points.
  void add_where(std::vector<std::string>& texts, const char* help) {
    add("--where", &texts, help, "EXPRESSION").is_one_a_flag = true;
  }
  OptionRow& add_cross(bool& crosses) {
    return add(
        "--cross", &crosses,
        "add cover points of each lane's NaN, infinity, subnormal number and zero beside each "
        "class of c");
  }
  void add_matrices(MatrixArguments& matrices);
  void add_engine(EngineArgument& engine, std::string_view what = "the engine");
  void add_patience(std::uint64_t& seconds);
  OptionRow& add_count(const char* name, std::uint64_t& count, const char* help);
  OptionRow& add_positive(const char* name, std::uint64_t& count, const char* help);  // not 0
  OptionRow& add_json(bool& json) { return add("--json", &json, "print JSON on standard output"); }
  OptionRow& add_json_file(std::string& file) {
    return add("--json-file", &file, "write the JSON of --json into a file", "FILE.json");
  }
  // How conversions round; both go with the flag `needs` alone, where that is given.
  void add_conversion(std::string& rounding, bool& saturate, const char* needs = nullptr);
  // Elements of K between additions outside the unit, and how these are rounded.
  void add_promotion(std::uint64_t& elements, const char* help, std::string* rounding = nullptr);

  // An option for each operand of one dot product; random bits are add_random()'s.
  void add_operands(PerInput<std::string>& operands, bool are_required);
  // An option for the matrix of each operand, but for A, B and C, which are told by their places.
  void add_matrix_files(MatrixArguments& matrices);
  void add_random(OperandArguments& operands) {
    add("--random", &operands[Operand::random], "the random bits of stochastic roundings", "HEX")
        .excludes = "--seed";
    add("--seed", &operands.seed,
        "the seed of the random bits of stochastic roundings (default: drawn, and told)", "N");
  }

  std::vector<std::string>* order = nullptr;  // where given: the options' names, as typed

  auto begin() const { return rows_.begin(); }
  auto end() const { return rows_.end(); }

 private:
  std::vector<OptionRow> rows_;
};

}  // namespace mmasc
