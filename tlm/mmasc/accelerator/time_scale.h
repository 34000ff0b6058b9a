// SPDX-License-Identifier: Apache-2.0
// The times of a schedule as simulated time and back.
#pragma once

#include "mmasc/accelerator_core/schedule.h"
#include "mmasc/tlm/tlm_names.h"

namespace mmasc::tlm {

// Times round to SystemC's resolution, never before the schedule's; and back again, never after.
class TimeScale {
 public:
  TimeScale(sc_time begin, sc_time clock_period) : begin_(begin), period_(clock_period.value()) {}

  sc_time begin() const { return begin_; }
  sc_time time(Millicycles count) const {
    const auto all = static_cast<std::uint64_t>(count);
    const std::uint64_t cycle = kCycle;
    return begin_ +
           sc_time::from_value(all / cycle * period_ + (all % cycle * period_ + cycle - 1) / cycle);
  }
  Millicycles count(sc_time time) const {
    const std::uint64_t passed = (time - begin_).value(), cycle = kCycle;
    return static_cast<Millicycles>(passed / period_ * cycle + passed % period_ * cycle / period_);
  }

 private:
  sc_time begin_;
  std::uint64_t period_;
};

}  // namespace mmasc::tlm
