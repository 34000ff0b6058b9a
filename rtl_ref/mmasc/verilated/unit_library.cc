// SPDX-License-Identifier: Apache-2.0
#include "mmasc/verilated/unit_library.h"

#include <dlfcn.h>

#include "mmasc/unit/error.h"
#include "mmasc/verilated/recipe.h"

namespace mmasc {
namespace {

// Local: the names in one unit are those in every other.
std::shared_ptr<void> load(const std::filesystem::path& file) {
  void* const handle = ::dlopen(file.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (handle == nullptr) throw EnvironmentError(::dlerror());
  return {handle, ::dlclose};
}

}  // namespace

UnitLibrary::UnitLibrary(const Rtl& rtl, const std::string& name, const Cache& cache)
    : name_(name) {
  std::filesystem::path runtime_file;
  {
    const Recipe recipe = Recipe::runtime();
    const auto entry =
        cache.get(recipe.key(), [&](const auto& file, const auto& log) { recipe.make(file, log); });
    runtime_ = load(entry.file);  // first: the unit asks for it by name, not by place
    runtime_file = entry.file;
  }
  const Recipe recipe = Recipe::unit(rtl, name);
  const auto entry = cache.get(recipe.key(), [&](const auto& file, const auto& log) {
    recipe.make(file, log, runtime_file);
    try {
      load(file);  // what cannot be loaded is not kept
    } catch (const EnvironmentError& error) {
      throw EnvironmentError(name + ": " + error.what());
    }
  });
  unit_ = load(entry.file);
  table_ = static_cast<const unit_abi::Table*>(::dlsym(unit_.get(), "mmasc_unit_table"));
  if (table_ == nullptr) throw EnvironmentError(::dlerror());
}

}  // namespace mmasc
