// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "mmasc/arith/elements_of_k.h"
#include "mmasc/batch/engine.h"
#include "mmasc/command/command.h"
#include "mmasc/command/engines.h"
#include "mmasc/command/npy_output.h"
#include "mmasc/command/product_json.h"
#include "mmasc/command/tell.h"
#include "mmasc/unit/error.h"

namespace mmasc {
namespace {

struct GemmCommandOptions {
  UnitArgument unit;
  MatrixArguments matrices;
  EngineArgument engine{"batch"};
  std::uint64_t promote_k = 0;  // elements of K between promotions; 0: none
  std::string promote_rounding = "nearest_even";
  std::string seed;  // of stochastic roundings
  std::string output;
  bool json = false;
};

GemmOptions gemm_options(const GemmCommandOptions& options, const Unit& unit) {
  const Rounding rounding = rounding_named("--promote-rounding", options.promote_rounding);
  GemmOptions gemm;
  gemm.promotion =
      promotion_every(unit, "--promote-k", whole_elements(options.promote_k), rounding);
  return gemm;
}

Json summary(const GemmCommandOptions& options, const Unit& unit, const Matrices& in,
             const Format& format) {
  Json json = product_json("gemm", options.unit, unit, options.engine.name, in.m(), in.n(), in.k());
  json["promote_k"] = options.promote_k;
  json["d"] = format.name;
  json["output"] = options.output;
  return json;
}

int multiply_matrices(const GemmCommandOptions& options) {
  engine_named(options.engine);
  const Unit unit = find_unit(options.unit);
  GemmOptions how = gemm_options(options, unit);
  how.seed = gemm_seed(unit, options.seed, tell);
  const auto engine = make_engine(options.engine, unit);
  if (const auto missing = options.engine.name == "batch" ? batch_lacks(unit) : std::string{};
      !missing.empty())
    tell("the reference computes, slower than code of the unit's own: " + missing);
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

CommandRow gemm_command() {
  return make_command(
      "gemm", "D = C + A * B of any size, from and to files",
      kUnitHelp +
          "A file is .npy (raw bits as uint8, 16, 32 or 64; float16, 32, 64) or .safetensors, "
          "which\n"
          "FILE:TENSOR names a tensor of. Elements are in the unit's format unless --convert is "
          "given.\n"
          "Elements of less than 8 bits are a byte each, or, where --shape-a or --shape-b says so, "
          "packed\n"
          "in rows, element 0 in the lowest bits, each row padded to a byte.\n"
          "For a unit with a sparse a, A has all its zeros, and at most as many other elements as "
          "the unit\n"
          "keeps: in 2:4 two of columns 0 to 3, two of columns 4 to 7 and so on; or, with "
          "--metadata, none\n"
          "but those.\n"
          "Example: mmasc gemm hopper/wgmma.m64nNk32.f32.e4m3.e4m3 a.npy model.safetensors:w -o "
          "d.npy\n"
          "         mmasc gemm hopper/wgmma.m64nNk32.f32.e4m3.e4m3 a.npy b.npy -o d.npy "
          "--convert \\\n"
          "           --promote-k 128",
      multiply_matrices, [](GemmCommandOptions& x, OptionRows& rows) {
        rows.add_unit(x.unit);
        rows.add("A", &x.matrices[Operand::a], "the file of A, M x K").is_required = true;
        rows.add("B", &x.matrices[Operand::b], "the file of B, K x N").is_required = true;
        rows.add("C", &x.matrices[Operand::c], "the file of C, M x N (default: +0)");
        rows.add("-o,--output", &x.output, "where D goes", "FILE.npy").is_required = true;
        rows.add_matrix_files(x.matrices);
        rows.add_matrices(x.matrices);
        rows.add_promotion(
            x.promote_k,
            "add partial sums of N elements of K outside the unit, in f32; C and D are then f32; "
            "a multiple of the unit's k (default: 0, never)",
            &x.promote_rounding);
        rows.add("--seed", &x.seed,
                 "the seed of the random bits of stochastic roundings (default: drawn, and told)",
                 "N");
        rows.add_engine(x.engine);
        rows.add_json(x.json);
      });
}
const RegisteredCommand kGemmCommand(gemm_command);

}  // namespace
}  // namespace mmasc
