// SPDX-License-Identifier: Apache-2.0
// How the accelerator reaches its memory: loosely or approximately timed.
#pragma once

#include <cstddef>
#include <functional>
#include <memory>

#include "mmasc/accelerator/life.h"
#include "mmasc/accelerator/stream.h"

namespace mmasc::tlm {

// SystemC's id of the accelerator's reports.
inline constexpr const char* kReportId = "mmasc/tlm/accelerator";

struct DriverSettings {
  unsigned outstanding = 8;  // of a stream
  bool dmi = false;
  bool tolerates_incomplete = false;
  std::function<ForwardIf&()> target;
  std::function<sc_time()> watchdog;  // in which the memory must answer; 0: any time
};

class Driver {
 public:
  virtual ~Driver() = default;
  // Opens the stream of a thread with this life. `watch` is called where a thread has set its
  // life's deadline.
  virtual std::unique_ptr<Stream> open(const std::shared_ptr<Life>& life,
                                       std::function<void()> watch) = 0;
  virtual Reply nb_transport_bw(Payload& payload, Phase& phase, sc_time& delay) = 0;
  virtual void invalidate(std::uint64_t first, std::uint64_t last) = 0;
  virtual std::size_t in_flight() const = 0;
};

std::unique_ptr<Driver> make_loosely_timed_driver(const DriverSettings& settings);
// Creates processes: to be called while the module is constructed.
std::unique_ptr<Driver> make_approximately_timed_driver(const DriverSettings& settings);

inline bool is_good(const Payload& payload, const DriverSettings& settings) {
  return payload.is_response_ok() ||
         (settings.tolerates_incomplete &&
          payload.get_response_status() == ::tlm::TLM_INCOMPLETE_RESPONSE);
}

}  // namespace mmasc::tlm
