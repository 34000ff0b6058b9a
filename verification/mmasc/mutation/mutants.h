// SPDX-License-Identifier: Apache-2.0
// Units that differ from one in a single field, in the width of an adder, in the count of a sum's
// leading zeros, in a lane that takes a special operand for a number, or in a bit of metadata that
// no multiplexer sees: what a set of vectors must be able to kill.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "mmasc/lanes/lane_specials.h"
#include "mmasc/mutation/sum_mutants.h"
#include "mmasc/unit/unit.h"

namespace mmasc {

struct Mutant {
  Unit unit;
  std::string field;  // "dot.fraction_bits", "result.rounding", "instruction.order"
  std::string was, is;
  std::string
      stage;  // "multiplier", "aligner", "adder_tree", "normalizer"; "sequence": of the steps
  std::optional<SumMutant> sum{};   // the unit is then the one it is a mutant of
  std::uint64_t unseen_metadata{};  // bits of every element that are taken to be 0
  // The special operand that a lane takes for a number, and the unit's lanes.
  std::optional<LaneSpecial> lane{};
  std::shared_ptr<const Lanes> lanes{};
  std::string text() const { return field + " = " + is + " instead of " + was + ", " + stage; }
};

// Every field of the datapath and of the instruction's program moved to its neighbours: numbers by
// up to `reach` either way, everything that has names to each other name, what may be absent to
// absent; every adder narrower; leading zeros miscounted; every lane's special operands misread;
// every bit of metadata unseen. Leaves out what no plan can be made of.
std::vector<Mutant> mutants_of(const Unit& unit, int reach = 1);

// The changes of fields that a row leaves alone because most units do without: ones' complement in
// each frame; coarse exponents of e_max or of factors, an accumulator a bit or two too narrow, a
// cut, zeros of cancelled sums and a sticky bit of what alignment loses; a zero_sign of one sum of
// several; the overflow of a rounded sum, and that of d by the rounding; another NaN, of `nans`, of
// d and where a factor is NaN; the NaN of c. They may explain what someone else's unit gives;
// vectors need not kill them.
std::vector<Mutant> mutants_from_defaults(const Unit& unit, std::span<const std::uint64_t> nans);

// A mutant that evaluates.
class MutantSequence {
 public:
  explicit MutantSequence(const Mutant& mutant)
      : lane_(mutant.lane), lanes_(mutant.lanes), unseen_metadata_(mutant.unseen_metadata) {
    if (!lane_) sequence_.emplace(mutant.unit);
    if (!mutant.sum) return;
    fault_ = mutant.sum->fault;
    specification_.emplace(specification_of(*sequence_));
  }
  // Whether d can be another than the unit's: false where the lane has nothing to misread.
  bool may_differ(const DotOperands& in) const { return !lane_ || lanes_->may_show(*lane_, in); }
  std::uint64_t evaluate(DotOperands in) const {
    if (lane_) return lanes_->evaluate_misread(*lane_, in);
    std::vector<std::uint64_t> seen;
    if (unseen_metadata_ != 0) {
      for (const std::uint64_t element : in[Operand::metadata])
        seen.push_back(element & ~unseen_metadata_);
      in[Operand::metadata] = seen;
    }
    return fault_ ? evaluate_with_fault(*specification_, sequence_->program(), *fault_, in)
                  : mmasc::evaluate(*sequence_, in);
  }

 private:
  std::optional<Sequence> sequence_;
  std::optional<SumFault> fault_;
  std::optional<Specification> specification_;  // where there is a fault
  std::optional<LaneSpecial> lane_;
  std::shared_ptr<const Lanes> lanes_;
  std::uint64_t unseen_metadata_;
};

}  // namespace mmasc
