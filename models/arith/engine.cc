// SPDX-License-Identifier: Apache-2.0
#include "arith/engine.h"

#include <map>
#include <mutex>

#include "spec/error.h"

namespace mmasc {
namespace {

struct Registry {
  std::mutex mutex;
  std::map<std::string, EngineFactory, std::less<>> factories{{"reference", make_reference_engine}};
};

Registry& registry() {
  static Registry instance;
  return instance;
}

}  // namespace

void check(const Unit& unit, const DotBatch& batch) {
  const std::size_t n = batch.d.size();
  const auto expect = [&](const char* name, std::size_t size, int each, const char* what) {
    const auto width = static_cast<std::size_t>(each);
    if (width == 0 ? size != 0 : size % width != 0 || size / width != n)
      throw InputError(std::string(name) + " has " + std::to_string(size) + " elements; " +
                       std::to_string(n) + " of d take " + std::to_string(each) + " " + what +
                       " each");
  };
  const int k = unit.instruction.shape.k;
  expect("a", batch.a.size(), k, "of k");
  expect("b", batch.b.size(), k, "of k");
  expect("c", batch.c.size(), 1, "of c");
  expect("sa", batch.sa.size(), unit.scales(), "scales");
  expect("sb", batch.sb.size(), unit.scales(), "scales");
}

void Engine::dot(std::span<const std::uint64_t> a, std::span<const std::uint64_t> b,
                 std::span<const std::uint64_t> c, std::span<std::uint64_t> d) const {
  const DotBatch batch{.a = a, .b = b, .c = c, .sa = {}, .sb = {}, .d = d};
  check(unit(), batch);
  dot(batch);
}

bool register_engine(std::string_view name, EngineFactory factory) {
  const std::lock_guard lock(registry().mutex);
  return registry().factories.insert_or_assign(std::string(name), factory).second;
}

std::vector<std::string> engine_names() {
  const std::lock_guard lock(registry().mutex);
  std::vector<std::string> names;
  for (const auto& [name, factory] : registry().factories) names.push_back(name);
  return names;
}

std::unique_ptr<Engine> make_engine(std::string_view name, const Unit& unit) {
  EngineFactory factory = nullptr;
  {
    const std::lock_guard lock(registry().mutex);
    const auto found = registry().factories.find(name);
    if (found != registry().factories.end()) factory = found->second;
  }
  if (factory != nullptr) return factory(unit);
  std::string names;
  for (const std::string& each : engine_names()) names += (names.empty() ? "" : ", ") + each;
  throw InputError("unknown engine \"" + std::string(name) + "\"; one of " + names);
}

}  // namespace mmasc
