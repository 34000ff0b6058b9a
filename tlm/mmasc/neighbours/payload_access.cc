// SPDX-License-Identifier: Apache-2.0
#include "mmasc/neighbours/payload_access.h"

namespace mmasc::tlm {
namespace {

// One run of consecutive addresses.
void move(SparseStore& store, bool write, std::uint64_t address, std::uint8_t* data,
          std::uint64_t bytes) {
  if (write)
    store.write(address, data, bytes);
  else
    store.read(address, data, bytes);
}

}  // namespace

::tlm::tlm_response_status access(SparseStore& store, bool writable, std::uint64_t address,
                                  Payload& payload) {
  const bool write = payload.is_write();
  if (!write && !payload.is_read()) return ::tlm::TLM_OK_RESPONSE;  // nothing to move
  std::uint8_t* const data = payload.get_data_ptr();
  const unsigned length = payload.get_data_length(), width = payload.get_streaming_width();
  const std::uint8_t* const enables = payload.get_byte_enable_ptr();
  const unsigned enables_length = payload.get_byte_enable_length();
  if (!data) return ::tlm::TLM_GENERIC_ERROR_RESPONSE;
  if (length == 0 || width == 0) return ::tlm::TLM_BURST_ERROR_RESPONSE;
  if (enables && enables_length == 0) return ::tlm::TLM_BYTE_ENABLE_ERROR_RESPONSE;
  if (!store.holds(address, extent(payload))) return ::tlm::TLM_ADDRESS_ERROR_RESPONSE;
  if (write && !writable) return ::tlm::TLM_COMMAND_ERROR_RESPONSE;

  if (enables) {
    for (unsigned i = 0; i < length; ++i)
      if (enables[i % enables_length] == TLM_BYTE_ENABLED)
        move(store, write, address + i % width, data + i, 1);
  } else {
    for (unsigned i = 0; i < length;) {
      const unsigned part = std::min(width, length - i);
      move(store, write, address, data + i, part);
      i += part;
    }
  }
  return ::tlm::TLM_OK_RESPONSE;
}

unsigned debug_access(SparseStore& store, const Payload& payload) {
  const std::uint64_t address = payload.get_address();
  if ((!payload.is_read() && !payload.is_write()) || address >= store.size() ||
      !payload.get_data_ptr())
    return 0;
  const auto bytes = static_cast<unsigned>(
      std::min<std::uint64_t>(payload.get_data_length(), store.size() - address));
  move(store, payload.is_write(), address, payload.get_data_ptr(), bytes);
  return bytes;
}

}  // namespace mmasc::tlm
