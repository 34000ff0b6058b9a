// SPDX-License-Identifier: Apache-2.0
#include <cstdio>

#include "mmasc/accelerator_core/descriptor.h"
#include "mmasc/accelerator_core/error_code.h"
#include "mmasc/accelerator_core/generated_text.h"
#include "mmasc/accelerator_core/kind.h"
#include "mmasc/accelerator_core/layout.h"
#include "mmasc/accelerator_core/registers.h"

namespace mmasc::tlm {
namespace {

std::string hex_text(std::uint64_t value) {
  char text[32];
  std::snprintf(text, sizeof text, "%#llx", static_cast<unsigned long long>(value));
  return value == 0 ? "0" : text;
}

std::string line(std::initializer_list<std::string_view> cells) {
  std::string text = "|";
  for (const std::string_view cell : cells) text += " " + std::string(cell) + " |";
  return text + "\n";
}

std::string header(std::initializer_list<std::string_view> cells) {
  std::string text = line(cells) + "|";
  for (std::size_t i = 0; i < cells.size(); ++i) text += "---|";
  return text + "\n";
}

std::string code(std::string_view name) { return "`" + std::string(name) + "`"; }

template <class Record>
std::string field_table(std::span<const Field<Record>> fields) {
  std::string text = header({"byte", "bits", "field", "meaning"});
  for (const auto& field : fields) {
    const int last = field.place.low + field.place.bits - 1;
    const std::string bits = field.place.bits == 1
                                 ? std::to_string(last)
                                 : std::to_string(last) + ".." + std::to_string(field.place.low);
    text += line({std::to_string(field.place.byte), bits, code(field.name), field.text});
  }
  return text;
}

}  // namespace

std::string register_tables() {
  std::string text;
  for (std::size_t i = 0; i < kRegisters.size(); ++i) {
    const RegisterRow& row = kRegisters[i];
    if (i == 0 || i == kGlobalRegisters) {
      text += i == 0 ? "The accelerator's:\n\n"
                     : "\nEach queue's; those of queue q begin at " + hex_text(kQueueBlock) +
                           " * (1 + q):\n\n";
      text +=
          header({"offset", "register", "bits", "access", "reset", "waits for time", "meaning"});
    }
    text += line({hex_text(row.offset), code(row.name), std::to_string(row.bits),
                  kAccessNames[static_cast<std::size_t>(row.access)], hex_text(row.reset),
                  row.needs_time ? "yes" : "no", row.text});
  }
  return text;
}

std::string descriptor_tables() {
  std::string text = field_table<Descriptor>(kHeaderFields);
  text += "\nThen the operands A, B, SA, SB, C and D, each of " + std::to_string(kOperandBytes) +
          " bytes; where A is sparse, SA is its metadata:\n\n" +
          field_table<OperandFields>(kOperandFields);
  text += "\nLayouts:\n\n" + header({"number", "layout", "alignment", "meaning"});
  for (std::size_t i = 0; i < kLayouts.size(); ++i)
    text += line({std::to_string(i), code(kLayouts[i].name),
                  kLayouts[i].alignment == 0 ? "an element" : std::to_string(kLayouts[i].alignment),
                  kLayouts[i].text});
  text += "\nKinds, and the numbers of their formats of A and B in the instruction:\n\n" +
          header({"number", "kind", "formats", "elements a scale"});
  for (std::size_t i = 0; i < kKinds.size(); ++i) {
    std::string formats;
    for (std::uint64_t number = 0; number < 8; ++number)
      if (const auto format = format_of(kKinds[i], number); !format.empty())
        formats +=
            (formats.empty() ? "" : ", ") + std::to_string(number) + " " + std::string(format);
    text += line(
        {std::to_string(i), code(kKinds[i].name), i == 0 ? "the catalogue's instruction" : formats,
         kKinds[i].scale_block == 0 ? "no scales" : std::to_string(kKinds[i].scale_block)});
  }
  text += "\nA completion record:\n\n" + field_table<Completion>(kCompletionFields);
  return text;
}

std::string error_table() {
  std::string text = header({"code", "error", "meaning"});
  for (const ErrorRow& row : kErrors)
    text += line({std::to_string(static_cast<int>(row.code)), code(row.name), row.text});
  return text;
}

}  // namespace mmasc::tlm
