// SPDX-License-Identifier: Apache-2.0
#include "mmasc/platform/simulate_systemc.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <stdexcept>
#include <tuple>
#include <type_traits>

#include "mmasc/accelerator/accelerator.h"
#include "mmasc/accelerator_core/registers.h"
#include "mmasc/neighbours/bus.h"
#include "mmasc/neighbours/memory.h"
#include "mmasc/pipeline/child_process.h"
#include "mmasc/unit/error.h"

namespace mmasc::tlm {
namespace {

constexpr unsigned kRegisterBits = 32, kMemoryBits = 64;
constexpr std::uint64_t kSlot = 256;  // of an accelerator's ring of one, and its completion record

// A millicycle is a picosecond, SystemC's resolution.
sc_time to_time(Millicycles count) { return {static_cast<double>(count), sc_core::SC_PS}; }
Millicycles to_count(sc_time time) { return static_cast<Millicycles>(time.value()); }

MemorySettings memory_settings(const Platform& platform, std::uint64_t bytes) {
  MemorySettings settings;
  settings.size = bytes;
  settings.timing = {.clock_period = to_time(kCycle),
                     .latency = platform.latency.value,
                     .bytes_per_cycle = platform.bytes_per_cycle.value,
                     .outstanding = static_cast<unsigned>(platform.outstanding.value)};
  settings.dmi = false;  // a grant would hide the bandwidth
  return settings;
}

AcceleratorSettings accelerator_settings(const UnitList& units, const Timings& timings,
                                         const SystemcOptions& options) {
  constexpr unsigned kNoLimit = 1 << 20;  // the memory has its own
  AcceleratorSettings settings;
  settings.units = &units;
  settings.make_engine = options.make_engine;
  settings.timings = [timings](const Job&) { return timings; };
  settings.clock_period = to_time(kCycle);
  settings.approximately_timed = options.is_approximately_timed;
  settings.dmi = false;
  settings.outstanding = kNoLimit;
  settings.record_events = options.record_events;
  return settings;
}

using PlatformAccelerator = Accelerator<kRegisterBits, kMemoryBits>;

// Rings all doorbells and waits for all interrupts.
class Host : public sc_core::sc_module {
 public:
  sc_core::sc_vector<::tlm::tlm_initiator_socket<kRegisterBits>> registers;
  sc_core::sc_vector<sc_core::sc_in<bool>> interrupts;
  std::vector<std::optional<sc_time>> interrupted;  // when each rose
  sc_time end;

  Host(sc_core::sc_module_name name, const HostModel& model, unsigned accelerators)
      : sc_module(name),
        registers("registers", accelerators),
        interrupts("interrupts", accelerators),
        interrupted(accelerators),
        model_(model) {
    for (auto& socket : registers) socket.bind(ignored_);
    SC_THREAD(run);
    SC_METHOD(see_interrupt);
    for (auto& interrupt : interrupts) sensitive << interrupt.pos();
    dont_initialize();
  }
  SC_HAS_PROCESS(Host);

 private:
  struct Ignored : BackwardIf {
    Reply nb_transport_bw(Payload&, Phase&, sc_time&) override { return ::tlm::TLM_ACCEPTED; }
    void invalidate_direct_mem_ptr(sc_dt::uint64, sc_dt::uint64) override {}
  };

  void write(unsigned accelerator, Register which, std::uint64_t value) {
    Payload payload;
    sc_time delay;
    auto* const data = reinterpret_cast<unsigned char*>(&value);
    payload.set_command(::tlm::TLM_WRITE_COMMAND);
    payload.set_address(offset_of(which));
    payload.set_data_ptr(data);
    payload.set_data_length(static_cast<unsigned>(row_of(which).bits / 8));
    payload.set_streaming_width(payload.get_data_length());
    registers[accelerator]->b_transport(payload, delay);
    if (!payload.is_response_ok())
      throw std::runtime_error(fmt::format("the accelerator refuses {}", row_of(which).name));
  }

  void run() {
    wait(to_time(model_.doorbell));
    for (unsigned i = 0; i < registers.size(); ++i) {
      write(i, Register::ring_base, kSlot * i);
      write(i, Register::ring_size, 1);
      write(i, Register::completion_base, kSlot * i + kDescriptorBytes);
      write(i, Register::interrupt_enable, ~std::uint32_t{0});
      write(i, Register::queue_control, 1);
      write(i, Register::control, 1);
      write(i, Register::tail, 1);
    }
    for (auto& interrupt : interrupts)
      while (!interrupt.read()) wait(interrupt.posedge_event());
    wait(to_time(model_.completion));
    end = sc_core::sc_time_stamp();
    sc_core::sc_stop();
  }

  void see_interrupt() {
    for (unsigned i = 0; i < interrupts.size(); ++i)
      if (interrupts[i].read() && !interrupted[i]) interrupted[i] = sc_core::sc_time_stamp();
  }

  const HostModel model_;
  Ignored ignored_;
};

class Top : public sc_core::sc_module {
 public:
  Top(sc_core::sc_module_name name, const Platform& platform, const Tiling& tiling,
      const Timings& timings, const SystemcOptions& options)
      : sc_module(name),
        memory("memory", memory_settings(platform, tiling.memory_bytes)),
        host("host", host_model(platform), static_cast<unsigned>(tiling.jobs.size())),
        interrupts_("interrupt", tiling.jobs.size()) {
    const auto count = static_cast<unsigned>(tiling.jobs.size());
    const AcceleratorSettings settings =
        accelerator_settings(tiling.units->list(), timings, options);
    if (count > 1) {
      bus_ = std::make_unique<Bus<kMemoryBits>>("bus", count, 1, BusSettings{.depth = 1 << 20});
      bus_->map({.base = 0, .size = tiling.memory_bytes});
      bus_->to_target[0].bind(memory.socket);
    }
    for (unsigned i = 0; i < count; ++i) {
      auto& each = *accelerators.emplace_back(std::make_unique<PlatformAccelerator>(
          fmt::format("accelerator_{}", i).c_str(), settings));
      host.registers[i].bind(each.registers);
      if (bus_)
        each.memory.bind(bus_->from_initiator[i]);
      else
        each.memory.bind(memory.socket);
      each.rst_ni(rst_n_);
      each.interrupt_o(interrupts_[i]);
      host.interrupts[i](interrupts_[i]);
    }
    rst_n_ = true;
  }

  Memory<kMemoryBits> memory;
  Host host;
  std::vector<std::unique_ptr<PlatformAccelerator>> accelerators;

 private:
  sc_core::sc_signal<bool> rst_n_{"rst_n"};
  sc_core::sc_vector<sc_core::sc_signal<bool>> interrupts_;
  std::unique_ptr<Bus<kMemoryBits>> bus_;
};

PlatformEvent event_of(const TimelineEvent& event, const Job& job, const Timings& timings,
                       int accelerator) {
  using enum PlatformEvent::What;
  PlatformEvent result;
  result.what = event.what == TimelineEvent::What::load    ? load
                : event.what == TimelineEvent::What::store ? store
                                                           : mma;
  result.accelerator = accelerator;
  result.index = event.index;
  result.tile = result.what == store ? event.index : event.index / job.k_tiles;
  result.buffer = result.what == store ? event.index % timings.accumulators : event.buffer;
  if (result.what == load) result.bytes = traffic_of(job, event.index).bytes;
  if (result.what == store) result.bytes = store_of(job, event.index).bytes;
  result.begin = to_count(event.begin);
  result.end = to_count(event.end);
  return result;
}

PlatformRun run_here(const Platform& platform, const Tiling& tiling, const Timings& timings,
                     std::vector<std::byte>& memory, const SystemcOptions& options) {
  // A message of the kernel would stand in what the command prints.
  sc_core::sc_report_handler::set_actions(sc_core::SC_INFO, sc_core::SC_DO_NOTHING);
  Top top("platform", platform, tiling, timings, options);
  auto* const bytes = reinterpret_cast<std::uint8_t*>(memory.data());
  top.memory.store().write(0, bytes, memory.size());
  for (std::size_t i = 0; i < tiling.descriptors.size(); ++i) {
    Descriptor descriptor = tiling.descriptors[i];
    descriptor.interrupt = 1;
    const auto encoded = encode(descriptor);
    top.memory.store().write(kSlot * i, reinterpret_cast<const std::uint8_t*>(encoded.data()),
                             encoded.size());
  }
  sc_core::sc_start();
  PlatformRun run;
  run.end = to_count(top.host.end);
  for (std::size_t i = 0; i < top.accelerators.size(); ++i) {
    const auto& records = top.accelerators[i]->records();
    if (records.size() != 1 || records.front().error)
      throw EnvironmentError(
          records.empty()
              ? std::string("the accelerator did not finish")
              : fmt::format("the accelerator failed: {}", row_of(records.front().error.code).text));
    const JobRecord& record = records.front();
    run.accelerators.push_back(
        {to_count(record.begin), record.report, to_count(top.host.interrupted[i].value())});
    for (const TimelineEvent& event : record.events)
      run.events.push_back(event_of(event, tiling.jobs[i], timings, static_cast<int>(i)));
  }
  sort_events(run.events);
  top.memory.store().read(0, bytes, memory.size());
  return run;
}

// From the child to its parent.
class Writer {
 public:
  template <class T>
  void put(std::span<const T> values) {
    static_assert(std::is_trivially_copyable_v<T>);
    const std::uint64_t count = values.size();
    append(&count, sizeof count);
    append(values.data(), values.size_bytes());
  }
  std::vector<std::uint8_t> bytes;

 private:
  void append(const void* data, std::size_t size) {
    const auto* from = static_cast<const std::uint8_t*>(data);
    bytes.insert(bytes.end(), from, from + size);
  }
};

class Reader {
 public:
  explicit Reader(std::span<const std::uint8_t> bytes) : rest_(bytes) {}
  template <class T>
  std::vector<T> get() {
    std::uint64_t count = 0;
    take(&count, sizeof count);
    std::vector<T> values(count);
    take(values.data(), count * sizeof(T));
    return values;
  }

 private:
  void take(void* to, std::size_t size) {
    if (size > 0) std::memcpy(to, rest_.first(size).data(), size);
    rest_ = rest_.subspan(size);
  }
  std::span<const std::uint8_t> rest_;
};

}  // namespace

PlatformRun simulate_systemc(const Platform& platform, const Tiling& tiling, const Timings& timings,
                             std::vector<std::byte>& memory, const SystemcOptions& options) {
  const auto bytes = run_in_child([&] {
    const PlatformRun run = run_here(platform, tiling, timings, memory, options);
    Writer writer;
    writer.put(std::span(&run.end, 1));
    writer.put(std::span(run.accelerators));
    writer.put(std::span(run.events));
    writer.put(std::span<const std::byte>(memory));
    return std::move(writer.bytes);
  });
  Reader reader(bytes);
  PlatformRun run;
  run.end = reader.get<Millicycles>().front();
  run.accelerators = reader.get<AcceleratorRun>();
  run.events = reader.get<PlatformEvent>();
  memory = reader.get<std::byte>();
  return run;
}

}  // namespace mmasc::tlm
