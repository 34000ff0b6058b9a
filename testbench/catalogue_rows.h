// SPDX-License-Identifier: Apache-2.0
// How many rows the catalogue has, for every test that walks it: none may be left out.
#pragma once

namespace mmasc {

inline constexpr int kIntegerRows = 295;
inline constexpr int kCatalogueRows = 397 + kIntegerRows;

}  // namespace mmasc
