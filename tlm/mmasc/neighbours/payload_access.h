// SPDX-License-Identifier: Apache-2.0
// The access to a store that a generic payload asks for: checked, then done.
#pragma once

#include <algorithm>
#include <cstdint>

#include "mmasc/neighbours/sparse_store.h"
#include "mmasc/tlm/tlm_names.h"

namespace mmasc::tlm {

// Bytes of the address range that a payload touches: no more than its streaming width, which it
// then repeats (IEEE 1666-2011, 14.15).
inline std::uint64_t extent(const Payload& payload) {
  return std::min(payload.get_data_length(), payload.get_streaming_width());
}

// Reads or writes `payload` at `address` (the payload's own may have been changed on its way) and
// returns the status for it, which is never INCOMPLETE. Disabled bytes stay as they are on both
// sides; the index into the byte enables wraps. A payload with an error moves no byte.
::tlm::tlm_response_status access(SparseStore& store, bool writable, std::uint64_t address,
                                  Payload& payload);

// The debug transport of the same: byte enables and streaming width do not count, and what lies
// beyond the end is left out. Returns the number of bytes moved.
unsigned debug_access(SparseStore& store, const Payload& payload);

}  // namespace mmasc::tlm
