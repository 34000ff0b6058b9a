// SPDX-License-Identifier: Apache-2.0
// Operations of one unit, of a test's own or random, as an engine takes them.
#pragma once

#include <sstream>
#include <string>
#include <vector>

#include "arith/operands.h"
#include "mmasc/arith/engine.h"
#include "mmasc/unit/catalog.h"
#include "random/random_operands.h"

namespace mmasc {

class OperationBatch {
 public:
  explicit OperationBatch(const Unit& unit) : unit_(unit) {}

  void add(const Case& x) {
    const DotOperands in = view(x);
    for (const OperandRow& row : kInputs)
      in_[row.operand].insert(in_[row.operand].end(), in[row.operand].begin(),
                              in[row.operand].end());
    operations_.push_back(x);
  }

  const Unit& unit() const { return unit_; }
  const std::vector<Case>& operations() const { return operations_; }

  std::vector<std::uint64_t> run(const Engine& engine) const {
    std::vector<std::uint64_t> d(operations_.size());
    engine.dot(batch(d));
    return d;
  }

  // The same of a unit that raises flags.
  std::vector<Result> run_with_flags(const Engine& engine) const {
    std::vector<std::uint64_t> d(operations_.size()), flags(operations_.size());
    DotBatch asked = batch(d);
    asked.flags = flags;
    engine.dot(asked);
    std::vector<Result> results;
    for (std::size_t i = 0; i < d.size(); ++i) results.push_back({d[i], flags[i]});
    return results;
  }

  // Valid as long as the operations, with room for d.
  DotBatch batch(std::span<std::uint64_t> d) const {
    DotBatch batch({}, d);
    for (const OperandRow& row : kInputs) batch[row.operand] = in_[row.operand];
    return batch;
  }

  // The operands of operation i, to do it again.
  std::string describe(std::size_t i) const {
    const DotOperands in = view(operations_[i]);
    std::ostringstream text;
    text << std::hex;
    for (const OperandRow& row : kInputs) {
      if (in[row.operand].empty()) continue;
      text << row.name;
      for (const std::uint64_t bits : in[row.operand]) text << ' ' << bits;
      text << '\n';
    }
    text << to_toml(unit_);
    return text.str();
  }

 private:
  Unit unit_;
  std::vector<Case> operations_;
  PerInput<std::vector<std::uint64_t>> in_;
};

inline void add_random(OperationBatch& batch, const Unit& unit, int count, std::uint64_t seed) {
  for (int i = 0; i < count; ++i)
    batch.add(random_operands(unit, seed * 1000 + static_cast<std::uint64_t>(i)));
}

inline OperationBatch random_batch(const Unit& unit, int count, std::uint64_t seed) {
  OperationBatch batch(unit);
  add_random(batch, unit, count, seed);
  return batch;
}

}  // namespace mmasc
