// SPDX-License-Identifier: Apache-2.0
#include "mmasc/proof/operand_bounds.h"

#include <vector>

#include "mmasc/proof/step_inputs.h"

namespace mmasc::proof {
namespace {

class OperandBounds {
 public:
  OperandBounds(const SymbolicStage& first, const StepKind& kind, const ProofOptions& options)
      : first_(first),
        options_(options),
        in_(step_inputs(gates_, first, kind)),
        leaving_(payload_of(first, words_of(gates_, first, in_.operands))) {}

  std::vector<BoundsUnless> narrower_than(const Invariants& leaving) {
    std::vector<BoundsUnless> found;
    for (const auto& [flag, word] : exponents_with_flags(first_.out)) {
      const WordRange& known = leaving.ranges[word];
      const auto lies_in = [&](const WordRange& range) { return this->lies_in(flag, word, range); };
      // Most lanes have the bounds of the one before, which the solver need not be asked again.
      const bool is_alike = !found.empty() && known == leaving.ranges[found.back().word] &&
                            lies_in(found.back().range);
      const WordRange range = is_alike ? found.back().range : narrowest(known, lies_in);
      if (range != known) found.push_back({flag, word, range});
    }
    return found;
  }

 private:
  static WordRange narrowest(WordRange range, const auto& lies_in) {
    for (int128 low = range.low, high = range.high; low < high;) {
      const int128 middle = low + (high - low + 1) / 2;  // may it be the least?
      if (lies_in(WordRange{middle, range.high}))
        range.low = low = middle;
      else
        high = middle - 1;
    }
    for (int128 low = range.low, high = range.high; low < high;) {
      const int128 middle = low + (high - low) / 2;
      if (lies_in(WordRange{range.low, middle}))
        range.high = high = middle;
      else
        low = middle + 1;
    }
    return range;
  }

  bool lies_in(std::size_t flag, std::size_t word, const WordRange& range) {
    const Literal is_in_it = is_in(gates_, with_sign(first_.out[word], leaving_[word]), range);
    const Literal wrong = gates_.both(invert(leaving_[flag].front()), invert(is_in_it));
    return never(gates_, in_.inputs, wrong, options_.limits, *options_.proved).outcome ==
           Outcome::proved;
  }

  const SymbolicStage& first_;
  const ProofOptions& options_;
  AndGraph gates_;
  const StepInputs in_;
  const Payload leaving_;
};

}  // namespace

std::vector<BoundsUnless> bounds_of_operands(const SymbolicStage& first, const StepKind& kind,
                                             const Invariants& leaving,
                                             const ProofOptions& options) {
  return OperandBounds(first, kind, options).narrower_than(leaving);
}

}  // namespace mmasc::proof
