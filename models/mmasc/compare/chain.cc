// SPDX-License-Identifier: Apache-2.0
#include "mmasc/compare/chain.h"

#include <algorithm>

#include "mmasc/stimulus/packed_cases.h"
#include "mmasc/vectors/case_operands.h"

namespace mmasc::compare {
namespace {

using Elements = std::vector<std::uint64_t>;

// Of an operand, what instruction `i` of a row takes.
void append_part(const OperandRow& input, const OperandElements& layout, const Elements& all,
                 std::size_t i, Elements& to) {
  const auto count = static_cast<std::size_t>(layout.count);
  const std::size_t first = std::min(input.along == Along::whole ? 0 : i * count, all.size());
  const std::size_t there = std::min(count, all.size() - first);
  const auto begin = all.begin() + static_cast<std::ptrdiff_t>(first);
  to.insert(to.end(), begin, begin + static_cast<std::ptrdiff_t>(there));
  to.insert(to.end(), count - there, input.scales && count > 0 ? one(*layout.format) : 0);
}

std::size_t links_of(const Unit& unit, const Case& row) {
  const auto k = static_cast<std::size_t>(unit.instruction.shape.k);
  return (row[Operand::b].size() + k - 1) / k;
}

// `dot` gives the result of one instruction.
template <class Dot>
std::vector<Case> chain_of(const Unit& unit, const Case& row, const Dot& dot) {
  const OperandLayout layout = layout_of(unit);
  std::vector<Case> chain;
  std::uint64_t chained = row.c();
  for (std::size_t i = 0; i < links_of(unit, row); ++i) {
    Case& link = chain.emplace_back();
    for (const OperandRow& input : kInputs) {
      link[input.operand].clear();
      append_part(input, layout[input.operand], row[input.operand], i, link[input.operand]);
    }
    link.c() = chained;
    const Result result = dot(link);
    chained = link.d() = result.d;
    link.flags = result.flags;
  }
  return chain;
}

Result result_of(const std::vector<Case>& chain, const Case& row) {
  return chain.empty() ? Result{row.c()} : compare::result_of(chain);
}

Result result_of(const Sequence& sequence, const Case& link) {
  const DotOperands in = operands_of(link);
  return raises_flags(sequence.unit()) ? evaluate_with_flags(sequence, in)
                                       : Result{evaluate(sequence, in)};
}

Result result_of(const Engine& engine, const Case& link) {
  PackedCases packed(std::span(&link, 1));
  packed.evaluate(engine);
  return {packed.d.front(), packed.flags.empty() ? 0 : packed.flags.front()};
}

}  // namespace

std::vector<Case> instructions_of(const Sequence& sequence, const Case& row) {
  return chain_of(sequence.unit(), row,
                  [&](const Case& link) { return result_of(sequence, link); });
}

std::vector<Case> instructions_of(const Contender& contender, const Case& row) {
  if (contender.box == nullptr) return instructions_of(contender.model, row);
  return chain_of(contender.unit(), row,
                  [&](const Case& link) { return result_of(*contender.box, link); });
}

Result result_of(std::span<const Case> instructions) {
  Result result{instructions.back().d()};
  for (const Case& each : instructions) result.flags |= each.flags;
  return result;
}

Result evaluate_chain(const Sequence& sequence, const Case& row) {
  return result_of(instructions_of(sequence, row), row);
}

Result evaluate_chain(const Contender& contender, const Case& row) {
  return result_of(instructions_of(contender, row), row);
}

std::vector<Result> evaluate_chains(const Engine& engine, std::span<const Case> rows) {
  const OperandLayout layout = layout_of(engine.unit());
  std::vector<Result> results;
  Elements d, flags(engine.gives_flags() ? rows.size() : 0);
  for (const Case& row : rows) {
    results.push_back({row.c()});
    d.push_back(row.c());
  }
  const std::size_t links = rows.empty() ? 0 : links_of(engine.unit(), rows.front());
  for (std::size_t i = 0; i < links; ++i) {
    PerInput<Elements> in;
    for (const OperandRow& input : kInputs)
      if (input.operand != Operand::c)
        for (const Case& row : rows)
          append_part(input, layout[input.operand], row[input.operand], i, in[input.operand]);
    in[Operand::c] = d;
    DotBatch batch({}, d);
    for (const OperandRow& input : kInputs) batch[input.operand] = in[input.operand];
    batch.flags = flags;
    engine.dot(batch);
    for (std::size_t j = 0; j < flags.size(); ++j) results[j].flags |= flags[j];
  }
  for (std::size_t j = 0; j < rows.size(); ++j) results[j].d = d[j];
  return results;
}

}  // namespace mmasc::compare
