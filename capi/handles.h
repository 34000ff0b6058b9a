// SPDX-License-Identifier: Apache-2.0
// What the opaque types are.
#pragma once

#include <memory>

#include "arith/engine.h"
#include "capi/mmasc.h"

struct mmasc_unit {
  mmasc::Unit unit;
};

struct mmasc_engine {
  std::unique_ptr<mmasc::Engine> engine;
};
