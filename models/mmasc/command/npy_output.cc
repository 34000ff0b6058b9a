// SPDX-License-Identifier: Apache-2.0
#include "mmasc/command/npy_output.h"

#include <fmt/format.h>

#include <algorithm>
#include <new>

#include "mmasc/command/interrupt.h"
#include "mmasc/matrix_files/npy.h"
#include "mmasc/unit/error.h"

namespace mmasc {

OwnedMatrix output_matrix(const Format& format, std::int64_t rows, std::int64_t columns) try {
  return {format, rows, columns, "D"};
} catch (const std::bad_alloc&) {
  throw EnvironmentError(fmt::format("D, {} x {}: not enough memory for {} bytes", rows, columns,
                                     rows * columns * element_bytes(format)));
}

// In pieces: AtomicFile keeps what it is given until it writes.
void write_uncommitted_npy(AtomicFile& file, const Format& format, const OwnedMatrix& d) {
  constexpr std::size_t kPiece = 1 << 20;
  file.write(npy_header(format, d.matrix().rows, d.matrix().columns));
  const auto bytes = d.bytes();
  for (std::size_t at = 0; at < bytes.size(); at += kPiece) {
    stop_if_interrupted();
    const auto piece = bytes.subspan(at, std::min(kPiece, bytes.size() - at));
    file.write({reinterpret_cast<const char*>(piece.data()), piece.size()});
  }
  file.flush();
  stop_if_interrupted();
}

void write_npy(AtomicFile& file, const Format& format, const OwnedMatrix& d) {
  write_uncommitted_npy(file, format, d);
  file.commit();
}

}  // namespace mmasc
