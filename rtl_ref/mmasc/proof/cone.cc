// SPDX-License-Identifier: Apache-2.0
#include "mmasc/proof/cone.h"

#include <algorithm>
#include <cctype>
#include <functional>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <utility>

namespace mmasc::proof {
namespace {

// Visits all that a number depends on, each once and before what reads it; of a gate's two, first
// what `x_first` says.
template <typename Known, typename First, typename Visit>
void visit_cone(const AndGraph& gates, std::uint32_t number, const Known& is_known,
                const First& x_first, const Visit& visit) {
  std::vector<std::uint32_t> waiting{number};
  while (!waiting.empty()) {
    const std::uint32_t at = waiting.back();
    if (!is_known(at) && !gates.is_input(at)) {
      std::uint32_t first = gates.gate(at).x / 2, second = gates.gate(at).y / 2;
      const bool lacks_first = !is_known(first), lacks_second = !is_known(second);
      if (lacks_first && lacks_second && !x_first(gates.gate(at))) std::swap(first, second);
      if (lacks_first || lacks_second) {
        if (!is_known(second)) waiting.push_back(second);
        if (!is_known(first)) waiting.push_back(first);
        continue;
      }
    }
    waiting.pop_back();
    if (!is_known(at)) visit(at);
  }
}

std::uint64_t mixed(std::uint64_t x) {
  x = (x ^ x >> 31) * 0x9e3779b97f4a7c15;
  return x ^ x >> 29;
}

// "multiplier.a_[3]" of "multiplier.a_17[3]".
std::uint64_t hash_of_name(std::string_view name) {
  std::string kind;
  const std::size_t bit = name.rfind('[');
  for (std::size_t i = 0; i < name.size(); ++i)
    if (i >= bit || std::isdigit(static_cast<unsigned char>(name[i])) == 0) kind += name[i];
  return std::hash<std::string>()(kind);
}

// What a gate computes, whatever numbers it and its inputs have.
class Shapes {
 public:
  Shapes(const AndGraph& gates, const std::vector<NamedLiteral>& inputs, Literal bit)
      : gates_(gates) {
    visit_cone(
        gates, bit / 2, [this](std::uint32_t number) { return known_.contains(number); },
        [](const AndGraph::Gate&) { return true; },
        [&](std::uint32_t number) { known_[number] = hash(inputs, number); });
  }
  std::uint64_t of(Literal x) const {
    return mixed(known_.at(x / 2) + 0x632be59bd9b4e019 * (x & 1));
  }

 private:
  std::uint64_t hash(const std::vector<NamedLiteral>& inputs, std::uint32_t number) const {
    if (gates_.is_input(number))
      return hash_of_name(
          std::ranges::lower_bound(inputs, 2 * number, {}, &NamedLiteral::literal)->name);
    const auto [x, y] = gates_.gate(number);
    return mixed(of(x) + of(y)) ^ (of(x) & of(y));
  }

  const AndGraph& gates_;
  std::unordered_map<std::uint32_t, std::uint64_t> known_{{0, 0}};
};

}  // namespace

Cone cone_of(const AndGraph& gates, const std::vector<NamedLiteral>& inputs, Literal bit) {
  const Shapes shapes(gates, inputs, bit);
  Cone cone;
  std::unordered_map<std::uint32_t, Literal> known{{0, kFalse}};
  const auto of = [&](Literal x) { return known.at(x / 2) ^ (x & 1); };
  visit_cone(
      gates, bit / 2, [&](std::uint32_t number) { return known.contains(number); },
      [&](const AndGraph::Gate& gate) { return shapes.of(gate.x) <= shapes.of(gate.y); },
      [&](std::uint32_t number) {
        if (gates.is_input(number)) {
          known[number] = cone.gates.input();
          cone.inputs.push_back(number);
        } else {
          const auto [x, y] = gates.gate(number);
          known[number] = cone.gates.both(of(x), of(y));
        }
      });
  cone.bit = of(bit);
  return cone;
}

Literal with_values(AndGraph& gates, Literal bit, const std::map<std::uint32_t, bool>& values) {
  std::unordered_map<std::uint32_t, Literal> known{{0, kFalse}};
  for (const auto& [number, value] : values) known[number] = value ? kTrue : kFalse;
  const auto of = [&](Literal x) { return known.at(x / 2) ^ (x & 1); };
  visit_cone(
      gates, bit / 2, [&](std::uint32_t number) { return known.contains(number); },
      [](const AndGraph::Gate&) { return true; },
      [&](std::uint32_t number) {
        if (gates.is_input(number)) {
          known[number] = 2 * number;
        } else {
          const auto [x, y] = gates.gate(number);
          known[number] = gates.both(of(x), of(y));
        }
      });
  return of(bit);
}

std::vector<std::uint32_t> inputs_of(const AndGraph& gates, Literal bit) {
  std::vector<std::uint32_t> inputs;
  std::unordered_set<std::uint32_t> known{0};
  visit_cone(
      gates, bit / 2, [&](std::uint32_t number) { return known.contains(number); },
      [](const AndGraph::Gate&) { return true; },
      [&](std::uint32_t number) {
        known.insert(number);
        if (gates.is_input(number)) inputs.push_back(number);
      });
  std::ranges::sort(inputs);
  return inputs;
}

}  // namespace mmasc::proof
