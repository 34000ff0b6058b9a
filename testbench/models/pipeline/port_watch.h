// SPDX-License-Identifier: Apache-2.0
// The port contract, watched: valid and payload stay as they are until taken, and ids ascend.
#pragma once

#include <gtest/gtest.h>

#include <optional>

#include "mmasc/pipeline/handshake.h"

namespace mmasc {

template <class Payload>
class PortWatch {
 public:
  explicit PortWatch(const Link<Payload>& link) : link_(link) {}

  // Once at every rising edge.
  void sample() {
    const bool valid = link_.valid.read();
    if (waiting_) {
      EXPECT_TRUE(valid);
      EXPECT_TRUE(*waiting_ == link_.data.read());
    }
    waiting_.reset();
    if (!valid) return;
    if (!link_.ready.read()) {
      waiting_ = link_.data.read();
      return;
    }
    const std::uint64_t id = link_.data.read().id;
    if (last_id_) {
      EXPECT_EQ(id, *last_id_ + 1);
    }
    last_id_ = id;
  }

  void reset() {
    waiting_.reset();
    last_id_.reset();
  }

 private:
  const Link<Payload>& link_;
  std::optional<Tagged<Payload>> waiting_;
  std::optional<std::uint64_t> last_id_;
};

}  // namespace mmasc
