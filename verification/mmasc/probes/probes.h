// SPDX-License-Identifier: Apache-2.0
// The probes of a matrix unit, after Fasi, Higham, Mikaitis & Pranesh (PeerJ CS 2021), Hickmann &
// Bradford (ARITH 2019) and Xie et al. (USENIX ATC 2025). Each adds what it finds to the survey,
// or says why the formats do not show it; later ones build on what earlier ones found.
#pragma once

#include "mmasc/probes/survey.h"

namespace mmasc::probes {

void probe_independence(Survey& survey);
void probe_signs_of_terms(Survey& survey);  // what it finds only where some term is negated
void probe_tree(Survey& survey);
void probe_alignment(Survey& survey);  // bits kept, how the rest is rounded, what vanishes
void probe_result(Survey& survey);     // d's fraction bits and rounding, guard bits
void probe_subnormals(Survey& survey);
void probe_zeros(Survey& survey);
void probe_overflow(Survey& survey);
void probe_specials(Survey& survey);  // NaN and Inf
void probe_order(Survey& survey);     // carries, normalization between additions, monotonicity
void probe_integers(
    Survey& survey);  // overflow, where d is an integer: the only probe but the first

// All of them.
Survey probe_all(const Bench& bench);

// The findings' names, alike in the probes and in what a row is expected to show.
namespace name {
inline constexpr std::string_view kIndependence = "independent and repeatable";
inline constexpr std::string_view kNegated = "negated terms";
inline constexpr std::string_view kTree = "summation tree";
inline constexpr std::string_view kTogether = "products added before d rounds";
inline constexpr std::string_view kProductBits = "alignment: fraction bits of products";
inline constexpr std::string_view kProductExponent = "alignment: exponent of 1.5 * 1.5";
inline constexpr std::string_view kCBits = "alignment: fraction bits of c";
inline constexpr std::string_view kProductRounding = "alignment: rounding of products";
inline constexpr std::string_view kCRounding = "alignment: rounding of c";
inline constexpr std::string_view kCVanishes = "alignment: c vanishes below";
inline constexpr std::string_view kProductVanishes = "alignment: products vanish below";
inline constexpr std::string_view kResultBits = "result: fraction bits";
inline constexpr std::string_view kResultRounding = "result: rounding, by products";
inline constexpr std::string_view kResultRoundingC = "result: rounding, by c";
inline constexpr std::string_view kSeenBits = "result: bits seen below c";
inline constexpr std::string_view kSubnormalA = "subnormal a";
inline constexpr std::string_view kSubnormalB = "subnormal b";
inline constexpr std::string_view kSubnormalC = "subnormal c";
inline constexpr std::string_view kSubnormalProduct = "subnormal product";
inline constexpr std::string_view kSubnormalSum = "subnormal sum of products";
inline constexpr std::string_view kSubnormalResult = "subnormal result";
inline constexpr std::string_view kMinusZeros = "zero: every term -0";
inline constexpr std::string_view kCancelled = "zero: x - x";
inline constexpr std::string_view kUnderflowSign = "zero: underflow of a negative sum";
inline constexpr std::string_view kBesideZeros = "zero: least bit kept beside zeros";
inline constexpr std::string_view kOverflow = "overflow: beyond the largest number";
inline constexpr std::string_view kProductOverflow = "overflow: product is infinite from";
inline constexpr std::string_view kSumOverflow = "overflow: sum of products before c";
inline constexpr std::string_view kInfinity = "inf: inf * 1";
inline constexpr std::string_view kZeroTimesInfinity = "inf: 0 * inf";
inline constexpr std::string_view kInfinityMinusInfinity = "inf: inf - inf";
inline constexpr std::string_view kInfiniteC = "inf: c";
inline constexpr std::string_view kNanOperands = "nan: of a, b, c and scales";
inline constexpr std::string_view kNanBits = "nan: bits of d";
inline constexpr std::string_view kCarries = "carries of one step";
inline constexpr std::string_view kNormalizes = "normalizes between additions";
inline constexpr std::string_view kMonotonic = "monotonic";
}  // namespace name

}  // namespace mmasc::probes
