// SPDX-License-Identifier: Apache-2.0
// How many rows the catalogue has, for every test that walks it: none may be left out.
#pragma once

namespace mmasc {

inline constexpr int kDenseFloatRows = 477;
inline constexpr int kSparseIntegerRows = 138;
inline constexpr int kSparseRows = 108 + kSparseIntegerRows;
inline constexpr int kIntegerRows = 320 + kSparseIntegerRows;
inline constexpr int kCatalogueRows = kDenseFloatRows + 320 + kSparseRows;

}  // namespace mmasc
