// SPDX-License-Identifier: Apache-2.0
#include "mmasc/quantise/fp8gemm.h"

#include <fmt/format.h>

#include <limits>

#include "mmasc/arith/elements_of_k.h"
#include "mmasc/command/command.h"
#include "mmasc/command/engines.h"
#include "mmasc/command/interrupt.h"
#include "mmasc/command/npy_output.h"
#include "mmasc/command/product_json.h"
#include "mmasc/command/progress.h"
#include "mmasc/command/tell.h"
#include "mmasc/elements/number_rows.h"
#include "mmasc/matrix_files/load.h"
#include "mmasc/unit/catalog.h"
#include "mmasc/unit/error.h"
#include "mmasc/unit/formats.h"
#include "quantise_options.h"

namespace mmasc {
namespace {

constexpr std::uint64_t kUnset = std::numeric_limits<std::uint64_t>::max();

struct Fp8GemmCommandOptions {
  std::string a, b, output;
  UnitArgument unit;
  std::string block_a, block_b;
  QuantiseArguments how;
  std::string c, d_format = "f32";
  // For matrices that are quantised already.
  std::string sa, sb, shape_a, shape_b, tensor_scale_a = "1", tensor_scale_b = "1";
  std::uint64_t promote_k = kUnset, inner_k = 0;
  bool two_step = false, no_tensor_scale = false;
  bool transpose_a = false, transpose_b = false;
  EngineArgument engine{"batch"};
  std::string seed;  // of stochastic roundings
  bool json = false;
};

Fp8GemmOptions fp8gemm_options(const Fp8GemmCommandOptions& options, const Unit& unit) {
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
  how.least_greatest = options.how.least_greatest_number();
  how.has_tensor_scale = !options.no_tensor_scale;
  if (options.promote_k != kUnset) how.interval = whole_elements(options.promote_k);
  how.inner_interval = whole_elements(options.inner_k);
  check_elements_of_k(unit, "--promote-k", how.interval.value_or(0));
  check_elements_of_k(unit, "--inner-k", how.inner_interval);
  if (options.two_step) how.addition = ScaledAddition::two_step;
  return how;
}

// The sizes of the product, and of the blocks that share a scale.
struct Sizes {
  std::int64_t m = 0, n = 0, k = 0;
  BlockShape block_a, block_b;
};

Json summary(const Fp8GemmCommandOptions& options, const Unit& unit, const Fp8GemmOptions& how,
             const Sizes& sizes) {
  Json json =
      product_json("fp8gemm", options.unit, unit, options.engine.name, sizes.m, sizes.n, sizes.k);
  json["block_a"] = {sizes.block_a.rows, sizes.block_a.columns};
  json["block_b"] = {sizes.block_b.rows, sizes.block_b.columns};
  if (options.sa.empty()) {  // else it was quantised elsewhere
    const QuantiseScheme scheme = operand_schemes(unit, how).a;
    json["scale"] = enum_name(scheme.scale);
    json["scale_format"] = scheme.scale_format->name;
    json["quotient"] = enum_name(how.quotient);
  }
  json["promote_k"] = interval_of(unit, how);
  json["inner_k"] = how.inner_interval;
  json["addition"] = options.two_step ? "two_step" : "fused";
  json["d"] = options.d_format;
  json["output"] = options.output;
  return json;
}

// C and D.
struct Results {
  std::optional<Numbers> c;
  const Format* format;
  OwnedMatrix d;

  std::optional<MatrixView> c_view() const {
    return c ? std::optional(c->matrix.view) : std::nullopt;
  }
  const Format* c_format() const { return c ? c->format : nullptr; }
};

LoadOptions as_they_are() { return {.convert = {}, .tick = stop_if_interrupted}; }

// Calls multiply(results), and writes and tells what came of it.
template <class Multiply>
int write_product(const Fp8GemmCommandOptions& options, const Unit& unit, Fp8GemmOptions how,
                  const Sizes& sizes, const Multiply& multiply) {
  const Format& format = format_named(options.d_format);
  Results results{{}, &format, output_matrix(format, sizes.m, sizes.n)};
  if (!options.c.empty()) results.c = load_numbers({.name = "C", .file = options.c}, as_they_are());
  AtomicFile file(options.output);  // a folder that takes no file is told before the work
  {
    ProgressLine progress;
    how.progress = progress.counting("partial sums");
    multiply(results, how);
  }
  write_npy(file, format, results.d);
  if (options.json)
    print_json(summary(options, unit, how, sizes));
  else
    tell(fmt::format("D is {} x {} {}, K = {}: {}", sizes.m, sizes.n, format.name, sizes.k,
                     options.output));
  return kGood;
}

int multiply_numbers(const Fp8GemmCommandOptions& options, const Engine& engine,
                     const Fp8GemmOptions& how) {
  for (const auto& [option, text] :
       {std::pair("--shape-a", &options.shape_a), std::pair("--shape-b", &options.shape_b)})
    if (!text->empty())
      throw InputError(fmt::format(
          "{}: A and B are quantised here; packed rows are of elements, with --sa and --sb",
          option));
  const Numbers a = load_numbers(
      {.name = "A", .file = options.a, .transposed = options.transpose_a}, as_they_are());
  const Numbers b = load_numbers(
      {.name = "B", .file = options.b, .transposed = options.transpose_b}, as_they_are());
  const OperandSchemes schemes = operand_schemes(engine.unit(), how);
  const Sizes sizes{.m = a.matrix.view.rows,
                    .n = b.matrix.view.columns,
                    .k = a.matrix.view.columns,
                    .block_a = schemes.a.block,
                    .block_b = schemes.b.block};
  return write_product(
      options, engine.unit(), how, sizes, [&](const Results& results, const Fp8GemmOptions& all) {
        fp8gemm(engine,
                {a.matrix.view, b.matrix.view, a.format, b.format, results.d.matrix(),
                 results.c_view(), results.c_format(), results.format},
                all);
      });
}

float tensor_scale(const char* option, const std::string& text) {
  const float scale = f32_from_0(option, text);
  if (scale == 0) throw InputError(fmt::format("{}: no scale is 0", option));
  return scale;
}

constexpr std::string_view kMend = "mmasc quantise makes them";

// A and B are elements, with their scales.
int multiply_elements(const Fp8GemmCommandOptions& options, const Engine& engine,
                      const Fp8GemmOptions& how) {
  const Instruction& row = engine.unit().instruction;
  const Format& of_scales = row.scale ? *row.scale->format : format_named("f32");
  const LoadOptions load = as_they_are();
  const Matrix a = load_matrix({.name = "A",
                                .file = options.a,
                                .packed = options.shape_a,
                                .transposed = options.transpose_a,
                                .mend = kMend},
                               *row.a, load);
  const Matrix b = load_matrix({.name = "B",
                                .file = options.b,
                                .packed = options.shape_b,
                                .transposed = options.transpose_b,
                                .mend = kMend},
                               *row.b, load);
  const Matrix sa = load_matrix(
      {.name = "SA", .file = options.sa, .transposed = options.transpose_a, .mend = kMend},
      of_scales, load);
  const Matrix sb = load_matrix(
      {.name = "SB", .file = options.sb, .transposed = options.transpose_b, .mend = kMend},
      of_scales, load);
  const OperandSchemes schemes = operand_schemes(engine.unit(), how);
  const Sizes sizes{.m = a.view.rows,
                    .n = b.view.columns,
                    .k = a.view.columns,
                    .block_a = schemes.a.block,
                    .block_b = schemes.b.block};
  const float of_a = tensor_scale("--tensor-scale-a", options.tensor_scale_a);
  const float of_b = tensor_scale("--tensor-scale-b", options.tensor_scale_b);
  return write_product(options, engine.unit(), how, sizes,
                       [&](const Results& results, const Fp8GemmOptions& all) {
                         scaled_gemm(engine,
                                     {{a.view, sa.view, schemes.a.block, of_a},
                                      {b.view, sb.view, schemes.b.block, of_b},
                                      results.d.matrix(),
                                      results.c_view(),
                                      results.c_format(),
                                      results.format},
                                     scaled_options(engine.unit(), all));
                       });
}

int multiply_quantised(const Fp8GemmCommandOptions& options) {
  engine_named(options.engine);
  const Unit unit = find_unit(options.unit);
  Fp8GemmOptions how = fp8gemm_options(options, unit);
  how.seed = gemm_seed(unit, options.seed, tell);
  const auto engine = make_engine(options.engine, unit);
  return options.sa.empty() ? multiply_numbers(options, *engine, how)
                            : multiply_elements(options, *engine, how);
}

// Why --d cannot be this format; empty where it can.
std::string why_no_result(const std::string& format) {
  if (find_number_format(format) != nullptr) return "";
  return fmt::format("is \"{}\"; give {}", format, number_formats_text());
}

CommandRow fp8gemm_command() {
  return make_command(
      "fp8gemm", "D = C + A * B, quantised with scales of blocks, on a unit",
      kUnitHelp +
          "Files are .npy or .safetensors[:TENSOR] of f32, f16 or bf16 (in .npy: 2 raw bytes).\n"
          "A and B are quantised to the unit's formats. The unit adds up the products of\n"
          "--promote-k elements of K; its partial sum, times the scales, is added to an f32 sum "
          "outside.\n"
          "Units with block scales of their own are given these. With --sa and --sb, A and B are\n"
          "elements that were quantised before.\n"
          "Example: mmasc fp8gemm hopper/wgmma.m64nNk32.f32.e4m3.e4m3 a.npy b.npy -o d.npy\n"
          "         mmasc fp8gemm hopper/wgmma.m64nNk32.f32.e4m3.e4m3 x.npy w.npy -o d.npy \\\n"
          "           --block-a 0x0 --block-b 0x0 --promote-k 0\n"
          "         mmasc fp8gemm hopper/wgmma.m64nNk32.f32.e4m3.e4m3 q.npy r.npy c.npy -o d.npy "
          "\\\n"
          "           --sa s.npy --sb t.npy --d bf16",
      multiply_quantised, [](Fp8GemmCommandOptions& x, OptionRows& rows) {
        rows.add_unit(x.unit);
        rows.add("A", &x.a, "the file of A, M x K").is_required = true;
        rows.add("B", &x.b, "the file of B, K x N").is_required = true;
        rows.add("C", &x.c, "the file of C, M x N, f32, f16 or bf16 (default: +0)");
        rows.add("-o,--output", &x.output, "where D goes", "FILE.npy").is_required = true;
        rows.add("--block-a", &x.block_a,
                 "rows and columns of A (M x K) that share a scale; 0: all (default: 1x128)",
                 "RxC");
        rows.add("--block-b", &x.block_b,
                 "rows and columns of B (K x N) that share a scale; 0: all (default: 128x128)",
                 "RxC");
        rows.add("--sa", &x.sa,
                 "the scales of A, one for each block: the file of A has elements of the unit's "
                 "format",
                 "FILE")
            .needs = "--sb";
        rows.add("--sb", &x.sb, "the scales of B, one for each block", "FILE").needs = "--sa";
        rows.add("--tensor-scale-a", &x.tensor_scale_a,
                 "a further scale of all elements of A (default: 1)", "X")
            .needs = "--sa";
        rows.add("--tensor-scale-b", &x.tensor_scale_b,
                 "a further scale of all elements of B (default: 1)", "X")
            .needs = "--sb";
        rows.add("--shape-a", &x.shape_a,
                 "rows and columns of packed A, as 128x64; or the word packed, where the file "
                 "tells both",
                 "MxK");
        rows.add("--shape-b", &x.shape_b, "rows and columns of packed B, as 64x128", "KxN");
        rows.add("--d", &x.d_format,
                 fmt::format("D's format: {} (default: f32)", number_formats_text()), "FORMAT")
            .complaint = why_no_result;
        add_quantise_options(x.how, rows, "--sa");
        rows.add("--no-tensor-scale", &x.no_tensor_scale,
                 "quantise for a unit with block scales in ue4m3 without a scale of the whole "
                 "tensor")
            .excludes = "--sa";
        rows.add_promotion(
            x.promote_k,
            "add partial sums of N elements of K, times their scales, outside the unit, in f32; a "
            "multiple of the unit's k; 0: one sum of all K (default: 128; with block scales 0)");
        rows.add_count("--inner-k", x.inner_k,
                       "add partial sums of N elements of K, unscaled, outside the unit, in f32; a "
                       "multiple of the unit's k that divides --promote-k (default: 0, never)");
        rows.add("--two-step", &x.two_step,
                 "round partial sum times scales before it is added (default: fused, as on GPUs)");
        rows.add("--transpose-a", &x.transpose_a,
                 "the files of A and of its scales have the transpose");
        rows.add("--transpose-b", &x.transpose_b,
                 "the files of B and of its scales have the transpose");
        rows.add("--seed", &x.seed,
                 "the seed of the random bits of stochastic roundings (default: drawn, and told)",
                 "N");
        rows.add_engine(x.engine);
        rows.add_json(x.json);
      });
}
const RegisteredCommand kFp8gemmCommand(fp8gemm_command);

}  // namespace
}  // namespace mmasc
