// SPDX-License-Identifier: Apache-2.0
// An accelerator, a memory behind a protocol checker, and a host that rings its doorbell.
#pragma once

#include <gtest/gtest.h>

#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "mmasc/accelerator/accelerator.h"
#include "mmasc/accelerator_core/register_file.h"
#include "mmasc/neighbours/memory.h"
#include "mmasc/protocol_checker/protocol_checker.h"
#include "tlm/tiled_problem.h"
#include "tlm_side/ends.h"
#include "tlm_side/hostile.h"

namespace mmasc::tlm {

inline constexpr std::uint64_t kRing = 0x10'0000, kCompletions = 0x20'0000, kQueueStep = 0x1'0000;
inline constexpr std::uint32_t kRingSize = 16;

// Many bursts and little arithmetic.
inline Descriptor small_job() {
  return descriptor_of(0, catalogue_number("hopper/mma.m16n8k16.f32.f16.f16.f32"),
                       {.m = 2, .n = 2, .k = 2, .tile_k = 2});
}

inline MemorySettings memory_settings() {
  return {.size = std::uint64_t{1} << 32,
          .timing = {.latency = 100, .bytes_per_cycle = 64, .accept = 1, .outstanding = 16},
          .page = 1 << 16};
}

inline Timings some_timings(const Job&) {
  return {.interval = 32 * kCycle,
          .issue = 2 * kCycle,
          .done = 40 * kCycle,
          .port_bytes_per_cycle = 128,
          .copy_line = 1524,
          .write_line = 500};
}

inline void expect_equal_d(TiledProblem& problem, const OwnedMatrix& expected) {
  const MatrixView d = expected.matrix();
  for (std::int64_t row = 0; row < d.rows; ++row)
    for (std::int64_t column = 0; column < d.columns; ++column)
      ASSERT_EQ(problem.d_at(row, column), load_element(d, row, column)) << row << ", " << column;
}

struct BenchSettings {
  AcceleratorSettings accelerator{.timings = some_timings};
  MemorySettings memory = memory_settings();
  Hostility hostility = Hostility::none;
  unsigned n = 1;
  bool accelerator_first = true;
  std::function<std::unique_ptr<Memory<64>>(const char* name)> make_memory{};  // if not Hostile
  bool breaks_protocol = false;  // the memory, which is not reported then
  bool host_breaks_protocol = false;

  // Its memory is a T, which `made` points to once there is a bench.
  template <class T, class... More>
  void take_memory(T*& made, More... more) {
    make_memory = [&made, timing = memory, more...](const char* name) {
      auto own = std::make_unique<T>(name, timing, more...);
      made = own.get();
      return own;
    };
  }
};

class Bench {
 public:
  explicit Bench(const std::string& name, const BenchSettings& settings = {})
      : rst_n((name + "_rst_n").c_str(), true), interrupt((name + "_interrupt").c_str()) {
    const auto make_accelerator = [&] {
      accelerator = std::make_unique<Accelerator<32, 64>>((name + "_accelerator").c_str(),
                                                          settings.accelerator);
    };
    if (settings.accelerator_first) make_accelerator();
    host = std::make_unique<InitiatorEnd<32>>((name + "_host").c_str());
    if (settings.make_memory) {
      memory = settings.make_memory((name + "_memory").c_str());
    } else {
      auto made = std::make_unique<HostileMemory<64>>((name + "_memory").c_str(), settings.memory,
                                                      settings.hostility, settings.n);
      hostile = made.get();
      memory = std::move(made);
    }
    const auto report = [name](const ProtocolViolation& violation) {
      ADD_FAILURE() << name << ": " << violation.rule << " at " << violation.time << ", address "
                    << violation.address;
    };
    const bool is_broken =
        settings.breaks_protocol || settings.hostility == Hostility::status_incomplete;
    checker = std::make_unique<ProtocolChecker<64>>(
        (name + "_checker").c_str(),
        is_broken ? ProtocolChecker<64>::Report{} : ProtocolChecker<64>::Report(report));
    register_checker = std::make_unique<ProtocolChecker<32>>(
        (name + "_register_checker").c_str(), settings.host_breaks_protocol
                                                  ? ProtocolChecker<32>::Report{}
                                                  : ProtocolChecker<32>::Report(report));
    if (!settings.accelerator_first) make_accelerator();
    accelerator->memory.bind(checker->from_initiator);
    checker->to_target.bind(memory->socket);
    host->socket.bind(register_checker->from_initiator);
    register_checker->to_target.bind(accelerator->registers);
    accelerator->rst_ni.bind(rst_n);
    accelerator->interrupt_o.bind(interrupt);
  }

  void put(TiledProblem& problem) {
    const auto& bytes = problem.memory().bytes;
    memory->store().write(kMemoryBase, reinterpret_cast<const std::uint8_t*>(bytes.data()),
                          bytes.size());
  }
  void get(TiledProblem& problem) const {
    auto& bytes = problem.memory().bytes;
    memory->store().read(kMemoryBase, reinterpret_cast<std::uint8_t*>(bytes.data()), bytes.size());
  }
  // The problem's D as it stands in memory is the reference's.
  void expect_d(TiledProblem& problem) const {
    const OwnedMatrix expected = problem.expected(*make_reference_engine(*problem.job().unit));
    get(problem);
    expect_equal_d(problem, expected);
  }
  void put(const Descriptor& descriptor, std::uint32_t index, int queue = 0) {
    const auto bytes = encode(descriptor);
    memory->store().write(ring(queue) + index % kRingSize * kDescriptorBytes,
                          reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size());
  }
  std::vector<std::byte> bytes(std::uint64_t address, std::size_t count) const {
    std::vector<std::byte> all(count);
    memory->store().read(address, reinterpret_cast<std::uint8_t*>(all.data()), count);
    return all;
  }
  // Words of 4, 4 and 8 bytes.
  Completion completion(std::uint32_t index, int queue = 0) const {
    const auto all = bytes(completions(queue) + index % kRingSize * kCompletionBytes, 16);
    const std::span<const std::byte> record(all);
    return {read_little_endian(record.first(4)), read_little_endian(record.subspan(4, 4)),
            read_little_endian(record.subspan(8))};
  }

  static std::uint64_t ring(int queue) {
    return kRing + static_cast<std::uint64_t>(queue) * kQueueStep;
  }
  static std::uint64_t completions(int queue) {
    return kCompletions + static_cast<std::uint64_t>(queue) * kQueueStep;
  }

  // From threads.
  ::tlm::tlm_response_status access(bool is_write, std::uint64_t offset, std::uint64_t& value,
                                    unsigned size, sc_time delay = {}) {
    Payload payload;
    set_up(payload, is_write ? ::tlm::TLM_WRITE_COMMAND : ::tlm::TLM_READ_COMMAND, offset,
           reinterpret_cast<std::uint8_t*>(&value), size);
    host->socket->b_transport(payload, delay);
    if (delay != SC_ZERO_TIME) sc_core::wait(delay);
    return payload.get_response_status();
  }
  void write(Register which, std::uint64_t value, int queue = 0) {
    EXPECT_EQ(
        access(true, offset_of(which, queue), value, static_cast<unsigned>(row_of(which).bits) / 8),
        ::tlm::TLM_OK_RESPONSE);
  }
  std::uint64_t read(Register which, int queue = 0) {
    std::uint64_t value = 0;
    EXPECT_EQ(access(false, offset_of(which, queue), value,
                     static_cast<unsigned>(row_of(which).bits) / 8),
              ::tlm::TLM_OK_RESPONSE);
    return value;
  }
  void enable(int queue = 0) {
    write(Register::control, 1);
    write(Register::interrupt_enable, 0xffff'ffff);
    write(Register::ring_base, ring(queue), queue);
    write(Register::ring_size, kRingSize, queue);
    write(Register::completion_base, completions(queue), queue);
    write(Register::queue_control, 1, queue);
  }
  // Rings the doorbell and waits until the queue has run all, or has a fault.
  void run_to(std::uint32_t tail, int queue = 0) {
    write(Register::tail, tail, queue);
    while (read(Register::head, queue) != tail && (read(Register::queue_status, queue) & 4) == 0)
      sc_core::wait(1, sc_core::SC_US);
  }

  const JobRecord& record(std::size_t i) const { return accelerator->records().at(i); }

  sc_core::sc_signal<bool> rst_n, interrupt;
  std::unique_ptr<Accelerator<32, 64>> accelerator;
  std::unique_ptr<InitiatorEnd<32>> host;
  std::unique_ptr<Memory<64>> memory;
  HostileMemory<64>* hostile = nullptr;
  std::unique_ptr<ProtocolChecker<64>> checker;
  std::unique_ptr<ProtocolChecker<32>> register_checker;
};

// Runs in a thread of its own once the simulation starts.
inline void in_thread(std::function<void()> what) {
  sc_core::sc_spawn(std::move(what), sc_core::sc_gen_unique_name("host_thread"));
}

}  // namespace mmasc::tlm
