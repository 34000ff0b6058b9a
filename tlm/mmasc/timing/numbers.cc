// SPDX-License-Identifier: Apache-2.0
#include "mmasc/timing/numbers.h"

namespace mmasc::timing_file {
namespace {

CyclesByN read_points(const Value& value, const std::string& path) {
  constexpr std::string_view kMend =
      "write two or more points, as [[64, 152], [128, 184.5, \"medium\"]], n rising";
  CyclesByN law;
  const auto* array = value.as<Value::Array>();
  if (!array) refuse_value(value, path, fmt::format("{} cannot be used; {}", value.kind(), kMend));
  for (const Value& element : *array) {
    const auto* point = element.as<Value::Array>();
    if (!point || point->size() < 2 || point->size() > 3)
      refuse_value(element, path, fmt::format("is no point; {}", kMend));
    const int n = to_whole((*point)[0], path, 1, kMostInOneExtent);
    if (!law.points.empty() && n <= law.points.back().n)
      refuse_value(element, path, fmt::format("n does not rise at {}; {}", n, kMend));
    law.points.push_back({n, to_number((*point)[1], path, 0, kMostCycles)});
    if (point->size() == 3) law.points.back().confidence = to_enum<Confidence>((*point)[2], path);
  }
  if (law.points.size() < 2) refuse_value(value, path, fmt::format("has one point; {}", kMend));
  return law;
}

Throughput read_throughput(const Fields& fields) {
  constexpr double kLeastRate = 1e-3;
  Throughput law{.n_per_cycle = fields.number("n_per_cycle", kLeastRate, kMostCycles),
                 .bytes_per_cycle = fields.number("bytes_per_cycle", kLeastRate, kMostCycles),
                 .bytes_per_row = fields.number("bytes_per_row", 0, kMostCycles),
                 .bytes_per_column = fields.number("bytes_per_column", 0, kMostCycles)};
  if (law.bytes_per_cycle == 0 && law.bytes_per_row + law.bytes_per_column > 0)
    refuse_value(fields.value(), fields.path(), "\"bytes_per_cycle\" is missing; add it");
  if (const Value* measured = fields.get("measured_n")) {
    const std::string path = fields.path("measured_n");
    const auto ends = to_list(*measured, path, [](const Value& value, const std::string& at) {
      return to_whole(value, at, 1, kMostInOneExtent);
    });
    if (ends.size() != 2 || ends[0] > ends[1])
      refuse_value(*measured, path, "is no range; write [LEAST, GREATEST]");
    law.n_from = ends[0];
    law.n_to = ends[1];
  }
  return law;
}

}  // namespace

TimingNumber read_timing_number(const Value& value, const std::string& path, const Basis& basis) {
  TimingNumber number;
  if (!value.as<Value::Table>()) {
    number.law = FixedCycles{to_number(value, path, 0, kMostCycles)};
    basis.put(number, nullptr);
    return number;
  }
  const Fields fields(
      value, path,
      {"cycles", "passes", "points", "after_interval", "n_per_cycle", "bytes_per_cycle",
       "bytes_per_row", "bytes_per_column", "measured_n", "source", "confidence"});
  basis.put(number, &fields);
  std::vector<std::string_view> laws;
  for (const std::string_view law : {"cycles", "passes", "points", "after_interval", "n_per_cycle"})
    if (fields.get(law)) laws.push_back(law);
  if (laws.size() != 1)
    refuse_value(value, path,
                 "needs one of cycles, passes, points, after_interval and n_per_cycle; write one");
  if (laws.front() != "n_per_cycle")
    for (const std::string_view key :
         {"bytes_per_cycle", "bytes_per_row", "bytes_per_column", "measured_n"})
      if (const Value* member = fields.get(key))
        refuse_value(*member, fields.path(key), "belongs to n_per_cycle; remove it");
  if (laws.front() == "cycles")
    number.law = FixedCycles{fields.number("cycles", 0, kMostCycles)};
  else if (laws.front() == "passes")
    number.law = Passes{to_whole(fields.need("passes"), fields.path("passes"), 1, 1024)};
  else if (laws.front() == "points")
    number.law = read_points(fields.need("points"), fields.path("points"));
  else if (laws.front() == "after_interval")
    number.law = AfterInterval{fields.number("after_interval", 0, kMostCycles)};
  else
    number.law = read_throughput(fields);
  return number;
}

WaitStates read_wait_states(const Value& value, const std::string& path, const Basis& basis) {
  const Fields fields(value, path,
                      {"identical_c", "overlapped_c", "operand", "memory", "source", "confidence"});
  WaitStates waits;
  for (const auto& [key, member] : {std::pair{"identical_c", &WaitStates::identical_c},
                                    {"overlapped_c", &WaitStates::overlapped_c},
                                    {"operand", &WaitStates::operand},
                                    {"memory", &WaitStates::memory}})
    waits.*member = to_whole(fields.need(key), fields.path(key), 0, 1024);
  basis.put(waits, &fields);
  return waits;
}

}  // namespace mmasc::timing_file
