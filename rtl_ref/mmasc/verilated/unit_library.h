// SPDX-License-Identifier: Apache-2.0
// A verilated unit, loaded.
#pragma once

#include <memory>
#include <string>

#include "mmasc/rtl/emit.h"
#include "mmasc/verilated/cache.h"
#include "mmasc/verilated/unit_abi.h"

namespace mmasc {

// The module of a unit that nobody else names: rows of one datapath then share a library.
inline constexpr const char* kUnitTop = "mmasc_unit";

class UnitLibrary {
 public:
  // Builds what the cache does not have. `name` is for messages. Throws EnvironmentError.
  UnitLibrary(const Rtl& rtl, const std::string& name, const Cache& cache);

  const std::string& name() const { return name_; }
  const unit_abi::Table& table() const { return *table_; }

 private:
  std::string name_;
  std::shared_ptr<void> runtime_, unit_;
  const unit_abi::Table* table_;
};

}  // namespace mmasc
