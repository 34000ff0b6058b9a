// SPDX-License-Identifier: Apache-2.0
// JSON output: one document a command, with the name and version of its schema.
#pragma once

#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

#include "mmasc/text/number.h"
#include "mmasc/unit/hex.h"
#include "mmasc/vectors/vector_file.h"

namespace mmasc {

using Json = nlohmann::ordered_json;

inline Json json_document(std::string_view command, int version = 1) {
  return {{"schema", fmt::format("mmasc.{}", command)}, {"version", version}};
}

// Names of files and cases are any bytes: what is no UTF-8 is printed as U+FFFD.
inline void print_json(const Json& document) {
  fmt::print("{}\n", document.dump(2, ' ', false, Json::error_handler_t::replace));
}

// A vector's operands, each as one hex string.
inline void add_operands(Json& json, const OperandLayout& layout, const Case& row) {
  for (const OperandRow& input : kInputs)
    if (layout.has(input.operand))
      json[std::string(input.name)] = to_hex(row[input.operand], layout[input.operand]);
}

// An element as bits and as a value.
inline Json json_element(const Format& format, std::uint64_t bits) {
  return {{"format", format.name},
          {"bits", to_hex(bits, format)},
          {"decimal", to_decimal(format, bits)},
          {"hexfloat", to_hexfloat(format, bits)}};
}

}  // namespace mmasc
