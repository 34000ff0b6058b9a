// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <optional>

#include "mmasc/capture/program.h"
#include "mmasc/capture/tile.h"
#include "mmasc/command/command.h"
#include "mmasc/command/engines.h"
#include "mmasc/command/interrupt.h"
#include "mmasc/command/progress.h"
#include "mmasc/command/tell.h"
#include "mmasc/cpu/cpu.h"
#include "mmasc/unit/error.h"

namespace mmasc {
namespace {

struct CaptureCommand {
  UnitArgument unit;
  Arguments arguments;
};

int capture_here(const CaptureCommand& typed) {
  Arguments arguments = typed.arguments;
  arguments.all = typed.unit.name.empty();
  arguments.compare = arguments.dots > 0;
  if (!arguments.all) {
    arguments.unit = find_unit(typed.unit);
    arguments.unit_name = as_typed(typed.unit);
  }
  if (arguments.answer && arguments.all)
    throw InputError("--answer: name the UNIT whose instruction is to answer");
  const bool records = !arguments.compare && !arguments.answer;
  if (records && arguments.output.empty())
    throw InputError("give -o OUT, a file or, without UNIT, a folder; or --compare N");
  if (records && !arguments.all && arguments.vectors.empty())
    throw InputError("--vectors IN.vec is missing: the operands that UNIT runs on");
  std::optional<ProgressLine> line;  // away before a line of results is printed
  arguments.progress = [&line](std::int64_t done, std::int64_t all) {
    stop_if_interrupted();
    if (done == all) return line.reset();
    if (!line) line.emplace();
    line->step(fmt::format("{} of {} dot products", done, all));
  };
  try {
    // Without vector lanes there is no such engine, and the stage functions evaluate the model.
    return run_capture(arguments, "mmasc capture",
                       [] { return open_cpu(find_engine(engine_rows(), "batch").make); });
  } catch (const PlacesDiffer& error) {
    tell(error.what());
    return kMismatch;
  }
}

CommandRow capture_command() {
  return make_command(
      "capture", "record this processor's own results, or compare it with its model",
      "UNIT is an instruction of this processor (mmasc list x86, mmasc list arm), or a row of a\n"
      "file that has its mnemonic and is called x86/... or arm/...; without it, all of the\n"
      "catalogue's. Operands of vectors run through the instruction, and what comes out is\n"
      "written as recorded. --compare writes nothing: operands are drawn, and instruction and\n"
      "model compared bit by bit; what differs is printed as mmasc eval. An extension that this\n"
      "machine lacks is named.\n"
      "--answer makes UNIT's instruction a black box for --engine exec:PROGRAM.\n"
      "mmasc_capture and mmasc_capture_hip do the same on GPUs (docs/capture.md).\n"
      "Exit codes: 0 good, 1 the model gives other bits, 2 bad input, 3 no such instruction here.\n"
      "Example: mmasc capture --compare 1000000\n"
      "         mmasc capture x86/vpdpbusd --vectors in.vec -o out.vec",
      capture_here, [](CaptureCommand& x, OptionRows& rows) {
        rows.add("UNIT", &x.unit.name, kUnitLine);
        rows.add("--vectors", &x.arguments.vectors,
                 "the operands: a vector file or, without UNIT, a folder (default: the bundled "
                 "vectors)",
                 "PATH")
            .excludes = "--compare";
        rows.add("-o,--output", &x.arguments.output,
                 "the recording: a file or, without UNIT, a folder", "PATH")
            .excludes = "--compare";
        rows.add("--answer", &x.arguments.answer,
                 "answer the operands on standard input with d, line by line (docs/black_box.md)")
            .excludes = "--compare";
        rows.add_positive("--compare", x.arguments.dots,
                          "compare N dot products of each instruction with its model");
        rows.add("--seed", &x.arguments.seed, "the seed of the operands of --compare (default: 1)",
                 "N")
            .needs = "--compare";
      });
}
const RegisteredCommand kCaptureCommand(capture_command);

}  // namespace
}  // namespace mmasc
