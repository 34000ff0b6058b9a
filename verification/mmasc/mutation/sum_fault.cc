// SPDX-License-Identifier: Apache-2.0
#include "mmasc/mutation/sum_fault.h"

namespace mmasc {
namespace {

class FaultyAdders final : public Observer {
 public:
  FaultyAdders(const SequencePlan& program, const SumFault& fault)
      : plan_(fault.late ? *program.late_c : program.step), fault_(fault) {}

  void begin(bool adds_late_c, const StepInputs&) override {
    is_here_ = adds_late_c == fault_.late;
  }

  BigInt total(const ExactSum& sum, BigInt total) const override {
    using Kind = SumFault::Kind;
    if (!is_here_ || sum.index < fault_.first_sum ||
        sum.index >= fault_.first_sum + fault_.sum_count)
      return total;
    if (fault_.kind == Kind::narrow_adder) {
      BigInt narrow;
      for (const BigInt& node : tree_nodes(plan_, sum, fault_.tree_level))
        narrow += wrapped(node, fault_.bits);
      return narrow;
    }
    const bool miscounts = fault_.kind == Kind::miscounts_few ? total.bit_length() <= fault_.bits
                                                              : total.bit_length() >= fault_.bits;
    return miscounts ? total << 1 : total;
  }

 private:
  const Plan& plan_;
  const SumFault& fault_;
  bool is_here_ = false;
};

}  // namespace

std::uint64_t evaluate_with_fault(const Specification& specification, const SequencePlan& program,
                                  const SumFault& fault, const DotOperands& in) {
  FaultyAdders faulty(program, fault);
  return specification.evaluate(in, &faulty).d;
}

}  // namespace mmasc
