// SPDX-License-Identifier: Apache-2.0
// The types that mmasc.h leaves opaque.
#pragma once

#include <memory>

#include "mmasc.h"
#include "mmasc/arith/engine.h"
#include "mmasc/unit/unit_argument.h"

struct mmasc_unit {
  mmasc::Unit unit;
  mmasc::UnitArgument argument;  // as a command takes it, as far as one can
};

struct mmasc_engine {
  std::unique_ptr<mmasc::Engine> engine;
};
