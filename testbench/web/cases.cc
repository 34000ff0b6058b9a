// SPDX-License-Identifier: Apache-2.0
// web_cases COUNT: random rows with random operands, then every row of the catalogue with some,
// each a line of JSON with the keys of a request to the explorer (apps/web/explore.h).
#include <cstdlib>
#include <iostream>
#include <nlohmann/json.hpp>

#include "mmasc/unit/catalog.h"
#include "random/random_operands.h"
#include "random/random_unit.h"

namespace mmasc {
namespace {

using Json = nlohmann::json;

void print(Json request, const Unit& unit, std::uint64_t seed) {
  const Case x = random_operands(unit, seed);
  const OperandLayout layout = layout_of(unit);
  for (const OperandRow& row : kInputs)
    if (layout.has(row.operand)) request[row.name] = to_hex(x[row.operand], layout[row.operand]);
  std::cout << request.dump() << '\n';
}

}  // namespace
}  // namespace mmasc

int main(int, char** argv) {
  using namespace mmasc;
  const std::uint64_t count = std::strtoull(argv[1], nullptr, 10);
  for (std::uint64_t seed = 1; seed <= count; ++seed) {
    const Unit unit = seed % 4 == 0 ? stochastic_unit(seed) : random_unit(seed);
    print({{"toml", to_toml(unit)}}, unit, seed);
  }
  for (const Unit& unit : catalog().units()) print({{"unit", unit.instruction.id}}, unit, count);
}
