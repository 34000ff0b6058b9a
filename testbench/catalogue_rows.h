// SPDX-License-Identifier: Apache-2.0
// How many rows the catalogue has, for every test that walks it: none may be left out.
#pragma once

namespace mmasc {

inline constexpr int kOlderSequences = 4;  // that an older assembler makes of an instruction
inline constexpr int kDenseFloatRowsOfGpus = 397 + kOlderSequences;  // of NVIDIA and CDNA
inline constexpr int kDenseFloatRows = kDenseFloatRowsOfGpus + 138;
inline constexpr int kDenseIntegerRows = 384;
inline constexpr int kSparseIntegerRows = 138;
inline constexpr int kSparseRows = 108 + kSparseIntegerRows;
inline constexpr int kIntegerRows = kDenseIntegerRows + kSparseIntegerRows;
inline constexpr int kUncapturedRows =
    184 + kOlderSequences;  // of Power, RISC-V and RDNA; of Blackwell's sparse ones
inline constexpr int kCatalogueRows = kDenseFloatRows + kDenseIntegerRows + kSparseRows;

}  // namespace mmasc
