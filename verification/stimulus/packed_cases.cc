// SPDX-License-Identifier: Apache-2.0
#include "stimulus/packed_cases.h"

namespace mmasc {

PackedCases::PackedCases(std::span<const Case> cases) : d(cases.size()) {
  const auto append = [](auto& to, const auto& from) {
    to.insert(to.end(), from.begin(), from.end());
  };
  for (const Case& row : cases) {
    append(a_, row.a);
    append(b_, row.b);
    c_.push_back(row.c);
    append(sa_, row.sa);
    append(sb_, row.sb);
    append(random_, row.random);
    append(metadata_, row.metadata);
  }
}

}  // namespace mmasc
