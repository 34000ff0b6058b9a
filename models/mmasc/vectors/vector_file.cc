// SPDX-License-Identifier: Apache-2.0
#include "mmasc/vectors/vector_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>

#include "mmasc/files/atomic_file.h"
#include "mmasc/unit/error.h"
#include "mmasc/unit/formats.h"
#include "mmasc/unit/hex.h"
#include "mmasc/unit/names.h"
#include "mmasc/unit/write.h"
#include "mmasc/vectors/vector_layout.h"

namespace mmasc {
namespace {

using namespace vector_layout;

// Header lines that define the formats which not every reader knows.
std::vector<HeaderLine> definitions(const OperandLayout& layout) {
  std::vector<HeaderLine> lines;
  for (const OperandRow& row : kOperands) {
    const Format* const format = layout.format[row.operand];
    if (format == nullptr) continue;
    const std::string key = fmt::format("{}{}", kFormatPrefix, format->name);
    if (!is_known_everywhere(*format) && std::ranges::count(lines, key, &HeaderLine::key) == 0)
      lines.push_back({key, definition_of(*format)});
  }
  return lines;
}

// The formats' names, and what they mean where the names do not say it.
std::string meaning_of(const OperandLayout& layout) {
  std::string text = to_text(layout);
  for (const auto& [key, value, line] : definitions(layout))
    text += fmt::format(" {}={}", key, value);
  return text;
}

std::string value_of(const HeaderLine& line, const VectorFile& file, std::uint64_t cases) {
  if (line.key == "instruction") return file.instruction;
  if (line.key == "formats") return to_text(file.layout);
  if (line.key == "provenance") return file.provenance;
  if (line.key == "evidence") return std::string(enum_name(file.evidence));
  if (line.key == "nan") return file.nan == NanMatch::any ? "any" : "exact";
  if (line.key == "vectors") return std::to_string(cases);
  if (line.key == "columns") return columns_of(file.layout, file.has_d, file.has_flags);
  return line.value;
}

}  // namespace

std::string vector_layout::definition_of(const Format& format) {
  return to_text(Value{write_row(row_of(format))});
}

const HeaderLine* VectorFile::find(std::string_view key) const {
  const auto line = std::ranges::find(header, key, &HeaderLine::key);
  return line == header.end() ? nullptr : &*line;
}

std::string header_text(const VectorFile& file, std::uint64_t cases) {
  assert(file.find("evidence") || file.evidence == EvidenceKind::derived);
  std::string text = fmt::format("{}\n", kMagic);
  for (const HeaderLine& line : file.header) {
    if (line.key == "formats")
      for (const auto& [key, value, number] : definitions(file.layout))
        if (!file.find(key)) text += fmt::format("# {}: {}\n", key, value);
    text += fmt::format("# {}: {}\n", line.key, value_of(line, file, cases));
  }
  return text;
}

std::string case_text(const VectorFile& file, const Case& row) {
  std::string text;
  if (!row.name.empty()) text += fmt::format("{}{}\n", kCasePrefix, row.name);
  for_each_column(file.layout, file.has_d,
                  [&](const OperandRow& column, const OperandElements& elements) {
                    text += to_hex(row[column.operand], elements);
                    text += ' ';
                  });
  if (file.has_flags) text += to_hex({&row.flags, 1}, flags_elements()) + ' ';
  text.back() = '\n';
  return text;
}

std::string to_text(const VectorFile& file) {
  std::string text = header_text(file, file.cases.size());
  for (const Case& row : file.cases) text += case_text(file, row);
  return text;
}

void write_vectors(const VectorFile& file, const std::string& path) {
  write_file(path, to_text(file));
}

void check_header(const VectorFile& file, const Unit& unit) {
  if (file.has_flags && unit.datapath.result.flags == StatusFlags::none)
    throw InputError(
        fmt::format("{}:{}: {} raises no flags; remove the column, or name the unit "
                    "these vectors are of",
                    file.name, file.find("columns")->line, unit.instruction.id));
  const std::string recorded = meaning_of(file.layout);
  const std::string taken = meaning_of(layout_of(unit));
  if (recorded == taken) return;
  const HeaderLine* line = file.find("formats");
  throw InputError(
      fmt::format("{}:{}: formats {} contradict {}, which takes {}; mend the header or "
                  "name the unit these vectors are of",
                  file.name, line ? line->line : 0, recorded, unit.instruction.id, taken));
}

}  // namespace mmasc
