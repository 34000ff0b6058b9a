// SPDX-License-Identifier: Apache-2.0
// Where the kernels find the operands of a product in a stretch's panels.

#pragma once

#include <hwy/highway.h>

#include <cstddef>

#include "mmasc/batch/kernels.h"

HWY_BEFORE_NAMESPACE();
namespace mmasc::batch::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

// Element k of a row whose elements lie `pitch` apart, or of each lane's own row.
template <Pairing kPairing, int kWidth, class T>
HWY_INLINE const T* of_row(const T* panel, int row, int pitch, int k) {
  return kPairing == Pairing::own_row ? panel + std::ptrdiff_t{k} * kWidth
                                      : panel + std::ptrdiff_t{row} * pitch + k;
}

template <Pairing kPairing, class D, class T>
HWY_ATTR HWY_INLINE hn::Vec<D> load_row(D d, const T* element, int lane) {
  if constexpr (kPairing == Pairing::own_row)
    return hn::Load(d, element + lane);
  else
    return hn::Set(d, *element);
}

// The lanes' elements that meet element k of a row.
template <Pairing kPairing, int kWidth, class AnyStretch, class T>
HWY_INLINE const T* of_lanes(const AnyStretch& stretch, const T* panel, int row, int k) {
  if constexpr (kPairing == Pairing::selected)
    return panel + std::ptrdiff_t{stretch.places[std::ptrdiff_t{row} * stretch.depth + k]} * kWidth;
  else
    return panel + std::ptrdiff_t{k} * kWidth;
}

}  // namespace mmasc::batch::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
