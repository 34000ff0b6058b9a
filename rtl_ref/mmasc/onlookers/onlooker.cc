// SPDX-License-Identifier: Apache-2.0
#include "mmasc/onlookers/onlooker.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <ranges>

#include "mmasc/rtl/term_wires.h"
#include "mmasc/unit/stage_name.h"

namespace mmasc {

std::string Onlooker::valid(int stage) const {
  if (stage == kInput) return "valid_i";
  return plan_.stages[stage].last ? "valid_o" : stage_name(plan_.stages[stage]) + "_valid";
}

std::string Onlooker::ready(int stage) const {
  if (stage == kInput) return "ready_o";
  return plan_.stages[stage].last ? "ready_i" : stage_name(plan_.stages[stage]) + "_ready";
}

const Slice& Onlooker::slice(int stage, const std::string& field) const {
  return rtl_.fields[static_cast<std::size_t>(stage)].at(field);
}

bool Onlooker::has(int stage, const std::string& field) const {
  return rtl_.fields[static_cast<std::size_t>(stage)].contains(field);
}

std::string Onlooker::part(int stage, const std::vector<int>& terms, std::string_view part) const {
  std::vector<Slice> slices;
  for (const int term : terms)
    slices.push_back(slice(stage, fmt::format("term_{}.{}", term, part)));
  return join(slices);
}

std::string Onlooker::filled(const std::vector<Slice>& slices, int bits) const {
  std::vector<std::string> numbers;
  for (const Slice& slice : slices | std::views::reverse) numbers.push_back(number(slice, bits));
  return fmt::format("{{{}}}", fmt::join(numbers, ", "));
}

std::string Onlooker::number(const Slice& slice, int bits) const {
  const auto part = [&](int low, int width) {
    return join({{slice.vector, slice.low + low, width}});
  };
  const int more = std::max(0, bits - slice.width);
  const auto filled = [&](int by, const std::string& bit, const std::string& low) {
    return by > 0 ? fmt::format("{{{{{}{{{}}}}}, {}}}", by, bit, low) : low;
  };
  const auto with_sign = [](const std::string& sign, const std::string& number) {
    return fmt::format("{{{0} ? -{1} : {1}}}", sign, number);
  };
  const int top = slice.width - 1;
  switch (slice.form) {
    case NumberForm::plain:
      break;
    case NumberForm::sign_magnitude:
      return with_sign(part(top, 1), filled(more + 1, "1'b0", part(0, top)));
    case NumberForm::sign_number:
      return with_sign(part(top + 1, 1), filled(more, part(top, 1), part(0, slice.width)));
  }
  return filled(more, part(top, 1), part(0, slice.width));
}

std::string Onlooker::label(int stage, const std::string& field) const {
  std::string text = stage_name(plan_.stages[stage]) + "_" + field;
  std::ranges::replace(text, '.', '_');
  return text;
}

std::vector<Onlooker::AnticipatedZeros> Onlooker::anticipated_zeros(int stage) const {
  std::vector<AnticipatedZeros> all;
  for (const auto& [zeros, where] : rtl_.fields[static_cast<std::size_t>(stage)]) {
    if (!zeros.ends_with(kLeadingZerosField)) continue;
    const std::string of = zeros.substr(0, zeros.size() - kLeadingZerosField.size());
    all.push_back(
        {label(stage, of), field(stage, zeros), field(stage, of), slice(stage, of).width});
  }
  return all;
}

std::string Onlooker::random(int stage, int first, int count) const {
  std::vector<Slice> slices;
  for (int i = first; i < first + count; ++i)
    slices.push_back(slice(stage, fmt::format("random_{}", i)));
  return slices.empty() ? "1'b0" : fmt::format("{{1'b0, {}}}", join(slices));
}

std::string Onlooker::module(const std::string& name, const std::string& body) const {
  std::string ports, names;
  for (const auto& [wire, width] : rtl_.widths) {
    const std::string range = width == kIdWidth ? "[ID_BITS-1:0] "
                              : width == 1      ? ""
                                                : fmt::format("[{}:0] ", width - 1);
    ports += fmt::format("{}    input logic {}{}", ports.empty() ? "" : ",\n", range, wire);
    names += fmt::format("{}      {}", names.empty() ? "" : ",\n", wire);
  }
  return fmt::format(
      "module {} #(\n    parameter ID_BITS = 8\n) (\n{}\n);\n{}\n  wire unused_unit = &{{\n"
      "      1'b0,\n{}\n  }};\nendmodule\n",
      name, ports, body, names);
}

std::string only_if(std::string_view word, const std::string& text) {
  return fmt::format("`ifdef {}\n{}`endif\n", word, text);
}

}  // namespace mmasc
