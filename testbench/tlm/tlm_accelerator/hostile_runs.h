// SPDX-License-Identifier: Apache-2.0
// One job with a hostile memory, and what comes out.
#pragma once

#include "tlm_accelerator/bench.h"

namespace mmasc::tlm {

inline Descriptor hostile_job() {
  Descriptor x = small_job();
  x.sequence = 4711;
  return x;
}

struct HostileCase {
  Hostility hostility = Hostility::none;
  unsigned n = 1;
  bool approximately = false;
  bool tolerates = false;
  bool dmi = false;
  bool is_slow = false;
};

inline BenchSettings hostile_settings(const HostileCase& of) {
  BenchSettings settings;
  settings.accelerator.approximately_timed = of.approximately;
  settings.accelerator.dmi = of.dmi;
  settings.accelerator.tolerates_incomplete = of.tolerates;
  settings.accelerator.queues = 2;
  settings.hostility = of.hostility;
  settings.n = of.n;
  if (of.is_slow) settings.memory.timing = {.latency = 1000, .bytes_per_cycle = 8};
  return settings;
}

struct Outcome {
  Fault error;
  std::uint64_t queue_error = 0, head = 0;
  bool is_d_right = false, is_d_untouched = false;
  std::size_t records = 0;
};

// Starts one job in a bench of its own; the outcome is there when the simulation ends.
class HostileRun {
 public:
  HostileRun(const std::string& name, const HostileCase& of, std::uint64_t watchdog = 0)
      : problem_(hostile_job(), 3, std::byte{0x5a}), bench(name, hostile_settings(of)) {
    bench.put(problem_);
    for (std::uint32_t i = 0; i < kRingSize; ++i) bench.put(hostile_job(), i);
    in_thread([this, watchdog] {
      bench.write(Register::watchdog, watchdog);
      bench.enable();
      bench.run_to(1);
      outcome_.queue_error = bench.read(Register::queue_error);
      outcome_.head = bench.read(Register::head);
      if (then) then();
    });
  }
  Outcome outcome() {
    outcome_.records = bench.accelerator->records().size();
    if (outcome_.records > 0) outcome_.error = bench.record(0).error;
    const std::vector<std::byte> before = problem_.memory().bytes;
    bench.get(problem_);
    outcome_.is_d_untouched = before == problem_.memory().bytes;
    // All runs have one job, and one seed.
    static const OwnedMatrix expected =
        problem_.expected(*make_reference_engine(*problem_.job().unit));
    outcome_.is_d_right = true;
    for (std::int64_t row = 0; row < expected.matrix().rows; ++row)
      for (std::int64_t column = 0; column < expected.matrix().columns; ++column)
        if (problem_.d_at(row, column) != load_element(expected.matrix(), row, column))
          outcome_.is_d_right = false;
    return outcome_;
  }

  std::function<void()> then;  // in the host's thread

 private:
  TiledProblem problem_;
  Outcome outcome_;

 public:
  Bench bench;
};

}  // namespace mmasc::tlm
