// SPDX-License-Identifier: Apache-2.0
// The options of a command as rows, in the order of its help.
#pragma once

#include <cstdint>
#include <string>
#include <variant>
#include <vector>

#include "matrices.h"
#include "presentation/arguments.h"
#include "spec/unit_argument.h"

namespace mmasc {

struct OptionRow {
  const char* name;  // "UNIT" is told by its place, "--a" and "-o,--output" by name
  std::variant<bool*, std::string*, std::vector<std::string>*, std::uint64_t*> value;
  std::string help;
  const char* type = nullptr;  // what help calls the value
  bool is_required = false;
  bool is_one_a_flag = false;  // of a list: what follows may be the name of a file
  bool is_rest = false;        // of a list: what is left over, which may begin with '-'
  const char *needs = nullptr, *excludes = nullptr;        // another option
  std::string (*complaint)(const std::string&) = nullptr;  // of a value; empty: it is good
};

class OptionRows {
 public:
  OptionRow& add(const char* name, decltype(OptionRow::value) value, std::string help,
                 const char* type = nullptr) {
    return rows_.emplace_back(OptionRow{name, value, std::move(help), type});
  }

  // Options that several commands have.
  void add_unit(UnitArgument& unit);
  void add_changes(std::vector<std::string>& changes,
                   const char* help = "change a field of the row, as dot.fraction_bits=17");
  void add_matrices(MatrixArguments& matrices);
  OptionRow& add_engine(std::string& engine, std::string_view what = "");
  OptionRow& add_count(const char* name, std::uint64_t& count, const char* help);
  OptionRow& add_positive(const char* name, std::uint64_t& count, const char* help);  // not 0
  OptionRow& add_json(bool& json) { return add("--json", &json, "print JSON"); }

  template <class Operands>
  void add_operands(Operands& operands, bool are_required) {
    add("--a", &operands.a, "the k elements of a", "ELEMENTS").is_required = are_required;
    add("--b", &operands.b, "the k elements of b", "ELEMENTS").is_required = are_required;
    add("--c", &operands.c, "c", "ELEMENTS");
    add("--sa", &operands.sa, "the block scales of a", "ELEMENTS");
    add("--sb", &operands.sb, "the block scales of b", "ELEMENTS");
    if constexpr (requires { operands.metadata; })
      add("--metadata", &operands.metadata, "which elements of b a sparse a meets", "ELEMENTS");
  }
  void add_random(OperandArguments& operands) {
    add("--random", &operands.random, "the random bits of stochastic roundings", "HEX").excludes =
        "--seed";
    add("--seed", &operands.seed,
        "the seed of random bits that are not given (default: drawn, and told)", "N");
  }

  std::vector<std::string>* order = nullptr;  // where given: the options' names, as typed

  auto begin() const { return rows_.begin(); }
  auto end() const { return rows_.end(); }

 private:
  std::vector<OptionRow> rows_;
};

}  // namespace mmasc
