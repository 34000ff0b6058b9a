// SPDX-License-Identifier: Apache-2.0
// A queue: takes descriptors from its ring, runs them one after the other, and tells their ends.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <vector>

#include "mmasc/accelerator/accelerator.h"
#include "mmasc/accelerator/driver.h"
#include "mmasc/accelerator_core/register_file.h"

namespace mmasc::tlm {

// The state that the queues of an accelerator share.
struct Shared {
  Shared(const AcceleratorSettings& s, std::function<ForwardIf&()> target);

  const Engine& engine(const Unit& unit);
  // Clock cycles of that time.
  std::uint64_t cycles(sc_time time) const { return time.value() / settings.clock_period.value(); }
  void set_status(int queue, std::uint64_t bits);
  void add(const JobRecord& record);

  const AcceleratorSettings settings;
  RegisterFile registers;
  std::unique_ptr<Driver> driver;
  sc_core::sc_event interrupts;  // INTERRUPT_STATUS or INTERRUPT_ENABLE changed
  bool in_reset = false;
  std::vector<JobRecord> records;

 private:
  std::map<const Unit*, std::unique_ptr<Engine>> engines_;
};

class Queue {
 public:
  // Creates processes: to be called while the module is constructed.
  Queue(Shared& shared, int index);

  // The registers changed.
  void wake() { life_->wake(); }
  void clear_fault();
  // Gives up what it does, whatever it waits for. The registers are the caller's.
  void restart();

 private:
  // A descriptor from its fetch to its completion record.
  struct Current {
    JobRecord record;
    std::uint32_t entry = 0;  // of the ring
    bool interrupt = false;
    bool is_completing = false;
  };

  // A new life, and its thread.
  void renew();
  void spawn(bool after_watchdog);
  void serve(const std::shared_ptr<Life>& life, bool after_watchdog);
  bool can_begin() const;
  void run_descriptor(Stream& stream);
  Fault run_job(const Job& job, Stream& stream);
  // One request, or as many as `max_burst_bytes` makes of it.
  Answer::Status transfer(Stream& stream, bool is_write, std::uint64_t address,
                          std::span<std::byte> data, sc_time& answer);
  void complete(Stream& stream);
  void finish();
  void watch();
  std::uint64_t get(Register which) const { return shared_.registers.get(which, index_); }
  void set(Register which, std::uint64_t value) { shared_.registers.set(which, value, index_); }
  void fail(Fault fault, std::uint32_t sequence);

  Shared& shared_;
  const int index_;
  std::shared_ptr<Life> life_;
  Current current_;
  sc_core::sc_event watch_, restart_;
};

}  // namespace mmasc::tlm
