// SPDX-License-Identifier: Apache-2.0
#include "vectors/vector_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>

#include "files/atomic_file.h"
#include "spec/error.h"
#include "spec/formats.h"
#include "spec/hex.h"
#include "spec/names.h"
#include "spec/random_elements.h"
#include "spec/write.h"
#include "vectors/vector_layout.h"

namespace mmasc {
namespace {

using namespace vector_layout;

// Header lines that define the formats which not every reader knows.
std::vector<HeaderLine> definitions(const VectorFormats& formats) {
  Formats named{formats.a, formats.b, formats.c, formats.d};
  if (formats.scale) named.push_back(formats.scale->format);
  std::vector<HeaderLine> lines;
  for (const Format* format : named) {
    const std::string key = fmt::format("{}{}", kFormatPrefix, format->name);
    if (!is_known_everywhere(*format) && std::ranges::count(lines, key, &HeaderLine::key) == 0)
      lines.push_back({key, definition_of(*format)});
  }
  return lines;
}

// The formats' names, and what they mean where the names do not say it.
std::string meaning_of(const VectorFormats& formats) {
  std::string text = to_text(formats);
  for (const auto& [key, value, line] : definitions(formats))
    text += fmt::format(" {}={}", key, value);
  return text;
}

std::string value_of(const HeaderLine& line, const VectorFile& file, std::uint64_t cases) {
  if (line.key == "instruction") return file.instruction;
  if (line.key == "formats") return to_text(file.formats);
  if (line.key == "provenance") return file.provenance;
  if (line.key == "evidence") return std::string(enum_name(file.evidence));
  if (line.key == "nan") return file.nan == NanMatch::any ? "any" : "exact";
  if (line.key == "vectors") return std::to_string(cases);
  if (line.key == "columns") return std::string(columns_of(file.formats, file.has_d));
  return line.value;
}

std::string hex_of(const Column& column, std::uint64_t element) {
  return to_hex(element, *column.format);
}
std::string hex_of(const Column& column, const std::vector<std::uint64_t>& elements) {
  return column.format ? to_hex(elements, *column.format) : to_hex(elements, column.widths);
}

// " random=16x8,1x12": 16 elements of 8 bits, then one of 12.
std::string random_text(const std::vector<int>& widths) {
  std::string text;
  for (std::size_t first = 0, last = 0; first < widths.size(); first = last) {
    while (last < widths.size() && widths[last] == widths[first]) ++last;
    text += fmt::format("{}{}x{}", text.empty() ? " random=" : ",", last - first, widths[first]);
  }
  return text;
}

// " sparsity=2:4": keep:of, and :together where that is not 1.
std::string sparsity_text(const std::optional<SparsityRow>& sparsity) {
  if (!sparsity) return {};
  const auto& [keep, of, together] = *sparsity;
  const auto text = fmt::format(" sparsity={}:{}", keep, of);
  return together == 1 ? text : fmt::format("{}:{}", text, together);
}

}  // namespace

std::string vector_layout::definition_of(const Format& format) {
  return to_text(Value{write_row(row_of(format))});
}

VectorFormats formats_of(const Unit& unit) {
  const Instruction& row = unit.instruction;
  return {row.a,       row.b, row.c, &unit.d(), row.scale, row.shape.k, random_widths(unit),
          row.sparsity};
}

std::string to_text(const VectorFormats& formats) {
  const auto scale = formats.scale ? fmt::format("scale={} scale_block={} ",
                                                 formats.scale->format->name, formats.scale->block)
                                   : std::string();
  return fmt::format("a={} b={} c={} d={} {}k={}{}{}", formats.a->name, formats.b->name,
                     formats.c->name, formats.d->name, scale, formats.k,
                     sparsity_text(formats.sparsity), random_text(formats.random));
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
      for (const auto& [key, value, number] : definitions(file.formats))
        if (!file.find(key)) text += fmt::format("# {}: {}\n", key, value);
    text += fmt::format("# {}: {}\n", line.key, value_of(line, file, cases));
  }
  return text;
}

std::string case_text(const VectorFile& file, const Case& row) {
  std::string text;
  if (!row.name.empty()) text += fmt::format("{}{}\n", kCasePrefix, row.name);
  for_each_column(row, file.formats, file.has_d, [&](const Column& column, const auto& elements) {
    text += hex_of(column, elements);
    text += ' ';
  });
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
  const std::string recorded = meaning_of(file.formats);
  const std::string taken = meaning_of(formats_of(unit));
  if (recorded == taken) return;
  const HeaderLine* line = file.find("formats");
  throw InputError(
      fmt::format("{}:{}: formats {} contradict {}, which takes {}; mend the header or "
                  "name the unit these vectors are of",
                  file.name, line ? line->line : 0, recorded, unit.instruction.id, taken));
}

}  // namespace mmasc
