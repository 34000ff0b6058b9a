// SPDX-License-Identifier: Apache-2.0
// The constraints under which vectors are drawn, and how a vector is made to hold them.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "mmasc/stimulus/generator.h"
#include "mmasc/stimulus/operand_constraint.h"
#include "mmasc/stimulus/random.h"

namespace mmasc {

class Where {
 public:
  // At most so many vectors are tried for one that holds.
  static constexpr int kDraws = 16, kChanges = 20'000;

  Where() = default;
  // All of them are to hold. Throws InputError as OperandConstraint does.
  Where(const std::vector<std::string>& texts, const OperandLayout& layout);

  bool empty() const { return constraints_.empty(); }
  bool holds(const Case& row) const;

  // Changes elements that the constraints name, one at a time, until the vector holds them: up to
  // `changes` times. Leaves a vector that holds them as it is. A number becomes a NaN or an
  // infinity where the constraints tell these from numbers, and else as a last resort. Returns
  // whether the vector holds them.
  bool mend(Case& row, Random& random, int changes = kChanges) const;

  // Vector i of a class: the generator's, mended. Depends on class, seed and i alone. Throws
  // InputError where none of kDraws draws could be mended.
  Case make(const Generator& generator, VectorClass vector_class, std::uint64_t index) const;
  // mend() of the vector number `index` that aims at a cover point, by fewer changes.
  bool mend_aimed(const Generator& generator, Case& row, int point, std::uint64_t index) const;

 private:
  struct Instance {
    std::size_t constraint;
    OperandConstraint::Instance of;
    std::vector<ElementReference> elements;
  };
  std::vector<std::size_t>& dependents(const ElementReference& one) {
    return dependents_[one.operand][static_cast<std::size_t>(one.index)];
  }
  const std::vector<std::size_t>& dependents(const ElementReference& one) const {
    return dependents_[one.operand][static_cast<std::size_t>(one.index)];
  }
  std::uint64_t distance(const Instance& one, const Case& row) const {
    return constraints_[one.constraint].distance(one.of, row);
  }
  std::uint64_t proposal(const ElementReference& one, const Case& row, Random& random) const;

  OperandLayout layout_;
  std::vector<std::string> texts_;
  std::vector<OperandConstraint> constraints_;
  std::vector<Instance> instances_;
  PerOperand<std::vector<std::vector<std::size_t>>> dependents_;  // instances of each element
  std::vector<std::uint64_t> literals_;
  bool tells_specials_ = false;
};

}  // namespace mmasc
