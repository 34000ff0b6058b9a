// SPDX-License-Identifier: Apache-2.0
#include "presentation/arguments.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <random>

#include "arith/random_fill.h"
#include "spec/hex.h"
#include "spec/random_elements.h"
#include "spec/suggest.h"
#include "text/operand.h"

namespace mmasc {
namespace {

// Reads operand after operand, and remembers what to note of them until all have turned out good.
class OperandReader {
 public:
  std::vector<std::uint64_t> read(const std::string& text, const Format& format, int count,
                                  std::string_view flag) {
    if (text.empty())
      throw InputError(fmt::format("{}: missing; {} x {} are wanted", flag, format.name, count));
    TypedOperand operand = parse_operand(text, format, count, flag);
    if (operand.padded > 0)
      notes_.push_back(fmt::format("{}: {} of {} elements given, the other {} are +0", flag,
                                   count - operand.padded, count, operand.padded));
    if (operand.is_also_number)
      notes_.push_back(
          fmt::format("{0}: {1} is read as hex digits, the bits 0x{1}; write {2} for "
                      "the number",
                      flag, text, "+" + text));
    return std::move(operand.elements);
  }

  void tell_notes(const Tell& tell) const {
    for (const std::string& note : notes_) tell(note);
  }

 private:
  std::vector<std::string> notes_;
};

void read_random(const Unit& unit, const OperandArguments& arguments, const VectorFormats& formats,
                 Case& row, const Tell& tell) {
  if (formats.random.empty()) {
    if (arguments.random.empty() && arguments.seed.empty()) return;
    throw InputError(fmt::format("{}: {} rounds nothing stochastically; leave it out",
                                 arguments.random.empty() ? "--seed" : "--random",
                                 unit.instruction.id));
  }
  if (!arguments.random.empty() && !arguments.seed.empty())
    throw InputError("give --random or --seed, not both");
  if (arguments.random.empty())
    append_random(formats.random, random_seed(arguments.seed, tell), 0, 0, row.random);
  else
    row.random = parse_elements(arguments.random, formats.random, "--random");
}

}  // namespace

Case read_operands(const Unit& unit, const OperandArguments& arguments, const Tell& tell) {
  const VectorFormats formats = formats_of(unit);
  if (!formats.scale && !(arguments.sa.empty() && arguments.sb.empty()))
    throw InputError(fmt::format("{}: {} has no block scales; leave it out",
                                 arguments.sa.empty() ? "--sb" : "--sa", unit.instruction.id));
  if (!formats.sparsity && !arguments.metadata.empty())
    throw InputError(
        fmt::format("--metadata: a of {} is not sparse; leave it out", unit.instruction.id));
  OperandReader reader;
  Case row;
  row.a = reader.read(arguments.a, *formats.a, formats.products(), "--a");
  row.b = reader.read(arguments.b, *formats.b, formats.k, "--b");
  if (!arguments.c.empty()) row.c = reader.read(arguments.c, *formats.c, 1, "--c").front();
  if (formats.scale) {
    row.sa = reader.read(arguments.sa, *formats.scale->format, formats.scales(), "--sa");
    row.sb = reader.read(arguments.sb, *formats.scale->format, formats.scales(), "--sb");
  }
  if (formats.sparsity)
    row.metadata = reader.read(arguments.metadata, metadata_format(*formats.sparsity),
                               formats.metadata(), "--metadata");
  read_random(unit, arguments, formats, row, tell);
  reader.tell_notes(tell);
  return row;
}

std::uint64_t random_seed(const std::string& typed, const Tell& tell) {
  if (typed.empty()) {
    const std::uint64_t seed = std::random_device()();
    tell(fmt::format("--seed {}: of the random bits", seed));
    return seed;
  }
  std::uint64_t seed = 0;
  const auto [end, error] = std::from_chars(typed.data(), typed.data() + typed.size(), seed);
  if (error != std::errc{} || end != typed.data() + typed.size())
    throw InputError(fmt::format("--seed {}: not a whole number below 2^64", typed));
  return seed;
}

std::uint64_t gemm_seed(const Unit& unit, const std::string& typed, const Tell& tell) {
  if (!random_widths(unit).empty()) return random_seed(typed, tell);
  if (!typed.empty())
    throw InputError(
        fmt::format("--seed: {} rounds nothing stochastically; leave it out", unit.instruction.id));
  return 0;
}

Rounding rounding_named(std::string_view flag, std::string_view name) {
  if (const auto rounding = find_rounding(name)) return *rounding;
  Names known;
  for (const auto& row : kRoundings) known.push_back(row.name);
  throw InputError(fmt::format("{} {}: unknown; one of {}", flag, name, quoted_list(known)));
}

}  // namespace mmasc
