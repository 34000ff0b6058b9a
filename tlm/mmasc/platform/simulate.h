// SPDX-License-Identifier: Apache-2.0
// A platform's cycles without SystemC: the accelerators' schedules against one memory, which serves
// requests in the order of their arrival. The SystemC models end at the same cycles where their
// memory is as simple (tlm/mmasc/neighbours/memory.h, no bus between).
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "mmasc/accelerator_core/schedule.h"
#include "mmasc/platform/platform.h"

namespace mmasc::tlm {

struct MemoryModel {
  Millicycles latency = 0;
  double bytes_per_cycle = 0;    // 0: no limit
  std::int64_t outstanding = 0;  // 0: no limit
};

struct HostModel {
  Millicycles doorbell = 0, completion = 0;
  bool moves_records = false;  // descriptor and completion record go through the memory
};

MemoryModel memory_model(const Platform& platform);
HostModel host_model(const Platform& platform);

struct PlatformEvent {
  enum class What { load, mma, store };
  What what{};
  int accelerator = 0;
  std::int64_t index = 0;   // of the stage; of the output tile for stores
  std::int64_t tile = 0;    // output tile
  std::int64_t buffer = 0;  // stage buffer; of stores the accumulator
  std::int64_t bytes = 0;
  Millicycles begin = 0, end = 0;
};

struct AcceleratorRun {
  Millicycles start = 0;  // of its schedule, whose report counts from here
  Report report;
  Millicycles interrupt = 0;  // rises: the completion record is in memory
};

struct PlatformRun {
  Millicycles end = 0;  // the host has seen all completion records
  std::vector<AcceleratorRun> accelerators;
  std::vector<PlatformEvent> events;  // where asked for, by begin
};

// By begin; the order of the same events is always the same.
void sort_events(std::vector<PlatformEvent>& events);

// The jobs start together, each on an accelerator of its own. `tick` is called now and then; what
// it throws comes out.
PlatformRun simulate(std::span<const Job> jobs, const Timings& timings, const MemoryModel& memory,
                     const HostModel& host, bool record_events = false,
                     const std::function<void()>& tick = {});

}  // namespace mmasc::tlm
