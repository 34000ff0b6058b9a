// SPDX-License-Identifier: Apache-2.0
#include "mmasc/timing/timing.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <limits>

#include "mmasc/command/command.h"
#include "mmasc/presentation/describe.h"
#include "mmasc/presentation/json.h"
#include "mmasc/presentation/table.h"
#include "mmasc/timing/table.h"
#include "mmasc/unit/catalog.h"
#include "mmasc/unit/suggest.h"

namespace mmasc {
namespace {

struct TimingOptions {
  std::string instruction, operands, rate, file;
  std::uint64_t group = 1, m = 0, n = 0, depth = 1;  // m, n: 0 is not given
  bool chained = false, strict = false, json = false;
};

// The numbers by the names that text, JSON and errors give them.
constexpr std::pair<const char*, std::optional<SourcedCycles> Timing::*> kNumbers[] = {
    {"interval", &Timing::interval},
    {"latency_accumulator", &Timing::latency_accumulator},
    {"latency_use", &Timing::latency_use},
    {"latency_done", &Timing::latency_done},
    {"stream_overhead", &Timing::stream_overhead},
};
constexpr std::pair<const char*, int WaitStates::*> kEdges[] = {
    {"identical_c", &WaitStates::identical_c},
    {"overlapped_c", &WaitStates::overlapped_c},
    {"operand", &WaitStates::operand},
    {"memory", &WaitStates::memory},
};

template <Enumerated E>
std::optional<E> named(std::string_view flag, const std::string& name) {
  if (name.empty()) return std::nullopt;
  Names legal;
  for (const auto& [value, one] : kNames<E>) legal.push_back(one);
  if (const auto found = find_enum<E>(name)) return found;
  throw InputError(fmt::format("{}: unknown value \"{}\"; {}", flag, name, mend_name(name, legal)));
}

int extent(std::string_view flag, std::uint64_t number) {
  constexpr std::uint64_t kGreatest = 65536;
  if (number > kGreatest)
    throw InputError(fmt::format("{}: {} is out of range; use 1..{}", flag, number, kGreatest));
  return static_cast<int>(number);
}

TimingQuery unit_query(const TimingOptions& options) {
  const Unit unit = find_unit(options.instruction);
  TimingQuery query = timing_query(unit, static_cast<int>(options.group));
  if (options.n == 0) return query;
  const Extent& n = unit.instruction.shape.n;
  query.n = extent("--n", options.n);
  if (!n.contains(query.n))
    throw InputError(fmt::format("--n: {} has no n of {}; its shape is {}", query.instruction,
                                 query.n, shape_text(unit.instruction.shape)));
  return query;
}

// The query for an instruction that the timing table has and the catalogue has not.
TimingQuery beyond_query(const TimingOptions& options) {
  TimingQuery query = timing_query(options.instruction);
  query.group = static_cast<int>(options.group);
  query.m *= query.group;
  if (options.n != 0) query.n = extent("--n", options.n);
  if (query.n == 0) throw InputError(fmt::format("{}: has any n; give --n", options.instruction));
  return query;
}

TimingQuery query_of(const TimingOptions& options, const TimingTable& table) {
  if (options.group != 1 && options.group != 2)
    throw InputError(fmt::format("--group: {} is out of range; use 1 or 2", options.group));
  TimingQuery query =
      table.is_beyond_catalog(options.instruction) ? beyond_query(options) : unit_query(options);
  if (options.m != 0 && extent("--m", options.m) != query.m) {
    if (!table.chooses_m(query.instruction))
      throw InputError(fmt::format("--m: {} has an m of {}", query.instruction, query.m));
    query.m = extent("--m", options.m);
  }
  query.operands = named<OperandSource>("--operands", options.operands);
  query.rate = named<Rate>("--rate", options.rate);
  return query;
}

void refuse_derived(const Timing& timing) {
  std::string derived;
  for (const auto& [name, member] : kNumbers)
    if (const auto& number = timing.*member; number && number->confidence == Confidence::derived)
      derived += (derived.empty() ? "" : ", ") + std::string(name);
  if (!derived.empty())
    throw InputError(fmt::format("{}: derived, from no source: {}; leave out --strict",
                                 timing.query.instruction, derived));
}

std::string shape_of(const TimingQuery& query) {
  return fmt::format("m{} n{} k{}{}", query.m, query.n, query.k,
                     query.blocks > 1 ? fmt::format(" x{}", query.blocks) : "");
}

std::string conditions(const Timing& timing) {
  const TimingQuery& query = timing.query;
  std::string text = shape_of(query);
  if (query.operands != OperandSource::none)
    text += fmt::format(", operands {}, group {}", enum_name(*query.operands), query.group);
  if (query.rate) text += fmt::format(", rate {}", enum_name(*query.rate));
  if (timing.port) text += fmt::format(", port {}", enum_name(*timing.port));
  return text;
}

// Sources by the numbers under which a text names them.
class Footnotes {
 public:
  std::string add(const std::vector<std::string>& sources) {
    std::string marks;
    for (const std::string& source : sources) {
      const auto found = std::ranges::find(sources_, source);
      marks += fmt::format("[{}]", found - sources_.begin() + 1);
      if (found == sources_.end()) sources_.push_back(source);
    }
    return marks;
  }
  void print() const {
    for (std::size_t i = 0; i < sources_.size(); ++i)
      fmt::print("{}\n", folded(fmt::format("[{}] {}", i + 1, sources_[i])));
  }

 private:
  std::vector<std::string> sources_;
};

void print_text(const Timing& timing, const std::optional<SourcedCycles>& mean, Stream stream,
                std::uint64_t depth) {
  fmt::print("{}\n  {}\n\n", timing.query.instruction, conditions(timing));
  using enum Table::Align;
  Table table({left, right, left, left});
  Footnotes notes;
  table.add({"sourced", "cycles", "confidence", "source"});
  const auto add = [&](const std::string& name, const std::optional<SourcedCycles>& number) {
    if (number)
      table.add({name, fmt::format("{:.6g}", number->cycles),
                 std::string(enum_name(number->confidence)), notes.add(number->sources)});
    else
      table.add({name, "-", "not known", ""});
  };
  for (const auto& [name, member] : kNumbers)
    if (timing.*member || member == &Timing::interval) add(name, timing.*member);
  add("cycles_per_instruction", mean);
  fmt::print("{}", table.text());
  fmt::print(
      "\ncycles_per_instruction: the mean of {} back to back\n",
      counted(static_cast<long long>(depth), std::string(enum_name(stream)) + " instruction"));
  if (const auto& waits = timing.wait_states) {
    fmt::print("wait states of {} cycles:", kCyclesPerWaitState);
    for (const auto& [name, member] : kEdges) fmt::print(" {} {},", name, (*waits).*member);
    fmt::print(" {} {}\n", enum_name(waits->confidence), notes.add(waits->sources));
  }
  for (const std::string& note : timing.notes) fmt::print("{}\n", folded("note: " + note));
  notes.print();
}

Json json_cycles(const std::optional<SourcedCycles>& number) {
  if (!number) return nullptr;
  return {{"cycles", number->cycles},
          {"source", fmt::format("{}", fmt::join(number->sources, "; "))},
          {"confidence", enum_name(number->confidence)}};
}

Json json_wait_states(const WaitStates& waits) {
  Json json;
  for (const auto& [name, member] : kEdges) json[name] = waits.*member;
  json["cycles_each"] = kCyclesPerWaitState;
  json["source"] = fmt::format("{}", fmt::join(waits.sources, "; "));
  json["confidence"] = enum_name(waits.confidence);
  return json;
}

template <Enumerated E>
Json json_name(const std::optional<E>& value) {
  return value ? Json(enum_name(*value)) : Json(nullptr);
}

void print_json_timing(const Timing& timing, const std::optional<SourcedCycles>& mean,
                       Stream stream, std::uint64_t depth) {
  const TimingQuery& query = timing.query;
  Json json = json_document("timing");
  json["kind"] = "sourced";
  json["instruction"] = query.instruction;
  json["operands"] = json_name(query.operands);
  json["group"] = query.group;
  json["m"] = query.m;
  json["n"] = query.n;
  json["k"] = query.k;
  json["blocks"] = query.blocks;
  json["rate"] = json_name(query.rate);
  json["port"] = json_name(timing.port);
  for (const auto& [name, member] : kNumbers) json[name] = json_cycles(timing.*member);
  json["wait_states"] = timing.wait_states ? json_wait_states(*timing.wait_states) : Json(nullptr);
  json["stream"] = enum_name(stream);
  json["depth"] = depth;
  json["cycles_per_instruction"] = json_cycles(mean);
  json["notes"] = timing.notes;
  print_json(json);
}

int print_timing(const TimingOptions& options) {
  const TimingTable table = options.file.empty() ? timing_table() : read_timing_table(options.file);
  const Timing timing = table.look_up(query_of(options, table));
  if (options.strict) refuse_derived(timing);
  const Stream stream = options.chained ? Stream::chained : Stream::independent;
  std::optional<SourcedCycles> mean;
  if (timing.interval || options.chained)
    mean = timing.cycles_per_instruction(options.depth, stream);
  if (options.json)
    print_json_timing(timing, mean, stream, options.depth);
  else
    print_text(timing, mean, stream, options.depth);
  return kGood;
}

CommandRow timing_command() {
  return make_command(
      "timing", "the cycles of an instruction on a GPU, each number with its source",
      "UNIT is an id (mmasc list), any unique part of one, of a mnemonic or a SASS name, "
      "FILE.toml\n"
      "or FILE.toml:ROW.\n"
      "The cycles are sourced: published for a GPU or measured on it. Derived ones follow from a\n"
      "peak rate or a law.\n"
      "docs/timing.md explains the terms and the timing files.\n"
      "Example: mmasc timing blackwell/tcgen05.mma.m128nNk16.f16.f32.bf16.bf16 --group 2 --n 128 "
      "--depth 64",
      print_timing, [](TimingOptions& x, OptionRows& rows) {
        rows.add("UNIT", &x.instruction, "the unit: an id, a part of one, or FILE.toml[:ROW]")
            .is_required = true;
        rows.add("--operands", &x.operands,
                 "where A and B are: ss both in shared memory, ts A in tensor memory, rs A in "
                 "registers",
                 "ss|ts|rs");
        rows.add_count("--group", x.group, "SMs that work on one instruction, 1 or 2 (default: 1)");
        rows.add_positive("--m", x.m,
                          "rows of D of all SMs of --group (default: as many for each SM as the "
                          "instruction has)");
        rows.add_positive("--n", x.n, "columns of D (default: the greatest n of the instruction)");
        rows.add("--rate", &x.rate,
                 "half: a GeForce board, whose sums in f32 run at half rate; full: a board without "
                 "that limit",
                 "full|half");
        rows.add_positive("--depth", x.depth, "instructions back to back (default: 1)");
        rows.add("--chained", &x.chained, "each instruction adds to the sum of the one before");
        rows.add("--strict", &x.strict, "refuse derived numbers");
        rows.add("--timing", &x.file, "a timing file, whose rows go before the shipped ones",
                 "FILE.toml");
        rows.add_json(x.json);
      });
}
const RegisteredCommand kTimingCommand(timing_command);

}  // namespace
}  // namespace mmasc
