// SPDX-License-Identifier: Apache-2.0
// The operands of a study, as data.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "mmasc/elements/element.h"
#include "mmasc/unit/names.h"

namespace mmasc {

// All are functions of the seed, the repetition and the place in the matrix alone, computed with
// integers (draw.h).
enum class Distribution {
  normal,         // mean 0, standard deviation 1
  uniform,        // -1..1
  log_normal,     // +-exp(sigma * normal), either sign
  phi,            // (uniform in 0..1 - 1/2) * exp(phi * normal)
  outliers,       // normal * exp(normal / 2), and one of 64 along K 32 times as large
  tokens,         // outliers, each row of A (column of B) exp(sigma * normal) times as large
  constant_sign,  // uniform, 0..1
  softmax,        // exp(sigma * normal): the weights of a softmax, up to the factor of their sum
  bits,           // random bit patterns of the format, but NaN and infinities
  zero,
};
template <>
inline constexpr auto kNames<Distribution> = std::to_array<EnumName<Distribution>>({
    {Distribution::normal, "normal"},
    {Distribution::uniform, "uniform"},
    {Distribution::log_normal, "log_normal"},
    {Distribution::phi, "phi"},
    {Distribution::outliers, "outliers"},
    {Distribution::tokens, "tokens"},
    {Distribution::constant_sign, "constant_sign"},
    {Distribution::softmax, "softmax"},
    {Distribution::bits, "bits"},
    {Distribution::zero, "zero"},
});

// Whether numbers below 0 are among them, where the format has such.
constexpr bool has_negative_numbers(Distribution distribution) {
  switch (distribution) {
    case Distribution::constant_sign:
    case Distribution::softmax:
    case Distribution::bits:
    case Distribution::zero:
      return false;
    default:
      return true;
  }
}

// The elements that share a scale.
enum class Quantise {
  by_format,  // blocks where the unit has block scales; else the tensor for formats of at most 8
              // bits, and none for wider ones
  none,
  tensor,
  row,    // a row of A, a column of B
  tile,   // a square of `block` rows and columns
  block,  // `block` elements along K
};
template <>
inline constexpr auto kNames<Quantise> = std::to_array<EnumName<Quantise>>({
    {Quantise::by_format, "by_format"},
    {Quantise::none, "none"},
    {Quantise::tensor, "tensor"},
    {Quantise::row, "row"},
    {Quantise::tile, "tile"},
    {Quantise::block, "block"},
});

// Whether an operand of that name has elements of its own in each repetition: no file and no zeros.
bool is_drawn(std::string_view operand);

struct InputRow {
  // A distribution's name, or a file: .npy, .safetensors or .safetensors:TENSOR.
  std::string a = "normal", b = "normal", c = "zero";
  double sigma = 1;  // of log_normal, tokens and softmax
  double phi = 1;    // of the distribution of that name
  Quantise quantise = Quantise::by_format;
  ScaleKind scale = ScaleKind::f32;
  int block = 128;       // of tile and block
  std::string folder{};  // that files are looked for in; empty: where the command runs
  friend bool operator==(const InputRow&, const InputRow&) = default;
};

}  // namespace mmasc
