// SPDX-License-Identifier: Apache-2.0
// Payloads with a memory manager, that outlive those who asked for them.
#pragma once

#include <cstddef>
#include <memory>
#include <vector>

#include "mmasc/accelerator/stream.h"

namespace mmasc::tlm {

class ApproximatelyTimedStream;

struct Transaction : Payload {
  explicit Transaction(::tlm::tlm_mm_interface* manager) : Payload(manager) {}

  std::weak_ptr<ApproximatelyTimedStream> asker;
  Request request;
  std::vector<std::byte> data;
  sc_time sent;
  bool has_response = false;  // or none is awaited
};

class TransactionPool final : public ::tlm::tlm_mm_interface {
 public:
  // With one reference, which is the caller's.
  Transaction& take() {
    if (free_.empty()) {
      all_.push_back(std::make_unique<Transaction>(this));
      free_.push_back(all_.back().get());
    }
    Transaction& transaction = *free_.back();
    free_.pop_back();
    transaction.acquire();
    return transaction;
  }
  void free(Payload* payload) override {
    payload->reset();
    free_.push_back(static_cast<Transaction*>(payload));
  }
  std::size_t in_use() const { return all_.size() - free_.size(); }

 private:
  std::vector<std::unique_ptr<Transaction>> all_;
  std::vector<Transaction*> free_;
};

}  // namespace mmasc::tlm
