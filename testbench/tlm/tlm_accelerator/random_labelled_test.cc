// SPDX-License-Identifier: Apache-2.0
// Random descriptors, valid and broken, through a loosely and an approximately timed accelerator
// under the protocol checker.
#include <random>

#include "mmasc/batch/engine.h"
#include "printed_name.h"
#include "tlm_accelerator/bench.h"

namespace mmasc::tlm {
namespace {

// Tells each write that it gets.
class WatchedMemory : public Memory<64> {
 public:
  using Memory::Memory;
  std::function<void(std::uint64_t address, std::uint64_t bytes)> on_write;

  void b_transport(Payload& payload, sc_time& delay) override {
    tell(payload);
    Memory::b_transport(payload, delay);
  }
  Reply nb_transport_fw(Payload& payload, Phase& phase, sc_time& delay) override {
    if (phase == ::tlm::BEGIN_REQ) tell(payload);
    return Memory::nb_transport_fw(payload, phase, delay);
  }

 private:
  void tell(const Payload& payload) {
    if (payload.is_write()) on_write(payload.get_address(), payload.get_data_length());
  }
};

Limits random_limits() { return {.tiles = 32, .tile_k = 8, .stages = 8, .buffer_bytes = 1 << 18}; }

class RandomDescriptors {
 public:
  explicit RandomDescriptors(std::uint64_t seed) : random_(seed) {
    for (const Descriptor& base : {
             descriptor_of(1, tcgen05(1, 0, 0, 1, 64, 16), {1, 1, 2, 1, 2}),
             descriptor_of(2, tcgen05(2, 2, 2, 1, 64, 8), {1, 2, 1, 1, 1}),
             descriptor_of(3, tcgen05(3, 1, 4, 1, 64, 8), {1, 1, 2, 2, 2}, {5, 1}),
             descriptor_of(3, tcgen05(3, 5, 4, 1, 128, 128), {1, 1, 1, 4, 1}, {3, 4}),
             descriptor_of(4, tcgen05(4, 0, 5, 0, 128, 16, 0, 0, 1), {1, 1, 1, 1, 2}, {0, 1}),
             descriptor_of(6, tcgen05(6, 1, 1, 0, 128, 8, 0, 0, 0), {1, 1, 2, 1, 2}, {2, 1}),
             descriptor_of(0, catalogue_number("hopper/mma.m16n8k16.f32.f16.f16.f32"),
                           {2, 2, 2, 2, 3}, {0, 0}, {1, 1}, true),
             descriptor_of(7, tcgen05(7, 1, 0, 2, 64, 16), {1, 1, 2, 1, 2}, {5, 0}, {0, 0}, true),
             descriptor_of(0,
                           catalogue_number("hopper/wgmma.m64nNk32.satfinite.s32.s8.u8") | 8U << 16,
                           {1, 1, 2, 1, 2}),
             descriptor_of(0, catalogue_number("ampere/mma.m16n8k64.s32.s4.s4.s32"),
                           {2, 2, 2, 1, 2}, {1, 1}),
             descriptor_of(0, catalogue_number("hopper/mma.sp.m16n8k32.f32.f16.f16.f32"),
                           {2, 2, 2, 2, 2}),
             descriptor_of(0, catalogue_number("cdna3/v_mfma_f32_16x16x16_f16"), {1, 2, 3, 1, 2}),
         })
      bases_.push_back(base);
  }

  // One of three is valid; the others have some bits of the 128 bytes changed.
  Descriptor next() {
    Descriptor x = bases_[random_() % bases_.size()];
    x.sequence = random_() & 0xffff'ffff;
    x.interrupt = random_() & 1;
    if (random_() % 3 == 0) return x;
    auto bytes = encode(x);
    for (auto flips = 1 + random_() % 3; flips > 0; --flips)
      bytes[random_() % bytes.size()] ^= static_cast<std::byte>(1 << random_() % 8);
    return decode(bytes);
  }

 private:
  std::mt19937_64 random_;
  std::vector<Descriptor> bases_;
};

// The answer that the accelerator must give.
struct Expected {
  std::optional<Job> job;
  Fault fault;
  bool is_fit = true;  // D does not overwrite the rings
};

Expected expected_of(const Descriptor& x, std::uint64_t memory_size) {
  Expected expected;
  const auto result = validate(x, catalogue_units(), random_limits());
  if (const Fault* const fault = std::get_if<Fault>(&result)) {
    expected.fault = *fault;
    return expected;
  }
  expected.job = std::get<Job>(result);
  const Placed& d = (*expected.job)[Operand::d]->placed;
  expected.is_fit = d.address >= kMemoryBase;
  for (const OperandRow& row : kOperands) {
    const auto& operand = (*expected.job)[row.operand];
    if (!operand || expected.fault) continue;
    const bool is_inside = operand->placed.address < memory_size &&
                           operand->placed.extent() <= memory_size - operand->placed.address;
    // One operand that is not there fails first, and not always the first one.
    if (!is_inside)
      expected.fault.code = row.operand == Operand::d ? ErrorCode::store : ErrorCode::load;
  }
  return expected;
}

// Runs `count` descriptors in either timing.
void expect_random_descriptors(std::uint64_t seed, std::uint32_t count) {
  struct One {
    std::unique_ptr<Bench> bench;
    WatchedMemory* memory = nullptr;
    std::optional<Job> job;
    std::uint64_t completion = 0;
    std::vector<sc_time> durations;
    std::array<unsigned, kErrors.size()> codes{};
    unsigned stray = 0;
    std::uint64_t done = 0, written = 0;
  };
  std::array<One, 2> all;
  for (const bool approximately : {false, true}) {
    One& one = all[approximately];
    BenchSettings settings;
    settings.accelerator.approximately_timed = approximately;
    settings.accelerator.dmi = false;
    settings.accelerator.limits = random_limits();
    settings.accelerator.make_engine = [](const Unit& unit) {
      return make_batch_engine(unit, {.target = {}, .threads = 1});
    };
    settings.accelerator.kept_records = 1;
    settings.memory.page = 4096;  // D may lie anywhere
    settings.take_memory(one.memory);
    one.bench = std::make_unique<Bench>(approximately ? "at" : "lt", settings);
    one.memory->on_write = [&one](std::uint64_t address, std::uint64_t bytes) {
      if (address == one.completion && bytes == kCompletionBytes) return;
      ++one.written;
      if (!one.job) {
        ++one.stray;
        return;
      }
      const Placed& d = (*one.job)[Operand::d]->placed;
      const std::uint64_t from = address - d.address;
      const bool is_inside = address >= d.address && from + bytes <= d.extent();
      const bool is_line =
          d.stride == d.line_bytes() || (d.stride > 0 && from % d.stride + bytes <= d.line_bytes());
      if (!is_inside || (d.lines > 1 && !is_line)) ++one.stray;
    };
    in_thread([&one, seed, count] {
      Bench& bench = *one.bench;
      RandomDescriptors random(seed);
      bench.enable();
      for (std::uint32_t i = 0; i < count; ++i) {
        Descriptor x;
        Expected expected;
        do {
          x = random.next();
          expected = expected_of(x, memory_settings().size);
        } while (!expected.is_fit);
        one.job = expected.job;
        one.completion = Bench::completions(0) + i % kRingSize * kCompletionBytes;
        bench.put(x, i);
        bench.run_to(i + 1);
        const JobRecord& record = bench.accelerator->records().back();
        const bool is_at_run_time =
            expected.fault.code == ErrorCode::load || expected.fault.code == ErrorCode::store;
        const Fault got = record.error;
        if (is_at_run_time)
          ASSERT_TRUE(got.code == ErrorCode::load || got.code == ErrorCode::store) << i;
        else
          ASSERT_EQ(got, expected.fault)
              << i << ": " << row_of(got.code).name << ", not " << row_of(expected.fault.code).name;
        ASSERT_EQ(bench.completion(i).error, got.word()) << i;
        ASSERT_EQ(bench.completion(i).sequence, x.sequence) << i;
        ASSERT_EQ(one.stray, 0u) << i;
        one.durations.push_back(is_at_run_time ? SC_ZERO_TIME : record.end - record.start);
        ++one.codes[static_cast<std::size_t>(got.code)];
        if (got) bench.write(Register::queue_control, 3);
        ++one.done;
      }
    });
  }
  sc_core::sc_start();
  for (const One& one : all) {
    ASSERT_EQ(one.done, count);
    EXPECT_EQ(one.bench->checker->in_flight(), 0u);
    EXPECT_GT(one.written, count);
    unsigned kinds = 0;
    for (const unsigned n : one.codes) kinds += n > 0;
    EXPECT_GT(one.codes[0], count / 4);
    EXPECT_GT(kinds, 25u);
  }
  EXPECT_EQ(all[0].durations, all[1].durations);
}

struct Amount {
  std::uint64_t seed;
  std::uint32_t count;
  friend void PrintTo(const Amount& each, std::ostream* out) { *out << each.seed; }
};
class RandomDescriptorsOf : public testing::TestWithParam<Amount> {};

TEST_P(RandomDescriptorsOf, ASeedHaveTheirCodesAndWriteNothingElse) {
  expect_random_descriptors(GetParam().seed, GetParam().count);
}

// A million in all, each in both timings.
std::vector<Amount> a_million() {
  std::vector<Amount> parts;
  for (std::uint64_t seed = 2; seed < 22; ++seed) parts.push_back({seed, 50'000});
  return parts;
}

INSTANTIATE_TEST_SUITE_P(Quick, RandomDescriptorsOf, testing::Values(Amount{1, 600}),
                         PrintedName());
INSTANTIATE_TEST_SUITE_P(Default, RandomDescriptorsOf, testing::Values(Amount{1, 5000}),
                         PrintedName());
INSTANTIATE_TEST_SUITE_P(Long, RandomDescriptorsOf, testing::ValuesIn(a_million()), PrintedName());

}  // namespace
}  // namespace mmasc::tlm
