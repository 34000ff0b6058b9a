// SPDX-License-Identifier: Apache-2.0
#include "mmasc/accelerator/dmi_cache.h"

#include <cstring>

namespace mmasc::tlm {
namespace {

constexpr std::size_t kMostGrants = 64;  // which are searched one by one

}  // namespace

std::optional<sc_time> DmiCache::access(bool is_write, std::uint64_t address,
                                        std::span<std::byte> data) const {
  for (const Dmi& grant : grants_) {
    if (!(is_write ? grant.is_write_allowed() : grant.is_read_allowed())) continue;
    const std::uint64_t first = grant.get_start_address(), last = grant.get_end_address();
    if (address < first || address > last || data.size() - 1 > last - address) continue;
    unsigned char* const place = grant.get_dmi_ptr() + (address - first);
    if (is_write) {
      std::memcpy(place, data.data(), data.size());
      return grant.get_write_latency();
    }
    std::memcpy(data.data(), place, data.size());
    return grant.get_read_latency();
  }
  return {};
}

void DmiCache::ask(ForwardIf& target, bool is_write, std::uint64_t address) {
  Payload payload;
  payload.set_command(is_write ? ::tlm::TLM_WRITE_COMMAND : ::tlm::TLM_READ_COMMAND);
  payload.set_address(address);
  Dmi grant;
  if (!target.get_direct_mem_ptr(payload, grant)) return;
  if (!grant.get_dmi_ptr() || grant.get_start_address() > grant.get_end_address()) return;
  std::erase_if(grants_, [&](const Dmi& old) {
    return old.get_granted_access() == grant.get_granted_access() &&
           grant.get_start_address() <= old.get_start_address() &&
           old.get_end_address() <= grant.get_end_address();
  });
  if (grants_.size() == kMostGrants) grants_.erase(grants_.begin());
  grants_.push_back(grant);
}

void DmiCache::invalidate(std::uint64_t first, std::uint64_t last) {
  std::erase_if(grants_, [&](const Dmi& grant) {
    return grant.get_start_address() <= last && first <= grant.get_end_address();
  });
}

}  // namespace mmasc::tlm
