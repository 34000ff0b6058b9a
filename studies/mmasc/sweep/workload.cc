// SPDX-License-Identifier: Apache-2.0
#include "mmasc/sweep/workload.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <limits>

#include "mmasc/ozaki/slice_choice.h"
#include "mmasc/unit/error.h"
#include "mmasc/unit/formats.h"
#include "mmasc/unit/suggest.h"

namespace mmasc {
namespace {

constexpr std::int64_t kMostSlices = 1000;  // of a bit each they hold any f64
constexpr std::int64_t kLongest = std::int64_t{1} << 40;

std::int64_t whole_of(const AxisValue& value, std::int64_t least, std::int64_t most) {
  const auto* number = std::get_if<std::int64_t>(&value);
  if (!number || *number < least || *number > most)
    throw InputError(fmt::format("{}: write a whole number, {}..{}", to_text(value), least, most));
  return *number;
}

template <Enumerated E>
E name_of(const AxisValue& value) {
  const std::string name = to_text(value);
  if (const auto found = find_enum<E>(name)) return *found;
  Names legal;
  for (const auto& [one, text] : kNames<E>) legal.push_back(text);
  throw InputError(fmt::format("{}: {}", name, mend_name(name, legal)));
}

bool truth_of(const AxisValue& value) {
  const std::string text = to_text(value);
  if (text != "true" && text != "false")
    throw InputError(fmt::format("{}: write true or false", text));
  return text == "true";
}

int slices_of(const AxisValue& value) {
  const std::string text = to_text(value);
  if (text == "estimated") return DgemmOptions::kEstimated;
  if (text == "all") return DgemmOptions::kAll;
  if (!std::holds_alternative<std::int64_t>(value))
    throw InputError(fmt::format("{}: write 1 or more, \"estimated\" or \"all\"", text));
  return static_cast<int>(whole_of(value, 1, kMostSlices));
}

float least_of(const AxisValue& value) {
  const std::string text = to_text(value);
  float least = -1;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), least);
  if (error != std::errc{} || end != text.data() + text.size() || !(least >= 0))
    throw InputError(fmt::format("{}: write a number from 0 on", text));
  return least;
}

struct WorkloadField {
  std::string_view name;
  void (*set)(WorkloadRow&, const AxisValue&);
  std::string_view zero = {};  // what 0 means, where it is no number as others
};
// As the options of the commands are named (programs/commands).
constexpr WorkloadField kFields[] = {
    {"dgemm.slices", [](auto& row, const auto& value) { row.dgemm.slices = slices_of(value); }},
    {"dgemm.full",
     [](auto& row, const auto& value) {
       row.dgemm.products = truth_of(value) ? SliceProducts::full : SliceProducts::fast;
     }},
    {"dgemm.correct",
     [](auto& row, const auto& value) {
       row.dgemm.summation = truth_of(value) ? SliceSummation::correct : SliceSummation::fp64;
     }},
    {"dgemm.slice_bits",
     [](auto& row, const auto& value) {
       row.dgemm.slice_bits = static_cast<int>(whole_of(value, 0, 64));
     },
     "by the unit"},
    {"fp8gemm.block_a",
     [](auto& row, const auto& value) {
       row.fp8gemm.block_a = parse_block("a shape", to_text(value));
     }},
    {"fp8gemm.block_b",
     [](auto& row, const auto& value) {
       row.fp8gemm.block_b = parse_block("a shape", to_text(value));
     }},
    {"fp8gemm.promote_k",
     [](auto& row, const auto& value) { row.fp8gemm.interval = whole_of(value, 0, kLongest); },
     "all of K"},
    {"fp8gemm.inner_k",
     [](auto& row, const auto& value) {
       row.fp8gemm.inner_interval = whole_of(value, 0, kLongest);
     },
     "never"},
    {"fp8gemm.scale",
     [](auto& row, const auto& value) { row.fp8gemm.scale = name_of<ScaleKind>(value); }},
    {"fp8gemm.quotient",
     [](auto& row, const auto& value) { row.fp8gemm.quotient = name_of<Quotient>(value); }},
    {"fp8gemm.least_greatest",
     [](auto& row, const auto& value) { row.fp8gemm.least_greatest = least_of(value); }},
    {"fp8gemm.tensor_scale",
     [](auto& row, const auto& value) { row.fp8gemm.has_tensor_scale = truth_of(value); }},
    {"fp8gemm.two_step",
     [](auto& row, const auto& value) {
       row.fp8gemm.addition = truth_of(value) ? ScaledAddition::two_step : ScaledAddition::fused;
     }},
    {"fp8gemm.against",
     [](auto& row, const auto& value) { row.against = name_of<Against>(value); }},
};

std::string_view workload_of(std::string_view field) { return field.substr(0, field.find('.')); }

void dequantise(const MatrixView& numbers, const QuantiseScheme& scheme, const MutableMatrix& to) {
  const Format& f64 = format_named("f64");
  const QuantisedMatrix quantised(numbers, format_named("f32"), scheme);
  const MatrixView elements = quantised.elements(), scales = quantised.scales();
  const auto [block_rows, block_columns] = scheme.block;
  for (std::int64_t i = 0; i < numbers.rows; ++i)
    for (std::int64_t j = 0; j < numbers.columns; ++j) {
      const std::uint64_t scale = load_element(scales, block_rows > 0 ? i / block_rows : 0,
                                               block_columns > 0 ? j / block_columns : 0);
      // Elements have at most 12 bits, scales 24, or 4 and 24 of the tensor's: no product is cut.
      const double number = value_of(*scheme.format, load_element(elements, i, j)) *
                            value_of(*scheme.scale_format, scale) * quantised.tensor_scale();
      store_element(to, i, j, mmasc::quantised(number, 1, f64));
    }
}

}  // namespace

bool is_workload_field(std::string_view field) {
  const auto workload = find_enum<Workload>(workload_of(field));
  return field.find('.') != field.npos && workload && *workload != Workload::gemm;
}

std::string_view meaning_of_workload_zero(std::string_view field) {
  const auto found = std::ranges::find(kFields, field, &WorkloadField::name);
  return found == std::end(kFields) ? std::string_view() : found->zero;
}

void set_workload_field(WorkloadRow& row, std::string_view field, const AxisValue& value) {
  const auto found = std::ranges::find(kFields, field, &WorkloadField::name);
  if (found == std::end(kFields)) {
    Names legal;
    for (const WorkloadField& one : kFields)
      if (workload_of(one.name) == workload_of(field)) legal.push_back(one.name);
    throw InputError("unknown field; " + mend_name(field, legal));
  }
  if (workload_of(field) != enum_name(row.kind))
    throw InputError(fmt::format("is of workload \"{}\", and this point's is \"{}\"; change one",
                                 workload_of(field), enum_name(row.kind)));
  found->set(row, value);
}

void check(const Unit& unit, const WorkloadRow& row, std::int64_t k) {
  if (row.kind == Workload::dgemm) widths_for(unit, row.dgemm.slice_bits);
  if (row.kind != Workload::fp8gemm) return;
  const Fp8GemmOptions defaults;
  if (unit.instruction.scale &&
      (row.fp8gemm.block_a != defaults.block_a || row.fp8gemm.block_b != defaults.block_b))
    throw InputError(fmt::format(
        "{} takes a scale of {} for {} elements along K; leave out "
        "fp8gemm.block_a and fp8gemm.block_b",
        unit.instruction.id, unit.instruction.scale->format->name, unit.instruction.scale->block));
  check(unit, row.fp8gemm, k);
}

Promotions promotions_of(const Unit& unit, const Fp8GemmOptions& options) {
  Promotions promotions;
  if (interval_of(unit, options) > 0) promotions.outer = Rounding::nearest_even;
  if (options.inner_interval > 0) promotions.inner = Rounding::nearest_even;
  return promotions;
}

const Format* number_format(Workload workload) {
  if (workload == Workload::gemm) return nullptr;
  return &format_named(workload == Workload::dgemm ? "f64" : "f32");
}

ExactProduct quantised_product(const Unit& unit, const Fp8GemmOptions& options,
                               const InputSet& inputs, int threads,
                               const std::function<void()>& tick) {
  const Format& f64 = format_named("f64");
  const MatrixView a = inputs[Operand::a].matrix(), b = inputs[Operand::b].matrix();
  const OperandSchemes schemes = operand_schemes(unit, options);
  InputSet numbers;
  numbers.set(Operand::a, {f64, a.rows, a.columns, "A"});
  numbers.set(Operand::b, {f64, b.rows, b.columns, "B"});
  numbers.set(Operand::c, {f64, a.rows, b.rows, "C"});
  dequantise(a, schemes.a, numbers[Operand::a].matrix());
  dequantise(b.transposed(), schemes.b, numbers[Operand::b].matrix().transposed());
  return ExactProduct(numbers, {.a = &f64, .b = &f64, .c = &f64}, threads, tick);
}

}  // namespace mmasc
