// SPDX-License-Identifier: Apache-2.0
#include "arith/engine.h"

#include "spec/error.h"
#include "spec/random_elements.h"

namespace mmasc {

void check(const Unit& unit, const DotBatch& batch) {
  const std::size_t n = batch.d.size();
  const auto expect = [&](const char* name, std::size_t size, int each, const char* what) {
    const auto width = static_cast<std::size_t>(each);
    if (width == 0 ? size != 0 : size % width != 0 || size / width != n)
      throw InputError(std::string(name) + " has " + std::to_string(size) + " elements; " +
                       std::to_string(n) + " of d take " + std::to_string(each) + " " + what +
                       " each");
  };
  expect("a", batch.a.size(), unit.products(), unit.instruction.sparsity ? "products" : "of k");
  expect("b", batch.b.size(), unit.instruction.shape.k, "of k");
  expect("c", batch.c.size(), 1, "of c");
  expect("sa", batch.sa.size(), unit.scales(), "scales");
  expect("sb", batch.sb.size(), unit.scales(), "scales");
  const auto drawn = static_cast<int>(random_widths(unit).size());
  if (drawn > 0 && batch.random.empty() && n > 0)
    throw InputError(unit.instruction.id + " rounds stochastically: each operation takes " +
                     std::to_string(drawn) + " random elements");
  expect("metadata", batch.metadata.size(), unit.metadata(), "elements of metadata");
  expect("random", batch.random.size(), drawn, "random elements");
}

void Engine::dot(std::span<const std::uint64_t> a, std::span<const std::uint64_t> b,
                 std::span<const std::uint64_t> c, std::span<std::uint64_t> d) const {
  const DotBatch batch{.a = a, .b = b, .c = c, .sa = {}, .sb = {}, .d = d};
  check(unit(), batch);
  dot(batch);
}

std::vector<std::string> engine_names(EngineList engines) {
  std::vector<std::string> names;
  for (const EngineRow& row : engines)
    if (row.make != nullptr) names.emplace_back(row.name);
  return names;
}

const EngineRow& find_engine(EngineList engines, std::string_view name) {
  for (const EngineRow& row : engines)
    if (row.name == name && row.make != nullptr) return row;
  std::string names;
  for (const std::string& each : engine_names(engines)) names += (names.empty() ? "" : ", ") + each;
  throw InputError("unknown engine \"" + std::string(name) + "\"; one of " + names);
}

std::unique_ptr<Engine> make_engine(EngineList engines, std::string_view name, const Unit& unit) {
  return find_engine(engines, name).make(unit);
}

}  // namespace mmasc
