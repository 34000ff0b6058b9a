// SPDX-License-Identifier: Apache-2.0
// How a matrix is quantised: the format of its elements, which of them share a scale, and what that
// scale is.
#pragma once

#include <cstdint>
#include <string_view>

#include "mmasc/elements/element.h"
#include "mmasc/elements/kernels.h"
#include "mmasc/unit/format.h"
#include "mmasc/unit/names.h"

namespace mmasc {

template <>
inline constexpr auto kNames<Quotient> = std::to_array<EnumName<Quotient>>({
    {Quotient::exact, "exact"},
    {Quotient::f32, "f32"},
    {Quotient::reciprocal, "reciprocal"},
});

// Rows and columns that share a scale; 0: all. The last blocks may be smaller.
struct BlockShape {
  std::int64_t rows = 0, columns = 0;
  friend bool operator==(const BlockShape&, const BlockShape&) = default;
};

// Plain data. An element x becomes x / (scale * tensor_scale), rounded to nearest even, at most the
// greatest number of its format.
struct QuantiseScheme {
  const Format* format = nullptr;  // of elements: at most 16 bits, with a sign and a zero
  BlockShape block;
  ScaleKind scale = ScaleKind::f32;
  // f32; ue8m0 and the like, which have powers of two; or ue4m3 and the like, to which `f32` scales
  // are rounded to nearest even, but not to 0. All of their numbers are f32's.
  const Format* scale_format = nullptr;
  // An f32 scale of the whole matrix besides: g / (m * the greatest scale).
  bool has_tensor_scale = false;
  Quotient quotient = Quotient::exact;
  float least_greatest = 0;  // the greatest magnitude of a block, or of all, counts as no smaller
};

// Throws InputError where the parts do not fit each other.
void check(const QuantiseScheme& scheme);

// OCP Microscaling Formats 1.0: 1 x 32 along a row, scales in ue8m0 by the rule of its section 6.3.
QuantiseScheme mx_scheme(const Format& format);
// e2m1, 1 x 16, scales in ue4m3, and one of the tensor in f32 (NVIDIA, Pretraining Large Language
// Models with NVFP4, arXiv 2509.25149, appendix).
QuantiseScheme nvfp4_scheme();
// f32 scales of blocks: 1 x 128 of activations, 128 x 128 of weights (DeepSeek-V3, arXiv
// 2412.19437, section 3.3.2).
QuantiseScheme block_scheme(const Format& format, const BlockShape& block);

// By name: "mxfp8_e4m3", "mxfp8_e5m2", "mxfp6_e3m2", "mxfp6_e2m3", "mxfp4", "nvfp4", or a format
// ("e5m6", "FILE.toml:NAME") for a block_scheme() of 1 x 128. Throws InputError for another,
// EnvironmentError.
QuantiseScheme scheme_named(std::string_view name);

// By their names. Throw InputError; `option` is for its text.
ScaleKind scale_named(std::string_view option, std::string_view name);
Quotient quotient_named(std::string_view option, std::string_view name);

// "1x128": rows x columns, 0 for all.
BlockShape parse_block(std::string_view option, std::string_view text);

}  // namespace mmasc
