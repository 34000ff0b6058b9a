// SPDX-License-Identifier: Apache-2.0
// The kinds of a descriptor and tcgen05.mma's 32-bit instruction descriptor. Source: NVIDIA PTX
// ISA, "Instruction descriptor"; formats as CUTLASS names them (cute/arch/mma_sm100_desc.hpp).
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <set>
#include <span>
#include <string_view>
#include <vector>

#include "mmasc/accelerator_core/error_code.h"
#include "mmasc/accelerator_core/field.h"
#include "mmasc/unit/unit.h"

namespace mmasc::tlm {

struct KindRow {
  std::string_view name;
  std::string_view mnemonic;  // the catalogue's: ".kind::" and this
  int scale_block = 0;        // elements of k a scale is for; 0: no scales
  bool has_bytes = false;     // each element takes a byte in shared memory
  bool is_packed = false;     // two elements take one
  bool runs_along_k = false;  // the operands have no other order
};

// By the descriptor's number. Kind 0 takes the instruction from the catalogue.
inline constexpr auto kKinds = std::to_array<KindRow>({
    {.name = "catalogue", .mnemonic = ""},
    {.name = "f16", .mnemonic = "f16"},
    {.name = "tf32", .mnemonic = "tf32"},
    {.name = "f8f6f4", .mnemonic = "f8f6f4", .has_bytes = true},
    {.name = "mxf8f6f4", .mnemonic = "mxf8f6f4", .scale_block = 32, .has_bytes = true},
    {.name = "mxf4",
     .mnemonic = "mxf4nvf4",
     .scale_block = 32,
     .is_packed = true,
     .runs_along_k = true},
    {.name = "mxf4nvf4",
     .mnemonic = "mxf4nvf4",
     .scale_block = 16,
     .is_packed = true,
     .runs_along_k = true},
    {.name = "i8", .mnemonic = "i8", .has_bytes = true},
});

struct InstructionFields {
  std::uint64_t sparsity_id = 0, sparse = 0, saturate = 0, d_format = 0;
  std::uint64_t a_format = 0, b_format = 0, negate_a = 0, negate_b = 0, a_major = 0, b_major = 0;
  std::uint64_t n_eighths = 0, m_sixteenths = 0;
  std::uint64_t b_scale_id = 0, scale_format = 0, a_scale_id = 0, k_size = 0;
  friend bool operator==(const InstructionFields&, const InstructionFields&) = default;
};

// The instruction's fields, of kinds without scales and of kinds with them.
inline constexpr auto kPlainInstruction = std::to_array<Field<InstructionFields>>({
    {"sparsity_id", {.byte = 0, .bits = 2}, &InstructionFields::sparsity_id, "0"},
    {"sparse", {.byte = 0, .low = 2, .bits = 1}, &InstructionFields::sparse, "1: A is sparse"},
    {"saturate",
     {.byte = 0, .low = 3, .bits = 1},
     &InstructionFields::saturate,
     "of integers: overflow gives the nearest"},
    {"d_format",
     {.byte = 0, .low = 4, .bits = 2},
     &InstructionFields::d_format,
     "0 f16, 1 f32, 2 s32"},
    {"a_format", {.byte = 0, .low = 7, .bits = 3}, &InstructionFields::a_format, "by kind"},
    {"b_format", {.byte = 1, .low = 2, .bits = 3}, &InstructionFields::b_format, "by kind"},
    {"negate_a", {.byte = 1, .low = 5, .bits = 1}, &InstructionFields::negate_a, "0"},
    {"negate_b", {.byte = 1, .low = 6, .bits = 1}, &InstructionFields::negate_b, "0"},
    {"a_major",
     {.byte = 1, .low = 7, .bits = 1},
     &InstructionFields::a_major,
     "as operand A's `major`"},
    {"b_major", {.byte = 2, .bits = 1}, &InstructionFields::b_major, "as operand B's `major`"},
    {"n_eighths", {.byte = 2, .low = 1, .bits = 6}, &InstructionFields::n_eighths, "n / 8"},
    {"m_sixteenths",
     {.byte = 3, .bits = 5},
     &InstructionFields::m_sixteenths,
     "m / 16, m of the whole group"},
});
inline constexpr auto kScaledInstruction = std::to_array<Field<InstructionFields>>({
    {"sparsity_id", {.byte = 0, .bits = 2}, &InstructionFields::sparsity_id, "0"},
    {"sparse", {.byte = 0, .low = 2, .bits = 1}, &InstructionFields::sparse, "1: A is sparse"},
    {"b_scale_id", {.byte = 0, .low = 4, .bits = 2}, &InstructionFields::b_scale_id, "0"},
    {"a_format", {.byte = 0, .low = 7, .bits = 3}, &InstructionFields::a_format, "by kind"},
    {"b_format", {.byte = 1, .low = 2, .bits = 3}, &InstructionFields::b_format, "by kind"},
    {"negate_a", {.byte = 1, .low = 5, .bits = 1}, &InstructionFields::negate_a, "0"},
    {"negate_b", {.byte = 1, .low = 6, .bits = 1}, &InstructionFields::negate_b, "0"},
    {"a_major",
     {.byte = 1, .low = 7, .bits = 1},
     &InstructionFields::a_major,
     "as operand A's `major`"},
    {"b_major", {.byte = 2, .bits = 1}, &InstructionFields::b_major, "as operand B's `major`"},
    {"n_eighths", {.byte = 2, .low = 1, .bits = 6}, &InstructionFields::n_eighths, "n / 8"},
    {"scale_format",
     {.byte = 2, .low = 7, .bits = 1},
     &InstructionFields::scale_format,
     "0 ue4m3, 1 ue8m0"},
    {"m_sixteenths",
     {.byte = 3, .bits = 5},
     &InstructionFields::m_sixteenths,
     "m / 16, m of the whole group"},
    {"a_scale_id", {.byte = 3, .low = 5, .bits = 2}, &InstructionFields::a_scale_id, "0"},
    {"k_size", {.byte = 3, .low = 7, .bits = 1}, &InstructionFields::k_size, "0"},
});

std::span<const Field<InstructionFields>> instruction_fields(const KindRow& kind);
// Bits of no field; they are 0.
std::uint32_t reserved_bits(const KindRow& kind);

InstructionFields decode_instruction(const KindRow& kind, std::uint32_t bits);
std::uint32_t encode_instruction(const KindRow& kind, const InstructionFields& fields);

// The formats of A and B of a kind by their numbers.
struct FormatRow {
  std::string_view kinds;  // names, between spaces
  std::uint64_t number = 0;
  std::string_view format;
};
inline constexpr auto kOperandFormats = std::to_array<FormatRow>({
    {" f16 ", 0, "f16"},
    {" f16 ", 1, "bf16"},
    {" tf32 ", 2, "tf32"},
    {" f8f6f4 mxf8f6f4 ", 0, "e4m3"},
    {" f8f6f4 mxf8f6f4 ", 1, "e5m2"},
    {" f8f6f4 mxf8f6f4 ", 3, "e2m3"},
    {" f8f6f4 mxf8f6f4 ", 4, "e3m2"},
    {" f8f6f4 mxf8f6f4 ", 5, "e2m1"},
    {" mxf4 mxf4nvf4 ", 1, "e2m1"},
    {" i8 ", 0, "u8"},
    {" i8 ", 1, "s8"},
});
// Formats by their numbers: those of D in kinds without scales, and those of scales.
inline constexpr std::array<std::string_view, 3> kResultFormats{"f16", "f32", "s32"};
inline constexpr std::array<std::string_view, 2> kScaleFormats{"ue4m3", "ue8m0"};
// Empty where the kind has none of that number.
std::string_view format_of(const KindRow& kind, std::uint64_t number);

// Units as descriptors name them: by number, or by kind.
class UnitList {
 public:
  // The units must live as long. Throws RowError where a unit has no plan.
  explicit UnitList(std::span<const Unit> units);

  std::span<const Unit> units() const { return units_; }
  std::span<const Unit* const> of_kind(const KindRow& kind) const {
    return of_kind_[static_cast<std::size_t>(&kind - kKinds.data())];
  }
  // Whether all its operands have a place in a descriptor; random bits have none.
  bool takes_placed_alone(const Unit& unit) const {
    return takes_placed_alone_[static_cast<std::size_t>(&unit - units_.data())];
  }

 private:
  std::span<const Unit> units_;
  std::array<std::vector<const Unit*>, kKinds.size()> of_kind_;
  std::vector<bool> takes_placed_alone_;
};

// A unit with the sizes that a descriptor gives it.
struct ChosenUnit {
  const Unit* unit = nullptr;
  int m = 0, n = 0;  // of one instruction, of all its blocks and of the whole group
};

// The m of a kind's instructions. A pair of SMs takes twice the m of one SM.
std::set<int> legal_m(const UnitList& units, const KindRow& kind, int group);

// The instruction of a unit of the kind with its m and n, operands along k; none where the kind has
// no number for a format of the unit.
std::optional<InstructionFields> fields_of(const KindRow& kind, const Unit& unit, int m, int n);

// The unit of a kind's instruction, or what is wrong with it; with ErrorCode::m and n the unit is
// there all the same.
ErrorCode choose_unit(const UnitList& units, const KindRow& kind, std::uint32_t bits, int group,
                      ChosenUnit& chosen);

}  // namespace mmasc::tlm
