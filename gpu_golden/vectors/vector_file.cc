// SPDX-License-Identifier: Apache-2.0
#include "vectors/vector_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>

#include "spec/error.h"
#include "spec/names.h"
#include "vectors/atomic_file.h"
#include "vectors/operands.h"
#include "vectors/vector_layout.h"

namespace mmasc {
namespace {

using namespace vector_layout;

std::string value_of(const HeaderLine& line, const VectorFile& file) {
  if (line.key == "instruction") return file.instruction;
  if (line.key == "formats") return to_text(file.formats);
  if (line.key == "provenance") return file.provenance;
  if (line.key == "evidence") return std::string(enum_name(file.evidence));
  if (line.key == "nan") return file.nan == NanMatch::any ? "any" : "exact";
  if (line.key == "columns") return std::string(columns_of(file.formats, file.has_d));
  return line.value;
}

}  // namespace

VectorFormats formats_of(const Unit& unit) {
  const Instruction& row = unit.instruction;
  return {row.a, row.b, row.c, &unit.d(), row.scale, row.shape.k};
}

std::string to_text(const VectorFormats& formats) {
  const auto scale = formats.scale ? fmt::format("scale={} scale_block={} ",
                                                 formats.scale->format->name, formats.scale->block)
                                   : std::string();
  return fmt::format("a={} b={} c={} d={} {}k={}", formats.a->name, formats.b->name,
                     formats.c->name, formats.d->name, scale, formats.k);
}

const HeaderLine* VectorFile::find(std::string_view key) const {
  const auto line = std::ranges::find(header, key, &HeaderLine::key);
  return line == header.end() ? nullptr : &*line;
}

std::string to_text(const VectorFile& file) {
  assert(file.find("evidence") || file.evidence == EvidenceKind::derived);
  std::string text = fmt::format("{}\n", kMagic);
  for (const HeaderLine& line : file.header)
    text += fmt::format("# {}: {}\n", line.key, value_of(line, file));
  for (const Case& row : file.cases) {
    if (!row.name.empty()) text += fmt::format("{}{}\n", kCasePrefix, row.name);
    for_each_column(row, file.formats, file.has_d,
                    [&](std::string_view, const auto& elements, const Format& format, int) {
                      text += to_hex(elements, format);
                      text += ' ';
                    });
    text.back() = '\n';
  }
  return text;
}

void write_vectors(const VectorFile& file, const std::string& path) {
  write_file(path, to_text(file));
}

void check_header(const VectorFile& file, const Unit& unit) {
  const std::string recorded = to_text(file.formats);
  const std::string taken = to_text(formats_of(unit));
  if (recorded == taken) return;
  const HeaderLine* line = file.find("formats");
  throw InputError(
      fmt::format("{}:{}: formats {} contradict {}, which takes {}; mend the header or "
                  "name the unit these vectors are of",
                  file.name, line ? line->line : 0, recorded, unit.instruction.id, taken));
}

}  // namespace mmasc
