// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <array>
#include <charconv>
#include <utility>

#include "mmasc/unit/formats.h"
#include "mmasc/vectors/line_reader.h"
#include "mmasc/vectors/public_recordings.h"

namespace mmasc {
namespace {

constexpr std::string_view kIndexHeader = "gpu,format,d,instruction,k_recorded,c";

// As the recordings call them, and as we do.
constexpr std::array<std::pair<std::string_view, std::string_view>, 6> kPublishedFormats{
    {{"fp32", "f32"},
     {"tf32", "tf32"},
     {"bf16", "bf16"},
     {"fp16", "f16"},
     {"E5M2", "e5m2"},
     {"E4M3", "e4m3"}}};

struct CName {
  std::string_view text;
  PublicRecording::C c;
};
constexpr std::array kCNames{
    CName{"used", PublicRecording::C::used},
    CName{"rounded to f16", PublicRecording::C::rounded_to_f16},
    CName{"not used: 0", PublicRecording::C::not_used},
};

PublishedFormat published_format(std::string_view name, const LineReader& lines) {
  for (const auto& [published, ours] : kPublishedFormats)
    if (published == name) return {published, find_format(ours)};
  throw lines.error(fmt::format("{} is no format; fp32, tf32, bf16, fp16, E5M2 or E4M3", name));
}

int elements(std::string_view text, const LineReader& lines) {
  int count = 0;
  const auto end = text.data() + text.size();
  const auto parsed = std::from_chars(text.data(), end, count);
  if (parsed.ec == std::errc() && parsed.ptr == end && count >= 1 && count <= kMaxK) return count;
  throw lines.error(fmt::format("k_recorded is {}; give 1 to {}", text, kMaxK));
}

PublicRecording::C what_became_of_c(std::string_view text, const LineReader& lines) {
  for (const CName& name : kCNames)
    if (name.text == text) return name.c;
  throw lines.error(fmt::format("c is '{}'; give 'used', 'rounded to f16' or 'not used: 0'", text));
}

PublicRecording parse_row(const LineReader& lines) {
  const auto fields = split(lines.line(), ',');
  if (fields.size() != split(kIndexHeader, ',').size())
    throw lines.error(fmt::format("{} columns; '{}' are 6", fields.size(), kIndexHeader));
  return {.index = lines.name(),
          .line = lines.number(),
          .gpu = std::string(fields[0]),
          .format = published_format(fields[1], lines),
          .d = published_format(fields[2], lines),
          .instruction = std::string(fields[3]),
          .k_recorded = elements(fields[4], lines),
          .c = what_became_of_c(fields[5], lines)};
}

}  // namespace

std::vector<PublicRecording> read_public_index(const std::string& path) {
  const std::string text = read_text(path);
  LineReader lines(text, path);
  if (!lines.next() || lines.line() != kIndexHeader)
    throw InputError(fmt::format("{}:1: not an index of recordings; the first line is '{}'", path,
                                 kIndexHeader));
  std::vector<PublicRecording> rows;
  while (lines.next()) rows.push_back(parse_row(lines));
  if (rows.empty()) throw lines.error("no recordings; add a row for each");
  return rows;
}

}  // namespace mmasc
