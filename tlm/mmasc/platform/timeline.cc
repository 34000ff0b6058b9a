// SPDX-License-Identifier: Apache-2.0
#include "mmasc/platform/timeline.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <map>
#include <utility>

namespace mmasc::tlm {
namespace {

using enum PlatformEvent::What;

constexpr int kMemory = 0;  // the process of counters; accelerators follow
constexpr int kMatrixTrack = 1, kFirstAccumulator = 2, kFirstBuffer = 10;

// Exact: a millicycle is a nanosecond.
std::string stamp(Millicycles time) {
  return fmt::format("{}.{:03}", time / kCycle, time % kCycle);
}

class Writer {
 public:
  explicit Writer(std::string_view cycles)
      : text_(fmt::format(
            R"({{"displayTimeUnit":"ns","otherData":{{"clock":"1 us here is 1 cycle, {}"}},"traceEvents":[)",
            cycles)) {}

  void slice(int process, int track, const std::string& name, Millicycles begin, Millicycles end,
             const std::string& arguments) {
    add(R"("ph":"X","pid":{},"tid":{},"name":"{}","ts":{},"dur":{},"args":{{{}}})", process, track,
        name, stamp(begin), stamp(end - begin), arguments);
  }
  // `phase` s: the arrow begins in the slice around that time; f: it ends there.
  void arrow(char phase, int process, int track, const std::string& id, Millicycles time) {
    add(R"("ph":"{}",{}"pid":{},"tid":{},"cat":"flow","name":"data","id":"{}","ts":{})", phase,
        phase == 'f' ? R"("bp":"e",)" : "", process, track, id, stamp(time));
  }
  void counter(int process, std::string_view name, Millicycles time, std::int64_t value) {
    add(R"("ph":"C","pid":{},"name":"{}","ts":{},"args":{{"bytes":{}}})", process, name,
        stamp(time), value);
  }
  void name(const char* what, int process, int track, const std::string& name) {
    add(R"("ph":"M","pid":{},"tid":{},"name":"{}","args":{{"name":"{}"}})", process, track, what,
        name);
  }
  std::string take() { return std::move(text_) + "\n]}\n"; }

 private:
  template <class... A>
  void add(fmt::format_string<A...> format, A&&... values) {
    text_ += text_.ends_with('[') ? "\n{" : ",\n{";
    fmt::format_to(std::back_inserter(text_), format, std::forward<A>(values)...);
    text_ += "}";
  }
  std::string text_;
};

// Slices of a track must not overlap: stores are told apart by the accumulators that they empty.
int accumulators_of(const PlatformRun& run) {
  std::int64_t most = 0;
  for (const PlatformEvent& event : run.events)
    if (event.what == store) most = std::max(most, event.buffer);
  return static_cast<int>(most) + 1;
}

void write_names(Writer& writer, const PlatformRun& run, int stages) {
  writer.name("process_name", kMemory, 0, "memory");
  for (std::size_t i = 0; i < run.accelerators.size(); ++i) {
    const int process = static_cast<int>(i) + 1;
    writer.name("process_name", process, 0, fmt::format("accelerator {}", i));
    writer.name("thread_name", process, kMatrixTrack, "matrix unit");
    for (int i = 0; i < accumulators_of(run); ++i)
      writer.name("thread_name", process, kFirstAccumulator + i,
                  fmt::format("stores of accumulator {}", i));
    for (int buffer = 0; buffer < stages; ++buffer)
      writer.name("thread_name", process, kFirstBuffer + buffer, fmt::format("buffer {}", buffer));
  }
}

void write_counter(Writer& writer, const PlatformRun& run) {
  std::map<Millicycles, std::int64_t> changes;
  for (const PlatformEvent& event : run.events)
    if (event.bytes > 0) {
      changes[event.begin] += event.bytes;
      changes[event.end] -= event.bytes;
    }
  std::int64_t bytes = 0;
  for (const auto& [time, change] : changes)
    writer.counter(kMemory, "asked of the memory", time, bytes += change);
}

// `ends_tile`: instructions of the last stage of an output tile, whose store waits for them.
void write_event(Writer& writer, const PlatformEvent& event, bool ends_tile) {
  const int process = event.accelerator + 1;
  const int buffer = kFirstBuffer + static_cast<int>(event.buffer);
  const int accumulator = kFirstAccumulator + static_cast<int>(event.buffer);
  const std::string ready = fmt::format("{}.l{}", process, event.index);
  const std::string sum = fmt::format("{}.t{}", process, event.tile);
  const std::string arguments =
      event.bytes > 0 ? fmt::format(R"("tile":{},"bytes":{})", event.tile, event.bytes)
                      : fmt::format(R"("tile":{})", event.tile);
  const auto slice = [&](int track, const char* name) {
    writer.slice(process, track, fmt::format("{} {}", name, event.index), event.begin, event.end,
                 arguments);
  };
  switch (event.what) {
    case load:
      slice(buffer, "load");
      writer.arrow('s', process, buffer, ready, event.begin);
      break;
    case mma:
      slice(buffer, "held by mma");
      slice(kMatrixTrack, "mma");
      writer.arrow('f', process, kMatrixTrack, ready, event.begin);
      if (ends_tile) writer.arrow('s', process, kMatrixTrack, sum, event.begin);
      break;
    case store:
      slice(accumulator, "store");
      writer.arrow('f', process, accumulator, sum, event.begin);
      break;
  }
}

}  // namespace

std::string timeline_json(const PlatformRun& run, const Platform& platform, std::string_view kind) {
  Writer writer(kind);
  write_names(writer, run, platform.stages);
  std::map<std::pair<int, std::int64_t>, std::int64_t> last;  // stage of an accelerator's tile
  for (const PlatformEvent& event : run.events)
    if (event.what == mma) last[{event.accelerator, event.tile}] = event.index;
  for (const PlatformEvent& event : run.events)
    write_event(writer, event,
                event.what == mma && last[{event.accelerator, event.tile}] == event.index);
  write_counter(writer, run);
  return writer.take();
}

}  // namespace mmasc::tlm
