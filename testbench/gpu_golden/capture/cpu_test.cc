// SPDX-License-Identifier: Apache-2.0
// Instructions of the processor on which the tests run, against their models.
#include "mmasc/cpu/cpu.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cfenv>
#include <regex>
#include <span>

#include "capture/fake_gpu.h"
#include "mmasc/arith/reference.h"
#include "mmasc/capture/capture.h"
#include "mmasc/capture/chips.h"
#include "mmasc/capture/compare.h"
#include "mmasc/cpu/kernels.h"
#include "mmasc/cpu/threaded_comparer.h"
#include "mmasc/unit/catalog.h"
#include "mmasc/unit/error.h"
#include "vectors/support.h"

namespace mmasc {
namespace {

// QEMU before 9.0 gives few elements of an outer product of 8-bit integers right (its issue 2083);
// versions with SME2 are later.
bool emulator_errs(const Unit& unit, const Device& cpu) {
  return cpu.info().perhaps_emulated && unit.d().is_integer() &&
         (unit.instruction.mnemonic.ends_with("mopa") ||
          unit.instruction.mnemonic.ends_with("mops")) &&
         !cpu.missing(catalog().find("arm/smopa.s32.s16").instruction).empty();
}

// Visits the rows whose extension this processor has.
template <class Visit>
void for_each_row_here(Visit visit) {
  if (cpu_kernels().empty()) GTEST_SKIP() << "no kernels for this processor";
  const auto cpu = open_cpu();
  int rows = 0;
  for (const Unit& unit : catalog().units()) {
    if (!cpu->has_kernel(unit.instruction) || !cpu->missing(unit.instruction).empty() ||
        emulator_errs(unit, *cpu))
      continue;
    ++rows;
    visit(unit, *cpu);
  }
  if (rows == 0) GTEST_SKIP() << cpu->info().name << " has none of the extensions";
}

Unit wrong_model_of(const Unit& unit) {
  if (!unit.d().is_integer()) return unit.with("result.rounding", "toward_zero");
  return unit.with("result.overflow",
                   unit.datapath.result.overflow == Overflow::wrap ? "saturate" : "wrap");
}

// The kernels of this architecture have the shapes of the catalogue's rows, whether this processor
// has the instructions or not.
TEST(Cpu, KernelsHaveTheShapesOfTheirRows) {
  if (cpu_kernels().empty()) GTEST_SKIP() << "no kernels for this processor";
  for (const CpuKernel& kernel : cpu_kernels()) {
    const auto is_row = [&](const Unit& unit) { return is_of(kernel, unit.instruction); };
    const auto rows = kernel.formats.empty() ? 1 : kernel.formats.size() * kernel.formats.size();
    EXPECT_EQ(std::ranges::count_if(catalog().units(), is_row), rows) << kernel.mnemonic;
    for (const Unit& unit : catalog().units()) {
      if (!is_row(unit)) continue;
      const TileShape& shape = unit.instruction.shape;
      EXPECT_EQ(shape.m, kernel.shape.m) << kernel.mnemonic;
      EXPECT_EQ(shape.n.min, kernel.shape.n) << kernel.mnemonic;
      EXPECT_EQ(shape.k, kernel.shape.k) << kernel.mnemonic;
      EXPECT_EQ(shape.blocks, kernel.shape.blocks) << kernel.mnemonic;
      const TileMaps maps = tile_maps(unit);
      EXPECT_EQ(maps[Operand::a].words(), kernel.shape.words_of_a()) << kernel.mnemonic;
      EXPECT_EQ(maps[Operand::b].words(), kernel.shape.words_of_b()) << kernel.mnemonic;
      EXPECT_EQ(maps[Operand::d].words(), kernel.shape.words_of_d()) << kernel.mnemonic;
    }
  }
}

TEST(Cpu, EveryRowOfItsFamilyHasAKernel) {
  if (cpu_kernels().empty()) GTEST_SKIP() << "no kernels for this processor";
  const auto cpu = open_cpu();
  for (const Unit& unit : catalog().units()) {
    if (architecture_of(unit.instruction) == architecture_of(cpu->info())) {
      EXPECT_TRUE(cpu->has_kernel(unit.instruction)) << unit.instruction.id;
    }
  }
}

TEST(Cpu, SaysWhyThereAreNoKernels) {
  EXPECT_EQ(cpu_kernels().empty(), !cpu_without_kernels().empty());
  if (!cpu_kernels().empty()) GTEST_SKIP() << "there are kernels for this processor";
  EXPECT_EQ(testing::error_of<EnvironmentError>([] { open_cpu(); }),
            "no kernels for " + std::string(cpu_without_kernels()) + "; see docs/capture.md");
}

// A tile of another size would be read beyond its end.
TEST(Cpu, RefusesTilesThatAreNoRegister) {
  for_each_row_here([](const Unit& unit, Device& cpu) {
    Unit wide = unit;
    wide.instruction.shape.blocks *= 2;
    const std::string error =
        testing::error_of<InputError>([&] { compare(wide, cpu, {.dots = 100}); });
    const std::string blocks = "blocks = " + std::to_string(unit.instruction.shape.blocks) + " }";
    EXPECT_NE(error.find(blocks + " and formats that fill them"), std::string::npos) << error;
  });
}

TEST(Cpu, RefusesTilesThatAreStoredElsewhere) {
  for_each_row_here([](const Unit& unit, Device& cpu) {
    Unit elsewhere = unit;
    elsewhere.instruction.storage =
        unit.instruction.storage == Storage::vector ? Storage::tile : Storage::vector;
    if (unit.instruction.tensor_scale != nullptr) return;
    const std::string error =
        testing::error_of<InputError>([&] { compare(elsewhere, cpu, {.dots = 100}); });
    EXPECT_NE(error.find("storage "), std::string::npos) << error;
  });
}

// SDOT and UDOT are names of several instructions.
TEST(Cpu, HasNoKernelForFactorsOfOtherWidths) {
  for_each_row_here([](const Unit& unit, Device& cpu) {
    Unit wide = unit;
    wide.instruction.a = find_format("e3m2");
    EXPECT_FALSE(cpu.has_kernel(wide.instruction)) << unit.instruction.id;
  });
}

// The mode of the row is there while the instruction runs, and the caller's before and after it.
TEST(Cpu, TheCallersRoundingChangesNoBit) {
  for_each_row_here([](const Unit& unit, Device& cpu) {
    const VectorFile stimulus = testing::stimulus_of(unit, 400);
    const VectorFile file = capture(unit, stimulus, cpu, {.program = "test"});
    ASSERT_EQ(std::fesetround(FE_TOWARDZERO), 0);
    const VectorFile same = capture(unit, stimulus, cpu, {.program = "test"});
    EXPECT_EQ(std::fegetround(), FE_TOWARDZERO);
    ASSERT_EQ(std::fesetround(FE_TONEAREST), 0);
    for (std::size_t i = 0; i < file.cases.size(); ++i)
      EXPECT_EQ(file.cases[i].d(), same.cases[i].d()) << unit.instruction.id;
    EXPECT_EQ(file.provenance, same.provenance);
  });
}

// QEMU's processor "max" has every other instruction, in versions as old as 7.2. So none of the
// tests here is skipped unseen.
TEST(Cpu, AnEmulatorIsToldAndHasTheKernels) {
  if (cpu_kernels().empty()) GTEST_SKIP() << "no kernels for this processor";
  const auto cpu = open_cpu();
  if (!cpu->info().perhaps_emulated) GTEST_SKIP() << cpu->info().name << " is silicon";
  EXPECT_TRUE(cpu->info().name.starts_with("perhaps emulated ")) << cpu->info().name;
  constexpr std::string_view kOfLaterVersions[] = {
      "FEAT_EBF16",   "FEAT_SVE2p1",  "FEAT_SME2",      "FEAT_F8F32MM",   "FEAT_F8F16MM",
      "FEAT_FP8DOT4", "FEAT_FP8DOT2", "FEAT_SME_F8F32", "FEAT_SME_F8F16", "FEAT_SVE_F16F32MM"};
  for (const CpuKernel& kernel : cpu_kernels())
    EXPECT_TRUE(kernel.missing().empty() || std::ranges::count(kOfLaterVersions, kernel.missing()))
        << kernel.mnemonic << " needs " << kernel.missing();
}

// A result just below the least normal number is flushed, though the nearest f32 is that number.
TEST(Cpu, FlushesByUnboundedTininess) {
  if (cpu_kernels().empty()) GTEST_SKIP() << "no kernels for this processor";
  const auto cpu = open_cpu();
  const Unit unit = find_unit("x86/vdpbf16ps");
  if (!cpu->has_kernel(unit.instruction)) GTEST_SKIP() << "no processor of x86";
  if (const std::string missing = cpu->missing(unit.instruction); !missing.empty())
    GTEST_SKIP() << cpu->info().name << " has no " << missing;
  const Unit bounded = unit.with("flush.tininess", "bounded");
  EXPECT_EQ(compare(unit, *cpu, {.dots = 400'000}).mismatches, 0u);
  EXPECT_GT(compare(bounded, *cpu, {.dots = 400'000}).mismatches, 0u);  // of dot product 327,003
}

// An engine that evaluates the model finds what the stage functions find.
TEST(Cpu, ComparesWithAnEngine) {
  int asked = 0;
  if (cpu_kernels().empty()) GTEST_SKIP() << "no kernels for this processor";
  const auto with_engine = open_cpu([&](const Unit& unit) {
    ++asked;
    return make_reference_engine(unit);
  });
  for_each_row_here([&](const Unit& unit, Device& cpu) {
    const Unit wrong = wrong_model_of(unit);
    asked = 0;
    const CompareResult result = compare(wrong, *with_engine, {.dots = 50'000});
    const CompareResult same = compare(wrong, cpu, {.dots = 50'000});
    EXPECT_GT(result.mismatches, 0u);
    EXPECT_EQ(result.mismatches, same.mismatches);
    EXPECT_EQ(result.replays, same.replays);
    EXPECT_EQ(compare(unit, *with_engine, {.dots = 50'000}).mismatches, 0u);
    EXPECT_EQ(asked, 2);
  });
}

// An engine whose bits are not the reference's is no mismatch of the processor's.
TEST(Cpu, TellsAnEngineThatDiffersFromTheReference) {
  for_each_row_here([&](const Unit& unit, Device&) {
    const auto cpu =
        open_cpu([](const Unit& of) { return make_reference_engine(wrong_model_of(of)); });
    EXPECT_THROW(compare(unit, *cpu, {.dots = 50'000}), std::logic_error) << unit.instruction.id;
  });
}

TEST(Cpu, EqualsItsModels) {
  for_each_row_here([](const Unit& unit, Device& cpu) {
    const CompareResult result = compare(unit, cpu, {.dots = 100'000});
    EXPECT_GE(result.dots, 100'000u) << unit.instruction.id;
    EXPECT_EQ(result.mismatches, 0u) << unit.instruction.id << "\n"
                                     << (result.replays.empty() ? "" : result.replays.front());
  });
}

// What the processor records is what the model gives, vector by vector.
TEST(Cpu, RecordsWhatItsModelsGive) {
  for_each_row_here([](const Unit& unit, Device& cpu) {
    const VectorFile file =
        capture(unit, testing::stimulus_of(unit, 100), cpu, {.program = "test"});
    EXPECT_EQ(file.evidence,
              cpu.info().perhaps_emulated ? EvidenceKind::derived : EvidenceKind::recorded);
    EXPECT_TRUE(std::regex_search(file.provenance,
                                  std::regex(", (MXCSR 1f80|FPCR (0|2000|2000000)), test ")))
        << file.provenance;
    const Sequence model(unit);
    for (const Case& row : file.cases)
      EXPECT_TRUE(same_bits(unit.d(), row.d(), evaluate(model, operands_of(row)),
                            !unit.datapath.result.nan));
  });
}

// A wrong model is found, and its first mismatches have the lowest numbers.
TEST(Cpu, DiffersFromAnotherModel) {
  for_each_row_here([](const Unit& unit, Device& cpu) {
    const Unit wrong = wrong_model_of(unit);
    const Comparison comparison(wrong, 1, true);
    ThreadedComparer threads(comparison, cpu, nullptr);
    HostComparer alone(comparison, cpu);
    const int tiles = 32'000 / comparison.stream.dims.dots();
    const Verdict verdict = threads.run(0, tiles, 3), same = alone.run(0, tiles, 3);
    EXPECT_GT(verdict.mismatches, 0u) << unit.instruction.id;
    EXPECT_LT(verdict.mismatches, 32'000u) << unit.instruction.id;
    EXPECT_EQ(verdict.mismatches, same.mismatches);
    EXPECT_EQ(verdict.first, same.first);
  });
}

// Both encodings of an instruction that has two give the same bits.
TEST(Cpu, EncodingsAgree) {
  int compared = 0;
  for_each_row_here([&](const Unit& unit, Device&) {
    std::vector<const CpuKernel*> kernels;
    for (const CpuKernel& kernel : cpu_kernels())
      if (is_of(kernel, unit.instruction) && kernel.missing().empty()) kernels.push_back(&kernel);
    if (kernels.size() < 2) return;
    const TilePacker packer(unit);
    const int vectors = 32'000, tiles = vectors / packer.vectors_per_tile();
    const TileImages images = packer.pack(testing::random_cases(unit, vectors, 3));
    const auto results_of = [&](const CpuKernel& kernel) {
      std::vector<std::uint32_t> d(tiles * kernel.shape.words_of_d(), 0xa5a5a5a5u);
      run_kernel(kernel, unit, images, d);
      return d;
    };
    const auto first = results_of(*kernels.front());
    for (const CpuKernel* const other : std::span(kernels).subspan(1)) {
      EXPECT_EQ(results_of(*other), first) << unit.instruction.id;
      ++compared;
    }
  });
  if (compared == 0 && !::testing::Test::IsSkipped())
    GTEST_SKIP() << "no instruction has two encodings here";
}

// An instruction that two extensions have needs either.
TEST(Cpu, NamesEveryExtensionThatWouldDo) {
  if (cpu_kernels().empty()) GTEST_SKIP() << "no kernels for this processor";
  const auto cpu = open_cpu();
  for (const Unit& unit : catalog().units()) {
    const std::string missing = cpu->missing(unit.instruction);
    for (const CpuKernel& kernel : cpu_kernels()) {
      if (!is_of(kernel, unit.instruction)) continue;
      const std::string_view of_kernel = kernel.missing();
      EXPECT_TRUE(of_kernel.empty() ? missing.empty()
                                    : missing.empty() || missing.find(of_kernel) != missing.npos)
          << unit.instruction.id << " needs " << missing;
    }
  }
  if (cpu->info().chip != "x86_64") return;
  const std::string of_two = cpu->missing(catalog().find("x86/vpdpwuud").instruction);
  EXPECT_TRUE(of_two.empty() || of_two == "AVX_VNNI_INT16 or AVX10.2") << of_two;
}

}  // namespace
}  // namespace mmasc
