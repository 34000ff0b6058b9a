// SPDX-License-Identifier: Apache-2.0
// Programs of units run by Python on operands whose d the reference gives.
#pragma once

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdio>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "mmasc/arith/reference.h"
#include "mmasc/arith/sequence.h"
#include "mmasc/disclosure/program.h"
#include "mmasc/unit/operand_layout.h"
#include "mmasc/vectors/case_operands.h"

namespace mmasc {

class ProgramRun {
 public:
  void add(const Unit& unit, const std::vector<Case>& cases) {
    const Sequence sequence(unit);
    const OperandLayout layout = layout_of(unit);
    std::string list, flagged;
    for (const Case& row : cases) {
      std::string arguments;
      for (const OperandRow& input : kInputs) {
        if (!layout.has(input.operand)) continue;
        arguments += input.operand == Operand::c
                         ? fmt::format("c={},", row.c())
                         : fmt::format("{}=[{}],", input.name, fmt::join(row[input.operand], ","));
      }
      const DotOperands in = operands_of(row);
      list += fmt::format("(dict({}),{}),\n", arguments, evaluate(sequence, in));
      if (!raises_flags(unit)) continue;
      const auto [d, flags] = evaluate_with_flags(sequence, in);
      flagged += fmt::format("(dict({}),({},{})),\n", arguments, d, flags);
    }
    text_ += fmt::format("check('{}', r'''{}''', [{}], [{}])\f", unit.instruction.id,
                         reduction_program(unit), list, flagged);
    ++units_;
    results_ += cases.size();
  }

  void expect_equal() const {
    std::string path = (std::filesystem::temp_directory_path() / "mmasc_programs_XXXXXX").string();
    const int file = mkstemp(path.data());
    ASSERT_GE(file, 0);
    close(file);
    std::ofstream(path) << text_;
    std::FILE* const pipe = popen(("python3 '" MMASC_RUN_PROGRAMS "' " + path).c_str(), "r");
    ASSERT_NE(pipe, nullptr);
    std::string out;
    for (int letter = 0; (letter = std::fgetc(pipe)) != EOF;) out += static_cast<char>(letter);
    EXPECT_EQ(pclose(pipe), 0);
    if (std::getenv("MMASC_KEEP_PROGRAMS") == nullptr) std::filesystem::remove(path);
    EXPECT_GT(results_, 0u);
    EXPECT_EQ(out, fmt::format("{} programs, {} results, 0 different\n", units_, results_));
  }

 private:
  std::string text_;
  std::size_t units_ = 0, results_ = 0;
};

}  // namespace mmasc
