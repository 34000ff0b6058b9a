// SPDX-License-Identifier: Apache-2.0
#include "mmasc/capture/arguments.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <cmath>

#include "mmasc/unit/catalog.h"
#include "mmasc/unit/error.h"

namespace mmasc {
namespace {

constexpr double kDots = 1e8, kMostDots = 1e15;

}  // namespace

const Unit& Arguments::one_unit() const { return unit ? *unit : catalog().find(instruction); }

Arguments parse_arguments(int argc, const char* const* argv, const std::string& name) {
  Arguments arguments;
  double dots = kDots;
  CLI::App app(
      "Records d of vectors on the GPU of this machine, compares its instructions with their "
      "models, or measures their cycles.",
      name);
  app.footer(
      "Exit codes: 0 good, 1 a vector gave different bits at different places of a tile, or a "
      "model\n"
      "other bits than the GPU, 2 bad input, 3 environment: no GPU or driver, another GPU, "
      "memory,\n"
      "files.\n"
      "Examples: " +
      name + " --all -o captured\n          " + name + " --compare --all --dots 1e9");
  app.add_option("--instruction", arguments.instruction, "an id of the catalogue")->type_name("ID");
  app.add_flag("--all", arguments.all,
               "every instruction of this GPU; to record, those that --vectors has");
  auto* const vectors =
      app.add_option("--vectors", arguments.vectors,
                     "the stimulus; a folder with --all (default: the bundled vectors)")
          ->type_name("IN.vec");
  auto* const output =
      app.add_option("-o,--output", arguments.output, "the recording; a folder with --all")
          ->type_name("OUT.vec");
  auto* const scale_d =
      app.add_option("--scale-d", arguments.scale_d, "wgmma, tcgen05: 0 leaves c out (default 1)")
          ->type_name("0|1");
  auto* const compare =
      app.add_flag("--compare", arguments.compare,
                   "record nothing: random operands, instruction and model on the GPU, bit by bit")
          ->excludes(vectors)
          ->excludes(output);
  app.add_flag(
         "--cycles", arguments.cycles,
         "measure interval and latency of each instruction in clock cycles; print CSV, record "
         "nothing")
      ->excludes(scale_d)
      ->excludes(vectors)
      ->excludes(output)
      ->excludes(compare);
  app.add_flag("--answer", arguments.answer,
               "answer the operands on standard input with d, line by line, as a black box")
      ->excludes(vectors)
      ->excludes(output)
      ->excludes(compare);
  app.add_option("--dots", dots, "dot products of each instruction (default 1e8)")
      ->type_name("N")
      ->needs(compare);
  app.add_option("--seed", arguments.seed, "the seed of the operands of --compare (default 1)")
      ->type_name("S")
      ->needs(compare);
  app.add_flag("--version", arguments.version, "print the version");
  try {
    app.parse(argc, argv);
  } catch (const CLI::CallForHelp&) {
    arguments.help = app.help();
    return arguments;
  } catch (const CLI::ParseError& error) {
    throw InputError(fmt::format("{}; see {} --help", error.what(), name));
  }
  const auto require = [&](bool good, const char* what) {
    if (!good) throw InputError(fmt::format("{}; see {} --help", what, name));
  };
  if (arguments.version) return arguments;
  require(arguments.all == arguments.instruction.empty(), "give --instruction ID or --all");
  const bool records = !arguments.compare && !arguments.cycles && !arguments.answer;
  require(!arguments.answer || !arguments.all, "--answer: give --instruction ID");
  require(!records || arguments.all || !arguments.vectors.empty(), "--vectors: missing");
  require(!records || !arguments.output.empty(), "-o: missing");
  require(arguments.scale_d == 0 || arguments.scale_d == 1, "--scale-d: write 0 or 1");
  require(dots >= 1 && dots <= kMostDots && dots == std::floor(dots),
          "--dots: write a whole number from 1 to 1e15");
  arguments.dots = static_cast<std::uint64_t>(dots);
  return arguments;
}

}  // namespace mmasc
