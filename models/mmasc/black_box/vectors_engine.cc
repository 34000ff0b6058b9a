// SPDX-License-Identifier: Apache-2.0
#include "mmasc/black_box/vectors_engine.h"

#include <fmt/format.h>

#include <string>

#include "mmasc/arith/same_bits.h"
#include "mmasc/vectors/case_operands.h"
#include "mmasc/vectors/replay.h"

namespace mmasc {

VectorsEngine::VectorsEngine(const Unit& unit, std::string_view path)
    : unit_(unit), file_(read_vectors(std::string(path))), answers_(layout_of(unit)) {
  check_header(file_, unit_);
  if (!file_.has_d)
    throw InputError(file_.name + ": no column d; give a file with what was answered");
  for (const Case& row : file_.cases) {
    const Case& kept = answers_.add(row);
    if (!same_bits(unit_.d(), kept.d(), row.d(), file_.nan == NanMatch::any))
      throw InputError(fmt::format("{}:{}: another d than in line {}, of the same operands",
                                   file_.name, row.line, kept.line));
    if (kept.flags != row.flags)
      throw InputError(fmt::format("{}:{}: other flags than in line {}, of the same operands",
                                   file_.name, row.line, kept.line));
  }
}

void VectorsEngine::dot(const DotBatch& batch) const {
  const OperandLayout& layout = answers_.layout();
  for (std::size_t i = 0; i < batch.size(); ++i) {
    Case row = case_of(batch, layout, i);
    for (const OperandRow& input : kInputs)
      for (std::size_t j = 0; j < row[input.operand].size(); ++j)
        row[input.operand][j] &=
            ~std::uint64_t{0} >> (64 - layout[input.operand].bits_of(static_cast<int>(j)));
    const Case* const answer = find(row);
    if (answer == nullptr)
      throw Unanswered(fmt::format("{}: no vector of {}", file_.name, operand_flags(layout, row)));
    batch.d[i] = answer->d();
    if (batch.flags.empty()) continue;
    if (!file_.has_flags) throw Unanswered(file_.name + ": no column flags");
    batch.flags[i] = answer->flags;
  }
}

std::unique_ptr<Engine> make_vectors_engine(const Unit& unit, std::string_view path) {
  return std::make_unique<VectorsEngine>(unit, path);
}

}  // namespace mmasc
