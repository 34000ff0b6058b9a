// SPDX-License-Identifier: Apache-2.0
#include "mmasc/c_source/c_structs.h"

#include <fmt/format.h>

#include <utility>

#include "mmasc/c_source/c_names.h"

namespace mmasc {
namespace {

// A member without its name: of a term, all its parts.
std::string member(const SymbolicField& field, CHelpers& helpers) {
  const std::string type =
      field.width > 64 ? helpers.wide_type(field.width + 1) : c_type(field.width);
  return type + " ";
}
std::string remark(const SymbolicField& field) {
  return fmt::format(" /* {} bit{}{} */", field.width, field.width == 1 ? "" : "s",
                     field.is_signed ? ", two's complement" : "");
}

struct Member {
  std::string type;   // text before the names
  std::string after;  // and behind them
  std::vector<std::string> names;
};

// "term_0" and "exponent" of "term_0.exponent"; "" and "d" of "d".
std::pair<std::string, std::string> split(const std::string& name) {
  const auto dot = name.find('.');
  if (dot == std::string::npos) return {"", name};
  return {name.substr(0, dot), name.substr(dot + 1)};
}

std::string wrapped(const Member& member) {
  constexpr std::size_t kColumns = 96;
  const auto last_line = member.type.rfind('\n') + 1;  // 0 where there is no other
  std::string text = last_line == 0 ? "" : "  " + member.type.substr(0, last_line);
  std::string line = (last_line == 0 ? "  " : "") + member.type.substr(last_line);
  for (std::size_t i = 0; i < member.names.size(); ++i) {
    const std::string name = member.names[i] + (i + 1 < member.names.size() ? ", " : ";");
    if (line.size() + name.size() > kColumns && i > 0) {
      text += line.substr(0, line.find_last_not_of(' ') + 1) + "\n";
      line = "      ";
    }
    line += name;
  }
  return text + line + member.after + "\n";
}

}  // namespace

std::string struct_of_operands(const std::string& name, const std::vector<COperand>& operands) {
  std::string text = fmt::format("struct {} {{\n", name);
  for (const COperand& each : operands)
    text += fmt::format("  {} {}{}; /* {} bit{}{}{} */\n", c_type(each.bits), each.name,
                        each.count > 0 ? fmt::format("[{}]", each.count) : "", each.bits,
                        each.bits == 1 ? "" : "s", each.what.empty() ? "" : ": ", each.what);
  return text + "};\n";
}

std::string struct_of_fields(const std::string& name, const std::vector<SymbolicField>& fields,
                             CHelpers& helpers) {
  std::vector<Member> members;
  const auto add = [&](Member added) {
    if (!members.empty() && members.back().type == added.type &&
        members.back().after == added.after)
      members.back().names.push_back(added.names.front());
    else
      members.push_back(std::move(added));
  };
  for (std::size_t i = 0; i < fields.size();) {
    const std::string owner = split(fields[i].name).first;
    if (owner.empty()) {
      add({member(fields[i], helpers), remark(fields[i]), {fields[i].name}});
      ++i;
      continue;
    }
    std::string parts = "struct {\n";
    for (; i < fields.size() && split(fields[i].name).first == owner; ++i)
      parts += fmt::format("    {}{};{}\n", member(fields[i], helpers),
                           split(fields[i].name).second, remark(fields[i]));
    add({parts + "  } ", "", {owner}});
  }
  std::string text = fmt::format("struct {} {{\n", name);
  for (const Member& each : members) text += wrapped(each);
  return text + "};\n";
}

std::vector<CPlace> places_of(const std::string& pointer,
                              const std::vector<SymbolicField>& fields) {
  std::vector<CPlace> places;
  for (const SymbolicField& field : fields)
    places.push_back({pointer + "->" + field.name, field.width, field.is_signed, true, field.node});
  return places;
}

}  // namespace mmasc
