// SPDX-License-Identifier: Apache-2.0
// 10^8 operations against the reference, on rows of the catalogue, random units and all targets.
#include <atomic>
#include <thread>

#include "batch/agreement.h"
#include "mmasc/unit/catalog.h"
#include "random/fused_unit.h"

namespace mmasc {
namespace {

constexpr int kParts = 10;
constexpr std::uint64_t kOperationsOfAll = 100'000'000;

// Random operands paired in every way: kSide * kSide operations.
class Pairs {
 public:
  static constexpr std::size_t kSide = 64, kCount = kSide * kSide;

  Pairs(const Unit& unit, std::uint64_t seed) : pairs_(unit) {
    for (std::size_t i = 0; i < kSide; ++i)
      drawn_.push_back(random_operands(unit, seed * kSide + i));
    for (const Case& x : drawn_)
      for (std::size_t j = 0; j < kSide; ++j) {
        const std::size_t i = pairs_.operations().size() / kSide;
        Case pair = crossed(x, drawn_[j]);
        // As it was drawn where the two are one.
        pair.c() = i == j ? x.c() : drawn_[(i * 5 + j) % kSide].c();
        pairs_.add(pair);
      }
  }

  std::vector<std::uint64_t> run(const Engine& engine) const { return pairs_.run(engine); }

 private:
  std::vector<Case> drawn_;
  OperationBatch pairs_;
};

Unit unit_of(std::uint64_t seed) {
  const auto& rows = catalog().units();
  switch (seed % 4) {
    case 0:
      return random_unit(seed);
    case 1:
      return random_fused_unit(seed);
    default:
      return rows[seed / 2 % rows.size()];
  }
}

// Returns how many operations were compared; none where there is no kernel.
std::uint64_t expect_pairs_agree(std::uint64_t seed) {
  const Unit unit = unit_of(seed);
  if (!has_plan(unit) || !has_kernel(unit)) return 0;
  const Pairs pairs(unit, seed);
  const auto reference = pairs.run(*make_reference_engine(unit));
  for (const auto& [target, engine] : engines_on_all_targets(unit)) {
    const auto d = pairs.run(*engine);
    for (std::size_t i = 0; i < d.size(); ++i) {
      if (d[i] == reference[i]) continue;
      ADD_FAILURE() << target << ", unit_of(" << seed << ") = " << unit.instruction.id << ", pair "
                    << i / Pairs::kSide << ", " << i % Pairs::kSide << std::hex << ": " << d[i]
                    << ", not " << reference[i];
      break;
    }
  }
  return reference.size();
}

class ManyOperations : public ::testing::TestWithParam<int> {};

TEST_P(ManyOperations, Agree) {
  std::atomic<std::uint64_t> compared = 0, next = 0;
  const auto work = [&] {
    while (compared < kOperationsOfAll / kParts && !HasFailure())
      compared += expect_pairs_agree(next++ * kParts + static_cast<std::uint64_t>(GetParam()));
  };
  std::vector<std::thread> threads;
  for (unsigned i = 0; i < std::max(2u, std::thread::hardware_concurrency()); ++i)
    threads.emplace_back(work);
  for (std::thread& thread : threads) thread.join();
  EXPECT_GE(compared, kOperationsOfAll / kParts);
}

INSTANTIATE_TEST_SUITE_P(Parts, ManyOperations, ::testing::Range(0, kParts));

}  // namespace
}  // namespace mmasc
