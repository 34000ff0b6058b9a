// SPDX-License-Identifier: Apache-2.0
// One of those that are compared.
#pragma once

#include <memory>
#include <optional>

#include "mmasc/arith/engine.h"
#include "mmasc/arith/sequence.h"
#include "mmasc/vectors/vector_file.h"

namespace mmasc::compare {

struct Contender {
  Sequence model;
  // Asked for d in place of the model, which then says no more than which operands there are, and
  // whether NaNs are known. Of it nothing is seen but d and the flags that it gives. Null: the
  // model computes.
  std::shared_ptr<const Engine> box = nullptr;
  // What of its NaNs is known, where the row does not say it but a vector file.
  std::optional<NanMatch> nan = std::nullopt;

  const Unit& unit() const { return model.unit(); }
  bool gives_flags() const { return box ? box->gives_flags() : raises_flags(unit()); }
};

}  // namespace mmasc::compare
