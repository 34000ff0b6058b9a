// SPDX-License-Identifier: Apache-2.0
// The ranges of memory that a target lets its initiator reach directly.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "mmasc/tlm/tlm_names.h"

namespace mmasc::tlm {

class DmiCache {
 public:
  // Reads into or writes from `data` where one grant covers all of it; gives the latency.
  std::optional<sc_time> access(bool is_write, std::uint64_t address,
                                std::span<std::byte> data) const;
  // Asks the target for the range around an address.
  void ask(ForwardIf& target, bool is_write, std::uint64_t address);
  // Both ends inside.
  void invalidate(std::uint64_t first, std::uint64_t last);

 private:
  std::vector<Dmi> grants_;
};

}  // namespace mmasc::tlm
