// SPDX-License-Identifier: Apache-2.0
#include "mmasc/arith/aligned_products.h"

#include "mmasc/unit/walk.h"

namespace mmasc {
namespace {

// Walks the plan with whether a term is a product that no sum has taken yet.
struct ProductFinder {
  const ExactStep& step;
  std::vector<const AlignedTerm*> found{};

  bool product(int) { return true; }
  bool c() { return false; }
  bool sum(int s, const SumTerms<bool>& terms) {
    const ExactSum& walked = step.sums[static_cast<std::size_t>(s)];
    auto term = walked.terms.begin();
    terms.for_each([&](int, const AddendGroup&, bool is_product) {
      if (is_product && walked.finite()) found.push_back(&*term);
      ++term;
    });
    return false;
  }
  bool round(const RoundPlan&, Place, bool is_product) { return is_product; }
};

}  // namespace

std::vector<const AlignedTerm*> aligned_products(const Plan& plan, const ExactStep& step) {
  ProductFinder finder{step};
  walk(plan, finder);
  return std::move(finder.found);
}

}  // namespace mmasc
