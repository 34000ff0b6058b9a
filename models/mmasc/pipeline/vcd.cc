// SPDX-License-Identifier: Apache-2.0
#include "mmasc/pipeline/vcd.h"

#include <cstdio>
#include <fstream>
#include <iterator>

#include "mmasc/unit/error.h"

namespace mmasc {
namespace {

// SystemC does not say whether its writes reached the disk: the last comment tells.
constexpr const char* kEndMark = "mmasc: end of trace";

bool ends_with_mark(const std::string& path) {
  std::ifstream file(path, std::ios::binary | std::ios::ate);
  if (!file) return false;
  const auto size = static_cast<std::streamoff>(file.tellg());
  const std::streamoff tail = std::min<std::streamoff>(size, 200);
  file.seekg(size - tail);
  const std::string text{std::istreambuf_iterator<char>(file), {}};
  return text.find(kEndMark) != std::string::npos;
}

}  // namespace

VcdTrace::VcdTrace(sc_core::sc_module_name name, const std::string& path,
                   const sc_core::sc_clock& clk, std::vector<RegisterView> registers,
                   std::uint64_t first)
    : sc_module(name), path_(path), clk_(clk), first_(first), registers_(std::move(registers)) {
  if (!std::ofstream(path_ + ".vcd")) throw EnvironmentError("cannot write " + path_ + ".vcd");
  file_ = sc_core::sc_create_vcd_trace_file(path_.c_str());
  sc_core::sc_trace(file_, shown_clk_, "clk");
  SC_METHOD(show_clock);
  sensitive << clk.value_changed_event();
  SC_METHOD(on_clock);
  sensitive << clk.posedge_event();
}

void VcdTrace::end_of_elaboration() {
  for (const RegisterView& view : registers_) {
    shadows_.push_back(std::make_unique<Shadow>());
    Shadow& shadow = *shadows_.back();
    for (int i = 0; i < view.registers(); ++i) {
      Shadow::Handshake& handshake = shadow.handshakes.emplace_back();
      const std::string of = view.registers() > 1 ? "_" + std::to_string(i) : "";
      sc_core::sc_trace(file_, handshake.valid, view.name + ".valid" + of + "_q");
      sc_core::sc_trace(file_, handshake.id, view.name + ".id" + of + "_q");
    }
    for (const RegisterView::Field& field : view.fields) {
      shadow.fields.push_back(std::make_unique<sc_dt::sc_lv_base>(field.width));
      sc_core::sc_trace(file_, *shadow.fields.back(), view.name + "." + field.name + "_q");
    }
    for (const DecodedValue& value : view.values)
      sc_core::sc_trace(file_, shadow.values.emplace_back(),
                        view.name + "." + value.name + "_value");
  }
}

VcdTrace::~VcdTrace() {
  if (file_ != nullptr) sc_core::sc_close_vcd_trace_file(file_);
}

// Registers take their new values in the delta cycle of the edge: the next one sees them, at the
// same time.
void VcdTrace::on_clock() {
  settling_ = !settling_;
  if (settling_)
    next_trigger(sc_core::SC_ZERO_TIME);
  else if (samples_++ >= first_)
    sample();
}

void VcdTrace::show_clock() {
  if (samples_ >= first_) shown_clk_ = clk_.read();
}

void VcdTrace::sample() {
  for (std::size_t i = 0; i < registers_.size(); ++i) {
    const RegisterView& view = registers_[i];
    Shadow& shadow = *shadows_[i];
    for (int r = 0; r < view.registers(); ++r)
      shadow.handshakes[static_cast<std::size_t>(r)] = {view.valid_q(r), view.id_q(r)};
    PackedBits payload;
    view.payload_q(payload);
    for (std::size_t f = 0; f < view.fields.size(); ++f)
      *shadow.fields[f] = bits_of(payload, view.fields[f]).c_str();
    for (std::size_t v = 0; v < view.values.size(); ++v)
      shadow.values[v] = value_of(view.values[v], payload);
  }
}

void VcdTrace::close() {
  sc_core::sc_write_comment(file_, kEndMark);
  sc_core::sc_close_vcd_trace_file(file_);
  file_ = nullptr;
  if (ends_with_mark(path_ + ".vcd")) return;
  std::remove((path_ + ".vcd").c_str());
  throw EnvironmentError("cannot write " + path_ + ".vcd whole: is the disk full?");
}

}  // namespace mmasc
