// SPDX-License-Identifier: Apache-2.0
#include "mmasc/probes/probes.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <string>
#include <vector>

#include "mmasc/stimulus/element_bits.h"
#include "mmasc/vectors/answers.h"

namespace mmasc::probes {
namespace {

constexpr int kRows = 48;

std::vector<Case> random_rows(const Bench& bench) {
  const OperandLayout& formats = bench.formats();
  std::vector<Case> rows;
  for (int i = 0; i < kRows; ++i) {
    Random random(1, static_cast<std::uint64_t>(i));
    Case row = bench.zeros();
    for (const OperandRow& input : kInputs)
      if (const Format* const format = formats.format[input.operand])
        for (auto& bits : row[input.operand]) bits = uniform_bits(random, *format);
    for (std::size_t j = 0; j < row[Operand::random].size(); ++j)
      row[Operand::random][j] = random.next() & ((std::uint64_t{1} << formats.random[j]) - 1);
    rows.push_back(std::move(row));
  }
  return rows;
}

}  // namespace

// A row alone, among others, and among others in another order.
void probe_independence(Survey& survey) {
  const Bench& bench = survey.bench();
  if (bench.is_record()) throw Unanswered("a file has each answer once");
  auto rows = random_rows(bench);
  const auto together = bench.run(rows);
  bool same = bench.run(rows) == together;
  for (std::size_t i = 0; i < rows.size(); ++i) same = same && bench.run(rows[i]) == together[i];
  std::reverse(rows.begin(), rows.end());
  auto reversed = bench.run(rows);
  std::reverse(reversed.begin(), reversed.end());
  survey.found(name::kIndependence, same && reversed == together ? "yes" : "no", rows.front());
}

void probe_signs_of_terms(Survey& survey) {
  const Bench& bench = survey.bench();
  std::vector<std::string> negated;
  const int products = bench.formats()[Operand::a].count;
  for (int i = 0; i < products; ++i)
    if (bench.negates(i)) negated.push_back(std::to_string(i));
  const bool all = std::ssize(negated) == products;
  std::string text = negated.empty() ? "" : all ? "products" : "products ";
  if (!all) text += fmt::format("{}", fmt::join(negated, ", "));
  if (bench.negates(kC)) text += text.empty() ? "c" : " and c";
  if (text.empty()) return;
  Case row = bench.zeros();
  for (int i = 0; i < products; ++i)
    if ((bench.negates(i) || negated.empty()) && !bench.set(row, i, {.exponent = 0}))
      (void)bench.set(row, i, {.exponent = 0, .negative = true});  // of factors without a sign
  survey.found(name::kNegated, text, row);
}

Survey probe_all(const Bench& bench) {
  Survey survey(bench);
  survey.attempt({name::kIndependence}, probe_independence);
  survey.attempt({name::kNegated}, probe_signs_of_terms);
  if (bench.d_format().is_integer()) {
    survey.attempt({name::kOverflow}, probe_integers);
    return survey;
  }
  survey.attempt({name::kTree}, probe_tree);
  probe_alignment(survey);
  probe_result(survey);
  probe_subnormals(survey);
  probe_zeros(survey);
  probe_overflow(survey);
  probe_specials(survey);
  probe_order(survey);
  return survey;
}

}  // namespace mmasc::probes
