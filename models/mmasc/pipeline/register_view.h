// SPDX-License-Identifier: Apache-2.0
// A rank of registers as tools see it, for units in SystemC and for verilated ones.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "mmasc/pipeline/bit_place.h"
#include "mmasc/pipeline/decoded_value.h"
#include "mmasc/pipeline/packed_bits.h"
#include "mmasc/unit/plan.h"

namespace mmasc {

// Where its contents stand never changes while the unit lives. They change on a rising edge, in
// the midst of its first delta cycle: look afterwards.
struct RegisterView {
  struct Field {
    std::string name;
    int low = 0, width = 0;  // its bits in the payload
    BitPlace place;
  };
  struct Handshake {
    BitPlace valid, id;
  };
  const StagePlan* stage = nullptr;
  int rank = 0;
  std::string name;  // "aligner_0.rank0"
  std::vector<Field> fields;
  std::vector<DecodedValue> values;                               // what the fields stand for
  std::vector<Handshake> handshakes = std::vector<Handshake>(1);  // of each register side by side
  const bool* written = nullptr;  // has held an operation; null: has contents from the start

  int registers() const { return static_cast<int>(handshakes.size()); }
  bool valid_q(int index) const { return handshakes[static_cast<std::size_t>(index)].valid.bit(0); }
  std::uint64_t id_q(int index) const {
    const BitPlace& id = handshakes[static_cast<std::size_t>(index)].id;
    return id.word(0, id.width);
  }
  // Appends it; nothing before the first operation.
  void payload_q(PackedBits& to) const {
    if (written != nullptr && !*written) return;
    for (const Field& field : fields) to.append(field.place);
  }
};

// One view for each rank of a unit with this plan, without the places of contents.
std::vector<RegisterView> registers_of(const Plan& plan);

// A field's bits, most significant first; x where the payload is empty.
std::string bits_of(const PackedBits& payload, const RegisterView::Field& field);
// "0x1f"
std::string hex_of(const PackedBits& payload, const RegisterView::Field& field);

}  // namespace mmasc
