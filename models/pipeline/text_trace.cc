// SPDX-License-Identifier: Apache-2.0
#include "pipeline/text_trace.h"

#include <algorithm>

namespace mmasc {
namespace {

std::string hex(const std::string& bits) {
  const std::size_t digits = (bits.size() + 3) / 4;
  const std::string padded = std::string(digits * 4 - bits.size(), '0') + bits;
  std::string text = "0x";
  for (std::size_t i = 0; i < padded.size(); i += 4)
    text += "0123456789abcdef"[std::stoul(padded.substr(i, 4), nullptr, 2)];
  return text;
}

}  // namespace

TextTrace::TextTrace(sc_core::sc_module_name name, const sc_core::sc_clock& clk,
                     std::vector<RegisterView> registers,
                     std::function<void(const std::string&)> line)
    : sc_module(name), line_(std::move(line)) {
  for (RegisterView& view : registers)
    if (view.rank == 0) registers_.push_back(std::move(view));
  last_id_.resize(registers_.size());
  SC_METHOD(sample);
  sensitive << clk.negedge_event();
  dont_initialize();
}

void TextTrace::sample() {
  const bool runs =
      std::ranges::any_of(registers_, [](const auto& view) { return view.valid_q(); });
  if (cycle_ == 0 && !runs) return;
  ++cycle_;
  for (std::size_t i = 0; i < registers_.size(); ++i) {
    const RegisterView& view = registers_[i];
    if (!view.valid_q() || last_id_[i] == view.id_q()) continue;
    last_id_[i] = view.id_q();
    std::string text = "id " + std::to_string(view.id_q()) + " cycle " + std::to_string(cycle_) +
                       " " + view.name.substr(0, view.name.rfind('.'));
    for (const RegisterView::Field& field : view.fields_q())
      text += " " + field.name + "=" + hex(field.bits);
    line_(text);
  }
}

}  // namespace mmasc
