// SPDX-License-Identifier: Apache-2.0
// From a query to its numbers: of all rows that fit, the first that has a number gives it.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "mmasc/timing/rows.h"
#include "mmasc/timing/table.h"
#include "mmasc/unit/error.h"

namespace mmasc {
namespace {

template <class... F>
struct Overloaded : F... {
  using F::operator()...;
};
template <class... F>
Overloaded(F...) -> Overloaded<F...>;  // clang 14 has no deduction of aggregates

// Every key fits where the query is open.
bool fits(const TimingKey& key, const TimingQuery& query) {
  return names_instruction(key, query.instruction) && key.group == query.group &&
         (!query.operands || key.operands == *query.operands) &&
         (key.m.empty() || std::ranges::find(key.m, query.m) != key.m.end()) &&
         (!query.rate || key.rate.value_or(Rate::full) == *query.rate);
}

template <class Row>
std::vector<const Row*> fitting(const std::vector<Row>& rows, const TimingQuery& query) {
  std::vector<const Row*> found;
  for (const Row& row : rows)
    if (fits(row.key, query)) found.push_back(&row);
  return found;
}

// The key for messages; it has m where that is not 0.
std::string key_text(const TimingKey& key, int m) {
  std::string text;
  const auto add = [&](const std::string& part) { text += (text.empty() ? "" : ", ") + part; };
  if (key.operands != OperandSource::none) add(fmt::format("operands {}", enum_name(key.operands)));
  add(fmt::format("group {}", key.group));
  if (m != 0) add(fmt::format("m {}", m));
  if (key.rate) add(fmt::format("rate {}", enum_name(*key.rate)));
  return text;
}

[[noreturn]] void refuse_query(const TimingRows& table, const TimingQuery& query) {
  std::vector<std::string> known;
  const auto collect = [&](const auto& rows) {
    for (const auto& row : rows) {
      if (!names_instruction(row.key, query.instruction)) continue;
      for (const int m : row.key.m.empty() ? std::vector{0} : row.key.m)
        if (std::string text = key_text(row.key, m); std::ranges::find(known, text) == known.end())
          known.push_back(std::move(text));
    }
  };
  collect(table.rows);
  collect(table.peaks);
  if (known.empty())
    throw InputError(
        fmt::format("{}: no cycles and no peak rate are known; give them in a timing "
                    "file of your own",
                    query.instruction));
  TimingKey asked;
  asked.operands = query.operands.value_or(OperandSource::none);
  asked.group = query.group;
  asked.rate = query.rate;
  throw InputError(fmt::format("{}: nothing is known of {}; known are {}", query.instruction,
                               key_text(asked, query.m), fmt::join(known, "; ")));
}

// Interpolates between points; `result` has the law's own confidence.
void take_points(const CyclesByN& law, int n, SourcedCycles& result) {
  std::size_t right = 1;
  while (right + 1 < law.points.size() && n > law.points[right].n) ++right;
  const auto& left_point = law.points[right - 1];
  const auto& right_point = law.points[right];
  result.cycles = left_point.cycles + (right_point.cycles - left_point.cycles) *
                                          (n - left_point.n) / (right_point.n - left_point.n);
  const Confidence left = left_point.confidence.value_or(result.confidence);
  const Confidence on_right = right_point.confidence.value_or(result.confidence);
  if (n < law.points.front().n || n > law.points.back().n)
    result.confidence = Confidence::derived;
  else if (n == left_point.n)
    result.confidence = left;
  else if (n == right_point.n)
    result.confidence = on_right;
  else
    result.confidence = std::max({left, on_right, Confidence::medium});
}

double throughput_cycles(const Throughput& law, const TimingQuery& query) {
  const double products = query.n / law.n_per_cycle;
  const double m_of_one = static_cast<double>(query.m) / query.group;
  const double bytes = law.bytes_per_row * m_of_one + law.bytes_per_column * query.n;
  const double reading = law.bytes_per_cycle > 0 ? bytes / law.bytes_per_cycle : 0;
  return std::max(products, reading);
}

// Null where the law needs an interval that is not known.
std::optional<SourcedCycles> evaluate(const TimingNumber& number, const TimingKey& key,
                                      const Timing& timing) {
  const TimingQuery& query = timing.query;
  SourcedCycles result{0, number.sources, number.confidence};
  const auto derive = [&](bool is_beyond) {
    if (is_beyond) result.confidence = Confidence::derived;
  };
  derive(matches_any(key.derived_for, query.instruction));
  const bool is_known =
      std::visit(Overloaded{[&](const FixedCycles& law) {
                              result.cycles = law.cycles;
                              return true;
                            },
                            [&](const Passes& law) {
                              result.cycles = law.passes * kCyclesPerWaitState;
                              return true;
                            },
                            [&](const CyclesByN& law) {
                              take_points(law, query.n, result);
                              derive(matches_any(key.derived_for, query.instruction));
                              return true;
                            },
                            [&](const AfterInterval& law) {
                              if (!timing.interval) return false;
                              result.cycles = timing.interval->cycles + law.cycles;
                              take_sources(result, *timing.interval);
                              return true;
                            },
                            [&](const Throughput& law) {
                              result.cycles = throughput_cycles(law, query);
                              derive(law.n_to != 0 && (query.n < law.n_from || query.n > law.n_to));
                              return true;
                            }},
                 number.law);
  return is_known ? std::optional(result) : std::nullopt;
}

SourcedCycles from_peak(const PeakRow& peak, const TimingQuery& query) {
  const double products = 1.0 * query.m * query.n * query.k * query.blocks;
  const int ports = ports_in_core(peak.port);
  SourcedCycles result{products * ports / peak.fma_per_cycle, peak.sources, Confidence::derived};
  result.sources.insert(
      result.sources.begin(),
      fmt::format("formula: {} products on each of {} ports, {} a cycle in all at "
                  "the peak rate (its confidence: {})",
                  products, ports, peak.fma_per_cycle, enum_name(peak.confidence)));
  return result;
}

// The cycles of so many wait states, or the interval where it is longer: a dependent matrix
// instruction also waits for the port.
SourcedCycles after_waiting(int wait_states, const WaitStates& waits,
                            const std::optional<SourcedCycles>& interval) {
  SourcedCycles result{1.0 * kCyclesPerWaitState * (1 + wait_states), waits.sources,
                       waits.confidence};
  if (interval && interval->cycles > result.cycles) {
    result.cycles = interval->cycles;
    take_sources(result, *interval);
  }
  return result;
}

// A note stands once, whatever rows have it.
void add_notes(std::vector<std::string>& notes, const std::vector<std::string>& more) {
  for (const std::string& note : more)
    if (std::ranges::find(notes, note) == notes.end()) notes.push_back(note);
}

// Sets the fields that the query leaves open as the first row has them that fits.
void choose_open(const TimingRows& table, TimingQuery& query) {
  if (!query.operands) {
    const auto rows = fitting(table.rows, query);
    query.operands = rows.empty() ? OperandSource::none : rows.front()->key.operands;
  }
  if (query.rate) return;
  for (const TimingRow* row : fitting(table.rows, query))
    if (!query.rate) query.rate = row->key.rate;
  for (const PeakRow* row : fitting(table.peaks, query))
    if (!query.rate) query.rate = row->key.rate;
}

}  // namespace

Timing TimingTable::look_up(const TimingQuery& asked) const {
  if (asked.m < 1 || asked.n < 1 || asked.k < 1 || asked.blocks < 1)
    throw InputError(fmt::format("{}: m {} n {} k {} is no shape; give 1 or more of each",
                                 asked.instruction, asked.m, asked.n, asked.k));
  Timing timing;
  timing.query = asked;
  TimingQuery& query = timing.query;
  choose_open(*rows_, query);
  const auto rows = fitting(rows_->rows, query);
  const auto peaks = fitting(rows_->peaks, query);

  const auto take = [&](auto timing_member, auto row_member) {
    for (const TimingRow* row : rows)
      if (!(timing.*timing_member) && row->*row_member)
        timing.*timing_member = evaluate(*(row->*row_member), row->key, timing);
  };
  for (const TimingRow* row : rows) {
    if (!timing.port) timing.port = row->port;
    if (!timing.wait_states) timing.wait_states = row->wait_states;
    add_notes(timing.notes, row->notes);
  }
  take(&Timing::interval, &TimingRow::interval);
  if (!timing.interval && !peaks.empty()) {
    timing.interval = from_peak(*peaks.front(), query);
    timing.port = peaks.front()->port;
    add_notes(timing.notes, peaks.front()->notes);
  }
  take(&Timing::latency_accumulator, &TimingRow::latency_accumulator);
  take(&Timing::latency_use, &TimingRow::latency_use);
  take(&Timing::latency_done, &TimingRow::latency_done);
  take(&Timing::stream_overhead, &TimingRow::stream_overhead);
  if (const auto& waits = timing.wait_states) {
    if (!timing.latency_accumulator)
      timing.latency_accumulator = after_waiting(waits->identical_c, *waits, timing.interval);
    if (!timing.latency_use)
      timing.latency_use = after_waiting(waits->operand, *waits, timing.interval);
  }
  if (!timing.interval && !timing.latency_accumulator && !timing.latency_use &&
      !timing.latency_done)
    refuse_query(*rows_, asked);
  return timing;
}

}  // namespace mmasc
