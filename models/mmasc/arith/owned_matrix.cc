// SPDX-License-Identifier: Apache-2.0
#include "mmasc/arith/owned_matrix.h"

#include <string>

#include "mmasc/unit/error.h"

namespace mmasc {

OwnedMatrix::OwnedMatrix(const Format& format, std::int64_t rows, std::int64_t columns,
                         const char* name) {
  constexpr std::int64_t kMostBytes = std::int64_t{1} << 56;
  const auto size = std::to_string(rows) + " x " + std::to_string(columns);
  if (rows < 0 || columns < 0)
    throw InputError(std::string(name) + " would be " + size + "; sizes are not negative");
  if (rows != 0 && columns > kMostBytes / element_bytes(format) / rows)
    throw InputError(std::string(name) + " would be " + size + ", which is too large");
  bytes_.resize(static_cast<std::size_t>(rows * columns * element_bytes(format)));
  matrix_ = row_major(format, bytes_.data(), rows, columns);
}

}  // namespace mmasc
