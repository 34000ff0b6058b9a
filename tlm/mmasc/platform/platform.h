// SPDX-License-Identifier: Apache-2.0
// A platform: accelerators, the memory that feeds them, their host, and the GEMM that they run, as
// a file tells it (docs/platform.md). Cycles are those of the accelerators' clock.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "mmasc/accelerator_core/job_timings.h"
#include "mmasc/timing/timing.h"
#include "mmasc/unit/embedded.h"

namespace mmasc {

// tlm/mmasc/platform/catalog
std::span<const EmbeddedFile> platform_files();

namespace tlm {

struct Extents {
  std::int64_t m = 0, n = 0, k = 0;
};

struct Platform {
  std::string name;
  std::string instruction;                // an id, a unique part of one, or FILE.toml[:ROW]
  std::optional<OperandSource> operands;  // none: the first that the timing table has
  int group = 1;                          // SMs that share an instruction
  int accelerators = 1;
  int stages = 1;  // stage buffers of each
  Extents tile;    // in elements; m and n of one instruction, k of a stage buffer
  Extents gemm;
  SourcedNumber clock;            // GHz; no result depends on it, and it may be missing (no key)
  SourcedNumber latency;          // cycles from a request's service to its answer, transfer apart
  SourcedNumber bytes_per_cycle;  // of the memory; 0: no limit
  SourcedNumber outstanding;      // requests in service at a time; 0: no limit
  SourcedNumber line_cycles;      // of the copy engine, for up to 128 bytes of one line
  SourcedNumber write_cycles;     // into the stage buffer, for each of them
  SourcedNumber doorbell;         // cycles until the accelerator fetches its descriptor
  SourcedNumber completion;       // cycles until the host sees the completion record

  std::vector<const SourcedNumber*> numbers() const;
};

// `changes` are KEY=VALUE, as tile.m=64. `origin` names the text in errors. Throws InputError:
// `origin:line: key: what is wrong; mend`, or one that begins with --set.
Platform read_platform(std::string_view toml_text, std::string_view origin,
                       std::span<const std::string> changes = {});

// A shipped platform by name, or a file FILE.toml. Throws InputError, EnvironmentError.
Platform find_platform(const std::string& name, std::span<const std::string> changes = {});

}  // namespace tlm
}  // namespace mmasc
