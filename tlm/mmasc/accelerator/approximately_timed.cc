// SPDX-License-Identifier: Apache-2.0
// nb_transport with many transactions in flight. Streams take turns at the socket: the request that
// was to be sent first goes first, of equals that of the older stream.
#include <tlm>
#include <tlm_utils/peq_with_cb_and_phase.h>

#include <algorithm>
#include <cassert>
#include <deque>
#include <string>
#include <utility>
#include <vector>

#include "mmasc/accelerator/driver.h"
#include "mmasc/accelerator/transaction_pool.h"

namespace mmasc::tlm {

class ApproximatelyTimedStream {
 public:
  ApproximatelyTimedStream(const DriverSettings& settings, std::shared_ptr<Life> life)
      : settings_(settings), life_(std::move(life)) {}

  // The request to be sent next, where one may be.
  const Request* next() const {
    if (life_->is_abandoned()) return nullptr;
    return pending_.empty() || under_way_.size() >= settings_.outstanding ? nullptr
                                                                          : &pending_.front();
  }
  void sent(Transaction& transaction) {
    under_way_.push_back(&transaction);
    pending_.pop_front();
  }
  void answered(Transaction& transaction) {
    std::erase(under_way_, &transaction);
    const Request& request = transaction.request;
    const bool is_good = mmasc::tlm::is_good(transaction, settings_);
    if (is_good && !request.is_write) std::ranges::copy(transaction.data, request.data.begin());
    answers_.push_back({request.tag, is_good ? Answer::Status::ok : Answer::Status::error,
                        sc_core::sc_time_stamp()});
    life_->wake();
  }

  void post(const Request& request) { pending_.push_back(request); }
  void cancel() { pending_.clear(); }
  void forget() {
    cancel();
    for (Transaction* transaction : std::exchange(under_way_, {})) transaction->asker.reset();
    answers_.clear();
  }
  bool is_idle() const { return under_way_.empty() && answers_.empty(); }

  std::optional<Answer> take() {
    if (answers_.empty()) return {};
    const Answer answer = answers_.front();
    answers_.pop_front();
    return answer;
  }
  bool reach(sc_time time) {
    while (answers_.empty() && sc_core::sc_time_stamp() < time) wait_until(time);
    return answers_.empty();
  }
  void wait() {
    assert(!pending_.empty() || !under_way_.empty() || !answers_.empty());
    while (answers_.empty()) wait_until({});
  }
  Life& life() { return *life_; }

 private:
  // Until something happens, at the latest until `time`, if any, or the watchdog's.
  void wait_until(std::optional<sc_time> time) {
    const sc_time watchdog = settings_.watchdog();
    // A request that the socket is not free for is late too.
    if (watchdog != SC_ZERO_TIME && (!under_way_.empty() || !pending_.empty())) {
      sc_time first = under_way_.empty() ? pending_.front().time : under_way_.front()->sent;
      for (const Transaction* transaction : under_way_) first = std::min(first, transaction->sent);
      const sc_time deadline = first + watchdog;
      if (deadline <= sc_core::sc_time_stamp()) {
        answers_.push_back({0, Answer::Status::too_late, sc_core::sc_time_stamp()});
        return;
      }
      time = time ? std::min(*time, deadline) : deadline;
    }
    if (time)
      life_->wait_until(*time);
    else
      life_->wait();
  }

  const DriverSettings& settings_;
  const std::shared_ptr<Life> life_;
  std::deque<Request> pending_;
  std::vector<Transaction*> under_way_;
  std::deque<Answer> answers_;
};

namespace {

using SharedStream = std::shared_ptr<ApproximatelyTimedStream>;

class ApproximatelyTimedDriver final : public Driver {
 public:
  explicit ApproximatelyTimedDriver(const DriverSettings& settings)
      : settings_(settings), events_("memory_events", this, &ApproximatelyTimedDriver::on_delayed) {
    sc_core::sc_spawn_options options;
    options.spawn_method();
    options.set_sensitivity(&send_);
    options.dont_initialize();
    sc_core::sc_spawn([this] { send(); }, "send_requests", &options);
  }

  std::unique_ptr<Stream> open(const std::shared_ptr<Life>& life, std::function<void()>) override;

  Reply nb_transport_bw(Payload& payload, Phase& phase, sc_time& delay) override {
    auto& transaction = static_cast<Transaction&>(payload);
    if (is_ignorable(phase)) return ::tlm::TLM_ACCEPTED;
    if (transaction.has_response) {
      report_second_response();
      return ::tlm::TLM_COMPLETED;
    }
    if (phase == ::tlm::END_REQ) {
      happen(transaction, ::tlm::END_REQ, delay);
      return ::tlm::TLM_ACCEPTED;
    }
    if (phase == ::tlm::BEGIN_RESP)
      complete(transaction, delay);
    else
      refuse(transaction, phase);
    return ::tlm::TLM_COMPLETED;
  }
  void invalidate(std::uint64_t, std::uint64_t) override {}
  std::size_t in_flight() const override { return in_flight_; }

  void post(const Request& request, ApproximatelyTimedStream& stream) {
    stream.post(request);
    send_.notify(SC_ZERO_TIME);
  }

 private:
  static bool is_ignorable(const Phase& phase) {
    return phase != ::tlm::UNINITIALIZED_PHASE && phase != ::tlm::BEGIN_REQ &&
           phase != ::tlm::END_REQ && phase != ::tlm::BEGIN_RESP && phase != ::tlm::END_RESP;
  }
  static void report_second_response() {
    SC_REPORT_WARNING(kReportId, "the memory answered a transaction that has its response already");
  }

  // A response whose END_RESP the target knows already.
  void complete(Transaction& transaction, sc_time delay) {
    transaction.has_response = true;
    happen(transaction, ::tlm::END_RESP, delay);
  }
  // A phase that no target may send: an error.
  void refuse(Transaction& transaction, const Phase& phase) {
    const std::string text = std::string("the memory answered with ") + phase.get_name() +
                             ", which is no phase of a target's";
    SC_REPORT_WARNING(kReportId, text.c_str());
    fail(transaction);
  }
  void fail(Transaction& transaction) {
    transaction.set_response_status(::tlm::TLM_GENERIC_ERROR_RESPONSE);
    complete(transaction, SC_ZERO_TIME);
  }

  // A delayed event keeps its transaction: else another request would take it for its own.
  void happen(Transaction& transaction, const Phase& phase, sc_time delay) {
    if (delay == SC_ZERO_TIME) return on_event(transaction, phase);
    transaction.acquire();
    events_.notify(transaction, phase, delay);
  }
  void on_delayed(Payload& payload, const Phase& phase) {
    auto& transaction = static_cast<Transaction&>(payload);
    on_event(transaction, phase);
    transaction.release();
  }

  void on_event(Transaction& transaction, const Phase& phase) {
    if (requesting_ == &transaction) {
      requesting_ = nullptr;
      send_.notify(SC_ZERO_TIME);
    }
    if (phase == ::tlm::END_REQ) return;
    if (phase == ::tlm::BEGIN_RESP) {
      Phase end = ::tlm::END_RESP;
      sc_time delay;
      returns(kReportId, "the memory",
              [&] { settings_.target().nb_transport_fw(transaction, end, delay); });
    }
    if (const SharedStream stream = transaction.asker.lock()) stream->answered(transaction);
    // The target may be looking at it still.
    answered_.push_back(&transaction);
    --in_flight_;
    send_.notify(SC_ZERO_TIME);
  }

  SharedStream first_to_send() {
    SharedStream first;
    std::erase_if(streams_, [](const auto& stream) { return stream.expired(); });
    for (const auto& weak : streams_) {
      SharedStream stream = weak.lock();
      if (stream->next() && (!first || stream->next()->time < first->next()->time))
        first = std::move(stream);
    }
    return first;
  }

  void send() {
    for (Transaction* transaction : std::exchange(answered_, {})) transaction->release();
    while (!requesting_) {
      const SharedStream stream = first_to_send();
      if (!stream) return;
      const Request request = *stream->next();
      if (request.time > sc_core::sc_time_stamp())
        return send_.notify(request.time - sc_core::sc_time_stamp());
      begin(stream, request);
    }
  }

  void begin(const SharedStream& stream, const Request& request) {
    Transaction& transaction = pool_.take();
    transaction.asker = stream;
    transaction.request = request;
    transaction.sent = sc_core::sc_time_stamp();
    transaction.has_response = false;
    transaction.data.resize(request.data.size());
    if (request.is_write) std::ranges::copy(request.data, transaction.data.begin());
    stream->sent(transaction);

    transaction.set_command(request.is_write ? ::tlm::TLM_WRITE_COMMAND : ::tlm::TLM_READ_COMMAND);
    transaction.set_address(transaction.request.address);
    transaction.set_data_ptr(reinterpret_cast<unsigned char*>(transaction.data.data()));
    transaction.set_data_length(static_cast<unsigned>(transaction.data.size()));
    transaction.set_streaming_width(transaction.get_data_length());
    transaction.set_byte_enable_ptr(nullptr);
    transaction.set_byte_enable_length(0);
    transaction.set_dmi_allowed(false);
    transaction.set_response_status(::tlm::TLM_INCOMPLETE_RESPONSE);

    ++in_flight_;
    requesting_ = &transaction;
    Phase phase = ::tlm::BEGIN_REQ;
    sc_time delay;
    Reply reply = ::tlm::TLM_ACCEPTED;
    const bool is_back = returns(kReportId, "the memory", [&] {
      reply = settings_.target().nb_transport_fw(transaction, phase, delay);
    });
    const bool is_update = is_back && reply == ::tlm::TLM_UPDATED;
    if (is_back && (reply == ::tlm::TLM_ACCEPTED || (is_update && is_ignorable(phase)))) return;
    if (transaction.has_response) {  // which came while the request was made
      if (is_back && phase != ::tlm::END_REQ) report_second_response();
      return;
    }
    if (!is_back) return fail(transaction);
    if (is_update && phase != ::tlm::END_REQ && phase != ::tlm::BEGIN_RESP)
      return refuse(transaction, phase);
    if (is_update) {
      transaction.has_response = phase == ::tlm::BEGIN_RESP;
      return happen(transaction, phase, delay);
    }
    requesting_ = nullptr;
    complete(transaction, delay);
  }

  const DriverSettings settings_;
  TransactionPool pool_;
  std::vector<std::weak_ptr<ApproximatelyTimedStream>> streams_;  // from the oldest on
  Transaction* requesting_ = nullptr;                             // between BEGIN_REQ and END_REQ
  std::vector<Transaction*> answered_;
  std::size_t in_flight_ = 0;
  sc_core::sc_event send_;
  tlm_utils::peq_with_cb_and_phase<ApproximatelyTimedDriver> events_;
};

// A queue's hold on its stream: the driver knows the stream as long as the handle lives.
class StreamHandle final : public Stream {
 public:
  StreamHandle(ApproximatelyTimedDriver& driver, SharedStream stream)
      : driver_(driver), stream_(std::move(stream)) {}
  void post(const Request& request) override { driver_.post(request, *stream_); }
  std::optional<Answer> take() override { return stream_->take(); }
  bool reach(sc_time time) override { return stream_->reach(time); }
  void wait() override { stream_->wait(); }
  void cancel() override { stream_->cancel(); }
  void forget() override { stream_->forget(); }
  bool is_idle() const override { return stream_->is_idle(); }
  void sleep_until(sc_time time) override { stream_->life().sleep_until(time); }
  sc_time now() const override { return sc_core::sc_time_stamp(); }

 private:
  ApproximatelyTimedDriver& driver_;
  const SharedStream stream_;
};

std::unique_ptr<Stream> ApproximatelyTimedDriver::open(const std::shared_ptr<Life>& life,
                                                       std::function<void()>) {
  auto stream = std::make_shared<ApproximatelyTimedStream>(settings_, life);
  streams_.push_back(stream);
  return std::make_unique<StreamHandle>(*this, std::move(stream));
}

}  // namespace

std::unique_ptr<Driver> make_approximately_timed_driver(const DriverSettings& settings) {
  return std::make_unique<ApproximatelyTimedDriver>(settings);
}

}  // namespace mmasc::tlm
