// SPDX-License-Identifier: Apache-2.0
#include "mmasc/capture/answer.h"

#include <fmt/format.h>

#include <cstdio>
#include <iostream>
#include <string>

#include "mmasc/unit/error.h"
#include "mmasc/unit/hex.h"

namespace mmasc {
namespace {

std::string answers_to(const std::string& text, const Unit& unit, Device& device,
                       const CaptureOptions& options) {
  const VectorFile asked = parse_vectors(text, "standard input");
  const VectorFile answered = capture(unit, asked, device, options);
  if (answered.cases.size() != asked.cases.size())
    throw InputError(fmt::format("standard input: the device cannot run {} of {} vectors",
                                 asked.cases.size() - answered.cases.size(), asked.cases.size()));
  std::string lines;
  for (const Case& row : answered.cases) lines += to_hex(row.d(), unit.d()) + "\n";
  return lines;
}

}  // namespace

void answer_operands(const Unit& unit, Device& device, const CaptureOptions& options) {
  std::string header, cases;
  const auto answer = [&] {
    if (cases.empty()) return;
    const std::string lines = answers_to(header + cases, unit, device, options);
    std::fwrite(lines.data(), 1, lines.size(), stdout);
    std::fflush(stdout);
    cases.clear();
  };
  for (std::string line; std::getline(std::cin, line);)
    if (line.empty())
      answer();
    else
      (line.starts_with('#') ? header : cases) += line + "\n";
  answer();
}

}  // namespace mmasc
