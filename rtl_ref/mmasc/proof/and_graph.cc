// SPDX-License-Identifier: Apache-2.0
#include "mmasc/proof/and_graph.h"

#include <utility>

namespace mmasc::proof {

Literal AndGraph::input() {
  ++inputs_;
  gates_.push_back({});
  is_input_.push_back(true);
  return static_cast<Literal>(2 * (gates_.size() - 1));
}

Literal AndGraph::both(Literal x, Literal y) {
  if (x > y) std::swap(x, y);
  if (x == kFalse || x == invert(y)) return kFalse;
  if (x == kTrue || x == y) return y;
  const auto [place, is_new] =
      known_.try_emplace(std::uint64_t{x} << 32 | y, static_cast<std::uint32_t>(gates_.size()));
  if (is_new) {
    gates_.push_back({x, y});
    is_input_.push_back(false);
  }
  return 2 * place->second;
}

Literal AndGraph::differ(Literal x, Literal y) {
  return both(invert(both(x, y)), invert(both(invert(x), invert(y))));
}

Literal AndGraph::choose(Literal p, Literal x, Literal y) {
  if (x == y) return x;
  return invert(both(invert(both(p, x)), invert(both(invert(p), y))));
}

std::string bit_name(std::string_view word, int bit) {
  return std::string(word) + "[" + std::to_string(bit) + "]";
}

}  // namespace mmasc::proof
