// SPDX-License-Identifier: Apache-2.0
// One engine used by several threads at once.
#include <thread>

#include "batch/agreement.h"
#include "batch/gemm_case.h"

namespace mmasc {
namespace {

TEST(SharedEngine, ServesSeveralThreads) {
  const Unit& unit = find_row(kF16);
  const GemmCase chosen = sized(150, 150, 100);
  const OperationBatch batch = random_batch(unit, kOperations, 3);
  const auto reference = make_reference_engine(unit);
  const auto dots = batch.run(*reference);
  const auto gemm = run(*make_batch_engine(unit, {{}, 1}), chosen);
  const auto engine = make_batch_engine(unit, {{}, 2});
  std::vector<std::thread> threads;
  for (int i = 0; i < 4; ++i)
    threads.emplace_back([&] {
      for (int turn = 0; turn < 5; ++turn) {
        EXPECT_EQ(batch.run(*engine), dots);
        EXPECT_TRUE(run(*engine, chosen) == gemm);
      }
    });
  for (std::thread& thread : threads) thread.join();
}

}  // namespace
}  // namespace mmasc
