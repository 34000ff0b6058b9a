// SPDX-License-Identifier: Apache-2.0
#include "mmasc/timing/table.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

#include "mmasc/timing/rows.h"
#include "mmasc/unit/catalog.h"
#include "mmasc/unit/error.h"
#include "mmasc/unit/toml_file.h"

namespace mmasc {
namespace {

// Takes the letter and the number behind it off the text; nullopt where they are not there.
std::optional<int> take_extent(std::string_view& text, char letter) {
  constexpr int kGreatest = 65536;
  int number = 0;
  if (!text.starts_with(letter)) return std::nullopt;
  const auto [end, error] = std::from_chars(text.data() + 1, text.data() + text.size(), number);
  if (error != std::errc{} || number < 1 || number > kGreatest) return std::nullopt;
  text.remove_prefix(static_cast<std::size_t>(end - text.data()));
  return number;
}

// The extents at the beginning of the text; n of `nN` is 0.
std::optional<TimingQuery> take_extents(std::string_view text) {
  constexpr std::string_view kAnyN = "nN";
  const auto m = take_extent(text, 'm');
  if (!m) return std::nullopt;
  std::optional<int> n = 0;
  if (text.starts_with(kAnyN))
    text.remove_prefix(kAnyN.size());
  else
    n = take_extent(text, 'n');
  const auto k = n ? take_extent(text, 'k') : std::nullopt;
  if (!k) return std::nullopt;
  TimingQuery query;
  query.m = *m;
  query.n = *n;
  query.k = *k;
  return query;
}

// AMD's m x n x k at the beginning of the text, as in 32x32x4_2b_i8. Before CDNA3 the names leave
// the blocks out, of which 64 lanes hold 4 values of i8 of A each: 32x32x4i8.
std::optional<TimingQuery> take_amd_extents(std::string_view text) {
  constexpr int kI8OfA = 64 * 4;
  TimingQuery query;
  const std::string joined = fmt::format("x{}", text);
  std::string_view rest = joined;
  for (int* extent : {&query.m, &query.n, &query.k}) {
    const auto number = take_extent(rest, 'x');
    if (!number) return std::nullopt;
    *extent = *number;
  }
  if (rest == "i8") query.blocks = std::max(1, kI8OfA / (query.m * query.k));
  if (const auto blocks = take_extent(rest, '_'); blocks && rest.starts_with("b_"))
    query.blocks = *blocks;
  return query;
}

}  // namespace

void TimingTable::add(std::string_view toml_text, std::string_view origin) {
  auto next = std::make_shared<TimingRows>(read_timing_rows(toml_text, origin));
  if (rows_) {
    next->rows.insert(next->rows.end(), rows_->rows.begin(), rows_->rows.end());
    next->peaks.insert(next->peaks.end(), rows_->peaks.begin(), rows_->peaks.end());
  }
  rows_ = std::move(next);
}

bool TimingTable::names(std::string_view instruction) const {
  const auto is_for_it = [&](const auto& row) { return names_instruction(row.key, instruction); };
  return std::ranges::any_of(rows_->rows, is_for_it) ||
         std::ranges::any_of(rows_->peaks, is_for_it);
}

bool TimingTable::is_beyond_catalog(std::string_view instruction) const {
  const auto names_it_alone = [&](const std::string& pattern) {
    return matches_pattern(pattern, instruction) &&
           std::ranges::none_of(catalog().ids(), [&](const std::string& id) {
             return matches_pattern(pattern, id);
           });
  };
  return std::ranges::any_of(rows_->rows, [&](const TimingRow& row) {
    return std::ranges::any_of(row.key.instructions, names_it_alone);
  });
}

bool TimingTable::chooses_m(std::string_view instruction) const {
  return std::ranges::any_of(rows_->rows, [&](const TimingRow& row) {
    return !row.key.m.empty() && names_instruction(row.key, instruction);
  });
}

const TimingTable& timing_table() {
  static const TimingTable shipped = [] {
    TimingTable table;
    for (const auto& file : timing_files()) table.add(file.text, file.name);
    return table;
  }();
  return shipped;
}

TimingTable read_timing_table(const std::string& path) {
  TimingTable table = timing_table();
  table.add(read_toml_file(path), path);
  return table;
}

TimingQuery timing_query(std::string_view instruction) {
  for (std::size_t at = 0; at < instruction.size(); ++at)
    for (const auto take : {take_extents, take_amd_extents})
      if (auto query = take(instruction.substr(at))) {
        query->instruction = instruction;
        return *query;
      }
  throw InputError(
      fmt::format("{}: has no extents in its name; write it as m64nNk32 or 16x16x32", instruction));
}

}  // namespace mmasc
