// SPDX-License-Identifier: Apache-2.0
// web_cases COUNT: random rows with random operands, then every row of the catalogue with some,
// each a line of JSON with the keys of a request to the explorer (apps/web/explore.h).
#include <cstdlib>
#include <iostream>
#include <nlohmann/json.hpp>

#include "mmasc/unit/catalog.h"
#include "mmasc/unit/hex.h"
#include "mmasc/unit/random_elements.h"
#include "random/random_operands.h"
#include "random/random_unit.h"

namespace mmasc {
namespace {

using Json = nlohmann::json;

void print(Json request, const Unit& unit, std::uint64_t seed) {
  const OperandBits x = random_operands(unit, seed);
  const Instruction& row = unit.instruction;
  request["a"] = to_hex(x.a, *row.a);
  request["b"] = to_hex(x.b, *row.b);
  request["c"] = to_hex(x.c, *row.c);
  if (row.scale) {
    request["sa"] = to_hex(x.sa, *row.scale->format);
    request["sb"] = to_hex(x.sb, *row.scale->format);
  }
  if (row.sparsity) request["metadata"] = to_hex(x.metadata, metadata_format(*row.sparsity));
  if (!x.random.empty()) request["random"] = to_hex(x.random, random_widths(unit));
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
