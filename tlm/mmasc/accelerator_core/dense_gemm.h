// SPDX-License-Identifier: Apache-2.0
// Descriptors of plain GEMMs: matrices that lie dense in memory, one line behind the other.
#pragma once

#include <cstdint>
#include <string_view>

#include "mmasc/accelerator_core/job.h"

namespace mmasc::tlm {

// D (m x n) = A (m x k) * B (k x n), or D += A * B.
struct DenseGemm {
  std::string_view unit;                // an instruction of `units`
  std::int64_t m = 0, n = 0, k = 0;     // elements
  std::uint64_t a = 0, b = 0, d = 0;    // addresses: of A's rows, B's columns and D's rows
  std::uint64_t sa = 0, sb = 0;         // of their scales, where the instruction has scales
  std::uint64_t metadata = 0;           // of a sparse A, a byte an element; A has what it keeps
  bool accumulate = false;              // D += A * B
  std::int64_t tile_k = 1, stages = 2;  // instructions of a k tile; stage buffers
  std::int64_t instruction_n = 0;       // columns of one instruction; 0: the most that it takes
};

// The descriptor, which raises its queue's interrupt on completion. Throws InputError where the
// units have no such instruction, where m, n and k are no multiples of a tile's, and where the
// descriptor would be refused (error_code.h).
Descriptor dense_gemm(const DenseGemm& gemm, const UnitList& units = catalogue_units(),
                      const Limits& limits = {});

}  // namespace mmasc::tlm
