// SPDX-License-Identifier: Apache-2.0
// AMD's MFMA instructions on floating-point numbers, worked out over exact numbers as MMA-Sim
// describes them (Xie et al., arXiv 2511.10909, and github.com/microsoft/MMA-Sim): an oracle that
// knows none of the rows' fields.
#pragma once

#include <cstdint>
#include <span>

#include "mmasc/unit/format.h"

namespace mmasc::mfma {

// In what published versions of the description differ. The defaults are what the package 2.0.2 and
// the paper say; all of them set, the repository at c785138.
struct Reading {
  // CDNA1: every product and every sum of two rounds, in place of one exact sum.
  bool rounds_pairwise = false;
  // CDNA2: an operand of -0 becomes +0, as subnormal ones do. The package has this, too; the paper
  // speaks of subnormal numbers.
  bool flushes_minus_zero = false;
  // CDNA2: a product that is exactly 0 is +0.
  bool zero_products_are_plus = false;
  // CDNA3: the products' sum is floored to 31 bits and that with c is not, in place of 32 and 31.
  bool floors_at_31_once = false;
  // CDNA3: a zero product takes part with the exponents of its factors, of which a zero has -126.
  bool zero_products_lead = false;
  // CDNA3: an infinite factor or c outdoes finite products of the other sign that overflow.
  bool infinities_outdo_overflow = false;
};

enum class Generation { cdna1, cdna2, cdna3 };

struct Dot {
  Generation generation;
  const Format &a, &b, &d;
  bool is_1k = false;  // a bf16 instruction of CDNA2 that takes four products a step
};

// d's bits; any NaN stands for NaN. a and b hold the products' factors.
std::uint64_t dot(const Dot& what, std::span<const std::uint64_t> a,
                  std::span<const std::uint64_t> b, std::uint64_t c, const Reading& reading = {});

}  // namespace mmasc::mfma
