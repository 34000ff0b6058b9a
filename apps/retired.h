// SPDX-License-Identifier: Apache-2.0
// Forms of the command line that earlier versions took. They are refused, and what is written now
// is named; none is read as something else.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace mmasc {

struct RetiredForm {
  // How it is known.
  enum class Sign {
    flag,     // `was` is there
    file,     // `was`, a flag without a value now, is followed by the name of a file or -
    without,  // `was`, a flag that must be there now, is not, nor is a call of help
  };
  std::string_view command, was;
  std::string_view now;          // as its help writes it
  std::string_view remark = {};  // what has changed besides the name
  Sign sign = Sign::flag;
};

inline constexpr std::string_view kCountsElements =
    "it counts elements of K: instructions times the unit's k";
inline constexpr RetiredForm kRetiredForms[] = {
    {"gemm", "--promote", "--promote-k N", kCountsElements},
    {"gemm", "--quantize", "--convert"},
    {"gemm", "--quantize-rounding", "--rounding ROUNDING"},
    {"compare", "--quantize", "--convert"},
    {"compare", "--quantize-rounding", "--rounding ROUNDING"},
    {"platform", "--quantize", "--convert"},
    {"platform", "--quantize-rounding", "--rounding ROUNDING"},
    {"platform", "--json", "--json-file FILE.json", "--json alone prints", RetiredForm::Sign::file},
    {"dgemm", "--unit", "UNIT", "it comes first: dgemm UNIT A B"},
    {"dgemm", "--block", "--block-k N"},
    {"dgemm", "--single", "--d FORMAT", "FORMAT is f32"},
    {"fp8gemm", "--unit", "UNIT", "it comes first: fp8gemm UNIT A B"},
    {"fp8gemm", "--interval", "--promote-k N"},
    {"fp8gemm", "--inner", "--inner-k N"},
    {"cost", "--also", "UNITS", "one after the other: cost UNIT UNIT"},
    {"cost", "--json", "--json-file FILE.json", "--json alone prints", RetiredForm::Sign::file},
    {"sweep", "--json", "--json-file FILE.json", "--json alone prints", RetiredForm::Sign::file},
    {"convert", "--to", "--from FORMAT", "FROM TO VALUES is VALUES --from FROM --to TO",
     RetiredForm::Sign::without},
    {"trace", "--output", "--vcd FILE.vcd"},
    {"trace", "-o", "--vcd FILE.vcd"},
    {"probe", "--recorded", "--vectors PATH"},
    {"audit", "--report", "--markdown FILE.md"},
    {"verify", "--all-rows", "--all"},
};

// What is wrong with the arguments of a command, in a line; nullopt: no form of them is retired.
std::optional<std::string> why_retired(std::string_view command,
                                       std::span<const char* const> arguments);

}  // namespace mmasc
