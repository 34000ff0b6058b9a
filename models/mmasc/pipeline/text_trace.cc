// SPDX-License-Identifier: Apache-2.0
#include "mmasc/pipeline/text_trace.h"

#include <algorithm>

namespace mmasc {

TextTrace::TextTrace(sc_core::sc_module_name name, const sc_core::sc_clock& clk,
                     std::vector<RegisterView> registers,
                     std::function<void(const std::string&)> line, Occupancy* occupancy)
    : sc_module(name), all_(std::move(registers)), line_(std::move(line)), occupancy_(occupancy) {
  for (const RegisterView& view : all_) {
    if (view.rank == 0) registers_.push_back(view);
    if (occupancy_ != nullptr) occupancy_->registers.push_back(view.name);
  }
  last_id_.resize(registers_.size());
  SC_METHOD(sample);
  sensitive << clk.negedge_event();
  dont_initialize();
}

void TextTrace::sample() {
  const bool runs =
      std::ranges::any_of(registers_, [](const auto& view) { return view.valid_q(0); });
  if (cycle_ == 0 && !runs) return;
  ++cycle_;
  if (occupancy_ != nullptr) note_occupancy();
  for (std::size_t i = 0; i < registers_.size(); ++i) {
    const RegisterView& view = registers_[i];
    if (!view.valid_q(0) || last_id_[i] == view.id_q(0)) continue;
    last_id_[i] = view.id_q(0);
    std::string text = "id " + std::to_string(view.id_q(0)) + " cycle " + std::to_string(cycle_) +
                       " " + view.name.substr(0, view.name.rfind('.'));
    PackedBits payload;
    view.payload_q(payload);
    for (const RegisterView::Field& field : view.fields)
      text += " " + field.name + "=" + hex_of(payload, field);
    line_(text);
  }
}

void TextTrace::note_occupancy() {
  for (std::size_t i = 0; i < all_.size(); ++i)
    if (all_[i].valid_q(0)) occupancy_->held.push_back({cycle_, i, all_[i].id_q(0)});
}

}  // namespace mmasc
