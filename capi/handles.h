// SPDX-License-Identifier: Apache-2.0
// The types that mmasc.h leaves opaque.
#pragma once

#include <memory>

#include "arith/engine.h"
#include "capi/mmasc.h"
#include "spec/unit_argument.h"

struct mmasc_unit {
  mmasc::Unit unit;
  mmasc::UnitArgument argument;  // as a command takes it, as far as one can
};

struct mmasc_engine {
  std::unique_ptr<mmasc::Engine> engine;
};
