// SPDX-License-Identifier: Apache-2.0
// A RISC-V CPU (RV32IM, machine mode) that runs firmware in Unicorn, inside an SC_THREAD: one
// instruction a clock cycle, loosely timed. RAM is reached by DMI and costs no time; all else by
// b_transport. A timer and an exit register are the CPU's own (tlm/firmware/platform.h).
//
// Unicorn is GPL-2: only tests link it.
#pragma once

#include <tlm>
#include <tlm_utils/simple_initiator_socket.h>
#include <tlm_utils/tlm_quantumkeeper.h>
#include <unicorn/unicorn.h>

#include <algorithm>
#include <cstdint>
#include <exception>
#include <optional>
#include <stdexcept>
#include <string>

#include "firmware/platform.h"
#include "mmasc/tlm/tlm_names.h"
#include "tlm_side/ends.h"

namespace mmasc::tlm {

struct RiscvCpuSettings {
  sc_time clock_period{1, sc_core::SC_NS};
  sc_time start{};             // when it leaves reset
  bool counts_singly = false;  // `single_instructions` too, which is slow
};

class RiscvCpu : public sc_core::sc_module {
 public:
  tlm_utils::simple_initiator_socket<RiscvCpu, 64> socket{"socket"};
  sc_core::sc_in<bool> interrupt_i{"interrupt_i"};  // machine external interrupt, a level

  RiscvCpu(sc_core::sc_module_name name, const RiscvCpuSettings& settings)
      : sc_module(name), settings_(settings) {
    SC_THREAD(run);
    set_stack_size(1 << 20);  // Unicorn translates code on it
    check(uc_open(UC_ARCH_RISCV, UC_MODE_RISCV32, &uc_), "uc_open");
  }
  SC_HAS_PROCESS(RiscvCpu);
  ~RiscvCpu() override { uc_close(uc_); }

  // From its start to its exit.
  sc_time run_time() const { return run_time_; }
  std::optional<std::uint32_t> exit_code;  // once the firmware has stopped
  std::uint64_t instructions = 0, single_instructions = 0, interrupts = 0;

 private:
  static constexpr std::uint64_t kPage = 4096, kNowhere = 1;  // no instruction has an odd address
  static constexpr std::uint32_t kMie = 1U << 3, kMpie = 1U << 7, kMpp = 3U << 11;  // of mstatus
  static constexpr std::uint32_t kExternal = 11;                                    // of mie

  void run() {
    wait(settings_.start);
    map_all();
    keeper_.reset();
    for (std::uint32_t pc = PLATFORM_RAM; !exit_code;) {
      ran_a_block_ = is_stopped_ = false;
      check(uc_emu_start(uc_, pc, kNowhere, 0, 0), "the firmware");
      if (failure_) std::rethrow_exception(failure_);
      pc = is_stopped_ ? stopped_at_ : get(UC_RISCV_REG_PC);
      if (exit_code) break;
      if (is_stopped_)
        keeper_.sync();
      else
        sleep(pc);
      if (interrupt_i.read()) pc = take_interrupt(pc);
    }
    keeper_.sync();
    run_time_ = sc_core::sc_time_stamp() - settings_.start;
  }

  // wfi returns from the middle of its block, whose rest has been counted, but not run.
  void sleep(std::uint32_t pc) {
    const std::uint64_t rest = (block_end_ - pc) / 4;
    instructions -= rest;
    keeper_.set(keeper_.get_local_time() - settings_.clock_period * double(rest));
    keeper_.sync();
    if (!interrupt_i.read()) wait(interrupt_i.posedge_event());
  }

  std::uint32_t take_interrupt(std::uint32_t pc) {
    const std::uint32_t status = get(UC_RISCV_REG_MSTATUS);
    if ((status & kMie) == 0 || (get(UC_RISCV_REG_MIE) >> kExternal & 1) == 0) return pc;
    wait(settings_.clock_period);
    if (!interrupt_i.read()) return pc;  // the last block has acknowledged it
    ++interrupts;
    set(UC_RISCV_REG_MEPC, pc);
    set(UC_RISCV_REG_MCAUSE, 1U << 31 | kExternal);
    set(UC_RISCV_REG_MSTATUS, (status & ~kMie) | kMpie | kMpp);
    return get(UC_RISCV_REG_MTVEC);
  }

  // A stop leaves the block to the next run, which counts it; the register PC may still be at the
  // instruction before, which would run twice. While the interrupt is up each block is a run of its
  // own, for it may turn interrupts on.
  static void on_block(uc_engine*, std::uint64_t address, std::uint32_t bytes, void* self) {
    RiscvCpu& cpu = *static_cast<RiscvCpu*>(self);
    if (cpu.ran_a_block_ && (cpu.keeper_.need_sync() || cpu.interrupt_i.read())) {
      cpu.stopped_at_ = static_cast<std::uint32_t>(address);
      return cpu.stop();
    }
    cpu.ran_a_block_ = true;
    cpu.block_end_ = address + bytes;
    cpu.instructions += bytes / 4;
    cpu.keeper_.inc(cpu.settings_.clock_period * double(bytes / 4));
  }
  static void on_instruction(uc_engine*, std::uint64_t, std::uint32_t, void* self) {
    ++static_cast<RiscvCpu*>(self)->single_instructions;
  }
  void stop() {
    is_stopped_ = true;
    uc_emu_stop(uc_);
  }

  static std::uint64_t on_read(uc_engine*, std::uint64_t address, unsigned bytes, void* self) {
    return static_cast<RiscvCpu*>(self)->access(false, address, bytes, 0);
  }
  static void on_write(uc_engine*, std::uint64_t address, unsigned bytes, std::uint64_t value,
                       void* self) {
    static_cast<RiscvCpu*>(self)->access(true, address, bytes, value);
  }
  static std::uint64_t on_timer(uc_engine*, std::uint64_t, unsigned, void* self) {
    const sc_time now = static_cast<RiscvCpu*>(self)->keeper_.get_current_time();
    return static_cast<std::uint32_t>(now.value() / sc_time(1, sc_core::SC_NS).value());
  }
  static void on_exit(uc_engine*, std::uint64_t address, unsigned, std::uint64_t value,
                      void* self) {
    RiscvCpu& cpu = *static_cast<RiscvCpu*>(self);
    if (address != PLATFORM_EXIT - PLATFORM_TIMER) return;
    cpu.exit_code = static_cast<std::uint32_t>(value);
    cpu.stop();
  }

  // Nothing may be thrown through Unicorn.
  std::uint64_t access(bool is_write, std::uint64_t address, unsigned bytes, std::uint64_t value) {
    try {
      Payload payload;
      set_up(payload, is_write ? ::tlm::TLM_WRITE_COMMAND : ::tlm::TLM_READ_COMMAND,
             PLATFORM_ACCELERATOR + address, reinterpret_cast<std::uint8_t*>(&value), bytes);
      sc_time delay = keeper_.get_local_time();
      socket->b_transport(payload, delay);
      keeper_.set(delay);
      if (!payload.is_response_ok()) throw std::runtime_error("the firmware: bus error");
    } catch (...) {
      failure_ = std::current_exception();
      stop();
    }
    return value;
  }

  void map_all() {
    for (std::uint64_t address = PLATFORM_RAM; address < PLATFORM_RAM + PLATFORM_RAM_BYTES;) {
      Payload payload;
      set_up(payload, ::tlm::TLM_WRITE_COMMAND, address, nullptr, 0);
      Dmi dmi;
      if (!socket->get_direct_mem_ptr(payload, dmi) || !dmi.is_read_write_allowed())
        throw std::runtime_error("the firmware's RAM grants no DMI");
      const std::uint64_t end =
          std::min<std::uint64_t>(dmi.get_end_address() + 1, PLATFORM_RAM + PLATFORM_RAM_BYTES);
      check(uc_mem_map_ptr(uc_, address, end - address, UC_PROT_ALL,
                           dmi.get_dmi_ptr() + (address - dmi.get_start_address())),
            "uc_mem_map_ptr");
      address = end;
    }
    check(uc_mmio_map(uc_, PLATFORM_ACCELERATOR, kPage, on_read, this, on_write, this),
          "uc_mmio_map");
    check(uc_mmio_map(uc_, PLATFORM_TIMER, kPage, on_timer, this, on_exit, this), "uc_mmio_map");
    add_hook(UC_HOOK_BLOCK, on_block);
    if (settings_.counts_singly) add_hook(UC_HOOK_CODE, on_instruction);
  }

  void add_hook(uc_hook_type type, uc_cb_hookcode_t callback) {
    uc_hook hook = 0;
    check(uc_hook_add(uc_, &hook, type, reinterpret_cast<void*>(callback), this, 1, 0),
          "uc_hook_add");
  }
  static void check(uc_err error, const std::string& what) {
    if (error != UC_ERR_OK) throw std::runtime_error(what + ": " + uc_strerror(error));
  }
  std::uint32_t get(int which) const {
    std::uint32_t value = 0;
    check(uc_reg_read(uc_, which, &value), "uc_reg_read");
    return value;
  }
  void set(int which, std::uint32_t value) {
    check(uc_reg_write(uc_, which, &value), "uc_reg_write");
  }

  const RiscvCpuSettings settings_;
  uc_engine* uc_ = nullptr;
  tlm_utils::tlm_quantumkeeper keeper_;
  std::uint64_t block_end_ = 0;
  std::uint32_t stopped_at_ = 0;
  bool ran_a_block_ = false, is_stopped_ = false;
  std::exception_ptr failure_;
  sc_time run_time_;
};

}  // namespace mmasc::tlm
