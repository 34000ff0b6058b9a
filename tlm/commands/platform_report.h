// SPDX-License-Identifier: Apache-2.0
// The report of `mmasc platform` on a run, as text and as JSON.
#pragma once

#include <optional>
#include <string>

#include "mmasc/platform/analysis.h"
#include "mmasc/presentation/json.h"

namespace mmasc {

struct PlatformReport {
  const tlm::Platform& platform;
  const tlm::Tiling& tiling;
  const tlm::Analysis& analysis;
  std::string mode, engine{};           // engine: empty without data
  std::string d_hash{};                 // of D's bytes; empty without data
  std::optional<std::uint64_t> seed{};  // of operands that were drawn
  bool is_checked = false;              // D is that of mmasc gemm
};

std::string platform_text(const PlatformReport& report);
Json platform_json(const PlatformReport& report);

}  // namespace mmasc
