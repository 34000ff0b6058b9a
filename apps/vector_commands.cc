// SPDX-License-Identifier: Apache-2.0
// verify, run, trace, gen.
#include <fmt/format.h>

#include "command_rows.h"
#include "generate/vector_class.h"

namespace mmasc {
namespace {

CommandRow verify_command() {
  return make_command(
      "verify", "vector files against a model, bit for bit",
      "PATHS are .vec files, index.csv of published recordings, or folders of them.\n"
      "Example: mmasc verify my_vectors/ --engine pipeline",
      verify_paths, [](VerifyOptions& x, OptionRows& rows) {
        rows.add("PATHS", &x.paths, "files or folders").is_required = true;
        rows.add_engine(x.engine, "reference (default), batch, pipeline or rtl");
        rows.add("--all-rows", &x.all_rows, "also list the rows without vectors");
        rows.add_json(x.json);
      });
}

CommandRow run_command() {
  return make_command(
      "run", "verify everything that comes with mmasc, on every engine",
      "Runs the bundled vectors, and those of the folder $MMASC_GOLDEN where that is set;\n"
      "on the engine rtl only where it is named.\n"
      "Example: mmasc run",
      run_everything, [](RunOptions& x, OptionRows& rows) {
        rows.add_engine(x.engine, "only this one: batch, pipeline, reference or rtl");
      });
}

CommandRow trace_command() {
  return make_command(
      "trace", "the SystemC pipeline's stages cycle by cycle",
      kUnitHelp + kOperandHelp +
          "Example: mmasc trace ada/mma.m16n8k8.f32.f16.f16.f32 --a 1.0 --b 2.0 -o one.vcd",
      trace_unit, [](TraceOptions& x, OptionRows& rows) {
        rows.add_unit(x.unit);
        rows.add("VECTORS", &x.vectors, "a vector file, instead of operands");
        rows.add_operands(x.operands, false);
        rows.add("-o,--output", &x.output, "write a VCD", "FILE.vcd");
      });
}

std::string class_help() {
  std::string text = "CLASS is one of\n";
  for (const VectorClassInfo& info : kVectorClasses)
    text += fmt::format("  {:<7} {}\n", info.name, info.draws);
  return text + "  all     every one of them\n";
}

CommandRow gen_command() {
  return make_command(
      "gen", "vectors of a unit, drawn by class",
      kUnitHelp + class_help() +
          "Example: mmasc gen hopper/wgmma.m64nNk32.f32.e4m3.e4m3 --class edge --count 1000 "
          "-o edge.vec\n"
          "         mmasc gen hopper/wgmma.m64nNk32.f32.e4m3.e4m3 --until-covered -o all.vec",
      generate_vectors, [](GenOptions& x, OptionRows& rows) {
        rows.add_unit(x.unit);
        rows.add("--class", &x.vector_class, "which; all by default", "CLASS");
        rows.add_count("--count", x.count, "vectors of each class, 1 to 10000000 (64)");
        rows.add_count("--seed", x.seed, "another seed, other vectors (1)");
        rows.add("--format", &x.format,
                 "vec (default), hex (one word a line, for $readmemh) or jsonl", "FORMAT");
        rows.add_engine(x.engine, "that gives d: reference (default), batch, pipeline or rtl");
        rows.add("--no-d", &x.without_d, "stimulus alone").excludes = "--engine";
        rows.add("--until-covered", &x.until_covered,
                 "keep the vectors that meet a corner of the plan first, then aim at the corners "
                 "left; 1 where one is not met");
        rows.add_count("--tries", x.tries, "vectors aimed at each corner (20000)").needs =
            "--until-covered";
        rows.add("--coverage", &x.coverage, "write the counts, as JSON", "FILE.json").needs =
            "--until-covered";
        rows.add("-o,--output", &x.output, "a file, not standard output", "FILE");
      });
}

}  // namespace

std::vector<CommandRow> vector_commands() {
  return {verify_command(), run_command(), trace_command(), gen_command()};
}

}  // namespace mmasc
