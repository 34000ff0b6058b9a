// SPDX-License-Identifier: Apache-2.0
#include "mmasc/c_source/c_self_test.h"

#include <fmt/format.h>

#include "mmasc/c_source/c_names.h"

namespace mmasc {
namespace {

std::string literal(std::uint64_t value, int bits) {
  return bits > 32 ? fmt::format("UINT64_C(0x{:x})", value) : fmt::format("0x{:x}", value);
}

// The elements of an operand, in braces where they are an array.
std::string elements(const OperandElements& operand, const Case::Elements& values, bool is_array) {
  constexpr std::size_t kColumns = 92;
  std::string text, line = is_array ? "{" : "";
  for (std::size_t i = 0; i < values.size(); ++i) {
    const bool is_last = i + 1 == values.size();
    const int bits = operand.bits_of(static_cast<int>(i));
    const std::uint64_t mask = bits < 64 ? (std::uint64_t{1} << bits) - 1 : ~std::uint64_t{0};
    const std::string next =
        literal(values[i] & mask, bits) + (is_last ? (is_array ? "}" : "") : ",");
    if (line.size() + next.size() > kColumns) {
      text += line + "\n      ";
      line.clear();
    }
    line += (line.empty() || line == "{" ? "" : " ") + next;
  }
  return text + line;
}

}  // namespace

std::string c_self_test(const OperandLayout& layout, bool has_flags, const std::string& name,
                        std::span<const Case> cases) {
  std::string text = fmt::format(
      "\n#ifdef {0}\n#include <stdio.h>\n\n"
      "/* Operands, and what the reference evaluation of mmasc made of them. */\n"
      "static const struct {{\n  struct {1}_dot_operands in;\n  struct {1}_result out;\n"
      "}} {1}_vectors[{2}] = {{\n",
      macro_name(name, "SELF_TEST"), name, cases.size());
  for (const Case& row : cases) {
    text += "    {{";
    bool is_first = true;
    for (const OperandRow& input : kInputs) {
      const OperandElements operand = layout[input.operand];
      if (operand.count == 0) continue;
      text += (is_first ? "" : ",\n      ") +
              elements(operand, row[input.operand], input.operand != Operand::c);
      is_first = false;
    }
    text += "},\n      {" + literal(row.d(), layout.format[Operand::d]->storage_bits());
    if (has_flags) text += fmt::format(", 0x{:x}", row.flags);
    text += "}},\n";
  }
  return text +
         fmt::format(
             "}};\n\n"
             "int main(void) {{\n"
             "  int differences = 0;\n"
             "  int i;\n"
             "  for (i = 0; i < {1}; ++i) {{\n"
             "    struct {0}_result out;\n"
             "    {0}_dot(&{0}_vectors[i].in, &out);\n"
             "    if (out.d != {0}_vectors[i].out.d{2}) {{\n"
             "      printf(\"vector %d: 0x%llx, not 0x%llx\\n\", i, (unsigned long long)out.d,\n"
             "             (unsigned long long){0}_vectors[i].out.d);\n"
             "      ++differences;\n"
             "    }}\n"
             "  }}\n"
             "  printf(\"{0}: {1} vectors, %d differences\\n\", differences);\n"
             "  return differences != 0;\n"
             "}}\n#endif\n",
             name, cases.size(),
             has_flags ? fmt::format(" || out.flags != {}_vectors[i].out.flags", name) : "");
}

}  // namespace mmasc
