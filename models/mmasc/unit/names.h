// SPDX-License-Identifier: Apache-2.0
// The enumerators by the names rows use.
#pragma once

#include <array>
#include <optional>
#include <string_view>

#include "mmasc/unit/datapath.h"
#include "mmasc/unit/format.h"
#include "mmasc/unit/instruction.h"
#include "mmasc/unit/structure.h"

namespace mmasc {

template <class E>
struct EnumName {
  E value;
  std::string_view name;
};

template <class E>
inline constexpr auto kNames = nullptr;

template <>
inline constexpr auto kNames<Rounding> = kRoundings;

template <>
inline constexpr auto kNames<RoundingMode> = kRoundingModes;

template <>
inline constexpr auto kNames<Specials> = std::to_array<EnumName<Specials>>({
    {Specials::ieee, "ieee"},
    {Specials::nan_all_ones, "nan_all_ones"},
    {Specials::nan_minus_zero, "nan_minus_zero"},
    {Specials::none, "none"},
});

template <>
inline constexpr auto kNames<Sign> = std::to_array<EnumName<Sign>>({
    {Sign::leading, "leading"},
    {Sign::none, "none"},
    {Sign::ignored, "ignored"},
});

template <>
inline constexpr auto kNames<Flush> = std::to_array<EnumName<Flush>>({
    {Flush::none, "none"},
    {Flush::to_plus_zero, "to_plus_zero"},
    {Flush::keep_sign, "keep_sign"},
    {Flush::all_to_plus_zero, "all_to_plus_zero"},
});

template <>
inline constexpr auto kNames<Tininess> = std::to_array<EnumName<Tininess>>({
    {Tininess::bounded, "bounded"},
    {Tininess::unbounded, "unbounded"},
});

template <>
inline constexpr auto kNames<Shape> = std::to_array<EnumName<Shape>>({
    {Shape::fused, "fused"},
    {Shape::pairwise, "pairwise"},
    {Shape::sequential, "sequential"},
});

template <>
inline constexpr auto kNames<ExponentSource> = std::to_array<EnumName<ExponentSource>>({
    {ExponentSource::largest, "largest"},
    {ExponentSource::scales, "scales"},
});

template <>
inline constexpr auto kNames<Overflow> = std::to_array<EnumName<Overflow>>({
    {Overflow::infinity, "infinity"},
    {Overflow::saturate, "saturate"},
    {Overflow::by_rounding, "by_rounding"},
    {Overflow::wrap, "wrap"},
});

template <>
inline constexpr auto kNames<ZeroSign> = std::to_array<EnumName<ZeroSign>>({
    {ZeroSign::plus, "plus"},
    {ZeroSign::ieee, "ieee"},
});

template <>
inline constexpr auto kNames<Cancelled> = std::to_array<EnumName<Cancelled>>({
    {Cancelled::number, "number"},
    {Cancelled::zero, "zero"},
    {Cancelled::zero_unless_lost, "zero_unless_lost"},
});

template <>
inline constexpr auto kNames<LeadingZeros> = std::to_array<EnumName<LeadingZeros>>({
    {LeadingZeros::counted, "counted"},
    {LeadingZeros::anticipated, "anticipated"},
});

template <>
inline constexpr auto kNames<Underflow> = std::to_array<EnumName<Underflow>>({
    {Underflow::keep_sign, "keep_sign"},
    {Underflow::to_plus_zero, "to_plus_zero"},
});

template <>
inline constexpr auto kNames<OwnNan> = std::to_array<EnumName<OwnNan>>({
    {OwnNan::replaced, "replaced"},
    {OwnNan::quiet, "quiet"},
});

template <>
inline constexpr auto kNames<StatusFlags> = std::to_array<EnumName<StatusFlags>>({
    {StatusFlags::none, "none"},
    {StatusFlags::ieee, "ieee"},
});

template <>
inline constexpr auto kNames<Storage> = std::to_array<EnumName<Storage>>({
    {Storage::unknown, "unknown"},
    {Storage::vector, "vector"},
    {Storage::tile, "tile"},
    {Storage::tile_exchanged, "tile_exchanged"},
    {Storage::mma, "mma"},
    {Storage::quad_pairs, "quad_pairs"},
    {Storage::wgmma, "wgmma"},
    {Storage::tcgen05, "tcgen05"},
    {Storage::mfma, "mfma"},
});

template <>
inline constexpr auto kNames<EvidenceKind> = std::to_array<EnumName<EvidenceKind>>({
    {EvidenceKind::recorded, "recorded"},
    {EvidenceKind::implied, "implied"},
    {EvidenceKind::stated, "stated"},
    {EvidenceKind::listed, "listed"},
    {EvidenceKind::derived, "derived"},
    {EvidenceKind::extrapolated, "extrapolated"},
});

// An enumeration whose values have names.
template <class E>
concept Enumerated = requires {
  kNames<E>.size();
};

template <Enumerated E>
constexpr std::string_view enum_name(E value) {
  for (const auto& [named, name] : kNames<E>)
    if (named == value) return name;
  return {};
}

constexpr std::string_view enum_name(Rounding rounding) { return name_of(rounding); }

template <Enumerated E>
constexpr std::optional<E> find_enum(std::string_view name) {
  for (const auto& [value, named] : kNames<E>)
    if (named == name) return value;
  return std::nullopt;
}

}  // namespace mmasc
