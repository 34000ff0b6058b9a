// SPDX-License-Identifier: Apache-2.0
#include "mmasc/compare/chain.h"

#include <algorithm>

#include "mmasc/stimulus/packed_cases.h"
#include "mmasc/vectors/case_operands.h"

namespace mmasc::compare {
namespace {

using Elements = std::vector<std::uint64_t>;

Elements part_of(const Elements& all, std::size_t first, std::size_t count, std::uint64_t padding) {
  Elements part(count, padding);
  if (first < all.size())
    std::copy_n(all.begin() + static_cast<std::ptrdiff_t>(first),
                std::min(count, all.size() - first), part.begin());
  return part;
}

// `dot` gives the d of one instruction.
template <class Dot>
std::vector<Case> chain_of(const Unit& unit, const Case& row, const Dot& dot) {
  const Instruction& instruction = unit.instruction;
  const OperandLayout layout = layout_of(unit);
  const auto k = static_cast<std::size_t>(instruction.shape.k);
  std::vector<Case> chain;
  std::uint64_t chained = row.c();
  for (std::size_t i = 0; i * k < row[Operand::b].size(); ++i) {
    Case link;
    for (const OperandRow& input : kInputs) {
      const OperandElements elements = layout[input.operand];
      const auto count = static_cast<std::size_t>(elements.count);
      const std::uint64_t padding = input.scales && count > 0 ? one(*elements.format) : 0;
      const std::size_t first = input.along == Along::whole ? 0 : i * count;
      link[input.operand] = part_of(row[input.operand], first, count, padding);
    }
    link.c() = chained;
    chained = link.d() = dot(link);
    chain.push_back(std::move(link));
  }
  return chain;
}

std::uint64_t last_d(const std::vector<Case>& chain, const Case& row) {
  return chain.empty() ? row.c() : chain.back().d();
}

}  // namespace

std::vector<Case> instructions_of(const Sequence& sequence, const Case& row) {
  return chain_of(sequence.unit(), row,
                  [&](const Case& link) { return evaluate(sequence, operands_of(link)); });
}

std::vector<Case> instructions_of(const Contender& contender, const Case& row) {
  if (contender.box == nullptr) return instructions_of(contender.model, row);
  return chain_of(contender.unit(), row,
                  [&](const Case& link) { return dot_of(*contender.box, link); });
}

std::uint64_t evaluate_chain(const Sequence& sequence, const Case& row) {
  return last_d(instructions_of(sequence, row), row);
}

std::uint64_t evaluate_chain(const Contender& contender, const Case& row) {
  return last_d(instructions_of(contender, row), row);
}

}  // namespace mmasc::compare
