// SPDX-License-Identifier: Apache-2.0
#include "mmasc/probes/comparison.h"

#include <fmt/format.h>

#include <algorithm>

#include "mmasc/arith/same_bits.h"
#include "mmasc/unit/hex.h"

namespace mmasc::probes {
namespace {

std::string text_of(const Finding* finding) {
  if (!finding) return "not probed";
  return finding->observable() ? finding->value : "not observable: " + finding->why_not;
}

std::string with_d(const Survey& survey, const Finding& finding) {
  std::string text = finding.value;
  for (const auto& witness : {finding.witness, finding.beside})
    if (witness) text += ", d = " + to_hex(witness->d(), survey.bench().d_format());
  return text;
}

bool same_operands(const std::optional<Case>& x, const std::optional<Case>& y) {
  return x && y && std::ranges::all_of(kInputs, [&](const OperandRow& row) {
           return (*x)[row.operand] == (*y)[row.operand];
         });
}

}  // namespace

Comparison compare(const Survey& survey, const Survey& expected) {
  Comparison comparison;
  const Bench& bench = survey.bench();
  const auto other_d = [&](const std::optional<Case>& x, const std::optional<Case>& y) {
    return same_operands(x, y) && !same_bits(bench.d_format(), x->d(), y->d(), !bench.knows_nans());
  };
  const auto differs = [&](const std::string& name, std::string by, std::string found) {
    comparison.differences.push_back({name, std::move(by), std::move(found)});
  };
  for (const Finding& wanted : expected.findings) {
    const Finding* found = survey.find(wanted.name);
    if (found && !found->is_answered)
      ++comparison.not_answered;
    else if (text_of(found) != text_of(&wanted))
      differs(wanted.name, text_of(&wanted), text_of(found));
    else if (!wanted.observable())
      ++comparison.not_observable;
    else if (other_d(found->witness, wanted.witness) || other_d(found->beside, wanted.beside))
      differs(wanted.name, with_d(expected, wanted), with_d(survey, *found));
    else
      ++comparison.agree;
  }
  for (const Finding& found : survey.findings)
    if (found.is_answered && !expected.find(found.name))
      differs(found.name, text_of(nullptr), text_of(&found));
  return comparison;
}

Comparison compare(const Survey& survey, const std::vector<Stated>& stated) {
  Comparison comparison;
  for (const Stated& wanted : stated) {
    const Finding* found = survey.find(wanted.name);
    if (!found || !found->observable())
      ++comparison.not_observable;
    else if (found->value == wanted.value)
      ++comparison.agree;
    else
      comparison.differences.push_back(
          {wanted.name, fmt::format("{} ({})", wanted.value, wanted.field), found->value});
  }
  return comparison;
}

}  // namespace mmasc::probes
