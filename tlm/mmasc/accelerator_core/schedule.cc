// SPDX-License-Identifier: Apache-2.0
#include "mmasc/accelerator_core/schedule.h"

#include <algorithm>
#include <cassert>
#include <initializer_list>
#include <stdexcept>

namespace mmasc::tlm {
namespace {

void charge(Account& account, Resource cause, Millicycles time) {
  account.stalls[static_cast<std::size_t>(cause)] += time;
}

}  // namespace

Schedule::Schedule(const Job& job, const Timings& timings) : job_(job), timings_(timings) {
  if (timings.accumulators < 1 || timings.interval < 1)
    throw std::invalid_argument("Timings: interval and accumulators must be 1 or more");
  const std::int64_t bandwidth = timings.port_bytes_per_cycle;
  if (bandwidth > 0) port_ = (job.operand_bytes() * kCycle + bandwidth - 1) / bandwidth;
  step_ = std::max({timings.interval, timings.issue, port_});
  if (step_ > timings.interval)
    bound_ = step_ == port_ ? Resource::operand_port : Resource::issue_port;
  // From the stage that frees a buffer to the one that is loaded into it, and as many again.
  stages_.resize(static_cast<std::size_t>(2 * job.buffers));
  tiles_.resize(static_cast<std::size_t>(timings.accumulators) + 1);
  buffers_free_.resize(static_cast<std::size_t>(job.buffers));
  accumulators_free_.resize(static_cast<std::size_t>(timings.accumulators));
  account(Resource::buffers).capacity = job.buffers;
  account(Resource::accumulators).capacity = timings.accumulators;
  report_.instructions = job.instructions();
  report_.ideal = job.instructions() * timings.interval;
}

std::optional<Millicycles> Schedule::load_ready() const {
  if (next_load_ == job_.stages()) return {};
  if (next_load_ < job_.buffers) return 0;
  if (next_load_ - job_.buffers >= next_stage_) return {};
  return stage(next_load_ - job_.buffers).end;
}

Action Schedule::next() const {
  if (finished()) return Finished{};
  const auto load = load_ready();
  const bool can_store = next_store_ < computed_;
  if (can_store && (!load || tile(next_store_).ready <= *load))
    return Store{next_store_, std::max(tile(next_store_).ready, copy_free_)};
  if (load) return Load{next_load_, std::max(*load, copy_free_)};
  return Wait{};
}

void Schedule::begin(const Load& load) {
  assert(load.stage == next_load_ && load.time == std::max(load_ready().value(), copy_free_));
  const Traffic traffic = traffic_of(job_, load.stage);
  stage(load.stage) = {.load = load.time, .write = traffic.lines * timings_.write_line};
  report_.loaded_bytes += traffic.bytes;
  ++next_load_;
  request(load.stage, true, load.time, traffic);
}

void Schedule::begin(const Store& store) {
  assert(store.tile == next_store_ && store.tile < computed_);
  const Transfer transfer = store_of(job_, store.tile);
  report_.stored_bytes += transfer.bytes;
  ++next_store_;
  request(store.tile, false, store.time, {transfer.bytes, transfer.lines});
}

void Schedule::request(std::int64_t index, bool is_load, Millicycles time, const Traffic& traffic) {
  const Millicycles work = traffic.lines * timings_.copy_line;
  Account& copy = account(Resource::copy_engine);
  charge(copy, is_load ? Resource::buffers : Resource::matrix_unit, time - copy_free_);
  copy.busy += work;
  requests_.push_back({.index = index, .is_load = is_load, .begin = time, .copy_free = copy_free_});
  copy_free_ = time + work;
}

void Schedule::loaded(std::int64_t index, Millicycles time) {
  StageTimes& times = stage(index);
  assert(times.answer < 0 && time >= times.load);
  times.answer = time;
  times.ready = time + times.write;
  answer(index, true, time);
  run_stages();
}

void Schedule::stored(std::int64_t index, Millicycles time) {
  tile(index).answer = time;
  const auto accumulator = static_cast<std::size_t>(index) % accumulators_free_.size();
  account(Resource::accumulators).busy += time - tile(index).start;
  accumulators_free_[accumulator] = time;
  report_.end = std::max(report_.end, time);
  ++stored_;
  answer(index, false, time);
  run_stages();
}

// The memory is busy while anything is asked of it.
void Schedule::answer(std::int64_t index, bool is_load, Millicycles time) {
  for (Request& request : requests_)
    if (request.index == index && request.is_load == is_load) request.answer = time;
  Account& memory = account(Resource::memory);
  for (; !requests_.empty() && requests_.front().answer >= 0; requests_.pop_front()) {
    const Request& request = requests_.front();
    const Millicycles copied =
        std::clamp(request.copy_free, memory_free_, std::max(request.begin, memory_free_));
    if (request.begin > memory_free_) {
      charge(memory, Resource::copy_engine, copied - memory_free_);
      charge(memory, request.is_load ? Resource::buffers : Resource::matrix_unit,
             request.begin - copied);
    }
    memory.busy += std::max<Millicycles>(0, request.answer - std::max(request.begin, memory_free_));
    memory_free_ = std::max(memory_free_, request.answer);
  }
}

bool Schedule::can_run(std::int64_t i) const {
  if (i == next_load_ || stage(i).answer < 0) return false;
  const std::int64_t before = i / job_.k_tiles - timings_.accumulators;
  return i % job_.k_tiles != 0 || before < 0 || tile(before).answer >= 0;
}

void Schedule::run_stages() {
  for (; next_stage_ < job_.stages() && can_run(next_stage_); ++next_stage_) run(next_stage_);
}

void Schedule::run(std::int64_t i) {
  const std::int64_t t = i / job_.k_tiles;
  const bool is_first = i % job_.k_tiles == 0, is_last = (i + 1) % job_.k_tiles == 0;
  const auto accumulator = static_cast<std::size_t>(t) % accumulators_free_.size();
  const Millicycles accumulator_free = is_first ? accumulators_free_[accumulator] : 0;
  const Millicycles start = std::max({stage(i).ready, matrix_free_, accumulator_free});
  const Millicycles end = start + job_.tile_k * step_;

  const auto work = [&](Resource resource, Millicycles of_instruction) {
    Account& each = account(resource);
    charge_wait(each, matrix_free_, i, start, accumulator_free);
    each.busy += job_.tile_k * of_instruction;
    charge(each, bound_, job_.tile_k * (step_ - of_instruction));
  };
  work(Resource::issue_port, timings_.issue);
  work(Resource::matrix_unit, timings_.interval);
  work(Resource::operand_port, port_);
  if (is_first) {
    charge_wait(account(Resource::accumulators), accumulator_free, i, start, accumulator_free);
    tile(t) = {.start = start};
  }
  Account& buffers = account(Resource::buffers);
  Millicycles& buffer_free = buffers_free_[static_cast<std::size_t>(i) % buffers_free_.size()];
  charge(buffers, Resource::copy_engine, stage(i).load - buffer_free);
  buffers.busy += end - stage(i).load;
  buffer_free = end;

  stage(i).end = matrix_free_ = end;
  if (!is_last) return;
  tile(t).ready = std::max(end, end - step_ + timings_.done);
  computed_ = t + 1;
}

// Charges the wait for stage i, from `from` to its start, to the resources that it waited for.
void Schedule::charge_wait(Account& account, Millicycles from, std::int64_t i, Millicycles start,
                           Millicycles accumulator_free) {
  const StageTimes& times = stage(i);
  struct Until {
    Millicycles time;
    Resource cause;
  };
  const auto go = [&](std::initializer_list<Until> all) {
    for (const Until& until : all) {
      const Millicycles to = std::min(until.time, start);
      if (to <= from) continue;
      charge(account, until.cause, to - from);
      from = to;
    }
  };
  go({{matrix_free_, Resource::matrix_unit}});
  if (accumulator_free < start)
    go({{times.load, Resource::copy_engine}, {times.ready, Resource::memory}});
  go({{start, Resource::accumulators}});
}

std::optional<Millicycles> Schedule::stage_end(std::int64_t index) const {
  assert(index >= next_load_ - std::int64_t(stages_.size()));
  if (index >= next_stage_) return {};
  return stage(index).end;
}

Report Schedule::report() const {
  assert(finished());
  Report report = report_;
  report.end = std::max(report.end, copy_free_);
  const auto idle = [&](Resource resource, Millicycles free) {
    report.accounts[static_cast<std::size_t>(resource)].idle += report.end - free;
  };
  for (const Resource resource :
       {Resource::issue_port, Resource::matrix_unit, Resource::operand_port})
    idle(resource, matrix_free_);
  idle(Resource::copy_engine, copy_free_);
  idle(Resource::memory, memory_free_);
  for (const Millicycles free : buffers_free_) idle(Resource::buffers, free);
  for (const Millicycles free : accumulators_free_) idle(Resource::accumulators, free);
  return report;
}

}  // namespace mmasc::tlm
