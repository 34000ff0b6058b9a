// SPDX-License-Identifier: Apache-2.0
#include "mmasc/proof/way.h"

#include <algorithm>
#include <set>

namespace mmasc::proof {

void Way::enter(const std::vector<SymbolicField>& fields, const Payload& payload) {
  payload_.clear();
  for (const SymbolicField& field : next().in) {
    const auto same = std::ranges::find(fields, field.name, &SymbolicField::name);
    const Literals& word = payload[static_cast<std::size_t>(same - fields.begin())];
    payload_.push_back(resized(with_sign(*same, word), field.width));
  }
}

Literals Way::number(std::string_view name) const {
  const SymbolicField& field = field_of(last(), name);
  return with_sign(field, payload_[static_cast<std::size_t>(&field - last().out.data())]);
}

const SymbolicField& field_of(const SymbolicStage& leaving, std::string_view name) {
  return *std::ranges::find(leaving.out, name, &SymbolicField::name);
}

bool leave_alike(const SymbolicStage& x, const SymbolicStage& y) {
  std::set<std::string_view> names, others;
  for (const SymbolicField& field : x.out) names.insert(field.name);
  for (const SymbolicField& field : y.out) others.insert(field.name);
  return names == others;
}

Literal differ_as_numbers(AndGraph& gates, const Literals& x, const Literals& y) {
  const int width = static_cast<int>(std::max(x.size(), y.size()));
  return differs(gates, resized(x, width), resized(y, width));
}

Literal differ_behind(AndGraph& gates, const Way& x, const Way& y) {
  Literal differ = kFalse;
  for (const SymbolicField& field : x.last().out)
    differ =
        gates.either(differ, differ_as_numbers(gates, x.number(field.name), y.number(field.name)));
  return differ;
}

}  // namespace mmasc::proof
