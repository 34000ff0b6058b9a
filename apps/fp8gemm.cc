// SPDX-License-Identifier: Apache-2.0
#include "quantise/fp8gemm.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include "command.h"
#include "engines.h"
#include "interrupt.h"
#include "json.h"
#include "matrix_files/load.h"
#include "npy_output.h"
#include "progress.h"
#include "quantise_options.h"
#include "spec/catalog.h"
#include "spec/error.h"
#include "spec/formats.h"
#include "tell.h"

namespace mmasc {
namespace {

constexpr std::uint64_t kUnset = std::numeric_limits<std::uint64_t>::max();

struct Fp8GemmCommandOptions {
  std::string a, b, output;
  UnitArgument unit;
  std::string block_a, block_b;
  QuantiseArguments how;
  std::uint64_t interval = kUnset, inner_interval = 0;
  bool two_step = false, no_tensor_scale = false;
  bool transpose_a = false, transpose_b = false;
  std::string engine = "batch";
  std::string seed;  // of stochastic roundings
  bool json = false;
};

Fp8GemmOptions fp8gemm_options(const Fp8GemmCommandOptions& options, const Unit& unit) {
  constexpr std::uint64_t kMost = std::numeric_limits<std::int64_t>::max();
  Fp8GemmOptions how;
  if (unit.instruction.scale && !(options.block_a.empty() && options.block_b.empty()))
    throw InputError(fmt::format("{}: {} takes a scale of {} for {} elements along K; leave it out",
                                 options.block_a.empty() ? "--block-b" : "--block-a",
                                 unit.instruction.id, unit.instruction.scale->format->name,
                                 unit.instruction.scale->block));
  if (!options.block_a.empty()) how.block_a = parse_block("--block-a", options.block_a);
  if (!options.block_b.empty()) how.block_b = parse_block("--block-b", options.block_b);
  how.scale = options.how.scale_kind();
  how.quotient = options.how.quotient_kind();
  how.least_greatest = options.how.least_greatest();
  how.has_tensor_scale = !options.no_tensor_scale;
  if (options.interval != kUnset)
    how.interval = static_cast<std::int64_t>(std::min(options.interval, kMost));
  how.inner_interval = static_cast<std::int64_t>(std::min(options.inner_interval, kMost));
  if (options.two_step) how.addition = ScaledAddition::two_step;
  return how;
}

Json summary(const Fp8GemmCommandOptions& options, const Unit& unit, const Fp8GemmProblem& problem,
             const Fp8GemmOptions& how) {
  const OperandSchemes schemes = operand_schemes(unit, how);
  Json json = json_document("fp8gemm");
  json["unit"] = unit.instruction.id;
  json["set"] = options.unit.changes;
  json["engine"] = options.engine;
  json["m"] = problem.d.rows;
  json["n"] = problem.d.columns;
  json["k"] = problem.a.columns;
  json["block_a"] = {schemes.a.block.rows, schemes.a.block.columns};
  json["block_b"] = {schemes.b.block.rows, schemes.b.block.columns};
  json["scale"] = enum_name(schemes.a.scale);
  json["scale_format"] = schemes.a.scale_format->name;
  json["quotient"] = enum_name(how.quotient);
  json["interval"] = interval_of(unit, how);
  json["inner_interval"] = how.inner_interval;
  json["addition"] = options.two_step ? "two_step" : "fused";
  json["d"] = "f32";
  json["output"] = options.output;
  return json;
}

int multiply_quantised(const Fp8GemmCommandOptions& options) {
  engine_named(options.engine);
  const Unit unit = find_unit(options.unit);
  Fp8GemmOptions how = fp8gemm_options(options, unit);
  how.seed = gemm_seed(unit, options.seed);
  const auto engine = make_engine(options.engine, unit);
  const LoadOptions load{.quantize = {}, .tick = stop_if_interrupted};
  const Numbers a = load_numbers({"A", options.a, "", options.transpose_a}, load);
  const Numbers b = load_numbers({"B", options.b, "", options.transpose_b}, load);
  const Format& f32 = format_named("f32");
  const OwnedMatrix d = output_matrix(f32, a.matrix.view.rows, b.matrix.view.columns);
  const Fp8GemmProblem problem{a.matrix.view, b.matrix.view, a.format, b.format, d.matrix()};
  AtomicFile file(options.output);  // a folder that takes no file is told before the work
  {
    ProgressLine progress;
    how.progress = progress.counting("partial sums");
    fp8gemm(*engine, problem, how);
  }
  write_npy(file, f32, d);
  if (options.json)
    print_json(summary(options, unit, problem, how));
  else
    tell(fmt::format("D is {} x {} f32, K = {}: {}", d.matrix().rows, d.matrix().columns,
                     problem.a.columns, options.output));
  return kGood;
}

}  // namespace

CommandRow fp8gemm_command() {
  return make_command(
      "fp8gemm", "D = A * B, quantised with fine-grained scales, on a unit of small formats",
      kUnitHelp +
          "Files are .npy or .safetensors[:TENSOR] of f32, f16 or bf16 (in .npy: 2 raw bytes).\n"
          "A and B are quantised to the unit's formats. The unit adds up the products of an\n"
          "interval of K; its partial sum, times the scales, is added to an f32 sum outside.\n"
          "Units with block scales of their own are given these.\n"
          "Example: mmasc fp8gemm a.npy b.npy -o d.npy --unit hopper/wgmma.m64nNk32.f32.e4m3.e4m3\n"
          "         mmasc fp8gemm x.npy w.npy -o d.npy --unit hopper/wgmma.m64nNk32.f32.e4m3.e4m3 "
          "--block-a 0x0 --block-b 0x0 --interval 0",
      multiply_quantised, [](Fp8GemmCommandOptions& x, OptionRows& rows) {
        rows.add("A", &x.a, "M x K").is_required = true;
        rows.add("B", &x.b, "K x N").is_required = true;
        rows.add("-o,--output", &x.output, "D", "FILE.npy").is_required = true;
        rows.add("--unit", &x.unit.name, "the unit that multiplies", "UNIT").is_required = true;
        rows.add_changes(x.unit.changes);
        rows.add("--block-a", &x.block_a,
                 "rows and columns of A (M x K) that share a scale; 0: all (default 1x128)", "RxC");
        rows.add("--block-b", &x.block_b, "of B (K x N) (default 128x128)", "RxC");
        add_quantise_options(x.how, rows);
        rows.add("--no-tensor-scale", &x.no_tensor_scale,
                 "of units as those of NVFP4: block scales alone");
        rows.add_count(
            "--interval", x.interval,
            "elements of K between additions to the f32 sum, a multiple of the unit's k; "
            "0: all (default 128, of units with block scales 0)");
        rows.add_count(
            "--inner", x.inner_interval,
            "elements of K between additions of the unit's partial sums, unscaled, to an "
            "f32 sum of the interval (0, default: none)");
        rows.add("--two-step", &x.two_step,
                 "round partial sum times scales before it is added (default: fused, as on GPUs)");
        rows.add("--transpose-a", &x.transpose_a, "A's file has the transpose");
        rows.add("--transpose-b", &x.transpose_b, "B's has");
        rows.add("--seed", &x.seed,
                 "of the random bits of stochastic roundings (default: drawn, and told)", "N");
        rows.add_engine(x.engine);
        rows.add_json(x.json);
      });
}

}  // namespace mmasc
