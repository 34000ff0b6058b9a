// SPDX-License-Identifier: Apache-2.0
#include "mmasc/accelerator/job_run.h"

#include <algorithm>
#include <cassert>
#include <utility>

#include "mmasc/accelerator/driver.h"

namespace mmasc::tlm {
namespace {

// A request's tag: the index of its stage or output tile, the operand, and whether it is a load.
struct Tag {
  std::int64_t index;
  Operand operand;
};
std::int64_t tag_of(std::int64_t index, Operand operand) {
  return index * std::int64_t{kOperandCount} + static_cast<std::int64_t>(operand);
}
Tag tag_from(std::int64_t tag) {
  return {tag / std::int64_t{kOperandCount},
          static_cast<Operand>(tag % std::int64_t{kOperandCount})};
}

}  // namespace

JobRun::Part& JobRun::Parts::at(std::int64_t index) {
  assert(index >= first);
  while (index - first >= std::int64_t(parts.size())) {
    Part part;
    if (!spare.empty()) {
      part.bytes = std::move(spare.back());
      spare.pop_back();
    }
    parts.push_back(std::move(part));
  }
  return parts[static_cast<std::size_t>(index - first)];
}

void JobRun::Parts::drop_first() {
  spare.push_back(std::move(parts.front().bytes));
  parts.pop_front();
  ++first;
}

JobRun::JobRun(const Job& job, const Engine& engine, const Timings& timings, const TimeScale& scale,
               const AcceleratorSettings& settings, Stream& stream)
    : job_(job),
      timings_(timings),
      scale_(scale),
      settings_(settings),
      stream_(stream),
      schedule_(job, timings),
      executor_(job, engine) {}

Fault JobRun::run() {
  for (;;) {
    while (const auto answer = stream_.take()) take(*answer);
    if (fault_) break;
    const Action action = schedule_.next();
    if (std::holds_alternative<Finished>(action)) break;
    if (std::holds_alternative<Wait>(action)) {
      stream_.wait();
    } else if (const Load* const load = std::get_if<Load>(&action)) {
      if (stream_.reach(scale_.time(load->time))) begin(*load);
    } else {
      const Store store = std::get<Store>(action);
      if (stream_.reach(scale_.time(store.time))) begin(store);
    }
  }
  if (fault_) drain();
  return fault_;
}

void JobRun::begin(const Load& load) {
  schedule_.begin(load);
  Part& part = stages_.at(load.stage);
  part.begin = part.answer = scale_.time(load.time);
  const Traffic traffic = traffic_of(job_, load.stage);
  part.bytes.resize(static_cast<std::size_t>(traffic.bytes));
  std::span<std::byte> rest = part.bytes;
  std::int64_t lines = 0;
  part.open = 0;
  for (const Transfer& transfer : loads_of(job_, load.stage)) {
    const auto bytes = static_cast<std::size_t>(transfer.bytes);
    part.open += post(transfer, rest.first(bytes), false, tag_of(load.stage, transfer.operand),
                      load.time, lines);
    lines += transfer.lines;
    rest = rest.subspan(bytes);
  }
}

void JobRun::begin(const Store& store) {
  schedule_.begin(store);
  Part& part = tiles_.at(store.tile);
  part.begin = part.answer = scale_.time(store.time);
  part.open = post(store_of(job_, store.tile), part.bytes, true, tag_of(store.tile, Operand::d),
                   store.time, 0);
}

// Returns the number of requests. A request begins with its first line.
int JobRun::post(const Transfer& transfer, std::span<std::byte> data, bool is_write,
                 std::int64_t tag, Millicycles begin, std::int64_t lines_before) {
  int requests = 0;
  std::uint64_t done = 0;
  for (Burst rest : bursts_of(job_, transfer)) {
    while (rest.bytes > 0) {
      const std::uint64_t bytes = first_part(rest, settings_.max_burst_bytes);
      const std::int64_t line =
          lines_before + transfer.lines * static_cast<std::int64_t>(done) / transfer.bytes;
      stream_.post({.is_write = is_write,
                    .address = rest.address,
                    .data = data.subspan(done, bytes),
                    .time = scale_.time(begin + line * timings_.copy_line),
                    .tag = tag});
      rest = {rest.address + bytes, rest.bytes - bytes};
      done += bytes;
      ++requests;
    }
  }
  assert(done == data.size());
  return requests;
}

void JobRun::take(const Answer& answer) {
  last_answer_ = std::max(last_answer_, answer.time);
  if (answer.status == Answer::Status::too_late) {
    if (!fault_ || fault_.code != ErrorCode::watchdog) fault_ = {ErrorCode::watchdog};
    return;
  }
  const auto [index, operand] = tag_from(answer.tag);
  const bool is_store = operand == Operand::d;
  if (answer.status == Answer::Status::error) {
    if (!fault_)
      fault_ = {is_store ? ErrorCode::store : ErrorCode::load, static_cast<int>(slot_of(operand))};
    return;
  }
  Part& part = (is_store ? tiles_ : stages_).at(index);
  part.answer = std::max(part.answer, answer.time);
  if (--part.open > 0 || fault_) return;
  if (is_store)
    stored(index, part);
  else
    loaded(index, part);
}

void JobRun::loaded(std::int64_t stage, const Part& part) {
  if (settings_.record_events)
    events_.push_back(
        {TimelineEvent::What::load, stage, stage % job_.buffers, part.begin, part.answer});
  schedule_.loaded(stage, scale_.count(part.answer));
  record_instructions();
  run_stages();
}

void JobRun::stored(std::int64_t tile, const Part& part) {
  if (settings_.record_events)
    events_.push_back({TimelineEvent::What::store, tile, 0, part.begin, part.answer});
  schedule_.stored(tile, scale_.count(part.answer));
  record_instructions();
  while (!tiles_.parts.empty() && tiles_.parts.front().open == 0) tiles_.drop_first();
}

// The bits of the stages that are there, in their order.
void JobRun::run_stages() {
  while (!stages_.parts.empty() && stages_.parts.front().open == 0) {
    const std::int64_t stage = stages_.first;
    if (!returns(kReportId, "the engine",
                 [&] { executor_.run_stage(stage, stages_.parts.front().bytes); })) {
      fault_ = {ErrorCode::engine};
      return;
    }
    stages_.drop_first();
    if ((stage + 1) % job_.k_tiles != 0) continue;
    const auto d = executor_.d();
    tiles_.at(stage / job_.k_tiles).bytes.assign(d.begin(), d.end());
  }
}

void JobRun::record_instructions() {
  if (!settings_.record_events) return;
  for (; next_recorded_ < job_.stages(); ++next_recorded_) {
    const auto end = schedule_.stage_end(next_recorded_);
    if (!end) return;
    const Millicycles begin = *end - job_.tile_k * schedule_.step();
    events_.push_back({TimelineEvent::What::mma, next_recorded_, next_recorded_ % job_.buffers,
                       scale_.time(begin), scale_.time(*end)});
  }
}

void JobRun::drain() {
  stream_.cancel();
  for (;;) {
    while (const auto answer = stream_.take()) take(*answer);
    if (stream_.is_idle()) return;
    if (fault_.code == ErrorCode::watchdog) return stream_.forget();
    stream_.wait();
  }
}

}  // namespace mmasc::tlm
