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
    {.command = "gemm", .was = "--promote", .now = "--promote-k N", .remark = kCountsElements},
    {.command = "gemm", .was = "--quantize", .now = "--convert"},
    {.command = "gemm", .was = "--quantize-rounding", .now = "--rounding ROUNDING"},
    {.command = "compare", .was = "--quantize", .now = "--convert"},
    {.command = "compare", .was = "--quantize-rounding", .now = "--rounding ROUNDING"},
    {.command = "platform", .was = "--quantize", .now = "--convert"},
    {.command = "platform", .was = "--quantize-rounding", .now = "--rounding ROUNDING"},
    {.command = "platform",
     .was = "--json",
     .now = "--json-file FILE.json",
     .remark = "--json alone prints",
     .sign = RetiredForm::Sign::file},
    {.command = "dgemm",
     .was = "--unit",
     .now = "UNIT",
     .remark = "it comes first: dgemm UNIT A B"},
    {.command = "dgemm", .was = "--block", .now = "--block-k N"},
    {.command = "dgemm", .was = "--single", .now = "--d FORMAT", .remark = "FORMAT is f32"},
    {.command = "fp8gemm",
     .was = "--unit",
     .now = "UNIT",
     .remark = "it comes first: fp8gemm UNIT A B"},
    {.command = "fp8gemm", .was = "--interval", .now = "--promote-k N"},
    {.command = "fp8gemm", .was = "--inner", .now = "--inner-k N"},
    {.command = "fp8gemm", .was = "--least", .now = "--least-greatest X"},
    {.command = "quantise", .was = "--least", .now = "--least-greatest X"},
    {.command = "cost",
     .was = "--json",
     .now = "--json-file FILE.json",
     .remark = "--json alone prints",
     .sign = RetiredForm::Sign::file},
    {.command = "sweep",
     .was = "--json",
     .now = "--json-file FILE.json",
     .remark = "--json alone prints",
     .sign = RetiredForm::Sign::file},
    {.command = "convert",
     .was = "--to",
     .now = "--from FORMAT",
     .remark = "FROM TO VALUES is VALUES --from FROM --to TO",
     .sign = RetiredForm::Sign::without},
    {.command = "trace", .was = "--output", .now = "--vcd FILE.vcd"},
    {.command = "trace", .was = "-o", .now = "--vcd FILE.vcd"},
    {.command = "probe", .was = "--recorded", .now = "--vectors PATH"},
    {.command = "audit", .was = "--report", .now = "--markdown FILE.md"},
    {.command = "verify", .was = "--all-rows", .now = "--all"},
};

// Says in a line what is wrong with a command's arguments; nullopt: no form of them is retired.
std::optional<std::string> why_retired(std::string_view command,
                                       std::span<const char* const> arguments);

}  // namespace mmasc
