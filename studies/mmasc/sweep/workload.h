// SPDX-License-Identifier: Apache-2.0
// The product that a point computes: its unit's GEMM, or one of the GEMMs that are made of that.
// docs/studies.md explains the fields to users.
#pragma once

#include <string_view>

#include "mmasc/cost/whole.h"
#include "mmasc/measures/exact_product.h"
#include "mmasc/ozaki/dgemm.h"
#include "mmasc/quantise/fp8gemm.h"
#include "mmasc/sweep/study.h"

namespace mmasc {

// The reference for D of fp8gemm: the exact product of the quantised matrices, or of those that it
// was given.
enum class Against { quantised, operands };
template <>
inline constexpr auto kNames<Against> = std::to_array<EnumName<Against>>({
    {Against::quantised, "quantised"},
    {Against::operands, "operands"},
});

// Threads and progress of the options are the caller's.
struct WorkloadRow {
  Workload kind = Workload::gemm;
  DgemmOptions dgemm{};
  Fp8GemmOptions fp8gemm{};
  Against against = Against::quantised;
  bool judges_quantising = false;  // the study measures quantisation_error
};

// Fields of a workload are "dgemm.slices", "fp8gemm.promote_k", ...; whether this is one.
bool is_workload_field(std::string_view field);
// Throws InputError, a reason without the line: an unknown field, one of another workload, a value
// out of range.
void set_workload_field(WorkloadRow& row, std::string_view field, const AxisValue& value);

// The meaning of 0 in a field of a workload, where it is no number as others.
std::string_view meaning_of_workload_zero(std::string_view field);

// Throws InputError where the unit cannot compute it for K = k.
void check(const Unit& unit, const WorkloadRow& row, std::int64_t k);

// The additions of fp8gemm's partial sums. That of a sum that is all of K adds to 0 and takes none.
// Products with scales outside a unit are not among them: they are the operands', and take as much
// whatever the unit.
Promotions promotions_of(const Unit& unit, const Fp8GemmOptions& options);

// The f64 or f32 of operands and D; null: gemm's are the unit's.
const Format* number_format(Workload workload);

// The exact product of the numbers that the quantised operands of fp8gemm stand for.
ExactProduct quantised_product(const Unit& unit, const Fp8GemmOptions& options,
                               const InputSet& inputs, int threads,
                               const std::function<void()>& tick);

}  // namespace mmasc
