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
