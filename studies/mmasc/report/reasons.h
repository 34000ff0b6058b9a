// SPDX-License-Identifier: Apache-2.0
// Why a design does not meet a study's constraints, or is undecided, in words.
#pragma once

#include <string>
#include <vector>

#include "mmasc/report/shape.h"
#include "mmasc/sweep/verdict.h"

namespace mmasc {

// A number for readers: "1.23e-05".
std::string short_number(double number);
// The same of a number that samples gave, with its interval: "0.0123 (95 %: 0.01 to 0.015)".
std::string number_text(const std::optional<Quantity>& quantity);

// "delay is 900, not <= 800 and ...".
std::string why_missed(const ReportShape& shape, const std::vector<Check>& missed);
// "relative_error_rms is 0.012 (95 %: 0.01 to 0.015), and <= 0.013 is asked; repetitions = 20 would
// decide it".
std::string why_undecided(const Study& study, const ReportShape& shape,
                          const std::vector<Check>& undecided);

}  // namespace mmasc
