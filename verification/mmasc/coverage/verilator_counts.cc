// SPDX-License-Identifier: Apache-2.0
#include "mmasc/coverage/verilator_counts.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <map>
#include <optional>

#include "mmasc/unit/error.h"

namespace mmasc {
namespace {

constexpr std::string_view kHead = "# SystemC::Coverage-3";
constexpr std::string_view kBlock = ".row_";

std::optional<std::uint64_t> number_in(std::string_view text) {
  std::uint64_t value = 0;
  const char* const end = text.data() + text.size();
  const auto [read_to, error] = std::from_chars(text.data(), end, value);
  if (text.empty() || error != std::errc{} || read_to != end) return std::nullopt;
  return value;
}

struct Counted {
  std::string row, label;
  std::uint64_t count = 0;
};

// A line is   C '^A<key>^B<value>^A...' count   and the key h names the property by its place:
// "TOP.bench.u_unit.u_coverage.row_<row>.p12", of newer ones "...row_<row>__DOT__p12". Other lines
// are none of a unit's cover points.
std::optional<Counted> counted_by(std::string_view line) {
  if (!line.starts_with("C '")) return std::nullopt;
  const auto quote = line.rfind('\'');
  const std::string_view keys = line.substr(3, quote - 3);
  const auto key = keys.find("\001h\002");
  if (key == std::string_view::npos || quote + 2 > line.size()) return std::nullopt;
  std::string_view place = keys.substr(key + 3);
  place = place.substr(0, place.find('\001'));
  const auto block = place.rfind(kBlock);
  if (block == std::string_view::npos) return std::nullopt;
  const std::string_view named = place.substr(block + kBlock.size());
  const auto count = number_in(line.substr(quote + 2));
  if (!count) return std::nullopt;
  for (const std::string_view dot : {".", "__DOT__"})
    if (const auto at = named.find(dot); at != std::string_view::npos)
      return Counted{std::string(named.substr(0, at)), std::string(named.substr(at + dot.size())),
                     *count};
  return std::nullopt;
}

}  // namespace

bool is_verilator_counts(std::string_view text) { return text.starts_with(kHead); }

Coverage from_verilator(const Unit& unit, const Sequence& sequence, const CoverPoints& points,
                        std::string_view text, const std::string& name) {
  const std::string row = Coverage(unit, points).row();
  std::map<std::string, std::uint64_t> counts;
  bool has_other = false;
  while (!text.empty()) {
    const auto end = text.find('\n');
    const auto counted = counted_by(text.substr(0, end));
    text = end == std::string_view::npos ? "" : text.substr(end + 1);
    if (!counted) continue;
    if (counted->row == row)
      counts[counted->label] += counted->count;
    else
      has_other = true;
  }
  const auto vectors = counts.find("vectors");
  if (vectors == counts.end())
    throw InputError(fmt::format(
        "{}: {}", name,
        has_other
            ? fmt::format("the row of {} was another when its RTL was emitted", unit.instruction.id)
            : "has no cover points of mmasc emit-rtl; verilate with -DMMASC_COVERAGE and "
              "--coverage-user"));
  const bool is_one_operation = sequence.steps() == 1;
  std::vector<std::uint64_t> met(points.list.size(), 0);
  for (std::size_t p = 0; p < met.size(); ++p) {
    if (points.list[p].goal.kind == Goal::Kind::lane) continue;
    const auto at = counts.find(fmt::format("p{}", p));
    if (at == counts.end()) continue;
    met[p] = is_one_operation ? at->second : std::min(at->second, vectors->second);
    if (met[p] > vectors->second)
      throw InputError(fmt::format("{}: cover point \"{}\" has more vectors than there are", name,
                                   points.list[p].name));
  }
  return {unit, points, vectors->second, met};
}

}  // namespace mmasc
