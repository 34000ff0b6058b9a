// SPDX-License-Identifier: Apache-2.0
// What a reset leaves alone, and what the register socket does.
#include "mmasc/accelerator/register_master.h"
#include "tlm_accelerator/bench.h"

namespace mmasc::tlm {
namespace {

// Or else they would be killed and suspended with it.
TEST(Reset, MakesNoProcessAChildOfTheOneThatResets) {
  Bench bench("bench");
  bench.put(small_job(), 0);
  in_thread([&bench] {
    const auto processes = [&bench] { return bench.accelerator->get_child_objects().size(); };
    const std::size_t before = processes();
    bench.enable();
    for (int i = 0; i < 3; ++i) {
      bench.write(Register::control, 2);
      sc_core::wait(1, sc_core::SC_NS);
    }
    EXPECT_TRUE(sc_core::sc_get_current_process_handle().get_child_objects().empty());
    EXPECT_LE(processes(), before);
    bench.enable();
    bench.run_to(1);
  });
  sc_core::sc_start();
  ASSERT_EQ(bench.accelerator->records().size(), 1u);
  EXPECT_EQ(bench.record(0).error, Fault{});
}

// A thread inside somebody's b_transport comes back after a reset, or never.
TEST(Reset, OfAThreadInsideTheMemoryIsClean) {
  struct SlowMemory : Memory<64> {
    using Memory::Memory;
    sc_core::sc_event go;
    unsigned calls = 0;
    void b_transport(Payload& payload, sc_time& delay) override {
      if (++calls == 3) sc_core::wait(go);
      Memory::b_transport(payload, delay);
    }
  };
  SlowMemory* memory = nullptr;
  BenchSettings settings;
  settings.accelerator.dmi = false;
  settings.take_memory(memory);
  Bench bench("bench", settings);
  TiledProblem problem(small_job(), 9, std::byte{});
  bench.put(problem);
  bench.put(small_job(), 0);
  bench.put(small_job(), 1);
  in_thread([&] {
    bench.enable();
    bench.write(Register::tail, 1);
    sc_core::wait(1, sc_core::SC_US);
    EXPECT_EQ(bench.accelerator->in_flight(), 1u);
    bench.write(Register::control, 2);
    bench.enable();
    bench.run_to(1);
    EXPECT_EQ(bench.accelerator->in_flight(), 1u) << "the one of before";
    memory->go.notify();
    sc_core::wait(1, sc_core::SC_US);
    EXPECT_EQ(bench.accelerator->in_flight(), 0u);
    bench.run_to(2);
  });
  sc_core::sc_start();
  ASSERT_EQ(bench.accelerator->records().size(), 2u);
  bench.expect_d(problem);
}

// Every offset x size x alignment x byte-enable pattern by one transport, against the table.
class AccessesOfEverySize : public testing::TestWithParam<bool> {};

TEST_P(AccessesOfEverySize, AreTakenAsTheTableSays) {
  const bool blocking = GetParam();
  BenchSettings settings;
  settings.accelerator.queues = 2;
  Bench bench("bench", settings);
  PayloadPool pool;
  sc_core::sc_event answered("answered");
  unsigned accepted = 0, refused = 0;
  bench.host->on_backward = [&](Payload&, Phase& phase, sc_time&) {
    if (phase != ::tlm::BEGIN_RESP) return ::tlm::TLM_ACCEPTED;
    answered.notify(SC_ZERO_TIME);
    return ::tlm::TLM_COMPLETED;
  };
  in_thread([&] {
    RegisterFile model(2);
    for (const bool is_write : {false, true})
      for (std::uint64_t offset = 0; offset < 0x320; ++offset)
        for (unsigned size = 1; size <= 9; ++size)
          for (const unsigned mask : {0xffU, 0xfeU, 0x7fU, 0U, 0xf0U, 0x0fU}) {
            std::array<std::byte, 16> data{}, expected{};
            std::array<std::uint8_t, 8> enables{};
            for (unsigned i = 0; i < 8; ++i) enables[i] = mask >> i & 1 ? 0xff : 0;
            model.set(Register::cycles, 0);
            const auto result = is_write
                                    ? model.write(offset, std::span(expected).first(size), enables)
                                    : model.read(offset, std::span(expected).first(size), enables);
            Payload& payload = pool.take();
            set_up(payload, is_write ? ::tlm::TLM_WRITE_COMMAND : ::tlm::TLM_READ_COMMAND, offset,
                   reinterpret_cast<std::uint8_t*>(data.data()), size);
            payload.set_byte_enable_ptr(enables.data());
            payload.set_byte_enable_length(8);
            sc_time delay;
            Phase phase = ::tlm::BEGIN_REQ;
            if (blocking)
              bench.host->socket->b_transport(payload, delay);
            else if (bench.host->socket->nb_transport_fw(payload, phase, delay) !=
                     ::tlm::TLM_COMPLETED)
              sc_core::wait(answered);
            ASSERT_EQ(payload.is_response_ok(), result.status == AccessStatus::ok)
                << offset << " size " << size << " mask " << mask
                << (is_write ? " write" : " read");
            ASSERT_NE(payload.get_response_status(), ::tlm::TLM_INCOMPLETE_RESPONSE);
            ASSERT_EQ(data, expected);
            ++(payload.is_response_ok() ? accepted : refused);
            payload.set_byte_enable_ptr(nullptr);
            payload.release();
          }
  });
  sc_core::sc_start();
  EXPECT_GT(accepted, 100u);
  EXPECT_GT(refused, 10'000u);
}

INSTANTIATE_TEST_SUITE_P(RegisterSocket, AccessesOfEverySize, testing::Bool(),
                         [](const auto& info) { return info.param ? "blocking" : "nonblocking"; });

TEST(RegisterSocket, DebugShowsEverythingAndSetsNothingOff) {
  Bench bench("bench");
  bench.put(small_job(), 0);
  in_thread([&] {
    bench.enable();
    sc_core::wait(123, sc_core::SC_NS);
    std::array<std::uint8_t, 0x200> all{};
    Payload payload;
    set_up(payload, ::tlm::TLM_READ_COMMAND, 0, all.data(), all.size());
    EXPECT_EQ(bench.host->socket->transport_dbg(payload), all.size());
    EXPECT_EQ(all[0], kIdValue & 0xff);
    EXPECT_EQ(all[row_of(Register::cycles).offset], 123);
    std::uint32_t tail = 1;
    set_up(payload, ::tlm::TLM_WRITE_COMMAND, offset_of(Register::tail),
           reinterpret_cast<std::uint8_t*>(&tail), 4);
    EXPECT_EQ(bench.host->socket->transport_dbg(payload), 4u);
    EXPECT_EQ(sc_core::sc_time_stamp(), sc_time(123, sc_core::SC_NS));
    sc_core::wait(100, sc_core::SC_US);
    EXPECT_EQ(bench.read(Register::tail), 1u);
    EXPECT_EQ(bench.read(Register::head), 0u);
    bench.run_to(1);
    EXPECT_EQ(bench.read(Register::head), 1u);
  });
  sc_core::sc_start();
}

// Rings that would go on at address 0 stop their queue; nothing is written.
TEST(Rings, BeyondTheLastAddressAreFaults) {
  Bench bench("bench");
  in_thread([&] {
    for (const Register base : {Register::ring_base, Register::completion_base}) {
      bench.enable();
      bench.write(base, ~std::uint64_t{0} - 15);
      bench.run_to(static_cast<std::uint32_t>(bench.read(Register::head)) + 1);
      EXPECT_NE(bench.read(Register::queue_status) & 4, 0u) << row_of(base).name;
      bench.write(Register::control, 2);  // reset
    }
    EXPECT_EQ(bench.checker->finished(), 0u);
  });
  sc_core::sc_start();
}

TEST(RegisterSocket, AnAccessHappensAfterItsDelayAndLeavesNone) {
  Bench bench("bench");
  in_thread([&] {
    std::uint64_t value = 0;
    Payload payload;
    set_up(payload, ::tlm::TLM_READ_COMMAND, offset_of(Register::cycles),
           reinterpret_cast<std::uint8_t*>(&value), 8);
    sc_time delay(500, sc_core::SC_NS);
    bench.host->socket->b_transport(payload, delay);
    EXPECT_EQ(value, 500u);
    EXPECT_EQ(delay, SC_ZERO_TIME);
    EXPECT_EQ(sc_core::sc_time_stamp(), sc_time(500, sc_core::SC_NS));
    payload.set_address(offset_of(Register::id));
    payload.set_data_length(4);
    payload.set_streaming_width(4);
    payload.set_response_status(::tlm::TLM_INCOMPLETE_RESPONSE);
    delay = sc_time(7, sc_core::SC_NS);
    bench.host->socket->b_transport(payload, delay);
    EXPECT_EQ(delay, sc_time(7, sc_core::SC_NS)) << "kept where no time is needed";
    EXPECT_EQ(sc_core::sc_time_stamp(), sc_time(500, sc_core::SC_NS));
  });
  sc_core::sc_start();
}

TEST(RegisterSocket, AMasterReadsAndWritesByNameFromThreadsAndOutside) {
  struct Late : sc_core::sc_module {  // takes time on the way
    tlm_utils::simple_target_socket<Late> in{"in"};
    tlm_utils::simple_initiator_socket<Late> out{"out"};
    explicit Late(sc_core::sc_module_name name) : sc_module(name) {
      in.register_b_transport(this, &Late::pass);
    }
    void pass(Payload& payload, sc_time& delay) {
      payload.set_address(payload.get_address() - 0x1000);
      out->b_transport(payload, delay);
      delay += sc_time(7, sc_core::SC_NS);
    }
  };
  Accelerator<> accelerator("accelerator");
  Memory<64> memory("memory", memory_settings());
  Late late("late");
  RegisterMaster<> master("master", 0x1000);
  sc_core::sc_signal<bool> rst_n("rst_n", true), interrupt("interrupt");
  accelerator.memory.bind(memory.socket);
  accelerator.rst_ni.bind(rst_n);
  accelerator.interrupt_o.bind(interrupt);
  master.socket.bind(late.in);
  late.out.bind(accelerator.registers);
  sc_core::sc_start(SC_ZERO_TIME);
  EXPECT_EQ(master.read(Register::id), kIdValue);
  EXPECT_EQ(sc_core::sc_time_stamp(), sc_time(7, sc_core::SC_NS));
  in_thread([&master] {
    master.start({.ring = 0x1000, .descriptors = 4, .completions = 0x2000});
    EXPECT_EQ(master.read(Register::ring_base), 0x1000u);
    EXPECT_EQ(master.read(Register::completion_base), 0x2000u);
    EXPECT_EQ(master.read(Register::queue_control), 1u);
    EXPECT_EQ(sc_core::sc_time_stamp(), sc_time(7 * 10, sc_core::SC_NS));
    try {
      master.write(Register::head, 1);
      ADD_FAILURE() << "HEAD is not to be written";
    } catch (const std::runtime_error& error) {
      EXPECT_STREQ(error.what(), "master: HEAD: TLM_COMMAND_ERROR_RESPONSE");
    }
    EXPECT_THROW(master.read(Register::head, 1), std::runtime_error) << "there is one queue";
  });
  sc_core::sc_start();
}

// Sockets of any bus width, 0 too, are other types and the same accelerator.
template <unsigned REGISTERS, unsigned MEMORY>
sc_time end_with_bus_widths() {
  const std::string name = "w" + std::to_string(REGISTERS) + "_" + std::to_string(MEMORY);
  Accelerator<REGISTERS, MEMORY> accelerator((name + "_accelerator").c_str());
  Memory<MEMORY> memory((name + "_memory").c_str(), memory_settings());
  RegisterMaster<REGISTERS> master((name + "_master").c_str());
  sc_core::sc_signal<bool> rst_n((name + "_rst_n").c_str(), true);
  sc_core::sc_signal<bool> interrupt((name + "_interrupt").c_str());
  accelerator.memory.bind(memory.socket);
  accelerator.rst_ni.bind(rst_n);
  accelerator.interrupt_o.bind(interrupt);
  master.socket.bind(accelerator.registers);
  memory.store().put(0x1000, encode(small_job()));
  sc_core::sc_start(SC_ZERO_TIME);
  master.start({.ring = 0x1000, .descriptors = 4, .completions = 0x2000});
  master.write(Register::tail, 1);
  sc_core::sc_start();
  if (accelerator.records().size() != 1 || accelerator.records()[0].error != Fault{}) return {};
  return accelerator.records()[0].end - accelerator.records()[0].start;
}

TEST(Sockets, OfNoBusWidth) { EXPECT_GT((end_with_bus_widths<0, 0>()), SC_ZERO_TIME); }
TEST(Sockets, OfWideBuses) { EXPECT_GT((end_with_bus_widths<64, 1024>()), SC_ZERO_TIME); }

TEST(RegisterSocket, NonBlockingAccessesAreServedToo) {
  Bench bench("bench");
  PayloadPool pool;
  std::uint32_t value = 0;
  unsigned responses = 0;
  bench.host->on_backward = [&](Payload& payload, Phase& phase, sc_time&) {
    if (phase != ::tlm::BEGIN_RESP) return ::tlm::TLM_ACCEPTED;
    EXPECT_TRUE(payload.is_response_ok());
    EXPECT_EQ(value, kIdValue);
    ++responses;
    payload.release();
    return ::tlm::TLM_COMPLETED;
  };
  in_thread([&] {
    Payload& payload = pool.take();
    set_up(payload, ::tlm::TLM_READ_COMMAND, 0, reinterpret_cast<std::uint8_t*>(&value), 4);
    Phase phase = ::tlm::BEGIN_REQ;
    sc_time delay(3, sc_core::SC_NS);
    EXPECT_EQ(bench.host->socket->nb_transport_fw(payload, phase, delay), ::tlm::TLM_ACCEPTED);
  });
  sc_core::sc_start();
  EXPECT_EQ(responses, 1u);
  EXPECT_EQ(pool.in_use(), 0u);
}

}  // namespace
}  // namespace mmasc::tlm
