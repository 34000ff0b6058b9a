// SPDX-License-Identifier: Apache-2.0
// Vectors go to tiles and come back with the d of their own operands; what may not be captured is
// refused.
#include "mmasc/capture/capture.h"

#include <gtest/gtest.h>

#include "capture/captured.h"
#include "capture/fake_gpu.h"
#include "mmasc/capture/provenance.h"
#include "mmasc/unit/catalog.h"
#include "mmasc/unit/error.h"
#include "told.h"
#include "vectors/support.h"

namespace mmasc {
namespace {

using testing::error_of;
using testing::FakeGpu;
using testing::kWgmma;
using testing::stimulus_of;

const CaptureOptions kOptions{true, "test"};

TEST(Tile, HoldsAVectorForEachDiagonal) {
  const auto per_tile = [](const char* id) {
    const TilePacker packer(catalog().find(id));
    return std::pair(packer.vectors_per_tile(), packer.copies());
  };
  EXPECT_EQ(per_tile("hopper/mma.m16n8k16.f32.f16.f16.f32"), std::pair(8, 2));
  EXPECT_EQ(per_tile("hopper/mma.m8n8k4.f64.f64.f64.f64"), std::pair(8, 1));
  EXPECT_EQ(per_tile("turing/mma.m8n8k4.f32.f16.f16.f32"), std::pair(32, 1));
  EXPECT_EQ(per_tile(kWgmma), std::pair(8, 8));
  EXPECT_EQ(per_tile("blackwell/tcgen05.mma.m128nNk32.f8f6f4.f32.e4m3.e4m3"), std::pair(16, 8));
  EXPECT_EQ(per_tile("cdna3/v_mfma_f32_4x4x4_16b_f16"), std::pair(64, 1));
  EXPECT_EQ(per_tile("arm/fmmla.f16.e4m3.e4m3"), std::pair(1, 8));
  EXPECT_EQ(per_tile("arm/fmopa.f32.e4m3.e4m3"), std::pair(1, 256));
}

TEST(Tile, CountsTheTiles) {
  const TilePacker packer(catalog().find(kWgmma));
  EXPECT_EQ(packer.tiles_of(0), 0);
  EXPECT_EQ(packer.tiles_of(8), 1);
  EXPECT_EQ(packer.tiles_of(9), 2);
}

TEST(Capture, EveryVectorGetsTheResultOfItsOwnOperands) {
  for (const Unit& unit : catalog().units()) {
    if (!testing::can_be_captured(unit.instruction)) continue;
    const Instruction& row = unit.instruction;
    const TilePacker packer(unit);
    FakeGpu gpu(unit, "sm_90");
    std::vector<Case> cases = testing::random_cases(unit, packer.vectors_per_tile() + 1, 7);
    const TileImages images = packer.pack(cases);
    EXPECT_EQ(images.tiles, 2) << row.id;
    std::vector<std::uint32_t> d(static_cast<std::size_t>(2 * packer.maps().d().words()));
    gpu.run(unit, packer.maps(), images, true, d);
    packer.unpack(d, cases);
    for (const Case& done : cases) EXPECT_EQ(done.d(), testing::fake_d(unit, done)) << row.id;
  }
}

TEST(Capture, WritesARecordingWithItsProvenance) {
  const Unit& unit = catalog().find(kWgmma);
  FakeGpu gpu(unit, "sm_90");
  const VectorFile file = capture(unit, stimulus_of(unit, 20), gpu, kOptions);
  const std::string text = to_text(file);
  EXPECT_NE(text.find("# instruction: hopper/wgmma.m64nNk32.f32.e4m3.e4m3\n"), std::string::npos);
  EXPECT_NE(text.find("# provenance: Fake GPU (sm_90), driver 1.2, no runtime, test 0."),
            std::string::npos);
  EXPECT_NE(text.find("# evidence: recorded\n"), std::string::npos);
  EXPECT_NE(text.find("# nan: exact\n"), std::string::npos);
  EXPECT_NE(text.find("# stimulus: stimulus.vec: random bits\n"), std::string::npos);
  EXPECT_NE(text.find("# tile: m=64 n=8 blocks=1; 8 vectors a tile, each at 8 places"),
            std::string::npos);
  EXPECT_EQ(to_text(parse_vectors(text, "again")), text);
  for (const Case& row : file.cases) EXPECT_EQ(row.d(), testing::fake_d(unit, row));
}

// What an emulator computes is derived from its source.
TEST(Capture, AnEmulatorRecordsNothing) {
  const Unit& unit = catalog().find(kWgmma);
  FakeGpu gpu(unit, "sm_90");
  gpu.emulate();
  const VectorFile file = capture(unit, stimulus_of(unit, 20), gpu, kOptions);
  EXPECT_NE(to_text(file).find("# evidence: derived\n"), std::string::npos);
}

// A control register holds few of the numbers that a format of st has.
TEST(Capture, LeavesOutVectorsThatTheDeviceCannotRun) {
  Told told;
  const Unit& unit = catalog().find("arm/fmmla.f32.e4m3.e5m2");
  FakeGpu gpu(unit, "aarch64");
  const auto runs = [](const Case& row) { return row[Operand::st].front() <= 127; };
  gpu.run_only(runs);
  const VectorFile stimulus = stimulus_of(unit, 20);
  const VectorFile file = capture(unit, stimulus, gpu, kOptions);
  const auto left_out = stimulus.cases.size() - file.cases.size();
  EXPECT_GT(left_out, 0u);
  EXPECT_FALSE(file.cases.empty());
  EXPECT_NE(to_text(file).find("# left-out: " + std::to_string(left_out) + " vectors of"),
            std::string::npos);
  for (const Case& row : file.cases) {
    EXPECT_TRUE(runs(row));
    EXPECT_EQ(row.d(), testing::fake_d(unit, row));
  }
  gpu.run_only([](const Case&) { return false; });
  told.refusal<InputError>([&] { capture(unit, stimulus, gpu, kOptions); });
}

// Rows of the last tile that no vector has see metadata that has a meaning, too.
TEST(Capture, EveryPlaceOfATileHasMeaningfulMetadata) {
  for (const char* id :
       {"hopper/mma.sp.m16n8k32.f32.f16.f16.f32", "hopper/wgmma.sp.m64nNk16.f32.tf32.tf32"}) {
    const Unit& unit = catalog().find(id);
    const TilePacker packer(unit);
    std::vector<Case> cases = testing::random_cases(unit, 3, 5);
    for (Case& row : cases)
      for (std::size_t i = 0; i < row[Operand::metadata].size(); ++i)
        row[Operand::metadata][i] = i % 2;
    const OperandMap& map = packer.maps()[Operand::metadata];
    const TileImages images = packer.pack(cases);
    for (int r = 0; r < map.rows(); ++r) {
      Case row;
      for (int i = 0; i < map.columns(); ++i)
        row[Operand::metadata].push_back(map.get(images[Operand::metadata], {r, i}));
      EXPECT_TRUE(has_ascending_places(*unit.instruction.sparsity, row)) << id << " row " << r;
      EXPECT_EQ(row[Operand::metadata][1], 1u) << id << " row " << r;
    }
  }
}

// Other metadata has no meaning on a GPU.
TEST(Capture, PlacesOfASparseRowAscend) {
  const SparsityRow two_of_four{.keep = 2, .of = 4};
  const auto ascends = [&](std::vector<std::uint64_t> places) {
    Case row;
    row[Operand::metadata] = std::move(places);
    return has_ascending_places(two_of_four, row);
  };
  EXPECT_TRUE(ascends({0, 1, 0, 3}));
  EXPECT_TRUE(ascends({2, 3, 0, 1}));
  EXPECT_FALSE(ascends({0, 1, 3, 0}));
  EXPECT_FALSE(ascends({2, 2, 0, 1}));
}

TEST(Capture, ScaleDZeroWritesThatCIsZero) {
  const Unit& unit = catalog().find(kWgmma);
  FakeGpu gpu(unit, "sm_90");
  const VectorFile file = capture(unit, stimulus_of(unit, 20), gpu, {false, "test"});
  EXPECT_NE(to_text(file).find("# scale-d: 0; "), std::string::npos);
  for (const Case& row : file.cases) {
    EXPECT_EQ(row.c(), 0u);
    EXPECT_EQ(row.d(), testing::fake_d(unit, row, false));
  }
}

TEST(Capture, ScaleDZeroIsForWgmmaAndTcgen05Alone) {
  Told told;
  const Unit& unit = catalog().find("hopper/mma.m16n8k16.f32.f16.f16.f32");
  FakeGpu gpu(unit, "sm_90");
  told.refusal<InputError>([&] { capture(unit, stimulus_of(unit, 1), gpu, {false, "test"}); });
}

TEST(Capture, RefusesAResultThatDependsOnThePlace) {
  Told told;
  const Unit& unit = catalog().find(kWgmma);
  FakeGpu gpu(unit, "sm_90");
  gpu.fault_in(17);
  told.refusal<PlacesDiffer>([&] { capture(unit, stimulus_of(unit, 8), gpu, kOptions); });
}

TEST(Capture, RefusesTheWrongGpu) {
  Told told;
  const Unit& unit = catalog().find(kWgmma);
  FakeGpu gpu(unit, "sm_89");
  told.refusal<EnvironmentError>([&] { check_device(unit, gpu); });
  const Unit& ampere = catalog().find("ampere/mma.m16n8k8.f32.f16.f16.f32");
  told.refusal<EnvironmentError>([&] { check_device(ampere, gpu); });
}

TEST(Capture, RefusesWhatNoProgramCaptures) {
  Told told;
  const Unit& volta = catalog().find("volta/mma.m8n8k4.f32.f16.f16.f32");
  FakeGpu gpu(volta, "sm_70");
  told.refusal<InputError>([&] { check_device(volta, gpu); });
  const Unit& unit = catalog().find(kWgmma);
  FakeGpu without(unit, "sm_90");
  without.without_kernel();
  told.refusal<InputError>([&] { check_device(unit, without); });
}

TEST(Capture, RefusesVectorsOfOtherFormats) {
  Told told;
  const Unit& unit = catalog().find(kWgmma);
  const Unit& other = catalog().find("hopper/wgmma.m64nNk32.f32.e5m2.e4m3");
  FakeGpu gpu(unit, "sm_90");
  told.refusal<InputError>([&] { capture(unit, stimulus_of(other, 1), gpu, kOptions); });
}

TEST(Provenance, NamesEverythingThatMadeTheBits) {
  const DeviceInfo gpu{.name = "NVIDIA H200",
                       .maker = "NVIDIA",
                       .chip = "sm_90",
                       .state = "driver 580.1, for CUDA 13.0, CUDA runtime 13.0"};
  const std::string text = provenance_text(gpu, "mmasc_capture", 0);
  EXPECT_TRUE(text.starts_with(
      "NVIDIA H200 (sm_90), driver 580.1, for CUDA 13.0, CUDA runtime 13.0, mmasc_capture "))
      << text;
  EXPECT_TRUE(text.ends_with(", 1970-01-01")) << text;
}

TEST(Provenance, ReadsTheDriversVersion) {
  EXPECT_EQ(nvidia_driver_version("NVRM version: NVIDIA UNIX x86_64 Kernel Module  580.159.03  "
                                  "Thu Jul 17 2025\nGCC version: gcc 12.2.0\n"),
            "580.159.03");
  EXPECT_EQ(nvidia_driver_version("NVRM version: NVIDIA UNIX Open Kernel Module for x86_64  "
                                  "575.57.08  Release Build\n"),
            "575.57.08");
  EXPECT_EQ(nvidia_driver_version(""), "");
  EXPECT_EQ(nvidia_driver_version("no 86_64 version"), "");
  EXPECT_EQ(cuda_version_text(13000), "13.0");
  EXPECT_EQ(cuda_version_text(12090), "12.9");
}

}  // namespace
}  // namespace mmasc
