// SPDX-License-Identifier: Apache-2.0
// Queues and accelerators that share a memory: each D is right, accounts add up, and how far ends
// lie apart, loosely and approximately timed.
#include <numeric>

#include "mmasc/accelerator/register_master.h"
#include "mmasc/batch/engine.h"
#include "mmasc/neighbours/bus.h"
#include "printed_name.h"
#include "tlm_accelerator/bench.h"

namespace mmasc::tlm {
namespace {

constexpr std::uint64_t kRegion = 0x10'0000;  // of each queue's operands
constexpr std::uint32_t kJobs = 3;            // of each queue

struct Sharing {
  unsigned accelerators = 1;
  int queues = 1;
  bool approximately = false;
};

// Accelerators behind one bus with one memory. Each queue has operands of its own.
class SharedMemory {
 public:
  SharedMemory(const std::string& name, const Sharing& sharing)
      : sharing_(sharing),
        rst_n_((name + "_rst_n").c_str(), true),
        memory_((name + "_memory").c_str(), settings()),
        bus_((name + "_bus").c_str(), sharing.accelerators, 1) {
    bus_.map({.base = 0, .size = settings().size});
    bus_.to_target[0].bind(memory_.socket);
    for (unsigned i = 0; i < sharing.accelerators; ++i) {
      const std::string number = name + "_" + std::to_string(i);
      AcceleratorSettings accelerator{.timings = some_timings};
      accelerator.make_engine = [](const Unit& unit) {
        return make_batch_engine(unit, {.target = {}, .threads = 1});
      };
      accelerator.queues = sharing.queues;
      accelerator.approximately_timed = sharing.approximately;
      parts_.push_back(std::make_unique<Part>(number, accelerator));
      parts_.back()->accelerator.rst_ni.bind(rst_n_);
      parts_.back()->checker.to_target.bind(bus_.from_initiator[i]);
    }
    for (std::size_t i = 0; i < all(); ++i) {
      problems_.push_back(std::make_unique<TiledProblem>(small_job(), 40 + i, std::byte{0x5a}));
      memory_.store().put(kMemoryBase + i * kRegion, problems_.back()->memory().bytes);
      for (std::uint32_t j = 0; j < kJobs; ++j)
        memory_.store().put(kRing + i * kQueueStep + j * kDescriptorBytes, encode(job_of_queue(i)));
    }
    in_thread([this] { run(); });
  }

  // All jobs' ends, queue by queue; what must hold anyway is checked.
  std::vector<sc_time> ends() {
    std::vector<sc_time> ends;
    for (std::size_t i = 0; i < all(); ++i) {
      const auto queues = static_cast<std::size_t>(sharing_.queues);
      std::uint32_t jobs = 0;
      for (const JobRecord& record : parts_[i / queues]->accelerator.records()) {
        if (record.queue != static_cast<int>(i % queues)) continue;
        ++jobs;
        EXPECT_EQ(record.error, Fault{});
        EXPECT_EQ(record.sequence, i);
        ends.push_back(record.end);
        for (const Account& account : record.report.accounts)
          EXPECT_EQ(std::accumulate(account.stalls.begin(), account.stalls.end(),
                                    account.busy + account.idle),
                    account.capacity * record.report.end);
      }
      EXPECT_EQ(jobs, kJobs);
      TiledProblem& problem = *problems_[i];
      const auto expected = problem.expected(*make_reference_engine(*problem.job().unit));
      auto& bytes = problem.memory().bytes;
      memory_.store().read(kMemoryBase + i * kRegion, reinterpret_cast<std::uint8_t*>(bytes.data()),
                           bytes.size());
      expect_equal_d(problem, expected);
    }
    return ends;
  }
  sc_time last_end() {
    const auto all = ends();
    return *std::ranges::max_element(all);
  }

 private:
  static MemorySettings settings() {
    MemorySettings settings = memory_settings();
    settings.timing.bytes_per_cycle = 8;
    return settings;
  }
  struct Part {
    Part(const std::string& name, const AcceleratorSettings& settings)
        : accelerator((name + "_accelerator").c_str(), settings),
          host((name + "_host").c_str()),
          checker((name + "_checker").c_str(),
                  [name](const ProtocolViolation& violation) {
                    ADD_FAILURE() << name << ": " << violation.rule;
                  }),
          interrupt((name + "_interrupt").c_str()) {
      accelerator.memory.bind(checker.from_initiator);
      accelerator.interrupt_o.bind(interrupt);
      host.socket.bind(accelerator.registers);
    }
    Accelerator<32, 64> accelerator;
    RegisterMaster<32> host;
    ProtocolChecker<64> checker;
    sc_core::sc_signal<bool> interrupt;
  };

  std::size_t all() const {
    return sharing_.accelerators * static_cast<std::size_t>(sharing_.queues);
  }
  static Descriptor job_of_queue(std::size_t i) {
    Descriptor x = small_job();
    x.sequence = i;
    for (const Operand name : {Operand::a, Operand::b, Operand::d}) x[name].address += i * kRegion;
    return x;
  }
  void run() {
    for (std::size_t i = 0; i < all(); ++i) {
      const auto queues = static_cast<std::size_t>(sharing_.queues);
      parts_[i / queues]->host.start({.ring = kRing + i * kQueueStep,
                                      .descriptors = kRingSize,
                                      .completions = kCompletions + i * kQueueStep},
                                     static_cast<int>(i % queues));
    }
    for (const auto& part : parts_)
      for (int queue = 0; queue < sharing_.queues; ++queue)
        part->host.write(Register::tail, kJobs, queue);
  }

  const Sharing sharing_;
  sc_core::sc_signal<bool> rst_n_;
  Memory<64> memory_;
  Bus<64> bus_;
  std::vector<std::unique_ptr<Part>> parts_;
  std::vector<std::unique_ptr<TiledProblem>> problems_;
};

// By the global quantum, in ns.
class Contention : public testing::TestWithParam<int> {};

TEST_P(Contention, EachDIsRightAndTheLastEndsLieNearEachOther) {
  ::tlm::tlm_global_quantum::instance().set(sc_time(GetParam(), sc_core::SC_NS));
  struct Pair {
    std::unique_ptr<SharedMemory> loose, exact;
  };
  const auto make = [](unsigned accelerators, int queues) {
    const std::string name = std::to_string(accelerators) + "_" + std::to_string(queues);
    return Pair{std::make_unique<SharedMemory>("lt_" + name, Sharing{accelerators, queues, false}),
                std::make_unique<SharedMemory>("at_" + name, Sharing{accelerators, queues, true})};
  };
  const Pair alone = make(1, 1), queues = make(1, 2), accelerators = make(2, 1);
  std::vector<Pair> crowds;
  crowds.push_back(make(1, 4));
  crowds.push_back(make(3, 1));
  crowds.push_back(make(3, 2));
  sc_core::sc_start();

  const auto first = alone.exact->ends();
  EXPECT_EQ(alone.loose->ends(), first);
  // Queues contend as accelerators do.
  EXPECT_EQ(queues.loose->ends(), accelerators.loose->ends());
  EXPECT_EQ(queues.exact->ends(), accelerators.exact->ends());
  // Loosely timed, who runs ahead is served as if alone, and leaves gaps to the others. A short
  // quantum lets nobody run ahead.
  const bool is_short = GetParam() <= 100;
  const double most = is_short ? 1.025 : 1.145;
  const auto expect_near = [&](const Pair& pair) {
    EXPECT_GT(pair.exact->last_end(), first.back());
    const double ratio = pair.loose->last_end() / pair.exact->last_end();
    EXPECT_LT(ratio, most);
    EXPECT_GE(ratio, is_short ? 1 : 1.01) << "then docs/tlm.md says too much";
    for (const auto& ends : {pair.loose->ends(), pair.exact->ends()})
      for (std::size_t i = 0; i < ends.size(); ++i) EXPECT_GE(ends[i], first[i % kJobs]) << i;
  };
  expect_near(queues);
  for (const Pair& pair : crowds) expect_near(pair);
}

INSTANTIATE_TEST_SUITE_P(Quanta, Contention, testing::Values(0, 100, 1000, 10'000, 100'000),
                         PrintedName());

}  // namespace
}  // namespace mmasc::tlm
