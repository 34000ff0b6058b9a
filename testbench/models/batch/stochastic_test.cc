// SPDX-License-Identifier: Apache-2.0
// GEMMs of units that round stochastically: the random bits are a function of the seed and the
// place, whatever the engine and its threads.
#include <gtest/gtest.h>

#include "mmasc/arith/random_fill.h"
#include "mmasc/batch/engine.h"
#include "mmasc/stimulus/random.h"
#include "mmasc/unit/catalog.h"
#include "mmasc/unit/random_elements.h"
#include "random/operation_batch.h"

namespace mmasc {
namespace {

constexpr int kM = 3, kN = 5, kK = 10;

Unit stochastic() {
  return catalog()
      .find("volta/mma.m8n8k4.f32.f16.f16.f32")
      .with("dot.alignment_rounding", "{ mode = \"stochastic\", random_bits = 5 }");
}

std::vector<std::uint16_t> elements(int count, std::uint64_t seed) {
  Random random(seed);
  std::vector<std::uint16_t> bits;
  for (int i = 0; i < count; ++i)
    bits.push_back(static_cast<std::uint16_t>(random.next() & 0xbfff));
  return bits;
}

const auto kA = elements(kM * kK, 1), kB = elements(kK * kN, 2);

std::vector<std::uint32_t> gemm(const Engine& engine, std::uint64_t seed) {
  std::vector<std::uint32_t> d(kM * kN);
  const auto view = [](const std::uint16_t* bits, std::int64_t rows, std::int64_t columns) {
    return MatrixView{
        reinterpret_cast<const std::byte*>(bits), rows, columns, 16 * columns, 16, 16};
  };
  const GemmProblem problem(
      {{Operand::a, view(kA.data(), kM, kK)}, {Operand::b, view(kB.data(), kK, kN)}},
      {reinterpret_cast<std::byte*>(d.data()), kM, kN, 32 * kN, 32, 32});
  GemmOptions options;
  options.seed = seed;
  engine.gemm(problem, options);
  return d;
}

TEST(StochasticGemm, IsAFunctionOfTheSeed) {
  const Unit unit = stochastic();
  const auto d = gemm(*make_reference_engine(unit), 9);
  EXPECT_NE(gemm(*make_reference_engine(unit), 10), d);
  for (const int threads : {1, 2})
    EXPECT_EQ(gemm(*make_batch_engine(unit, {.target = "", .threads = threads}), 9), d);
  EXPECT_EQ(batch_kernel(unit).name, "compiled");
  EXPECT_NE(batch_kernel(unit).reason.find("stochastic"), std::string::npos);
}

// Each element is a chain of instructions with its own random elements.
TEST(StochasticGemm, DrawsByRowColumnAndInstruction) {
  const Unit unit = stochastic();
  const auto engine = make_reference_engine(unit);
  const auto d = gemm(*engine, 9);
  const auto widths = random_widths(unit);
  const int k = unit.instruction.shape.k;
  for (int row = 0; row < kM; ++row)
    for (int column = 0; column < kN; ++column) {
      std::uint64_t c = 0;
      for (int step = 0; step * k < kK; ++step) {
        Case x;
        x.c() = c;
        for (int i = step * k; i < (step + 1) * k; ++i) {
          x[Operand::a].push_back(i < kK ? kA[static_cast<std::size_t>(row * kK + i)] : 0);
          x[Operand::b].push_back(i < kK ? kB[static_cast<std::size_t>(i * kN + column)] : 0);
        }
        append_random(widths, 9,
                      static_cast<std::uint64_t>(row) << 32 | static_cast<unsigned>(column),
                      static_cast<std::uint32_t>(step), x[Operand::random]);
        OperationBatch operation(unit);
        operation.add(x);
        c = operation.run(*engine).front();
      }
      EXPECT_EQ(d[static_cast<std::size_t>(row * kN + column)], c);
    }
}

}  // namespace
}  // namespace mmasc
