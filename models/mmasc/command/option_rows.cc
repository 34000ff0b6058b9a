// SPDX-License-Identifier: Apache-2.0
#include "mmasc/command/option_rows.h"

#include <fmt/format.h>

#include <limits>

#include "mmasc/command/engines.h"

namespace mmasc {
namespace {

// CLI11 takes -1 and what does not fit as the greatest number.
std::string complaint_of_count(const std::string& text) {
  constexpr std::size_t kDigits = std::numeric_limits<std::uint64_t>::digits10;
  const bool is_number = text.find_first_not_of("0123456789") == std::string::npos;
  return is_number && text.size() <= kDigits
             ? std::string()
             : text + " is no whole number of at most " + std::to_string(kDigits) + " digits";
}

}  // namespace

void OptionRows::add_unit(UnitArgument& unit) {
  add("UNIT", &unit.name, kUnitLine).is_required = true;
  add_changes(unit.changes);
}

void OptionRows::add_units(UnitArguments& units) {
  add("UNITS", &units.names, "the units: ids, parts of ids, or FILE.toml[:ROW]").is_required = true;
  add_changes(units.changes, "change a field of the unit before it, as dot.fraction_bits=17");
  order = &units.order;
}

void OptionRows::add_changes(std::vector<std::string>& changes, const char* help) {
  add("--set", &changes, help, "FIELD=VALUE").is_one_a_flag = true;
}

void OptionRows::add_operands(PerInput<std::string>& operands, bool are_required) {
  for (const OperandRow& row : kInputs)
    if (row.along != Along::drawn)
      add(option_of(row), &operands[row.operand],
          std::string(row.what) + (row.operand == Operand::c ? " (default: +0)" : ""), "ELEMENTS")
          .is_required = are_required && row.lacks.empty() && !row.may_be_left_out;
}

void OptionRows::add_matrix_files(MatrixArguments& matrices) {
  for (const OperandRow& row : kInputs)
    if (!row.matrix.empty() && !row.lacks.empty())
      add(option_of(row), &matrices[row.operand], std::string(row.matrix), "FILE");
}

void OptionRows::add_matrices(MatrixArguments& matrices) {
  add("--shape-a", &matrices.shape_a,
      "rows and columns of packed A, as 128x64; or the word packed, where the file tells both",
      "MxK");
  add("--shape-b", &matrices.shape_b, "rows and columns of packed B, as 64x128", "KxN");
  add("--transpose-a", &matrices.transpose_a,
      "the files of A and of its scales have the transpose");
  add("--transpose-b", &matrices.transpose_b,
      "the files of B and of its scales have the transpose");
  add("--convert", &matrices.convert,
      "round operands of another format to the format that the unit takes, and float32 to tf32, "
      "of which a unit else ignores the low bits");
  add_conversion(matrices.rounding, matrices.saturate, "--convert");
}

void OptionRows::add_conversion(std::string& rounding, bool& saturate, const char* needs) {
  add("--rounding", &rounding,
      "how a number is rounded to a format: nearest_even (default), toward_zero, down, ...",
      "ROUNDING")
      .needs = needs;
  add("--saturate", &saturate,
      "give the greatest number for infinities and numbers beyond it (default: infinity, or the "
      "greatest number where the rounding goes toward it; NaN in a format without infinity)")
      .needs = needs;
}

void OptionRows::add_promotion(std::uint64_t& elements, const char* help, std::string* rounding) {
  add_count("--promote-k", elements, help);
  if (rounding == nullptr) return;
  add("--promote-rounding", rounding,
      "how the sums of --promote-k are rounded: nearest_even (default), toward_zero, down, ...",
      "ROUNDING")
      .needs = "--promote-k";
}

void OptionRows::add_engine(EngineArgument& engine, std::string_view what) {
  OptionRow& row = add("--engine", &engine.name,
                       fmt::format("{}: {}", what, engine_help(engine.name)), "ENGINE");
  row.complaint = [](const std::string& name) {
    return name.empty() ? "is empty; give one of " + engine_help("") : std::string();
  };
  add_patience(engine.patience);
}

void OptionRows::add_patience(std::uint64_t& seconds) {
  OptionRow& row =
      add("--patience", &seconds,
          fmt::format("seconds that exec:PROGRAM may say nothing (default: {})", kPatience.count()),
          "N");
  row.needs = "--engine";
  row.complaint = [](const std::string& text) {
    const bool is_good = complaint_of_count(text).empty() && text.size() <= 6 &&
                         text.find_first_not_of('0') != std::string::npos;
    return is_good ? std::string() : text + " is out of range; give 1 to 999999";
  };
}

OptionRow& OptionRows::add_count(const char* name, std::uint64_t& count, const char* help) {
  OptionRow& row = add(name, &count, help, "N");
  row.complaint = complaint_of_count;
  return row;
}

OptionRow& OptionRows::add_positive(const char* name, std::uint64_t& count, const char* help) {
  OptionRow& row = add(name, &count, help, "N");
  row.complaint = [](const std::string& text) {
    const bool is_zero = !text.empty() && text.find_first_not_of('0') == std::string::npos;
    return is_zero ? text + " is out of range; give 1 or more" : complaint_of_count(text);
  };
  return row;
}

}  // namespace mmasc
