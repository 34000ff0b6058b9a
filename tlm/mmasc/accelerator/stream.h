// SPDX-License-Identifier: Apache-2.0
// A queue's requests to the memory, and its answers: one interface, loosely or approximately timed.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

#include "mmasc/tlm/tlm_names.h"

namespace mmasc::tlm {

struct Request {
  bool is_write = false;
  std::uint64_t address = 0;
  std::span<std::byte> data;  // stays where it is until the answer
  sc_time time;               // not before; ascending from request to request
  std::int64_t tag = 0;       // the asker's own
};

struct Answer {
  enum class Status { ok, error, too_late };
  std::int64_t tag = 0;
  Status status = Status::ok;
  sc_time time;  // may lie ahead of simulated time where the model is loosely timed
};

class Stream {
 public:
  virtual ~Stream() = default;
  virtual void post(const Request& request) = 0;
  virtual std::optional<Answer> take() = 0;
  // True when the time has come; false where an answer came before.
  virtual bool reach(sc_time time) = 0;
  // Waits for an answer, of which one must be under way. An answer that is not there within the
  // watchdog's time is one that is too late.
  virtual void wait() = 0;
  // Drops what has not been sent yet.
  virtual void cancel() = 0;
  // Drops that, and what has been sent: its data may go, and its answers never come.
  virtual void forget() = 0;
  // Whether all that was sent has been answered and taken.
  virtual bool is_idle() const = 0;
  // Waits until simulated time is `time` at least.
  virtual void sleep_until(sc_time time) = 0;
  virtual sc_time now() const = 0;
};

}  // namespace mmasc::tlm
