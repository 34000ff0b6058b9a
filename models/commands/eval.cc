// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <optional>
#include <stdexcept>

#include "mmasc/arith/convert.h"
#include "mmasc/arith/trace.h"
#include "mmasc/command/command.h"
#include "mmasc/command/engines.h"
#include "mmasc/command/tell.h"
#include "mmasc/files/atomic_file.h"
#include "mmasc/presentation/eval_json.h"
#include "mmasc/presentation/print_trace.h"
#include "mmasc/presentation/waterfall_svg.h"
#include "mmasc/stimulus/packed_cases.h"
#include "mmasc/unit/status_flags.h"

namespace mmasc {
namespace {

struct EvalOptions {
  UnitArgument unit;
  OperandArguments operands;
  EngineArgument engine{"reference"};
  bool trace = false, json = false;
  std::string svg{};
};

// The trace is worth printing even where it shows that the stages are wrong; then it fails here.
// A black box may answer what it likes.
void check(const Trace& trace, std::uint64_t d, bool is_box) {
  const auto places = unaccounted(trace);
  if (!places.empty())
    throw std::logic_error(fmt::format(
        "kept and dropped bits do not make up the exact value at {}; please report this",
        places.front()));
  if (trace.d != d && !is_box)
    throw std::logic_error("the trace and the engine disagree; please report this");
}

void print_text(const Unit& unit, std::uint64_t d, std::optional<std::uint64_t> flags) {
  const Format& format = unit.d();
  const auto term = decode(format, d);
  fmt::print("d = {}  {}", to_hex(d, format), both_texts(format, d));
  if (term.nan && !unit.datapath.result.nan) fmt::print("  (payload not known)");
  fmt::print("\n");
  if (flags) fmt::print("flags = {:02x}  {}\n", *flags, flags_text(*flags));
}

int evaluate_operands(const EvalOptions& options) {
  const bool is_box = !engine_named(options.engine).takes.empty();
  const Unit unit = find_unit(options.unit);
  const Case row = read_operands(unit, options.operands, tell);
  PackedCases packed({&row, 1});
  packed.evaluate(*make_engine(options.engine, unit));
  const std::uint64_t d = packed.d.front();
  const auto flags = packed.flags.empty() ? std::nullopt : std::optional(packed.flags.front());

  std::vector<std::string> lines;
  std::optional<Sequence> sequence;  // for as long as the trace
  Trace traced;
  if (options.trace) {
    traced = trace(sequence.emplace(unit), operands_of(row));
    lines = trace_lines(traced);
    if (!options.svg.empty()) write_file(options.svg, waterfall_svg(unit, traced));
  }
  if (options.json) {
    Json json = eval_json(unit, options.unit.changes, options.engine.name, row, d);
    if (flags) json["flags"] = flags_json(*flags);
    if (options.trace) json["trace"] = lines;
    print_json(json);
  } else {
    for (const std::string& line : lines) fmt::print("{}\n", line);
    print_text(unit, d, flags);
  }
  if (options.trace) check(traced, d, is_box);
  return kGood;
}

CommandRow eval_command() {
  return make_command(
      "eval", "d of one dot-product-add: c plus the products of a and b",
      kUnitHelp + kOperandHelp +
          "Example: mmasc eval hopper/wgmma.m64nNk16.f32.f16.f16 --a -8192,-.5,-.25,-.125 \\\n"
          "           --b 1024,1,1,1 --c 8388608.0 --trace",
      evaluate_operands, [](EvalOptions& x, OptionRows& rows) {
        rows.add_unit(x.unit);
        rows.add_operands(x.operands, true);
        rows.add_random(x.operands);
        rows.add_engine(x.engine);
        rows.add("--trace", &x.trace, "print what every stage keeps and drops");
        rows.add("--svg", &x.svg, "draw what every stage keeps and drops", "FILE.svg").needs =
            "--trace";
        rows.add_json(x.json);
      });
}
const RegisteredCommand kEvalCommand(eval_command);

}  // namespace
}  // namespace mmasc
