// SPDX-License-Identifier: Apache-2.0
// What commands that quantise are told alike.
#pragma once

#include <string>

#include "option_rows.h"
#include "quantise/scheme.h"

namespace mmasc {

struct QuantiseArguments {
  std::string scale, quotient = "exact", least = "0";

  std::optional<ScaleKind> scale_kind() const;
  Quotient quotient_kind() const;
  float least_greatest() const;
};

void add_quantise_options(QuantiseArguments& arguments, OptionRows& rows);

}  // namespace mmasc
