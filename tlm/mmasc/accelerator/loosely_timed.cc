// SPDX-License-Identifier: Apache-2.0
// b_transport with annotated delays and DMI. A request is answered when it is posted, at a time
// ahead of simulated time; what limits how far is the global quantum.
#include <tlm>
#include <tlm_utils/tlm_quantumkeeper.h>

#include <algorithm>
#include <cassert>
#include <deque>
#include <queue>
#include <utility>
#include <vector>

#include "mmasc/accelerator/dmi_cache.h"
#include "mmasc/accelerator/driver.h"

namespace mmasc::tlm {
namespace {

class LooselyTimedStream final : public Stream {
 public:
  LooselyTimedStream(const DriverSettings& settings, DmiCache& dmi, std::size_t& in_flight,
                     std::shared_ptr<Life> life, std::function<void()> watch)
      : settings_(settings),
        dmi_(dmi),
        in_flight_(in_flight),
        life_(std::move(life)),
        watch_(std::move(watch)) {
    keeper_.reset();
  }

  void post(const Request& request) override {
    sc_time begin = std::max(request.time, sc_core::sc_time_stamp());
    if (under_way_.size() == settings_.outstanding) {
      begin = std::max(begin, under_way_.top());
      under_way_.pop();
    }
    keep_to_quantum(begin);
    Answer answer{.tag = request.tag, .time = begin};
    const sc_time watchdog = settings_.watchdog();
    if (const auto latency = dmi_.access(request.is_write, request.address, request.data))
      answer.time += *latency;
    else
      transport(request, begin, watchdog, answer);
    if (watchdog != SC_ZERO_TIME && answer.time > begin + watchdog)
      answer = {request.tag, Answer::Status::too_late, begin + watchdog};
    under_way_.push(answer.time);
    answers_.push_back(answer);
  }

  std::optional<Answer> take() override {
    if (answers_.empty()) return {};
    const Answer answer = answers_.front();
    answers_.pop_front();
    return answer;
  }

  bool reach(sc_time time) override {
    local_ = std::max(local_, time);
    keep_to_quantum(local_);
    return true;
  }

  void wait() override { assert(!answers_.empty()); }
  void cancel() override {}
  void forget() override { answers_.clear(); }
  bool is_idle() const override { return answers_.empty(); }

  void sleep_until(sc_time time) override {
    life_->sleep_until(time);
    keeper_.reset();
  }
  sc_time now() const override { return std::max(local_, sc_core::sc_time_stamp()); }

 private:
  // Goes on at `time` without waiting, unless that is too far ahead of simulated time. Requests
  // begin one after the other: one that has been waited for delays none that follows.
  void keep_to_quantum(sc_time time) {
    if (time <= sc_core::sc_time_stamp()) return;
    keeper_.set(time - sc_core::sc_time_stamp());
    if (keeper_.need_sync()) sleep_until(time);
  }

  void transport(const Request& request, sc_time begin, sc_time watchdog, Answer& answer) {
    auto* const data = reinterpret_cast<unsigned char*>(request.data.data());
    payload_.set_command(request.is_write ? ::tlm::TLM_WRITE_COMMAND : ::tlm::TLM_READ_COMMAND);
    payload_.set_address(request.address);
    payload_.set_data_ptr(data);
    payload_.set_data_length(static_cast<unsigned>(request.data.size()));
    payload_.set_streaming_width(payload_.get_data_length());
    payload_.set_byte_enable_ptr(nullptr);
    payload_.set_byte_enable_length(0);
    payload_.set_dmi_allowed(false);
    payload_.set_response_status(::tlm::TLM_INCOMPLETE_RESPONSE);
    sc_time delay = begin - sc_core::sc_time_stamp();
    if (watchdog != SC_ZERO_TIME) {
      life_->deadline = begin + watchdog;
      watch_();
    }
    ++in_flight_;
    const bool is_back =
        returns(kReportId, "the memory", [&] { settings_.target().b_transport(payload_, delay); });
    --in_flight_;
    life_->check();
    life_->deadline.reset();
    // A target may not take time back; one that does answers at once.
    answer.time = std::max(begin, sc_core::sc_time_stamp() + (is_back ? delay : SC_ZERO_TIME));
    if (!is_back || !is_good(payload_, settings_))
      answer.status = Answer::Status::error;
    else if (settings_.dmi && payload_.is_dmi_allowed())
      returns(kReportId, "the memory",
              [&] { dmi_.ask(settings_.target(), request.is_write, request.address); });
  }

  const DriverSettings& settings_;
  DmiCache& dmi_;
  std::size_t& in_flight_;
  const std::shared_ptr<Life> life_;
  const std::function<void()> watch_;
  Payload payload_;
  sc_time local_;
  tlm_utils::tlm_quantumkeeper keeper_;
  std::deque<Answer> answers_;
  std::priority_queue<sc_time, std::vector<sc_time>, std::greater<>> under_way_;  // their answers
};

class LooselyTimedDriver final : public Driver {
 public:
  explicit LooselyTimedDriver(const DriverSettings& settings) : settings_(settings) {}

  std::unique_ptr<Stream> open(const std::shared_ptr<Life>& life,
                               std::function<void()> watch) override {
    return std::make_unique<LooselyTimedStream>(settings_, dmi_, in_flight_, life,
                                                std::move(watch));
  }
  Reply nb_transport_bw(Payload&, Phase&, sc_time&) override { return ::tlm::TLM_COMPLETED; }
  void invalidate(std::uint64_t first, std::uint64_t last) override {
    dmi_.invalidate(first, last);
  }
  std::size_t in_flight() const override { return in_flight_; }

 private:
  const DriverSettings settings_;
  DmiCache dmi_;
  std::size_t in_flight_ = 0;
};

}  // namespace

std::unique_ptr<Driver> make_loosely_timed_driver(const DriverSettings& settings) {
  return std::make_unique<LooselyTimedDriver>(settings);
}

}  // namespace mmasc::tlm
