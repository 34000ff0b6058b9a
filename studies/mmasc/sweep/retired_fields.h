// SPDX-License-Identifier: Apache-2.0
// Fields of studies that earlier versions took. They are refused, and the new name is told.
#pragma once

#include <string_view>

namespace mmasc {

struct RetiredField {
  std::string_view was, now;
};
inline constexpr RetiredField kRetiredFields[] = {
    {"promotion.interval", "gemm.promote_k"},    {"promotion.rounding", "gemm.promote_rounding"},
    {"fp8gemm.interval", "fp8gemm.promote_k"},   {"fp8gemm.inner", "fp8gemm.inner_k"},
    {"fp8gemm.least", "fp8gemm.least_greatest"},
};

// Empty: the field is not retired.
constexpr std::string_view new_name_of(std::string_view field) {
  for (const RetiredField& retired : kRetiredFields)
    if (retired.was == field) return retired.now;
  return {};
}

}  // namespace mmasc
