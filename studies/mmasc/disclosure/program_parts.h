// SPDX-License-Identifier: Apache-2.0
// The parts of a program, in the order in which program.cc writes them. Each writes functions.
#pragma once

#include <fmt/format.h>

#include <string>
#include <utility>
#include <vector>

#include "mmasc/arith/sequence_plan.h"

namespace mmasc::program {

// Lines of Python, indented by four.
class Writer {
 public:
  template <class... T>
  void line(int depth, fmt::format_string<T...> format, T&&... values) {
    text_ += std::string(static_cast<std::size_t>(4 * depth), ' ');
    fmt::format_to(std::back_inserter(text_), format, std::forward<T>(values)...);
    text_ += '\n';
  }
  void blank() { text_ += '\n'; }
  // A comment above functions, folded between words.
  void comment(std::string_view words);
  void text(std::string_view lines) { text_ += lines; }
  std::string take() { return std::exchange(text_, {}); }

 private:
  std::string text_;
};

std::string power_of_two(int exponent);                  // "two_to(-126)"
std::string shifted(std::string_view name, int offset);  // "e - 23", "e", "e + 2"

// decode_NAME, once for each format.
void write_decoders(Writer& out, const std::vector<const Format*>& formats);
void write_encoder(Writer& out, const Plan& plan);
// nan_of: the NaN of a step by its cause, of a unit that tells NaNs apart.
void write_nan(Writer& out, const Plan& plan);
// widen_NAME: the same value with the exponent of another format.
void write_widening(Writer& out, const Format& to);
// flush_NAME: subnormal numbers, or all below the least normal one, to zero.
void write_flush(Writer& out, const Format& format, Flush flush);

// The rounding modes as functions of a value in units of the last bit kept.
void write_modes(Writer& out, const SequencePlan& plan);
// A call of one; `random` is the element that a stochastic one takes.
std::string rounding_call(Rounding rounding, const std::string& value, const std::string& random);
// round_NAME: to the grid of a format, or to an integer that fits.
void write_rounding(Writer& out, std::string_view name, const RoundPlan& round);
// ", random[7]" for each element that a rounding draws from `random`, counted from `first`.
std::string drawn_arguments(const RoundPlan& round, std::string_view first);

// add_NAME for each sum, and `step`, from the products and c to the rounded d.
void write_sums(Writer& out, const Unit& unit, const SequencePlan& plan);

}  // namespace mmasc::program
