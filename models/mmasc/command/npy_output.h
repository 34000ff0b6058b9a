// SPDX-License-Identifier: Apache-2.0
// D as a .npy file.
#pragma once

#include <cstdint>

#include "mmasc/arith/owned_matrix.h"
#include "mmasc/files/atomic_file.h"

namespace mmasc {

// All zero. Throws InputError, EnvironmentError where there is not enough memory.
OwnedMatrix output_matrix(const Format& format, std::int64_t rows, std::int64_t columns);

// Writes the file, looking for an interrupt; the caller then commits it.
void write_uncommitted_npy(AtomicFile& file, const Format& format, const OwnedMatrix& d);
// The same, and commits.
void write_npy(AtomicFile& file, const Format& format, const OwnedMatrix& d);

}  // namespace mmasc
