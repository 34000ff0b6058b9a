// SPDX-License-Identifier: Apache-2.0
#include "arguments.h"

#include <fmt/format.h>

#include "operand.h"
#include "spec/catalog.h"
#include "spec/suggest.h"
#include "tell.h"
#include "vectors/operands.h"

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
    if (count == 1 && text.front() != '0' &&
        text.find_first_not_of("0123456789") == std::string::npos)
      notes_.push_back(
          fmt::format("{0}: {1} is taken as hex digits; the number is {1}.0", flag, text));
    return std::move(operand.elements);
  }

  void tell_notes() const {
    for (const std::string& note : notes_) tell(note);
  }

 private:
  std::vector<std::string> notes_;
};

}  // namespace

Unit find_unit(const UnitArgument& argument) {
  Unit unit = find_unit(argument.name);
  for (const std::string& change : argument.changes) {
    const auto equals = change.find('=');
    if (equals == std::string::npos)
      throw InputError(fmt::format("--set {}: write FIELD=VALUE, as dot.fraction_bits=17", change));
    try {
      unit = unit.with(change.substr(0, equals), change.substr(equals + 1));
    } catch (const InputError& error) {
      throw InputError(fmt::format("--set {}", error.what()));
    }
  }
  return unit;
}

Case read_operands(const Unit& unit, const OperandArguments& arguments) {
  const VectorFormats formats = formats_of(unit);
  if (!formats.scale && !(arguments.sa.empty() && arguments.sb.empty()))
    throw InputError(fmt::format("{}: {} has no block scales; leave it out",
                                 arguments.sa.empty() ? "--sb" : "--sa", unit.instruction.id));
  OperandReader reader;
  Case row;
  row.a = reader.read(arguments.a, *formats.a, formats.k, "--a");
  row.b = reader.read(arguments.b, *formats.b, formats.k, "--b");
  if (!arguments.c.empty()) row.c = reader.read(arguments.c, *formats.c, 1, "--c").front();
  if (formats.scale) {
    row.sa = reader.read(arguments.sa, *formats.scale->format, formats.scales(), "--sa");
    row.sb = reader.read(arguments.sb, *formats.scale->format, formats.scales(), "--sb");
  }
  reader.tell_notes();
  return row;
}

PackedCases::PackedCases(std::span<const Case> cases) : d(cases.size()) {
  const auto append = [](auto& to, const auto& from) {
    to.insert(to.end(), from.begin(), from.end());
  };
  for (const Case& row : cases) {
    append(a_, row.a);
    append(b_, row.b);
    c_.push_back(row.c);
    append(sa_, row.sa);
    append(sb_, row.sb);
  }
}

std::string operand_flags(const VectorFormats& formats, const Case& row) {
  std::string flags = fmt::format("--a {} --b {} --c {}", to_hex(row.a, *formats.a),
                                  to_hex(row.b, *formats.b), to_hex(row.c, *formats.c));
  if (formats.scale)
    flags += fmt::format(" --sa {} --sb {}", to_hex(row.sa, *formats.scale->format),
                         to_hex(row.sb, *formats.scale->format));
  return flags;
}

const Format& format_named(std::string_view name) {
  if (const Format* format = find_format(name)) return *format;
  Names known;
  for (const Format& format : kFormats) known.push_back(format.name);
  throw InputError(fmt::format("unknown format {}; one of {}", name, quoted_list(known)));
}

Rounding rounding_named(std::string_view flag, std::string_view name) {
  if (const auto rounding = find_rounding(name)) return *rounding;
  Names known;
  for (const auto& row : kRoundings) known.push_back(row.name);
  throw InputError(fmt::format("{} {}: unknown; one of {}", flag, name, quoted_list(known)));
}

}  // namespace mmasc
