// SPDX-License-Identifier: Apache-2.0
// A row's numbers: what makes each, its sources and confidence.
#pragma once

#include <fmt/format.h>

#include <map>
#include <string>
#include <utility>

#include "mmasc/timing/rows.h"
#include "mmasc/unit/toml_reader.h"

namespace mmasc::timing_file {

using toml_reader::Fields;
using toml_reader::refuse_value;
using toml_reader::to_enum;
using toml_reader::to_line;
using toml_reader::to_list;
using toml_reader::to_number;
using toml_reader::to_whole;

inline constexpr double kMostCycles = 1e6;
inline constexpr int kMostInOneExtent = 65536;

using Sources = std::map<std::string, std::string, std::less<>>;  // by name

// The basis of a number: its own `source` and `confidence`, or its row's.
class Basis {
 public:
  Basis(const Fields& row, const Sources& sources) : row_(row), sources_(sources) {}

  template <class Sourced>
  void put(Sourced& number, const Fields* own) const {
    const auto [from, value] = choose(own, "source");
    for (const std::string& name : to_list(*value, from->path("source"), to_line)) {
      const auto found = sources_.find(name);
      if (found == sources_.end()) refuse_unknown(*value, from->path("source"), name);
      number.sources.push_back(found->second);
    }
    const auto [place, confidence] = choose(own, "confidence");
    number.confidence = to_enum<Confidence>(*confidence, place->path("confidence"));
  }

 private:
  std::pair<const Fields*, const Value*> choose(const Fields* own, std::string_view key) const {
    if (own)
      if (const Value* value = own->get(key)) return {own, value};
    return {&row_, &row_.need(key)};
  }

  [[noreturn]] void refuse_unknown(const Value& value, const std::string& path,
                                   const std::string& name) const {
    Names known;
    for (const auto& [one, text] : sources_) known.push_back(one);
    refuse_value(value, path,
                 fmt::format("unknown source \"{}\"; {}", name,
                             known.empty() ? "write NAME = \"...\" in a table [source]"
                                           : mend_name(name, known)));
  }

  const Fields& row_;
  const Sources& sources_;
};

TimingNumber read_timing_number(const Value& value, const std::string& path, const Basis& basis);
WaitStates read_wait_states(const Value& value, const std::string& path, const Basis& basis);

}  // namespace mmasc::timing_file
