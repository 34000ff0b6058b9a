// SPDX-License-Identifier: Apache-2.0
#include "mmasc/arith/term_names.h"

#include <algorithm>
#include <utility>

#include "mmasc/unit/walk.h"

namespace mmasc {
namespace {

struct Namer {
  const Plan& plan;
  TermNames names;

  std::string product(int lane) { return names.products[static_cast<std::size_t>(lane)]; }
  std::string c() { return "c"; }
  std::string sum(int s, const SumTerms<std::string>& terms) {
    auto& all = names.terms.emplace_back();
    terms.for_each([&](int, const AddendGroup&, const std::string& name) { all.push_back(name); });
    return sum_name(plan, plan.sums[s]);
  }
  std::string round(const RoundPlan&, Place, const std::string& name) { return name; }
};

}  // namespace

std::string sum_name(const Plan& plan, const SumPlan& sum) {
  std::string name(sum.name.view());
  const auto namesakes =
      std::count_if(plan.sums.begin(), plan.sums.end(),
                    [&](const SumPlan& other) { return other.name.view() == name; });
  if (namesakes > 1) name += "[" + std::to_string(sum.index) + "]";
  return name;
}

TermNames term_names(const Plan& plan, std::vector<std::string> products) {
  for (int k = static_cast<int>(products.size()); k < plan.lanes(); ++k)
    products.push_back("p" + std::to_string(k));
  Namer namer{plan, {std::move(products), {}}};
  walk(plan, namer);
  return std::move(namer.names);
}

}  // namespace mmasc
