// SPDX-License-Identifier: Apache-2.0
// When a job's loads, instructions and stores happen. One schedule for loosely and approximately
// timed models: the model takes the next action, has it done by its memory, and tells when the
// memory answered; equal answers give equal cycles, whenever they are told.
//
//     load i     begins when its stage buffer is free (instructions of stage i - buffers have
//                ended) and the copy engine is; it holds the engine copy_line a line. Its data can
//                be used write_line a line after the memory's answer.
//     stage i    its instructions run one `step` apart when its data is there, stage i - 1 has
//                ended and, for an output tile's first stage, an accumulator is free. step is the
//                greatest of interval, issue and operand bytes / port bandwidth.
//     store t    begins when the last instruction of output tile t is complete, `done` after its
//                issue, and the copy engine is free. Its answer frees the accumulator. If a load
//                and a store wait for the copy engine, the one that was ready first goes first.
//
// Times are in millicycles from the job's start.
#pragma once

#include <array>
#include <cstdint>
#include <deque>
#include <optional>
#include <string_view>
#include <variant>
#include <vector>

#include "mmasc/accelerator_core/transfer.h"

namespace mmasc::tlm {

using Millicycles = std::int64_t;
inline constexpr Millicycles kCycle = 1000;

struct Timings {
  Millicycles interval = kCycle;          // of instructions, as the matrix unit needs
  Millicycles issue = 0;                  // that an instruction holds the issue port
  Millicycles done = kCycle;              // from an instruction's issue to D's being readable
  std::int64_t port_bytes_per_cycle = 0;  // of operands from shared memory; 0: no limit
  Millicycles copy_line = 0;              // that a line holds the copy engine
  Millicycles write_line = 0;             // that a line takes into the stage buffer
  int accumulators = 2;                   // output tiles that are computed or stored at once
};

struct Load {
  std::int64_t stage = 0;
  Millicycles time = 0;  // begins; line j of it is asked for copy_line * j later
};
struct Store {
  std::int64_t tile = 0;
  Millicycles time = 0;
};
struct Wait {};      // for an answer that is under way
struct Finished {};  // all stores are answered
using Action = std::variant<Load, Store, Wait, Finished>;

enum class Resource {
  issue_port,
  matrix_unit,
  operand_port,
  copy_engine,
  memory,
  buffers,
  accumulators
};
inline constexpr std::size_t kResources = 7;
inline constexpr std::array<std::string_view, kResources> kResourceNames{
    "issue port", "matrix unit",   "operand port", "copy engine",
    "memory",     "stage buffers", "accumulators"};

// busy, the stalls and idle add up to capacity * end. A stall's cause is the resource that was free
// last; idle is before the first and after the last work where nothing is waited for.
struct Account {
  std::int64_t capacity = 1;
  Millicycles busy = 0, idle = 0;
  std::array<Millicycles, kResources> stalls{};  // by cause
};

struct Report {
  Millicycles end = 0;    // of the last store: its answer, and its lines' copy
  Millicycles ideal = 0;  // of all instructions, one interval apart
  std::int64_t instructions = 0, loaded_bytes = 0, stored_bytes = 0;
  std::array<Account, kResources> accounts{};
  const Account& operator[](Resource resource) const {
    return accounts[static_cast<std::size_t>(resource)];
  }
};

class Schedule {
 public:
  // The job must live as long. Throws std::invalid_argument for timings without an interval or an
  // accumulator.
  Schedule(const Job& job, const Timings& timings);

  // The next action that can begin; actions come in ascending order of time. Asking changes
  // nothing; an answer told before that time may bring another action.
  Action next() const;
  // The action that next() gave begins, at its time.
  void begin(const Load& load);
  void begin(const Store& store);
  // The memory has answered all of it; answers may come in any order.
  void loaded(std::int64_t stage, Millicycles time);
  void stored(std::int64_t tile, Millicycles time);

  // When the instructions of the stage end, where that is known already; of the last `buffers`
  // stages.
  std::optional<Millicycles> stage_end(std::int64_t stage) const;
  // From one instruction of a stage to the next.
  Millicycles step() const { return step_; }
  bool finished() const { return stored_ == job_.output_tiles(); }
  // Once finished.
  Report report() const;

 private:
  struct StageTimes {
    Millicycles load = 0, answer = -1, ready = 0, end = -1;
    Millicycles write = 0;  // of its lines
  };
  struct TileTimes {
    Millicycles start = 0, ready = 0, answer = -1;
  };
  // Asked of the memory.
  struct Request {
    std::int64_t index = 0;  // of the stage, or of the tile
    bool is_load = true;
    Millicycles begin = 0, answer = -1;
    Millicycles copy_free = 0;  // when the copy engine could have begun
  };

  StageTimes& stage(std::int64_t i) {
    return stages_[static_cast<std::size_t>(i) % stages_.size()];
  }
  const StageTimes& stage(std::int64_t i) const {
    return stages_[static_cast<std::size_t>(i) % stages_.size()];
  }
  TileTimes& tile(std::int64_t i) { return tiles_[static_cast<std::size_t>(i) % tiles_.size()]; }
  const TileTimes& tile(std::int64_t i) const {
    return tiles_[static_cast<std::size_t>(i) % tiles_.size()];
  }
  Account& account(Resource resource) {
    return report_.accounts[static_cast<std::size_t>(resource)];
  }
  std::optional<Millicycles> load_ready() const;
  void request(std::int64_t index, bool is_load, Millicycles time, const Traffic& traffic);
  void answer(std::int64_t index, bool is_load, Millicycles time);
  bool can_run(std::int64_t i) const;
  void run(std::int64_t i);
  void run_stages();
  void charge_wait(Account& account, Millicycles from, std::int64_t i, Millicycles start,
                   Millicycles accumulator_free);

  const Job& job_;
  const Timings timings_;
  Millicycles port_ = 0, step_ = 0;         // of an instruction
  Resource bound_ = Resource::matrix_unit;  // what `step_` is due to
  std::vector<StageTimes> stages_;          // a ring
  std::vector<TileTimes> tiles_;            // a ring
  std::vector<Millicycles> buffers_free_;   // of each buffer
  std::vector<Millicycles> accumulators_free_;
  std::deque<Request> requests_;  // from the first one that is not answered on
  std::int64_t next_load_ = 0, next_stage_ = 0, next_store_ = 0, computed_ = 0, stored_ = 0;
  Millicycles copy_free_ = 0, memory_free_ = 0, matrix_free_ = 0;
  Report report_;
};

}  // namespace mmasc::tlm
