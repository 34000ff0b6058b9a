// SPDX-License-Identifier: Apache-2.0
// One job on its way through a Schedule: loads, instructions and stores, by a Stream of either
// kind.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <vector>

#include "mmasc/accelerator/accelerator.h"
#include "mmasc/accelerator/stream.h"
#include "mmasc/accelerator/time_scale.h"
#include "mmasc/accelerator_core/execute.h"
#include "mmasc/accelerator_core/schedule.h"

namespace mmasc::tlm {

class JobRun {
 public:
  JobRun(const Job& job, const Engine& engine, const Timings& timings, const TimeScale& scale,
         const AcceleratorSettings& settings, Stream& stream);

  // None, or what the memory or the engine did wrong. With an error nothing is asked of the memory
  // any more; what was, is answered, but where it comes too late.
  Fault run();
  sc_time last_answer() const { return last_answer_; }
  // Once it ran without an error.
  Report report() const { return schedule_.report(); }
  std::vector<TimelineEvent> take_events() { return std::move(events_); }

 private:
  // A stage being loaded, or an output tile being stored.
  struct Part {
    std::vector<std::byte> bytes;
    int open = -1;  // answers it waits for; -1: not asked for yet
    sc_time begin, answer;
  };
  struct Parts {
    std::int64_t first = 0;
    std::deque<Part> parts;
    Part& at(std::int64_t index);
    // Drops the first part, which is done with; its buffer is used again.
    void drop_first();
    std::vector<std::vector<std::byte>> spare;
  };

  void begin(const Load& load);
  void begin(const Store& store);
  int post(const Transfer& transfer, std::span<std::byte> data, bool is_write, std::int64_t tag,
           Millicycles begin, std::int64_t lines_before);
  void take(const Answer& answer);
  void loaded(std::int64_t stage, const Part& part);
  void stored(std::int64_t tile, const Part& part);
  void run_stages();
  void record_instructions();
  void drain();

  const Job& job_;
  const Timings timings_;
  const TimeScale scale_;
  const AcceleratorSettings& settings_;
  Stream& stream_;
  Schedule schedule_;
  Executor executor_;
  Parts stages_, tiles_;
  std::int64_t next_recorded_ = 0;
  Fault fault_;
  sc_time last_answer_;
  std::vector<TimelineEvent> events_;
};

}  // namespace mmasc::tlm
