// SPDX-License-Identifier: Apache-2.0
// The options that all commands that quantise have.
#pragma once

#include <string>
#include <string_view>

#include "mmasc/command/option_rows.h"
#include "mmasc/quantise/scheme.h"

namespace mmasc {

// A number from 0 on, as f32.
float f32_from_0(std::string_view option, const std::string& text);

struct QuantiseArguments {
  std::string scale, quotient = "exact", least_greatest = "0";

  std::optional<ScaleKind> scale_kind() const;
  Quotient quotient_kind() const;
  float least_greatest_number() const;
};

// `excludes`: an option that none of them goes with.
void add_quantise_options(QuantiseArguments& arguments, OptionRows& rows,
                          const char* excludes = nullptr);

}  // namespace mmasc
