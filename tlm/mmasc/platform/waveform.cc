// SPDX-License-Identifier: Apache-2.0
#include "mmasc/platform/waveform.h"

#include <fmt/format.h>

#include <iterator>
#include <map>
#include <vector>

namespace mmasc::tlm {
namespace {

constexpr int kCountBits = 32, kBytesBits = 64;

// Signals that count what holds them.
class Waveform {
 public:
  int add(std::string scope, const char* name, int bits) {
    signals_.push_back({std::move(scope), name, bits});
    return static_cast<int>(signals_.size()) - 1;
  }
  void raise(int signal, Millicycles time, std::int64_t by = 1) { changes_[time][signal] += by; }
  void hold(int signal, Millicycles begin, Millicycles end, std::int64_t by = 1) {
    raise(signal, begin, by);
    raise(signal, end, -by);
  }

  std::string text(std::string_view kind) const {
    std::string text = fmt::format(
        "$version mmasc platform: 1 ns is 1 cycle, {} $end\n$timescale 1 ps $end\n", kind);
    const auto put = std::back_inserter(text);
    for (std::size_t i = 0; i < signals_.size(); ++i) {
      const Signal& signal = signals_[i];
      if (i == 0 || signals_[i - 1].scope != signal.scope)
        fmt::format_to(put, "$scope module {} $end\n", signal.scope);
      fmt::format_to(put, "$var wire {} {} {} $end\n", signal.bits, code(i), signal.name);
      if (i + 1 == signals_.size() || signals_[i + 1].scope != signal.scope)
        text += "$upscope $end\n";
    }
    text += "$enddefinitions $end\n#0\n$dumpvars\n";
    for (std::size_t i = 0; i < signals_.size(); ++i) put_value(text, i, 0);
    text += "$end\n";
    put_changes(text);
    return text;
  }

 private:
  struct Signal {
    std::string scope;
    const char* name;
    int bits;
  };

  // Short names of printable characters.
  static std::string code(std::size_t signal) {
    constexpr std::size_t kFirst = '!', kCodes = '~' - '!' + 1;
    std::string code;
    for (;; signal = signal / kCodes - 1) {
      code += static_cast<char>(kFirst + signal % kCodes);
      if (signal < kCodes) return code;
    }
  }
  void put_value(std::string& text, std::size_t signal, std::int64_t value) const {
    if (signals_[signal].bits == 1)
      fmt::format_to(std::back_inserter(text), "{}{}\n", value, code(signal));
    else
      fmt::format_to(std::back_inserter(text), "b{:b} {}\n", value, code(signal));
  }
  void put_changes(std::string& text) const {
    std::vector<std::int64_t> values(signals_.size());
    for (const auto& [time, changes] : changes_) {
      std::string lines;
      for (const auto& [signal, change] : changes) {
        if (change == 0) continue;
        const auto i = static_cast<std::size_t>(signal);
        put_value(lines, i, values[i] += change);
      }
      if (lines.empty()) continue;
      if (time > 0) fmt::format_to(std::back_inserter(text), "#{}\n", time);
      text += lines;
    }
  }

  std::vector<Signal> signals_;
  std::map<Millicycles, std::map<int, std::int64_t>> changes_;
};

struct Signals {
  int queue = 0, buffers = 0, matrix = 0, loads = 0, stores = 0, interrupt = 0;
};

}  // namespace

std::string waveform_vcd(const PlatformRun& run, Millicycles doorbell, std::string_view kind) {
  Waveform waveform;
  const int bytes = waveform.add("memory", "bytes_asked", kBytesBits);
  std::vector<Signals> all;
  for (const AcceleratorRun& each : run.accelerators) {
    const std::string scope = fmt::format("accelerator_{}", all.size());
    Signals& signals = all.emplace_back();
    signals.queue = waveform.add(scope, "queue_busy", 1);
    signals.buffers = waveform.add(scope, "buffers_filled", kCountBits);
    signals.matrix = waveform.add(scope, "matrix_unit_busy", 1);
    signals.loads = waveform.add(scope, "loads_in_flight", kCountBits);
    signals.stores = waveform.add(scope, "stores_in_flight", kCountBits);
    signals.interrupt = waveform.add(scope, "interrupt", 1);
    waveform.hold(signals.queue, doorbell, each.interrupt);
    waveform.raise(signals.interrupt, each.interrupt);
  }
  for (const PlatformEvent& event : run.events) {
    const Signals& signals = all[static_cast<std::size_t>(event.accelerator)];
    if (event.bytes > 0) waveform.hold(bytes, event.begin, event.end, event.bytes);
    switch (event.what) {
      case PlatformEvent::What::load:
        waveform.hold(signals.loads, event.begin, event.end);
        waveform.raise(signals.buffers, event.end);
        break;
      case PlatformEvent::What::mma:
        waveform.hold(signals.matrix, event.begin, event.end);
        waveform.raise(signals.buffers, event.end, -1);
        break;
      case PlatformEvent::What::store:
        waveform.hold(signals.stores, event.begin, event.end);
        break;
    }
  }
  return waveform.text(kind);
}

}  // namespace mmasc::tlm
