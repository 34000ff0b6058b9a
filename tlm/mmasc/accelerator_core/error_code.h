// SPDX-License-Identifier: Apache-2.0
// The errors of a descriptor or its execution, as completion records and queue registers tell them.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "mmasc/accelerator_core/descriptor.h"

namespace mmasc::tlm {

// In the order in which they are looked for: of several errors the first one is told.
enum class ErrorCode : std::uint8_t {
  none,
  // The header.
  version,
  kind,
  reserved,
  c_and_accumulate,
  group,
  group_of_kind,
  tensor_memory,
  // The instruction.
  instruction_number,
  instruction_n,
  instruction_reserved,
  sparse,
  saturate,
  negate,
  format_a,
  format_b,
  format_d,
  integer,
  formats,
  scale_format,
  scale_id,
  k_size,
  m,
  n,
  no_place,
  // Sizes.
  no_tiles,
  too_many_tiles,
  tile_k,
  stages,
  buffers,
  chain,
  // Each operand, A first.
  unused_operand,
  layout,
  layout_of_operand,
  layout_of_format,
  layout_of_kind,
  major,
  major_of_instruction,
  major_of_kind,
  address_alignment,
  stride_alignment,
  stride,
  inner_tile,
  address_range,
  overlap,
  // At run time.
  fetch,
  load,
  store,
  watchdog,
  timings,
  engine,
};

struct ErrorRow {
  ErrorCode code;
  std::string_view name, text;
};

inline constexpr auto kErrors = std::to_array<ErrorRow>({
    {ErrorCode::none, "none", "no error"},
    {ErrorCode::version, "version", "the descriptor's version is not 1"},
    {ErrorCode::kind, "kind", "there is no such kind"},
    {ErrorCode::reserved, "reserved", "a reserved bit of the descriptor is set"},
    {ErrorCode::c_and_accumulate, "c_and_accumulate",
     "accumulate and use_c are set; C is one of the two"},
    {ErrorCode::group, "group", "the group is neither 1 nor 2 SMs"},
    {ErrorCode::group_of_kind, "group_of_kind",
     "only the kinds of tcgen05.mma (1 and up) have groups of 2 SMs"},
    {ErrorCode::tensor_memory, "tensor_memory",
     "only the kinds of tcgen05.mma (1 and up) take A from tensor memory"},
    {ErrorCode::instruction_number, "instruction_number",
     "the catalogue has no instruction of that number"},
    {ErrorCode::instruction_n, "instruction_n", "the catalogue's instruction has no such n"},
    {ErrorCode::instruction_reserved, "instruction_reserved",
     "a reserved bit of the instruction descriptor is set"},
    {ErrorCode::sparse, "sparse", "the kind has no sparse instructions, or a sparsity id is set"},
    {ErrorCode::saturate, "saturate", "the kind has no integers that saturate"},
    {ErrorCode::negate, "negate", "negated operands are not modelled"},
    {ErrorCode::format_a, "format_a", "the kind has no such format of A"},
    {ErrorCode::format_b, "format_b", "the kind has no such format of B"},
    {ErrorCode::format_d, "format_d", "there is no such format of D"},
    {ErrorCode::integer, "integer",
     "D is an integer where A and B are none, or the other way round"},
    {ErrorCode::formats, "formats", "no unit has these formats of A, B and D together"},
    {ErrorCode::scale_format, "scale_format", "the kind has no such format of scales"},
    {ErrorCode::scale_id, "scale_id",
     "a scale id is set; the accelerator takes the scales of each k itself"},
    {ErrorCode::k_size, "k_size", "the k size of the instruction is not modelled"},
    {ErrorCode::m, "m", "the unit has no such m"},
    {ErrorCode::n, "n", "the unit has no such n"},
    {ErrorCode::no_place, "no_place",
     "the instruction takes an operand without a place in a descriptor, as random bits"},
    {ErrorCode::no_tiles, "no_tiles", "m_tiles, n_tiles or k_tiles is 0"},
    {ErrorCode::too_many_tiles, "too_many_tiles", "more tiles than the accelerator counts"},
    {ErrorCode::tile_k, "tile_k", "tile_k is 0 or more than the accelerator takes"},
    {ErrorCode::stages, "stages", "stages is 0 or more than the accelerator has"},
    {ErrorCode::buffers, "buffers", "the stage buffers hold more than the accelerator has"},
    {ErrorCode::chain, "chain", "C's and D's formats differ, and D would be the next C"},
    {ErrorCode::unused_operand, "unused_operand",
     "an operand that the instruction does not take is not all 0"},
    {ErrorCode::layout, "layout", "there is no such layout"},
    {ErrorCode::layout_of_operand, "layout_of_operand",
     "the operand cannot have this layout: C and D are dense, scales dense or in blocks"},
    {ErrorCode::layout_of_format, "layout_of_format",
     "the layout is not for elements of that many bits"},
    {ErrorCode::layout_of_kind, "layout_of_kind", "the layout is not for this kind"},
    {ErrorCode::major, "major", "there is no such order"},
    {ErrorCode::major_of_instruction, "major_of_instruction",
     "the instruction descriptor has the operand in the other order"},
    {ErrorCode::major_of_kind, "major_of_kind", "the operand can only run along k"},
    {ErrorCode::address_alignment, "address_alignment", "the address is not aligned"},
    {ErrorCode::stride_alignment, "stride_alignment", "the stride is not aligned"},
    {ErrorCode::stride, "stride", "the stride is less than a line"},
    {ErrorCode::inner_tile, "inner_tile",
     "a tile holds no multiple of the layout's elements of each line"},
    {ErrorCode::address_range, "address_range", "the operand reaches beyond the last address"},
    {ErrorCode::overlap, "overlap", "the operand overlaps D"},
    {ErrorCode::fetch, "fetch", "the descriptor could not be read"},
    {ErrorCode::load, "load", "an operand could not be read"},
    {ErrorCode::store, "store", "D could not be written"},
    {ErrorCode::watchdog, "watchdog", "the memory did not answer in time"},
    {ErrorCode::timings, "timings", "the accelerator has no timings of the instruction"},
    {ErrorCode::engine, "engine", "the instruction's engine failed"},
});

constexpr const ErrorRow& row_of(ErrorCode code) { return kErrors[static_cast<std::size_t>(code)]; }

static_assert([] {
  for (std::size_t i = 0; i < kErrors.size(); ++i)
    if (static_cast<std::size_t>(kErrors[i].code) != i) return false;
  return kErrors.back().code == ErrorCode::engine;
}());

// An error, and the operand that has it where one has.
struct Fault {
  ErrorCode code = ErrorCode::none;
  int operand = -1;  // its slot

  // As records and registers hold it: the code in bits 7..0, 1 + the slot in bits 15..8.
  constexpr std::uint32_t word() const {
    return static_cast<std::uint32_t>(code) | static_cast<std::uint32_t>(operand + 1) << 8;
  }
  explicit constexpr operator bool() const { return code != ErrorCode::none; }
  friend constexpr bool operator==(const Fault&, const Fault&) = default;
};

}  // namespace mmasc::tlm
