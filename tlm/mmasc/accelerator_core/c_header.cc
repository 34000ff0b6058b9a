// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cctype>
#include <cstdio>
#include <string_view>

#include "mmasc/accelerator_core/descriptor.h"
#include "mmasc/accelerator_core/error_code.h"
#include "mmasc/accelerator_core/generated_text.h"
#include "mmasc/accelerator_core/kind.h"
#include "mmasc/accelerator_core/layout.h"
#include "mmasc/accelerator_core/registers.h"

namespace mmasc::tlm {
namespace {

std::string upper(std::string_view name) {
  std::string text(name);
  std::ranges::transform(text, text.begin(), [](unsigned char letter) {
    return static_cast<char>(std::toupper(letter));
  });
  return text;
}

std::string hex(std::uint64_t value) {
  char text[32];
  std::snprintf(text, sizeof text, "0x%llxu", static_cast<unsigned long long>(value));
  return text;
}

void define(std::string& text, const std::string& name, const std::string& value,
            std::string_view comment = {}) {
  text += "#define MMASC_" + name + " " + value;
  if (!comment.empty()) text += "  /* " + std::string(comment) + " */";
  text += "\n";
}

// Members are whole bytes; fields that share some are masks of one member, named after them.
template <class Record>
void add_members(std::string& text, std::span<const Field<Record>> fields,
                 std::string_view shared_name) {
  for (const auto& field : fields) {
    const bool shares = field.place.low != 0 || field.place.bits % 8 != 0;
    if (shares && field.place.low != 0) continue;
    const int bits = shares ? 16 : field.place.bits;
    const std::string name(shares ? shared_name : field.name);
    text += "  uint" + std::to_string(bits) + "_t " + name + ";";
    if (!shares) text += "  /* " + std::string(field.text) + " */";
    text += "\n";
  }
}

template <class Record>
void add_struct(std::string& text, const std::string& name, std::span<const Field<Record>> fields,
                std::string_view tail = {}) {
  text += "struct " + name + " {\n";
  add_members(text, fields, "flags");
  text += std::string(tail) + "};\n\n";
}

}  // namespace

std::string c_header() {
  std::string text =
      "/* SPDX-License-Identifier: Apache-2.0 */\n"
      "/* The registers and descriptors of mmasc's accelerator. Generated: do not edit. */\n"
      "#ifndef MMASC_ACCELERATOR_H\n#define MMASC_ACCELERATOR_H\n\n#include <stdint.h>\n\n"
      "/* Registers: offsets in bytes, those of a queue from MMASC_QUEUE(q) on. */\n";
  for (const RegisterRow& row : kRegisters)
    define(text, "REG_" + std::string(row.name), hex(row.offset),
           std::string(kAccessNames[static_cast<std::size_t>(row.access)]) + ", " +
               std::to_string(row.bits) + " bits: " + std::string(row.text));
  define(text, "QUEUE(q)", "(" + hex(kQueueBlock) + " * (1u + (q)))");
  define(text, "ID_VALUE", hex(kIdValue));
  text +=
      "\n/* Bits of registers; of INTERRUPT_STATUS and INTERRUPT_ENABLE, those of queue q. */\n";
  for (const RegisterBit& bit : kRegisterBits) define(text, std::string(bit.name), hex(bit.mask));
  define(text, "INTERRUPT_DONE(q)", "(1u << (q))");
  define(text, "INTERRUPT_FAULT(q)", "(1u << (" + std::to_string(kFaultInterrupts) + "u + (q)))");
  text += "\n/* Bits of a descriptor's flags. */\n";
  for (const auto& field : kHeaderFields)
    if (field.place.bits == 1)
      define(text, "FLAG_" + upper(field.name), hex(1U << field.place.low), field.text);
  define(text, "DESCRIPTOR_VERSION", std::to_string(kDescriptorVersion) + "u");
  text += "\n/* Kinds. */\n";
  for (std::size_t i = 0; i < kKinds.size(); ++i)
    define(text, "KIND_" + upper(kKinds[i].name), std::to_string(i) + "u");
  text +=
      "\n/* Fields of tcgen05's instruction descriptor, and the numbers of A's and B's formats. "
      "*/\n";
  const auto define_fields = [&text](std::span<const Field<InstructionFields>> fields) {
    for (const auto& field : fields) {
      const std::string name = "INSTRUCTION_" + upper(field.name) + "(x)";
      if (text.find(name) == text.npos)
        define(text, name,
               "((uint32_t)(x) << " + std::to_string(8 * field.place.byte + field.place.low) + ")",
               field.text);
    }
  };
  define_fields(kPlainInstruction);
  define_fields(kScaledInstruction);
  for (const KindRow& kind : kKinds)
    for (const FormatRow& row : kOperandFormats)
      if (format_of(kind, row.number) == row.format)
        define(text, "FORMAT_" + upper(kind.name) + "_" + upper(row.format),
               std::to_string(row.number) + "u");
  text += "\n/* Layouts. */\n";
  for (std::size_t i = 0; i < kLayouts.size(); ++i)
    define(text, "LAYOUT_" + upper(kLayouts[i].name), std::to_string(i) + "u", kLayouts[i].text);
  text += "\n/* Error codes. */\n";
  for (const ErrorRow& row : kErrors)
    define(text, "ERROR_" + upper(row.name), std::to_string(static_cast<unsigned>(row.code)) + "u",
           row.text);
  text += "\n";
  add_struct<OperandFields>(text, "mmasc_operand", kOperandFields);
  std::string operands;
  for (const Slot& slot : kSlots) {
    std::string member(slot.name);
    std::ranges::transform(member, member.begin(), [](unsigned char letter) {
      return static_cast<char>(std::tolower(letter));
    });
    operands += "  struct mmasc_operand " + member + ";\n";
  }
  add_struct<Descriptor>(text, "mmasc_descriptor", kHeaderFields, operands);
  add_struct<Completion>(text, "mmasc_completion", kCompletionFields);
  return text + "#endif\n";
}

}  // namespace mmasc::tlm
