// SPDX-License-Identifier: Apache-2.0
#include "mmasc/platform/platform.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <memory>

#include "kanata.h"
#include "mmasc/command/command.h"
#include "mmasc/command/engines.h"
#include "mmasc/command/interrupt.h"
#include "mmasc/command/progress.h"
#include "mmasc/command/tell.h"
#include "mmasc/command/wave_file.h"
#include "mmasc/files/atomic_file.h"
#include "mmasc/matrix_files/npy.h"
#include "mmasc/platform/operand_image.h"
#include "mmasc/platform/roofline.h"
#include "mmasc/platform/simulate_systemc.h"
#include "mmasc/platform/timeline.h"
#include "mmasc/platform/waveform.h"
#include "mmasc/stimulus/random.h"
#include "mmasc/unit/error.h"
#include "mmasc/unit/suggest.h"
#include "platform_report.h"

namespace mmasc {
namespace {

constexpr std::string_view kSchedule = "schedule", kLoosely = "lt", kApproximately = "at";
constexpr std::uint64_t kMostOperations = 65536;
constexpr std::array kModes{kSchedule, kLoosely, kApproximately};

struct PlatformOptions {
  std::string platform;
  std::vector<std::string> changes;
  MatrixArguments matrices;
  EngineArgument engine{"batch"};
  std::string mode{kSchedule}, seed = "1";
  std::string timing, output, json_file, timeline, roofline, vcd, kanata;
  std::uint64_t operations = 256;
  bool no_data = false, check = false, strict = false, json = false;
};

// Around 1, so that few sums overflow.
std::uint64_t random_element(const Format& format, Random& random) {
  const std::uint64_t any = random.next() & format.storage_mask();
  if (format.exponent_bits < 4) return any;
  const auto exponent = static_cast<std::uint64_t>(format.bias - 2 + random.below(5));
  const auto field = static_cast<std::uint64_t>(format.top_exponent_field());
  return (any & ~(field << format.exponent_low())) | (exponent & field) << format.exponent_low();
}

// Leaves of each group along k as many neighbours as the unit keeps, from a place that is drawn.
void leave_out(const SparsityRow& sparsity, const MutableMatrix& a, Random random) {
  const std::int64_t group = sparsity.of * sparsity.together;
  for (std::int64_t row = 0; row < a.rows; ++row)
    for (std::int64_t first = 0; first < a.columns; first += group) {
      const std::int64_t from = random.below(sparsity.of);
      for (std::int64_t i = 0; i < group && first + i < a.columns; ++i)
        if ((i / sparsity.together + from) % sparsity.of >= sparsity.keep)
          store_element(a, row, first + i, 0);
    }
}

Matrix random_matrix(const Format& format, std::int64_t rows, std::int64_t columns, Random random,
                     const std::optional<SparsityRow>& sparsity = {}) {
  OwnedMatrix matrix(format, rows, columns, "operand");
  for (std::int64_t row = 0; row < rows; ++row)
    for (std::int64_t column = 0; column < columns; ++column)
      store_element(matrix.matrix(), row, column, random_element(format, random));
  if (sparsity) leave_out(*sparsity, matrix.matrix(), random);
  return as_matrix(std::move(matrix));
}

Matrices random_operands(const Unit& unit, const tlm::Extents& gemm, std::uint64_t seed) {
  const Instruction& row = unit.instruction;
  Matrices drawn;
  drawn[Operand::a] = random_matrix(*row.a, gemm.m, gemm.k, Random(seed, 0), row.sparsity);
  drawn[Operand::b] = random_matrix(*row.b, gemm.k, gemm.n, Random(seed, 1));
  if (!row.scale) return drawn;
  const std::int64_t scales = (gemm.k + row.scale->block - 1) / row.scale->block;
  drawn[Operand::sa] = random_matrix(*row.scale->format, gemm.m, scales, Random(seed, 2));
  drawn[Operand::sb] = random_matrix(*row.scale->format, scales, gemm.n, Random(seed, 3));
  return drawn;
}

void check_options(const PlatformOptions& options) {
  const bool has_files = !options.matrices[Operand::a].empty();
  if (has_files && options.matrices[Operand::b].empty())
    throw InputError("B: missing; give A and B, or neither");
  for (const std::string& change : options.changes)
    if (has_files && change.starts_with("gemm."))
      throw InputError(
          fmt::format("--set {}: A and B have the GEMM's sizes; leave it out", change));
  if (!has_files && options.matrices.shapes_files())
    throw InputError("shapes, transposes and --convert are for files, and there is none");
  if (options.no_data && !options.kanata.empty())
    throw InputError("--no-data: no operands, no dot products for --kanata; leave one out");
  if (options.operations > kMostOperations)
    throw InputError(fmt::format("--operations: {} is out of range; use 1..{}", options.operations,
                                 kMostOperations));
  if (!options.kanata.empty()) engine_named("pipeline");
  if (options.no_data && (has_files || options.check || !options.output.empty()))
    throw InputError("--no-data: there is no D without operands; leave it out");
  if (std::ranges::find(kModes, options.mode) == kModes.end())
    throw InputError(fmt::format("--mode: unknown value \"{}\"; {}", options.mode,
                                 mend_name(options.mode, {kModes.begin(), kModes.end()})));
#ifndef MMASC_HAS_PIPELINE
  if (options.mode != kSchedule)
    throw EnvironmentError(
        fmt::format("this mmasc was built without SystemC, which --mode {} needs; configure with "
                    "MMASC_SYSTEMC=ON",
                    options.mode));
#endif
}

std::string fnv1a(std::span<const std::byte> bytes) {
  std::uint64_t hash = 0xcbf2'9ce4'8422'2325;
  for (const std::byte byte : bytes) {
    hash ^= std::to_integer<std::uint64_t>(byte);
    hash *= 0x100'0000'01b3;
  }
  return fmt::format("{:016x}", hash);
}

// The platform's memory, which the accelerators change.
class Data {
 public:
  // Without operands: nothing, which a simulated memory reads as zeros.
  Data(const tlm::Tiling& tiling, const GemmProblem* problem) : tiling_(tiling) {
    if (problem) memory_ = tlm::write_operands(tiling, *problem);
  }

  void compute(const Engine& engine) {
    ProgressLine progress;
    tlm::compute(tiling_, engine, memory_, progress.counting("stages"));
  }
  std::vector<std::byte>& memory() { return memory_; }
  OwnedMatrix d(const tlm::Extents& gemm) const {
    OwnedMatrix d(tiling_.whole.unit->d(), gemm.m, gemm.n, "D");
    tlm::read_result(tiling_, memory_, d.matrix());
    return d;
  }

 private:
  const tlm::Tiling& tiling_;
  std::vector<std::byte> memory_;
};

// Gives zeros at once, where only cycles count.
class NoEngine final : public Engine {
 public:
  explicit NoEngine(const Unit& unit) : unit_(unit) {}
  std::string_view name() const override { return "none"; }
  const Unit& unit() const override { return unit_; }
  void dot(const DotBatch&) const override {}
  void gemm(const GemmProblem&, const GemmOptions&) const override {}

 private:
  const Unit unit_;
};

// Tells of the stages that engines have computed.
class StageProgress {
 public:
  StageProgress(ProgressLine& line, std::int64_t all) : show_(line.counting("stages")), all_(all) {}

  std::unique_ptr<Engine> counting(std::unique_ptr<Engine> engine) {
    return std::make_unique<Counting>(std::move(engine), [this] { show_(++done_, all_); });
  }

 private:
  class Counting final : public Engine {
   public:
    Counting(std::unique_ptr<Engine> engine, std::function<void()> count)
        : engine_(std::move(engine)), count_(std::move(count)) {}
    std::string_view name() const override { return engine_->name(); }
    const Unit& unit() const override { return engine_->unit(); }
    void dot(const DotBatch& batch) const override { engine_->dot(batch); }
    void gemm(const GemmProblem& problem, const GemmOptions& options) const override {
      engine_->gemm(problem, options);
      count_();
    }

   private:
    std::unique_ptr<Engine> engine_;
    std::function<void()> count_;
  };

  Progress show_;
  const std::int64_t all_;
  std::int64_t done_ = 0;
};

bool equals_gemm(const Engine& engine, const Matrices& in, const OwnedMatrix& d) {
  OwnedMatrix whole(d_format(engine.unit(), {}), in.m(), in.n(), "D");
  run_gemm(engine, in.problem(whole.matrix()), {});
  return std::ranges::equal(whole.bytes(), d.bytes());
}

// Files that appear when all is done, all or none; one that cannot be written is told before.
class Outputs {
 public:
  void open(const std::string& name) {
    if (name.empty()) return;
    if (name == "-") throw InputError("-: only --json goes to standard output");
    const auto [file, is_new] = files_.try_emplace(name);
    if (!is_new) throw InputError(fmt::format("{}: named twice; give each output its own", name));
    file->second = std::make_unique<AtomicFile>(name);
  }
  void write(const std::string& name, std::string_view text) {
    if (const auto file = files_.find(name); file != files_.end()) file->second->write(text);
  }
  void commit() {
    std::vector<AtomicFile*> files;
    for (auto& [name, file] : files_) files.push_back(file.get());
    commit_together(files);
  }

 private:
  std::map<std::string, std::unique_ptr<AtomicFile>> files_;
};

int run_platform(const PlatformOptions& options) {
  check_options(options);
  engine_named(options.engine);
  tlm::Platform platform = tlm::find_platform(options.platform, options.changes);
  const TimingTable table =
      options.timing.empty() ? timing_table() : read_timing_table(options.timing);
  const auto units = std::make_shared<const tlm::InstalledUnits>(platform.instruction);
  const Unit& unit = units->unit();
  Matrices in;
  const std::uint64_t seed = random_seed(options.seed, tell);
  if (!options.matrices[Operand::a].empty()) {
    in = read_matrices(unit, {}, options.matrices);
    check(unit, in.problem(OwnedMatrix(d_format(unit, {}), in.m(), in.n(), "D").matrix()), {});
    platform.gemm = {in.m(), in.n(), in.k()};
  }
  const tlm::Tiling tiling = tlm::make_tiling(platform, units);
  check_wave_file(options.vcd);
  Outputs outputs;
  for (const std::string& name : {options.json_file, options.output, options.timeline,
                                  options.roofline, options.vcd, options.kanata})
    outputs.open(name);
  if (!options.no_data && options.matrices[Operand::a].empty())
    in = random_operands(unit, platform.gemm, seed);
  const GemmProblem problem = options.no_data ? GemmProblem{} : in.problem({});
  Data data(tiling, options.no_data ? nullptr : &problem);
  ProgressLine progress;
  tlm::AnalysisOptions how{.is_strict = options.strict,
                           .table = table,
                           .record_events = !options.timeline.empty() || !options.vcd.empty(),
                           .tick = [&] { progress.step("the platform runs"); }};
#ifdef MMASC_HAS_PIPELINE
  StageProgress stages(progress, tiling.whole.stages());
  if (options.mode != kSchedule)
    how.run = [&](const tlm::Timings& timings) {
      progress.step("the platform runs in SystemC");
      const tlm::SystemcOptions systemc{
          .is_approximately_timed = options.mode == kApproximately,
          .record_events = how.record_events,
          .make_engine = [&](const Unit& of) -> std::unique_ptr<Engine> {
            return stages.counting(options.no_data ? std::make_unique<NoEngine>(of)
                                                   : make_engine(options.engine, of));
          }};
      return tlm::simulate_systemc(platform, tiling, timings, data.memory(), systemc);
    };
#endif
  const tlm::Analysis analysis = tlm::analyse(platform, tiling, how);
  PlatformReport report{platform, tiling, analysis, options.mode};
  if (options.matrices[Operand::a].empty()) report.seed = seed;
  int code = kGood;
  std::string npy;
  if (!options.no_data) {
    const auto engine = make_engine(options.engine, *tiling.whole.unit);
    if (options.mode == kSchedule) data.compute(*engine);
    const OwnedMatrix d = data.d(platform.gemm);
    report.engine = options.engine.name;
    report.d_hash = fnv1a(d.bytes());
    if (options.check && !equals_gemm(*engine, in, d)) code = kMismatch;
    report.is_checked = options.check;
    if (!options.output.empty()) {
      npy = npy_header(unit.d(), in.m(), in.n());
      npy.append(reinterpret_cast<const char*>(d.bytes().data()), d.bytes().size());
    }
  }
  if (code != kGood) {
    tell("D is not that of mmasc gemm");
    return code;
  }
  progress.show("");
  const std::string_view kind = analysis.sourced.kind();
  const std::string json = platform_json(report).dump(2) + "\n";
  outputs.write(options.output, npy);
  outputs.write(options.json_file, json);
  if (!options.timeline.empty())
    outputs.write(options.timeline, tlm::timeline_json(analysis.run, platform, kind));
  if (!options.roofline.empty())
    outputs.write(options.roofline, tlm::roofline_svg(platform, tiling, analysis));
  if (!options.vcd.empty())
    outputs.write(
        options.vcd,
        wave_bytes(options.vcd,
                   tlm::waveform_vcd(analysis.run, tlm::host_model(platform).doorbell, kind)));
  if (!options.kanata.empty())
    outputs.write(options.kanata, kanata_of(unit, problem, options.operations));
  outputs.commit();
  fmt::print("{}", options.json ? json : platform_text(report));
  return kGood;
}

CommandRow platform_command() {
  return make_command(
      "platform", "a GEMM on accelerators with a memory and a host: cycles and causes",
      "PLATFORM is b200, hopper, mi300 or FILE.toml (docs/platform.md). Cycles are sourced: from\n"
      "published measurements of GPUs, each with its source. Where a unit has none they are\n"
      "structural: those of an MMA unit with its structure.\n"
      "Example: mmasc platform b200 --set gemm.k=4096 --set stages=6 --timeline run.json\n"
      "         mmasc platform hopper a.npy b.npy -o d.npy --check\n"
      "         mmasc platform hopper --set instruction=own.toml --set tile.m=16 --set tile.n=8",
      run_platform, [](PlatformOptions& x, OptionRows& rows) {
        rows.add("PLATFORM", &x.platform, "the platform: b200, hopper, mi300 or FILE.toml")
            .is_required = true;
        rows.add("A", &x.matrices[Operand::a],
                 "the file of A, M x K (default: drawn, of the platform's sizes)");
        rows.add("B", &x.matrices[Operand::b], "the file of B, K x N (default: drawn)");
        rows.add("-o,--output", &x.output, "where D goes", "FILE.npy");
        rows.add_changes(x.changes, "change a field of the platform, as tile.m=64");
        rows.add_matrix_files(x.matrices);
        rows.add_matrices(x.matrices);
        rows.add("--seed", &x.seed, "the seed of operands that are not given (default: 1)", "N");
        rows.add("--no-data", &x.no_data, "compute cycles alone, without operands and D");
        rows.add("--check", &x.check, "compare D with that of mmasc gemm");
        rows.add_engine(x.engine);
        rows.add("--mode", &x.mode,
                 "schedule (default): without SystemC; lt, at: the SystemC accelerator, loosely or "
                 "approximately timed",
                 "schedule|lt|at");
        rows.add("--strict", &x.strict, "refuse derived and structural numbers");
        rows.add("--timing", &x.timing, "a timing file, whose rows go before the shipped ones",
                 "FILE.toml");
        rows.add_json(x.json);
        rows.add_json_file(x.json_file);
        rows.add("--timeline", &x.timeline, "write a timeline for Perfetto", "FILE.json");
        rows.add("--vcd", &x.vcd, "write a VCD, or FILE.fst, of accelerators and memory",
                 "FILE.vcd");
        rows.add("--kanata", &x.kanata,
                 "write a log of the first dot products in the SystemC pipeline, for Konata "
                 "(structural cycles)",
                 "FILE");
        rows.add_positive("--operations", x.operations,
                          "dot products in the log of --kanata (default: 256)")
            .needs = "--kanata";
        rows.add("--roofline", &x.roofline, "draw the run under its roofs", "FILE.svg");
      });
}
const RegisteredCommand kPlatformCommand(platform_command);

}  // namespace
}  // namespace mmasc
