// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <limits>

#include "command.h"
#include "engines.h"
#include "npy_output.h"
#include "presentation/json.h"
#include "spec/error.h"
#include "tell.h"

namespace mmasc {
namespace {

struct GemmCommandOptions {
  UnitArgument unit;
  MatrixArguments matrices;
  std::string engine = "batch";
  std::uint64_t promote = 0;  // instructions between promotions; 0: none
  std::string promote_rounding = "nearest_even";
  std::string seed;  // of stochastic roundings
  std::string output;
  bool json = false;
};

GemmOptions gemm_options(const GemmCommandOptions& options) {
  GemmOptions gemm;
  const Rounding rounding = rounding_named("--promote-rounding", options.promote_rounding);
  if (options.promote == 0) return gemm;
  if (options.promote > std::numeric_limits<int>::max())
    throw InputError(
        fmt::format("--promote: {} instructions; give a smaller number", options.promote));
  gemm.promotion = {static_cast<int>(options.promote), rounding};
  return gemm;
}

Json summary(const GemmCommandOptions& options, const Unit& unit, const Matrices& in,
             const Format& format) {
  Json json = json_document("gemm");
  json["unit"] = unit.instruction.id;
  json["set"] = options.unit.changes;
  json["engine"] = options.engine;
  json["m"] = in.m();
  json["n"] = in.n();
  json["k"] = in.k();
  json["promote"] = options.promote;
  json["d"] = format.name;
  json["output"] = options.output;
  return json;
}

int multiply_matrices(const GemmCommandOptions& options) {
  engine_named(options.engine);
  const Unit unit = find_unit(options.unit);
  GemmOptions how = gemm_options(options);
  how.seed = gemm_seed(unit, options.seed, tell);
  const auto engine = make_engine(options.engine, unit);
  const Matrices in = read_matrices(unit, how, options.matrices);
  const Format& format = d_format(unit, how);
  OwnedMatrix d = output_matrix(format, in.m(), in.n());
  const GemmProblem problem = in.problem(d.matrix());
  AtomicFile file(options.output);  // a folder that takes no file is told before the work
  run_gemm(*engine, problem, how);
  write_npy(file, format, d);
  if (options.json)
    print_json(summary(options, unit, in, format));
  else
    tell(fmt::format("D is {} x {} {}, K = {}: {}", in.m(), in.n(), format.name, in.k(),
                     options.output));
  return kGood;
}

}  // namespace

CommandRow gemm_command() {
  return make_command(
      "gemm", "D = C + A * B of any size, from and to files",
      kUnitHelp +
          "A file is .npy (raw bits as uint8, 16, 32 or 64; float16, 32, 64) or .safetensors, "
          "which\n"
          "FILE:TENSOR names a tensor of. Elements are in the unit's format unless --quantize is "
          "given.\n"
          "Elements of less than 8 bits are a byte each, or, where --shape-a or --shape-b says so, "
          "packed\n"
          "in rows, element 0 in the lowest bits, each row padded to a byte.\n"
          "For a unit with a sparse a, A has all its zeros, and at most as many other elements as "
          "the unit\n"
          "keeps: in 2:4 two of columns 0 to 3, two of columns 4 to 7 and so on.\n"
          "Example: mmasc gemm hopper/wgmma.m64nNk32.f32.e4m3.e4m3 a.npy "
          "model.safetensors:w -o d.npy\n"
          "         mmasc gemm hopper/wgmma.m64nNk32.f32.e4m3.e4m3 a.npy b.npy --quantize "
          "--promote 4 -o d.npy",
      multiply_matrices, [](GemmCommandOptions& x, OptionRows& rows) {
        rows.add_unit(x.unit);
        rows.add("A", &x.matrices.a, "M x K").is_required = true;
        rows.add("B", &x.matrices.b, "K x N").is_required = true;
        rows.add("C", &x.matrices.c, "M x N; +0 without");
        rows.add("-o,--output", &x.output, "where D goes", "FILE.npy").is_required = true;
        rows.add("--sa", &x.matrices.sa, "the block scales of A, M x K / block", "FILE");
        rows.add("--sb", &x.matrices.sb, "the block scales of B, K / block x N", "FILE");
        rows.add_matrices(x.matrices);
        rows.add_count("--promote", x.promote,
                       "add partial sums of N instructions outside the unit, in f32 (0: none); C "
                       "and D are f32");
        rows.add("--promote-rounding", &x.promote_rounding,
                 "the rounding of the additions of --promote", "ROUNDING")
            .needs = "--promote";
        rows.add("--seed", &x.seed,
                 "the seed of the random bits of stochastic roundings (default: drawn, and told)",
                 "N");
        rows.add_engine(x.engine);
        rows.add_json(x.json);
      });
}

}  // namespace mmasc
