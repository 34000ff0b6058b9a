// SPDX-License-Identifier: Apache-2.0
// A unit's code, made when it is first needed: for matrices, for separate dot products, and for the
// addition of promoted sums.
#pragma once

#include <atomic>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <utility>

#include "mmasc/compiled/unit_code.h"
#include "mmasc/unit/rounding.h"

namespace mmasc::batch {

// The code of a unit's matrices, which is not made.
compiled::CodeSize code_size(const Unit& unit);

class CompiledProgram {
 public:
  // Throws RowError where the unit has no plan.
  CompiledProgram(const Unit& unit, std::int64_t products_before_code);

  const Unit& unit() const { return unit_; }
  // Gives the operands of the unit, or of the dense one where its a is sparse.
  const OperandLayout& layout() const { return layout_; }

  // Whether with `products` more there are enough for code, and it can be had: for separate dot
  // products or for matrices.
  bool is_worth(std::int64_t products, bool is_separate);
  bool has_addition(Rounding rounding);

  // Each throws EnvironmentError where there is no code.
  const compiled::UnitCode& matrix();
  const compiled::UnitCode& separate() { return code(separate_, compiled::Pairing::separate); }
  const compiled::UnitCode& addition(Rounding rounding);

 private:
  using Code = std::shared_ptr<const compiled::UnitCode>;
  const compiled::UnitCode& code(Code& kept, compiled::Pairing pairing);

  const Unit unit_, dense_;
  const SequencePlan program_;
  const OperandLayout layout_;
  std::atomic<std::int64_t> products_before_code_;
  std::once_flag is_sized_;
  std::mutex mutex_;
  std::atomic<std::int64_t> products_ = 0;
  std::atomic<bool> is_refused_ = false;
  Code matrix_, separate_;
  std::map<std::pair<RoundingMode, int>, Code> additions_;  // by their rounding
};

}  // namespace mmasc::batch
