// SPDX-License-Identifier: Apache-2.0
#include "mmasc/proof/kept_number.h"

namespace mmasc::proof {

KeptNumber kept_number(NumberForm form, Literals kept) {
  if (form == NumberForm::plain) return {std::move(kept), kFalse};
  const Literal sign = kept.back();
  kept.pop_back();
  if (form == NumberForm::sign_magnitude) kept.push_back(kFalse);
  return {std::move(kept), sign};
}

Literals number_of(AndGraph& gates, const KeptNumber& number) {
  return number.minus == kFalse ? number.bits : negated_if(gates, number.minus, number.bits);
}

}  // namespace mmasc::proof
