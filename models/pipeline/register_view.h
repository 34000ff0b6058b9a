// SPDX-License-Identifier: Apache-2.0
// A rank of registers as tools see it, for units in SystemC and for verilated ones.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "pipeline/decoded_value.h"
#include "pipeline/packed_bits.h"
#include "spec/plan.h"

namespace mmasc {

struct RegisterView {
  struct Field {
    std::string name;
    int low = 0, width = 0;  // its bits in the payload
  };
  const StagePlan* stage = nullptr;
  int rank = 0;
  std::string name;  // "aligner_0.rank0"
  std::vector<Field> fields;
  std::vector<DecodedValue> values;  // what the fields stand for
  int registers = 1;                 // side by side, each with a valid and an id of its own
  std::function<bool(int index)> valid_q;
  std::function<std::uint64_t(int index)> id_q;
  std::function<void(PackedBits&)> payload_q;  // appends it; nothing before the first operation
};

// One view for each rank of a unit with this plan, without the functions that read contents.
std::vector<RegisterView> registers_of(const Plan& plan);

// A field's bits, most significant first; x where the payload is empty.
std::string bits_of(const PackedBits& payload, const RegisterView::Field& field);
// "0x1f"
std::string hex_of(const PackedBits& payload, const RegisterView::Field& field);

}  // namespace mmasc
