// SPDX-License-Identifier: Apache-2.0
// A library that does wrong what the first element of a says.
#include <cstdint>
#include <cstring>
#include <stdexcept>

#include "mmasc/black_box.h"

const char* mmasc_box_open(const mmasc_box_unit* unit, void** box) {
  *box = nullptr;
  if (std::strstr(unit->formats, "k=1") == nullptr) throw std::invalid_argument("k is not 1");
  return nullptr;
}

const char* mmasc_box_dot(void*, const mmasc_box_batch* batch) {
  batch->d[0] = 0;
  if (batch->a[0] == 5) return nullptr;  // the second is not written
  batch->d[1] = 1;
  switch (batch->a[0]) {
    case 1:
      return "the board\nis off";
    case 2:
      throw std::runtime_error("no licence");
    case 3:
      throw 3;
    case 4:
      batch->d[1] = std::uint64_t{1} << 32;
      break;
    default:
      break;
  }
  return nullptr;
}
