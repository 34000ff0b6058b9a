// SPDX-License-Identifier: Apache-2.0
#include "mmasc/accelerator/accelerator.h"

#include <algorithm>
#include <stdexcept>
#include <string>
#include <utility>

#include "mmasc/accelerator/queue.h"

namespace mmasc::tlm {
namespace {

::tlm::tlm_response_status response_to(AccessStatus status) {
  switch (status) {
    case AccessStatus::ok:
      return ::tlm::TLM_OK_RESPONSE;
    case AccessStatus::no_register:
      return ::tlm::TLM_ADDRESS_ERROR_RESPONSE;
    case AccessStatus::size:
    case AccessStatus::alignment:
      return ::tlm::TLM_BURST_ERROR_RESPONSE;
    case AccessStatus::byte_enables:
      return ::tlm::TLM_BYTE_ENABLE_ERROR_RESPONSE;
    case AccessStatus::read_only:
    case AccessStatus::write_only:
      return ::tlm::TLM_COMMAND_ERROR_RESPONSE;
  }
  return ::tlm::TLM_GENERIC_ERROR_RESPONSE;
}

const AcceleratorSettings& checked(const AcceleratorSettings& settings) {
  const auto need = [](bool holds, const char* what) {
    if (!holds) throw std::invalid_argument(std::string("accelerator: ") + what);
  };
  need(settings.queues >= 1 && settings.queues <= kMaxQueues, "1 to 15 queues");
  need(settings.outstanding >= 1, "outstanding is at least 1");
  need(settings.kept_records >= 1, "at least 1 record is kept");
  need(settings.clock_period > SC_ZERO_TIME, "the clock period is more than 0");
  need(settings.units != nullptr, "units must be given");
  need(settings.make_engine && settings.timings, "make_engine and timings must be given");
  return settings;
}

std::span<std::byte> data_of(Payload& payload) {
  return {reinterpret_cast<std::byte*>(payload.get_data_ptr()), payload.get_data_length()};
}

}  // namespace

// A member, not a base: a private base with virtual bases cannot be derived from (clang).
struct AcceleratorCore::Parts final : BackwardIf {
  Parts(AcceleratorCore& core, const AcceleratorSettings& settings)
      : shared(settings, [&core]() -> ForwardIf& { return core.memory_target(); }) {
    for (int queue = 0; queue < settings.queues; ++queue)
      queues.push_back(std::make_unique<Queue>(shared, queue));
    const auto method = [](const char* name, auto what, auto& on) {
      sc_core::sc_spawn_options options;
      options.spawn_method();
      options.set_sensitivity(&on);
      sc_core::sc_spawn(what, name, &options);
    };
    method(
        "drive_interrupt", [this, &core] { core.interrupt_o.write(shared.registers.interrupt()); },
        shared.interrupts);
    method(
        "follow_reset", [this, &core] { follow_reset(!core.rst_ni.read()); }, core.rst_ni);
  }

  void follow_reset(bool in_reset) {
    if (in_reset == shared.in_reset) return;
    shared.in_reset = in_reset;
    if (!in_reset) return;
    shared.registers.reset();
    shared.registers.set(Register::watchdog, row_of(Register::watchdog).reset);
    restart();
  }

  void restart() {
    for (const auto& queue : queues) queue->restart();
    shared.interrupts.notify(SC_ZERO_TIME);
  }

  void react(const RegisterEvent& event) {
    using enum RegisterEvent::Kind;
    const auto queue = static_cast<std::size_t>(event.queue);
    switch (event.kind) {
      case none:
        return;
      case reset:
        return restart();
      case enable:
        for (const auto& each : queues) each->wake();
        return;
      case doorbell:
      case queue_enable:
        return queues[queue]->wake();
      case clear_fault:
        return queues[queue]->clear_fault();
      case interrupts:
        return shared.interrupts.notify(SC_ZERO_TIME);
    }
  }

  Reply nb_transport_bw(Payload& payload, Phase& phase, sc_time& delay) override {
    return shared.driver->nb_transport_bw(payload, phase, delay);
  }
  void invalidate_direct_mem_ptr(sc_dt::uint64 first, sc_dt::uint64 last) override {
    shared.driver->invalidate(first, last);
  }

  Shared shared;
  std::vector<std::unique_ptr<Queue>> queues;
};

AcceleratorCore::AcceleratorCore(sc_core::sc_module_name name, const AcceleratorSettings& settings)
    : sc_module(name), parts_(std::make_unique<Parts>(*this, checked(settings))) {}

AcceleratorCore::~AcceleratorCore() {
  // Nothing will happen any more that could answer them.
  if (in_flight() == 0 || sc_core::sc_pending_activity()) return;
  const std::string text =
      std::string(name()) + ": the memory never answered " + std::to_string(in_flight()) +
      " requests; END_REQ is no response: send BEGIN_RESP or reply TLM_COMPLETED, or set WATCHDOG";
  try {
    SC_REPORT_WARNING(kReportId, text.c_str());
  } catch (...) {  // of a platform whose warnings throw, which no destructor may
  }
}

const std::vector<JobRecord>& AcceleratorCore::records() const { return parts_->shared.records; }
std::size_t AcceleratorCore::in_flight() const { return parts_->shared.driver->in_flight(); }

void AcceleratorCore::access_registers(Payload& payload, sc_time& delay) {
  RegisterFile& registers = parts_->shared.registers;
  const std::uint64_t offset = payload.get_address();
  const auto place = find_register(offset, registers.queues());
  if (place && row_of(place->which).needs_time && delay != SC_ZERO_TIME) {
    sc_core::wait(delay);
    delay = SC_ZERO_TIME;
  }
  registers.set(Register::cycles, parts_->shared.cycles(sc_core::sc_time_stamp()));
  payload.set_dmi_allowed(false);
  if (!payload.is_read() && !payload.is_write())
    return payload.set_response_status(::tlm::TLM_OK_RESPONSE);  // nothing to do
  if (parts_->shared.in_reset || !payload.get_data_ptr())
    return payload.set_response_status(::tlm::TLM_GENERIC_ERROR_RESPONSE);
  const unsigned streaming_width = payload.get_streaming_width();
  if (streaming_width != 0 && streaming_width < payload.get_data_length())
    return payload.set_response_status(::tlm::TLM_BURST_ERROR_RESPONSE);

  const std::span<const std::uint8_t> enables(
      payload.get_byte_enable_ptr(),
      payload.get_byte_enable_ptr() ? payload.get_byte_enable_length() : 0);
  const AccessResult result = payload.is_read()
                                  ? registers.read(offset, data_of(payload), enables)
                                  : registers.write(offset, data_of(payload), enables);
  payload.set_response_status(response_to(result.status));
  parts_->react(result.event);
}

unsigned int AcceleratorCore::debug_registers(Payload& payload) {
  RegisterFile& registers = parts_->shared.registers;
  registers.set(Register::cycles, parts_->shared.cycles(sc_core::sc_time_stamp()));
  if (!payload.get_data_ptr()) return 0;
  if (payload.is_read())
    return static_cast<unsigned>(registers.debug_read(payload.get_address(), data_of(payload)));
  if (payload.is_write())
    return static_cast<unsigned>(registers.debug_write(payload.get_address(), data_of(payload)));
  return 0;
}

BackwardIf& AcceleratorCore::memory_initiator() { return *parts_; }

}  // namespace mmasc::tlm
