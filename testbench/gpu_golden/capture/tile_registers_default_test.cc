// SPDX-License-Identifier: Apache-2.0
// The kernels of AMX where there is no AMX: configuration, loads, layouts, encodings and stores,
// with the instructions done by tile_interpreter.h. This is no evidence of what silicon computes.
#include <gtest/gtest.h>

#include <algorithm>
#include <iterator>

#include "capture/tile_interpreter.h"
#include "mmasc/capture/host_comparer.h"
#include "mmasc/cpu/cpu.h"
#include "mmasc/cpu/kernels.h"
#include "mmasc/unit/catalog.h"

namespace mmasc {
namespace {

#if defined(__x86_64__) && defined(__linux__)

// As the interpreter takes the elements by the document, so the model has them by its row.
TEST(TileRegisters, KernelsGiveWhatTheDocumentSays) {
  const auto cpu = open_cpu();
  int kernels = 0, interpreted = 0;
  for (const Unit& unit : catalog().units()) {
    const Instruction& row = unit.instruction;
    const auto is_row = [&](const x86::AmxInstruction& of) { return of.mnemonic == row.mnemonic; };
    if (!std::ranges::any_of(x86::kAmxInstructions, is_row) || !cpu->has_kernel(row)) continue;
    ++kernels;
    // Cpu.EqualsItsModels runs those that the processor has, unless Linux refuses its tiles.
    if (!cpu->missing(row).starts_with("AMX")) continue;
    ++interpreted;
    const testing::TileInterpreter interpreter;
    const Comparison comparison(unit, 1, true);
    constexpr int kTilesCompared = 64;
    const Verdict verdict = HostComparer(comparison, *cpu).run(0, kTilesCompared, 1);
    EXPECT_EQ(verdict.mismatches, 0u) << row.id;
    EXPECT_EQ(testing::TileInterpreter::dots(), kTilesCompared) << row.id;
    EXPECT_FALSE(testing::TileInterpreter::configured()) << row.id << " leaves tiles in use";
  }
  EXPECT_EQ(kernels, std::ssize(x86::kAmxInstructions));
  if (interpreted == 0) GTEST_SKIP() << cpu->info().name << " has all of them itself";
}

#else
TEST(TileRegisters, KernelsGiveWhatTheDocumentSays) { GTEST_SKIP() << "no x86-64 with Linux"; }
#endif

}  // namespace
}  // namespace mmasc
