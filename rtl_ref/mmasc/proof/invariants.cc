// SPDX-License-Identifier: Apache-2.0
#include "mmasc/proof/invariants.h"

#include <map>
#include <string>

#include "mmasc/unit/addend_bits.h"

namespace mmasc::proof {
namespace {

using Pairs = std::vector<std::pair<std::size_t, std::size_t>>;

std::map<std::string, std::size_t> places_of(const std::vector<SymbolicField>& fields) {
  std::map<std::string, std::size_t> at;
  for (std::size_t f = 0; f < fields.size(); ++f) at[fields[f].name] = f;
  return at;
}

// Each term's flag with that part of it.
Pairs parts_with_flags(const std::map<std::string, std::size_t>& at, const std::string& part) {
  Pairs found;
  for (const auto& [name, f] : at)
    if (const std::string term = name.substr(0, name.find('.')); name == term + ".zero")
      if (const auto of = at.find(term + part); of != at.end()) found.emplace_back(f, of->second);
  return found;
}

}  // namespace

Invariants bounded_by_widths(const std::vector<SymbolicField>& fields) {
  Invariants bounded;
  for (const SymbolicField& field : fields)
    bounded.ranges.push_back(all_of(field.width, field.is_signed));
  return bounded;
}

Literal zero_holds(AndGraph& gates, const Literals& flag, const Literals& word) {
  return gates.either(invert(flag.front()), invert(differs(gates, word, Literals{kFalse})));
}

Literal least_holds(AndGraph& gates, const Literals& flag, const Literals& word,
                    const WordRange& range) {
  return gates.either(invert(flag.front()), is_in(gates, word, {range.low, range.low}));
}

Pairs exponents_with_flags(const std::vector<SymbolicField>& fields) {
  return parts_with_flags(places_of(fields), ".exponent");
}

Pairs words_with_flags(const Plan& plan, const StagePlan& stage,
                       const std::vector<SymbolicField>& fields) {
  const std::map<std::string, std::size_t> at = places_of(fields);
  Pairs found = parts_with_flags(at, ".significand");
  if (!at.contains("addend_0")) return found;
  const int first_sum = plan.levels[stage.level].first_sum;
  for (const auto& [sum, first, count] : addends_behind(plan, stage))
    for (int i = first; i < first + count; ++i)
      found.emplace_back(at.at("sum_" + std::to_string(sum - first_sum) + ".zero"),
                         at.at("addend_" + std::to_string(i)));
  return found;
}

}  // namespace mmasc::proof
