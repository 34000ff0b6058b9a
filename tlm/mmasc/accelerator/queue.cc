// SPDX-License-Identifier: Apache-2.0
#include "mmasc/accelerator/queue.h"

#include <algorithm>
#include <bit>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>

#include "mmasc/accelerator/job_run.h"

namespace mmasc::tlm {
namespace {

constexpr int kStackBytes = 1 << 20;  // engines run on the queues' threads

std::unique_ptr<Driver> make_driver(const AcceleratorSettings& settings,
                                    const DriverSettings& driver) {
  return settings.approximately_timed ? make_approximately_timed_driver(driver)
                                      : make_loosely_timed_driver(driver);
}

}  // namespace

Shared::Shared(const AcceleratorSettings& s, std::function<ForwardIf&()> target)
    : settings(s), registers(s.queues) {
  driver = make_driver(settings, {.outstanding = settings.outstanding,
                                  .dmi = settings.dmi,
                                  .tolerates_incomplete = settings.tolerates_incomplete,
                                  .target = std::move(target),
                                  .watchdog = [this] {
                                    const std::uint64_t cycles = registers.get(Register::watchdog);
                                    return cycles == 0 ? SC_ZERO_TIME
                                                       : settings.clock_period *
                                                             static_cast<double>(cycles);
                                  }});
}

const Engine& Shared::engine(const Unit& unit) {
  std::unique_ptr<Engine>& engine = engines_[&unit];
  if (!engine) engine = settings.make_engine(unit);
  if (!engine) throw std::invalid_argument("no engine was made");
  return *engine;
}

void Shared::set_status(int queue, std::uint64_t bits) {
  registers.set(Register::queue_status, bits, queue);
  std::uint64_t all = 0;
  for (int q = 0; q < registers.queues(); ++q) all |= registers.get(Register::queue_status, q);
  registers.set(Register::status,
                ((all & kQueueBusy) != 0 ? 1U : 0U) | ((all & kQueueFault) != 0 ? 2U : 0U));
}

void Shared::add(const JobRecord& record) {
  if (records.size() == 2 * settings.kept_records)
    records.erase(records.begin(), records.end() - std::ptrdiff_t(settings.kept_records));
  records.push_back(record);
}

Queue::Queue(Shared& shared, int index)
    : shared_(shared), index_(index), life_(std::make_shared<Life>()) {
  const auto method = [this](const char* name, auto what, const sc_core::sc_event& on) {
    sc_core::sc_spawn_options options;
    options.spawn_method();
    options.set_sensitivity(&on);
    options.dont_initialize();
    sc_core::sc_spawn(what, (name + std::to_string(index_)).c_str(), &options);
  };
  method(
      "watchdog_", [this] { watch(); }, watch_);
  // A process is a child of the one that spawns it: not of the host's that resets the accelerator.
  method(
      "restart_", [this] { spawn(false); }, restart_);
  spawn(false);
}

void Queue::spawn(bool after_watchdog) {
  sc_core::sc_spawn_options options;
  options.set_stack_size(kStackBytes);
  const std::string name = "queue_" + std::to_string(index_);
  sc_core::sc_spawn([this, life = life_, after_watchdog] { serve(life, after_watchdog); },
                    sc_core::sc_gen_unique_name(name.c_str()), &options);
}

void Queue::renew() {
  life_->abandon();
  life_ = std::make_shared<Life>();
}

void Queue::restart() {
  renew();
  current_ = {};
  restart_.notify(SC_ZERO_TIME);
}

void Queue::clear_fault() {
  if ((get(Register::queue_status) & kQueueFault) == 0) return;
  set(Register::queue_error, 0);
  shared_.set_status(index_, kQueueIdle);
  wake();
}

// The thread. Whatever it needs after a wait that it may not come back from is its own.
void Queue::serve(const std::shared_ptr<Life>& life, bool after_watchdog) {
  life->begin();
  try {
    life->check();
    const auto stream = [&] {
      return shared_.driver->open(life, [this] { watch_.notify(SC_ZERO_TIME); });
    };
    if (after_watchdog) complete(*stream());
    for (;;) {
      while (!can_begin()) life->wait();
      run_descriptor(*stream());
    }
  } catch (const Abandoned&) {
  }
}

bool Queue::can_begin() const {
  return !shared_.in_reset && (shared_.registers.get(Register::control) & kEnable) != 0 &&
         (get(Register::queue_control) & kEnable) != 0 &&
         (get(Register::queue_status) & kQueueFault) == 0 &&
         get(Register::head) != get(Register::tail);
}

void Queue::run_descriptor(Stream& stream) {
  const auto size = static_cast<std::uint32_t>(get(Register::ring_size));
  const auto head = static_cast<std::uint32_t>(get(Register::head));
  const auto queued = static_cast<std::uint32_t>(get(Register::tail)) - head;
  const auto fits = [&](Register base, std::uint64_t bytes_each) {
    return get(base) <= ~std::uint64_t{0} - (size * bytes_each - 1);
  };
  if (!std::has_single_bit(size) || size > kGreatestRing || queued > size ||
      !fits(Register::ring_base, kDescriptorBytes) ||
      !fits(Register::completion_base, kCompletionBytes))
    return fail({ErrorCode::fetch}, 0);
  shared_.set_status(index_, kQueueBusy);
  current_ = {};
  current_.entry = head % size;
  JobRecord& record = current_.record;
  record.queue = index_;
  record.start = record.begin = record.end = sc_core::sc_time_stamp();

  std::array<std::byte, kDescriptorBytes> bytes{};
  const auto fetched =
      transfer(stream, false, get(Register::ring_base) + current_.entry * kDescriptorBytes, bytes,
               record.end);
  if (fetched != Answer::Status::ok) {
    record.error = {fetched == Answer::Status::too_late ? ErrorCode::watchdog : ErrorCode::fetch};
  } else {
    const Descriptor descriptor = decode(bytes);
    record.sequence = static_cast<std::uint32_t>(descriptor.sequence);
    current_.interrupt = descriptor.interrupt != 0;
    const auto result = validate(descriptor, *shared_.settings.units, shared_.settings.limits);
    if (const Fault* const fault = std::get_if<Fault>(&result))
      record.error = *fault;
    else
      record.error = run_job(std::get<Job>(result), stream);
  }
  complete(stream);
}

Fault Queue::run_job(const Job& job, Stream& stream) {
  JobRecord& record = current_.record;
  record.unit = job.unit;
  record.begin = record.end;
  const TimeScale scale(record.begin, shared_.settings.clock_period);
  const Engine* engine = nullptr;
  if (!returns(kReportId, "make_engine", [&] { engine = &shared_.engine(*job.unit); }))
    return {ErrorCode::engine};
  std::optional<JobRun> prepared;
  if (!returns(kReportId, "timings", [&] {
        prepared.emplace(job, *engine, shared_.settings.timings(job), scale, shared_.settings,
                         stream);
      }))
    return {ErrorCode::timings};
  JobRun& run = *prepared;
  const Fault fault = run.run();
  record.events = run.take_events();
  if (fault) {
    record.end = std::max(stream.now(), run.last_answer());
    return fault;
  }
  record.report = run.report();
  record.end = scale.time(record.report.end);
  return fault;
}

Answer::Status Queue::transfer(Stream& stream, bool is_write, std::uint64_t address,
                               std::span<std::byte> data, sc_time& answer) {
  int open = 0;
  for (; !data.empty(); ++open) {
    const std::uint64_t bytes =
        first_part({address, data.size()}, shared_.settings.max_burst_bytes);
    stream.post({.is_write = is_write,
                 .address = address,
                 .data = data.first(bytes),
                 .time = stream.now()});
    address += bytes;
    data = data.subspan(bytes);
  }
  Answer::Status status = Answer::Status::ok;
  for (; open > 0; --open) {
    stream.wait();
    const Answer result = stream.take().value();
    answer = std::max(answer, result.time);
    if (result.status == Answer::Status::ok) continue;
    if (status != Answer::Status::too_late) status = result.status;
    if (status != Answer::Status::too_late) continue;
    stream.forget();
    break;
  }
  return status;
}

// D is in memory; the record follows, then the head.
void Queue::complete(Stream& stream) {
  JobRecord& record = current_.record;
  stream.sleep_until(record.end);
  current_.is_completing = true;
  auto bytes =
      encode(Completion{.sequence = record.sequence,
                        .error = record.error.word(),
                        .cycles = shared_.cycles(record.end) - shared_.cycles(record.start)});
  sc_time answer = record.end;
  const auto written =
      transfer(stream, true, get(Register::completion_base) + current_.entry * kCompletionBytes,
               bytes, answer);
  if (written != Answer::Status::ok && !record.error)
    record.error = {written == Answer::Status::too_late ? ErrorCode::watchdog : ErrorCode::store};
  stream.sleep_until(answer);
  finish();
}

void Queue::finish() {
  const JobRecord record = std::move(current_.record);
  set(Register::head, static_cast<std::uint32_t>(get(Register::head) + 1));
  if (record.error)
    fail(record.error, record.sequence);
  else
    shared_.set_status(index_, kQueueIdle);
  if (current_.interrupt && !record.error) shared_.registers.raise(1U << index_);
  shared_.interrupts.notify(SC_ZERO_TIME);
  shared_.add(record);
  current_ = {};
}

void Queue::fail(Fault fault, std::uint32_t sequence) {
  set(Register::queue_error, std::uint64_t{sequence} << 32 | fault.word());
  shared_.set_status(index_, kQueueFault);
  shared_.registers.raise(1U << (kFaultInterrupts + index_));
  shared_.interrupts.notify(SC_ZERO_TIME);
}

// A thread is in b_transport and may not come back: once it is too late, another one goes on.
void Queue::watch() {
  if (life_->is_abandoned() || !life_->deadline) return;
  if (sc_core::sc_time_stamp() < *life_->deadline)
    return watch_.notify(*life_->deadline - sc_core::sc_time_stamp());
  renew();
  JobRecord& record = current_.record;
  const bool was_completing = current_.is_completing;
  if (!record.error) record.error = {ErrorCode::watchdog};
  if (was_completing) {
    finish();
  } else {
    record.end = sc_core::sc_time_stamp();
  }
  spawn(!was_completing);
}

}  // namespace mmasc::tlm
