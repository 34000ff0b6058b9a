// SPDX-License-Identifier: Apache-2.0
// The capture programs' command line: exit codes, one line of error, no output where it failed.
#include "mmasc/capture/program.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <regex>

#include "capture/fake_gpu.h"
#include "mmasc/unit/catalog.h"
#include "mmasc/unit/error.h"
#include "told.h"
#include "vectors/support.h"

namespace mmasc {
namespace {

using testing::kWgmma;

class Program : public ::testing::Test {
 protected:
  // A GPU that computes as the reference of a unit does.
  void open_reference_of(const Unit& gpu) {
    open_ = [sequence = Sequence(gpu)]() -> std::unique_ptr<Device> {
      return std::make_unique<testing::FakeGpu>("sm_90", [=](const Case& row, bool accumulate) {
        return evaluate(sequence, testing::taken(row, accumulate));
      });
    };
  }

  // "136 instructions", as many as rows that begin so.
  static std::string instructions_of(const std::string& architecture) {
    const auto rows = std::ranges::count_if(
        catalog().ids(), [&](const std::string& id) { return id.starts_with(architecture + "/"); });
    return std::to_string(rows) + " instructions of " + architecture;
  }

  const Unit& unit() const { return catalog().find(kWgmma); }

  int run(std::vector<std::string> arguments) {
    std::vector<const char*> argv = {"mmasc_capture"};
    for (const std::string& argument : arguments) argv.push_back(argument.c_str());
    ::testing::internal::CaptureStderr();
    ::testing::internal::CaptureStdout();
    const int code =
        capture_program(static_cast<int>(argv.size()), argv.data(), "mmasc_capture", open_);
    std::fflush(stdout);
    out_ = ::testing::internal::GetCapturedStdout();
    error_ = ::testing::internal::GetCapturedStderr();
    return code;
  }

  // Fails with the code, and tells a line.
  void expect_failure(Told& told, int code, std::vector<std::string> arguments) {
    EXPECT_EQ(run(std::move(arguments)), code) << error_;
    EXPECT_EQ(out_, "");
    EXPECT_TRUE(error_.starts_with("mmasc_capture: ") && error_.ends_with('\n')) << error_;
    const std::string folder = folder_ / "";
    for (std::size_t at = 0; (at = error_.find(folder)) != error_.npos;)
      error_.replace(at, folder.size(), "");
    told(error_.substr(0, error_.size() - 1));
  }

  std::string stimulus(int count = 20) const {
    VectorFile file = testing::stimulus_of(unit(), count);
    file.provenance = "test";
    return folder_.put("in/hopper.vec", to_text(file));
  }

  testing::TemporaryFolder folder_;
  OpenDevice open_ = [this] { return std::make_unique<testing::FakeGpu>(unit(), "sm_90"); };
  std::string out_, error_;
};

TEST_F(Program, RecordsOneInstruction) {
  const std::string out = folder_ / "out.vec";
  EXPECT_EQ(run({"--instruction", kWgmma, "--vectors", stimulus(), "-o", out}), 0) << error_;
  EXPECT_EQ(error_, "");
  const VectorFile file = read_vectors(out);
  EXPECT_EQ(file.evidence, EvidenceKind::recorded);
  EXPECT_EQ(file.cases.size(), 20u);
  for (const Case& row : file.cases) EXPECT_EQ(row.d(), testing::fake_d(unit(), row));
}

TEST_F(Program, RecordsEveryInstructionOfTheGpuThatHasVectors) {
  stimulus();
  const Unit& ada = catalog().find("ada/mma.m16n8k8.f32.f16.f16.f32");
  folder_.put("in/ada.vec", to_text(testing::stimulus_of(ada, 3)));
  EXPECT_EQ(run({"--all", "--vectors", folder_ / "in", "-o", folder_ / "out"}), 0) << error_;
  EXPECT_NE(out_.find("20 vectors of 1 of " + instructions_of("hopper")), std::string::npos)
      << out_;
  const std::string name = "out/hopper/wgmma.m64nNk32.f32.e4m3.e4m3.vec";
  EXPECT_EQ(read_vectors(folder_ / name).cases.size(), 20u);
  EXPECT_FALSE(std::filesystem::exists(folder_ / "out/ada"));
}

TEST_F(Program, ComparesOneInstruction) {
  open_reference_of(unit());
  EXPECT_EQ(run({"--compare", "--instruction", kWgmma, "--dots", "4e3"}), 0) << error_;
  EXPECT_EQ(error_, "");
  EXPECT_TRUE(out_.starts_with(std::string(kWgmma) + ": 4096 dot products, 0 mismatches, "))
      << out_;
  EXPECT_EQ(run({"--compare", "--instruction", kWgmma, "--dots", "512", "--scale-d", "0"}), 0);
}

TEST_F(Program, MismatchesGiveExitCode1AndReplays) {
  open_reference_of(unit().with("dot.fraction_bits", "12"));
  EXPECT_EQ(run({"--compare", "--instruction", kWgmma, "--dots", "4096", "--seed", "7"}), 1);
  EXPECT_EQ(error_, "");
  EXPECT_EQ(std::ranges::count(out_, '\n'), 1 + 2 * 5) << out_;
  EXPECT_NE(out_.find("\nmmasc eval hopper/wgmma.m64nNk32.f32.e4m3.e4m3 --a "), std::string::npos);
  EXPECT_NE(out_.find(" of seed 7\n"), std::string::npos) << out_;
}

// On a fake GPU of which every d is zero.
TEST_F(Program, ComparesEveryInstructionOfTheGpu) {
  open_ = [] {
    const auto zero = [](const Case&, bool) { return std::uint64_t{0}; };
    return std::make_unique<testing::FakeGpu>("sm_75", zero);
  };
  EXPECT_EQ(run({"--compare", "--all", "--dots", "1"}), 1) << error_;
  const std::string all = instructions_of("turing"), number = all.substr(0, all.find(' '));
  EXPECT_NE(out_.find("Fake GPU (sm_75): " + number + " of " + all + " compared, " + number +
                      " with mismatches"),
            std::string::npos)
      << out_;
}

TEST_F(Program, SaysWhatItTakes) {
  EXPECT_EQ(run({"--help"}), 0);
  EXPECT_NE(out_.find("Exit codes: 0 good"), std::string::npos);
  EXPECT_EQ(run({"--version"}), 0);
  EXPECT_TRUE(out_.starts_with("mmasc_capture ")) << out_;
}

TEST_F(Program, RefusesBadArguments) {
  Told told;
  const std::string in = stimulus(), out = folder_ / "out.vec";
  expect_failure(told, 2, {"--vectors", in, "-o", out});
  expect_failure(told, 2, {"--all", "--instruction", kWgmma, "--vectors", in, "-o", out});
  expect_failure(told, 2, {"--instruction", kWgmma, "-o", out});
  expect_failure(told, 2, {"--instruction", kWgmma, "--vectors", in});
  expect_failure(told, 2, {"--instruction", kWgmma, "--vectors", in, "-o", out, "--scale-d", "2"});
  expect_failure(told, 2, {"--sort"});
  expect_failure(told, 2, {"--compare"});
  expect_failure(told, 2, {"--compare", "--all", "-o", out});
  expect_failure(told, 2, {"--compare", "--all", "--vectors", in});
  expect_failure(told, 2, {"--all", "-o", out, "--dots", "10"});
  expect_failure(told, 2, {"--compare", "--all", "--dots", "0.5"});
  expect_failure(
      told, 2,
      {"--compare", "--instruction", "hopper/mma.m16n8k16.f32.f16.f16.f32", "--scale-d", "0"});
  EXPECT_FALSE(std::filesystem::exists(out));
}

TEST_F(Program, RefusesAnUnknownInstruction) {
  Told told;
  expect_failure(told, 2,
                 {"--instruction", "hopper/wgmma.m64nNk99", "--vectors", stimulus(), "-o",
                  folder_ / "out.vec"});
}

TEST_F(Program, RefusesVectorsThatAreNotThere) {
  Told told;
  expect_failure(
      told, 2,
      {"--instruction", kWgmma, "--vectors", folder_ / "nowhere.vec", "-o", folder_ / "out.vec"});
  expect_failure(told, 2, {"--all", "--vectors", folder_ / "nowhere", "-o", folder_ / "out"});
}

TEST_F(Program, RefusesAMachineWithoutAGpu) {
  Told told;
  open_ = []() -> std::unique_ptr<Device> { throw EnvironmentError("no NVIDIA GPU here"); };
  const std::string out = folder_ / "out.vec";
  expect_failure(told, 3, {"--instruction", kWgmma, "--vectors", stimulus(), "-o", out});
  EXPECT_FALSE(std::filesystem::exists(out));
  expect_failure(told, 3, {"--compare", "--all"});
}

TEST_F(Program, RefusesTheWrongGpu) {
  Told told;
  open_ = [this] { return std::make_unique<testing::FakeGpu>(unit(), "sm_80"); };
  expect_failure(told, 3, {"--compare", "--instruction", kWgmma});
  const std::string in = stimulus();
  expect_failure(told, 3, {"--instruction", kWgmma, "--vectors", in, "-o", folder_ / "out.vec"});
  expect_failure(told, 2, {"--all", "--vectors", folder_ / "in", "-o", folder_ / "out"});
  open_ = [this] { return std::make_unique<testing::FakeGpu>(unit(), "sm_52"); };
  expect_failure(told, 3, {"--all", "--vectors", folder_ / "in", "-o", folder_ / "out"});
}

// Each line names what is missing; nothing was compared or recorded.
TEST_F(Program, NamesTheExtensionThatTheDeviceLacks) {
  Told told;
  open_ = [this] {
    auto device = std::make_unique<testing::FakeGpu>(unit(), "sm_90");
    device->without_extension("FP8");
    return device;
  };
  const std::string in = stimulus();
  expect_failure(told, 3, {"--compare", "--instruction", kWgmma});
  for (const std::vector<std::string>& all :
       {std::vector<std::string>{"--compare", "--all", "--dots", "1"},
        std::vector<std::string>{"--all", "--vectors", folder_ / "in", "-o", folder_ / "out"}}) {
    EXPECT_EQ(run(all), 3);
    EXPECT_NE(error_.find("Fake GPU has none of the instructions of hopper that"),
              std::string::npos)
        << error_;
    EXPECT_NE(out_.find(std::string(kWgmma) + ": needs FP8"), std::string::npos) << out_;
  }
}

// Rows that are left out are not left out unseen.
TEST_F(Program, CountsTheInstructionsWithoutAKernel) {
  open_ = [this] {
    auto device = std::make_unique<testing::FakeGpu>(unit(), "sm_90");
    device->without_kernel();
    return device;
  };
  stimulus();
  for (const std::vector<std::string>& all :
       {std::vector<std::string>{"--compare", "--all", "--dots", "1"},
        std::vector<std::string>{"--all", "--vectors", folder_ / "in", "-o", folder_ / "out"}}) {
    EXPECT_EQ(run(all), 2);
    EXPECT_TRUE(std::regex_match(out_, std::regex("hopper: no kernel captures (\\d+) of \\1 "
                                                  "instructions; see docs/capture.md\n")))
        << out_;
  }
}

TEST_F(Program, RefusesAnOutputItCannotWrite) {
  Told told;
  expect_failure(
      told, 3,
      {"--instruction", kWgmma, "--vectors", stimulus(), "-o", folder_ / "nowhere/out.vec"});
}

TEST_F(Program, AResultThatDependsOnThePlaceLeavesNoFile) {
  Told told;
  open_ = [this] {
    auto gpu = std::make_unique<testing::FakeGpu>(unit(), "sm_90");
    gpu->fault_in(9);
    return gpu;
  };
  const std::string out = folder_ / "out.vec";
  expect_failure(told, 1, {"--instruction", kWgmma, "--vectors", stimulus(), "-o", out});
  EXPECT_FALSE(std::filesystem::exists(out));
}

// Nothing is lost for one file that the device cannot run.
TEST_F(Program, GoesOnWhereADeviceCanRunNoneOfAFile) {
  open_ = [this]() -> std::unique_ptr<Device> {
    auto gpu = std::make_unique<testing::FakeGpu>(unit(), "sm_90");
    gpu->run_only([](const Case&) { return false; });
    return gpu;
  };
  const std::string file = stimulus();
  EXPECT_EQ(run({"--all", "--vectors", file, "-o", folder_ / "out"}), 2);
  EXPECT_EQ(out_.substr(0, out_.find('\n')), file + ": this device can run none of these vectors");
}

TEST_F(Program, PrintsTheCyclesThatWereMeasured) {
  open_ = [this]() -> std::unique_ptr<Device> {
    auto gpu = std::make_unique<testing::FakeGpu>(unit(), "sm_90");
    gpu->take([](const Instruction& row) -> std::optional<Cycles> {
      if (row.storage == Storage::wgmma) return Cycles{.interval = 17.5, .latency_done = 81.25};
      if (row.id.ends_with("m16n8k16.f32.f16.f16.f32"))
        return Cycles{.interval = 16.25, .latency_accumulator = 33};
      return std::nullopt;
    });
    return gpu;
  };
  EXPECT_EQ(run({"--cycles", "--instruction", kWgmma}), 0) << error_;
  EXPECT_EQ(out_,
            "instruction,interval,latency_accumulator,latency_done\n"
            "hopper/wgmma.m64nNk32.f32.e4m3.e4m3,17.50,,81.25\n");
  EXPECT_EQ(run({"--cycles", "--all"}), 0) << error_;
  EXPECT_NE(out_.find("\nhopper/mma.m16n8k16.f32.f16.f16.f32,16.25,33.00,\n"), std::string::npos);
  EXPECT_EQ(out_.find("hopper/mma.m16n8k8.f32.f16.f16.f32"), std::string::npos);
}

TEST_F(Program, AMeasurementThatFailedIsNoNumber) {
  open_ = [this]() -> std::unique_ptr<Device> {
    auto gpu = std::make_unique<testing::FakeGpu>(unit(), "sm_90");
    gpu->take([](const Instruction&) { return Cycles{.interval = -1}; });
    return gpu;
  };
  EXPECT_EQ(run({"--cycles", "--instruction", kWgmma}), 3);
  EXPECT_NE(error_.find("the device did not run " + std::string(kWgmma)), std::string::npos);
}

TEST_F(Program, SaysWhereNoKernelMeasuresCycles) {
  Told told;
  expect_failure(told, 2, {"--cycles", "--instruction", kWgmma});
  expect_failure(told, 2, {"--cycles", "--all"});
  expect_failure(told, 2, {"--cycles", "--compare", "--all"});
  expect_failure(told, 2, {"--cycles", "--scale-d", "0", "--all"});
  expect_failure(told, 2, {"--cycles", "--instruction", "hopper/mma.m16n8k32.f16.e4m3.e4m3.f16"});
}

}  // namespace
}  // namespace mmasc
