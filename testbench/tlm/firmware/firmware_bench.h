// SPDX-License-Identifier: Apache-2.0
// A platform that runs firmware: CPU, bus, memory with code, descriptors and operands, accelerator.
#pragma once

#include <gtest/gtest.h>

#include <fstream>
#include <iterator>
#include <memory>
#include <string>
#include <vector>

#include "firmware/riscv_cpu.h"
#include "mmasc/accelerator/accelerator.h"
#include "mmasc/batch/engine.h"
#include "mmasc/neighbours/bus.h"
#include "mmasc/neighbours/memory.h"
#include "tlm/tiled_problem.h"

namespace mmasc::tlm {

inline constexpr const char* kPrograms[] = {"gemm_polling", "gemm_interrupt"};
inline constexpr std::uint32_t kBlockRows = 3, kBlockColumns = 2, kBlocks = 6;  // > QUEUE_ENTRIES

// Firmware that hangs is stopped.
inline const sc_time kLongest(1, sc_core::SC_MS);

inline constexpr std::uint64_t kSeed = 5;  // of A and B
inline constexpr std::byte kPoison{0xa5};  // what D holds before

// The whole GEMM as one descriptor, which says where its operands lie.
inline Descriptor whole_gemm() {
  return descriptor_of(1, tcgen05(1, 0, 0, 1, 64, 32),
                       {.m = kBlockRows, .n = 2 * kBlockColumns, .k = 2, .tile_k = 4});
}

inline platform_task gemm_task() {
  using enum Operand;
  const Descriptor x = whole_gemm();
  const auto word = [](std::uint64_t value) { return static_cast<std::uint32_t>(value); };
  return {.m = kBlockRows * GEMM_BLOCK_M,
          .n = kBlockColumns * GEMM_BLOCK_N,
          .k = 2 * GEMM_BLOCK_K,
          .a = word(x[a].address),
          .a_stride = word(x[a].stride),
          .b = word(x[b].address),
          .b_stride = word(x[b].stride),
          .d = word(x[d].address),
          .d_stride = word(x[d].stride),
          .timeout_ns = 1'000'000,
          .result = {}};
}

struct FirmwareBenchSettings {
  std::string program = "gemm_polling";
  bool approximately_timed = false, dmi = false;
  RiscvCpuSettings cpu{};
};

class FirmwareBench {
 public:
  FirmwareBench(const std::string& name, const FirmwareBenchSettings& settings)
      : accelerator((name + "_accelerator").c_str(), accelerator_settings(settings)),
        memory((name + "_memory").c_str(),
               {.size = kMemoryEnd,
                .timing = {.latency = 100, .bytes_per_cycle = 64, .accept = 1, .outstanding = 16}}),
        bus((name + "_bus").c_str(), 2, 2),
        cpu((name + "_cpu").c_str(), settings.cpu),
        rst_n((name + "_rst_n").c_str(), true),
        interrupt((name + "_interrupt").c_str()) {
    cpu.socket.bind(bus.from_initiator[0]);
    accelerator.memory.bind(bus.from_initiator[1]);
    bus.to_target[0].bind(memory.socket);
    bus.to_target[1].bind(accelerator.registers);
    bus.map({.base = kMemoryBase, .size = kMemoryEnd - kMemoryBase, .offset = kMemoryBase});
    bus.map({.base = PLATFORM_ACCELERATOR, .size = 0x1000, .target = 1});
    accelerator.rst_ni.bind(rst_n);
    accelerator.interrupt_o.bind(interrupt);
    cpu.interrupt_i.bind(interrupt);

    std::ifstream file(std::string(MMASC_FIRMWARE) + "/" + settings.program + ".bin",
                       std::ios::binary);
    const std::vector<char> image(std::istreambuf_iterator<char>(file), {});
    EXPECT_FALSE(image.empty()) << settings.program;
    write(PLATFORM_RAM, image.data(), image.size());
    TiledProblem problem(whole_gemm(), kSeed, kPoison);
    write(kMemoryBase, problem.memory().bytes.data(), problem.memory().bytes.size());
    put(gemm_task());
  }

  void get(TiledProblem& problem) {
    auto& bytes = problem.memory().bytes;
    memory.store().read(kMemoryBase, reinterpret_cast<std::uint8_t*>(bytes.data()), bytes.size());
  }
  void put(const platform_task& task) { write(PLATFORM_TASK, &task, sizeof task); }
  platform_task task() {
    platform_task task{};
    memory.store().read(PLATFORM_TASK, reinterpret_cast<std::uint8_t*>(&task), sizeof task);
    return task;
  }

  Accelerator<64, 64> accelerator;
  Memory<64> memory;
  Bus<64> bus;
  RiscvCpu cpu;
  sc_core::sc_signal<bool> rst_n, interrupt;

 private:
  static constexpr std::uint64_t kMemoryEnd = std::uint64_t{1} << 32;

  static AcceleratorSettings accelerator_settings(const FirmwareBenchSettings& settings) {
    return {.make_engine = [](const Unit& unit) { return make_batch_engine(unit); },
            .timings =
                [](const Job&) {
                  return Timings{.interval = 32 * kCycle,
                                 .issue = 2 * kCycle,
                                 .done = 40 * kCycle,
                                 .port_bytes_per_cycle = 128};
                },
            .approximately_timed = settings.approximately_timed,
            .dmi = settings.dmi};
  }
  void write(std::uint64_t address, const void* data, std::size_t bytes) {
    memory.store().write(address, static_cast<const std::uint8_t*>(data), bytes);
  }
};

}  // namespace mmasc::tlm
