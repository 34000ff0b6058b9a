// SPDX-License-Identifier: Apache-2.0
// Each rule of a descriptor broken alone gives its own code.
#include "mmasc/accelerator_core/job.h"

#include <functional>
#include <set>
#include <string>

#include "tlm/tiled_problem.h"

namespace mmasc::tlm {
namespace {

using enum Operand;

// Valid ones of every sort.
Descriptor plain() {
  return descriptor_of(1, tcgen05(1, 0, 0, 1, 64, 32), {2, 3, 4, 2, 3}, {0, 0}, {0, 0}, true);
}
Descriptor bytes() {
  return descriptor_of(3, tcgen05(3, 5, 4, 1, 128, 64), {1, 2, 2, 4, 2}, {3, 4});
}
Descriptor scaled() {
  return descriptor_of(6, tcgen05(6, 1, 1, 0, 128, 64, 0, 0, 1), {1, 1, 2, 2, 2}, {2, 1});
}
Descriptor integers() {  // s8 * u8
  return descriptor_of(7, tcgen05(7, 1, 0, 2, 128, 64), {2, 1, 2, 2, 2}, {5, 0}, {0, 0}, true);
}
Descriptor sparse() {  // 64 bits of metadata a row and instruction
  const std::uint32_t dense = tcgen05(3, 0, 1, 1, 64, 32);
  InstructionFields fields = decode_instruction(kKinds[3], dense);
  fields.sparse = 1;
  return descriptor_of(3, encode_instruction(kKinds[3], fields), {2, 1, 2, 1, 2});
}
Descriptor by_number() {
  return descriptor_of(0, catalogue_number("hopper/wgmma.m64nNk32.f32.e4m3.e4m3") | 16U << 16,
                       {2, 2, 2, 1, 2});
}

void set_instruction(Descriptor& x, std::uint64_t InstructionFields::*member, std::uint64_t value) {
  const KindRow& kind = kKinds[x.kind];
  InstructionFields fields = decode_instruction(kind, static_cast<std::uint32_t>(x.instruction));
  fields.*member = value;
  x.instruction = encode_instruction(kind, fields);
}

// A rule, how to break it in a valid descriptor, and by how much chance.
struct Break {
  ErrorCode code;
  int operand;
  Descriptor (*valid)();
  std::function<void(Descriptor&, std::uint64_t)> change;  // by a random number
};

const std::vector<Break>& breaks() {
  using E = ErrorCode;
  using I = InstructionFields;
  constexpr int kNone = -1;
  const auto index = [](Operand name) { return static_cast<int>(slot_of(name)); };
  static const std::vector<Break> kAll{
      {E::version, kNone, plain, [](auto& x, auto r) { x.version = 2 + r % 254; }},
      {E::kind, kNone, plain,
       [](auto& x, auto r) { x.kind = kKinds.size() + r % (256 - kKinds.size()); }},
      {E::reserved, kNone, plain, [](auto& x, auto r) { x.reserved_flags = 1ULL << r % 12; }},
      {E::reserved, kNone, bytes, [](auto& x, auto r) { x.reserved = 1ULL << r % 32; }},
      {E::reserved, kNone, scaled,
       [](auto& x, auto r) { x.slots[r % 6].reserved = 1ULL << r / 8 % 16; }},
      {E::c_and_accumulate, kNone, plain, [](auto& x, auto) { x.accumulate = 1; }},
      {E::group, kNone, plain, [](auto& x, auto r) { x.group = r % 2 ? 0 : 3 + r % 253; }},
      {E::group_of_kind, kNone, by_number, [](auto& x, auto) { x.group = 2; }},
      {E::tensor_memory, kNone, by_number, [](auto& x, auto) { x.a_in_tensor_memory = 1; }},
      {E::instruction_number, kNone, by_number,
       [](auto& x, auto r) {
         const auto rows = catalog().ids().size();
         x.instruction = rows + r % (65536 - rows);
       }},
      {E::instruction_n, kNone, by_number,
       [](auto& x, auto r) { x.instruction += (r % 2 ? 1 + r % 7 : 256) << 16; }},
      {E::instruction_reserved, kNone, plain,
       [](auto& x, auto r) {
         constexpr int kBits[] = {6, 23, 29, 30, 31};
         x.instruction |= 1ULL << kBits[r % 5];
       }},
      {E::instruction_reserved, kNone, scaled,
       [](auto& x, auto r) { x.instruction |= r % 2 ? 1 << 3 : 1 << 6; }},
      {E::sparse, kNone, scaled, [](auto& x, auto) { set_instruction(x, &I::sparse, 1); }},
      {E::layout_of_operand, index(sa), sparse, [](auto& x, auto r) { x[sa].layout = 2 + r % 5; }},
      {E::unused_operand, index(sb), sparse, [](auto& x, auto) { x[sb].stride = 32; }},
      {E::major_of_kind, index(sa), sparse, [](auto& x, auto) { x[sa].major = 1; }},
      {E::stride, index(sa), sparse, [](auto& x, auto r) { x[sa].stride = r % 16; }},
      {E::overlap, index(sa), sparse, [](auto& x, auto) { x[sa].address = x[d].address; }},
      {E::sparse, kNone, scaled,
       [](auto& x, auto r) { set_instruction(x, &I::sparsity_id, 1 + r % 3); }},
      {E::saturate, kNone, plain, [](auto& x, auto) { set_instruction(x, &I::saturate, 1); }},
      {E::negate, kNone, plain, [](auto& x, auto) { set_instruction(x, &I::negate_a, 1); }},
      {E::negate, kNone, scaled, [](auto& x, auto) { set_instruction(x, &I::negate_b, 1); }},
      {E::format_a, kNone, plain,
       [](auto& x, auto r) { set_instruction(x, &I::a_format, 2 + r % 6); }},
      {E::format_a, kNone, bytes, [](auto& x, auto) { set_instruction(x, &I::a_format, 2); }},
      {E::format_b, kNone, bytes,
       [](auto& x, auto r) { set_instruction(x, &I::b_format, r % 2 ? 6 : 7); }},
      {E::format_b, kNone, scaled, [](auto& x, auto) { set_instruction(x, &I::b_format, 0); }},
      {E::format_d, kNone, plain, [](auto& x, auto) { set_instruction(x, &I::d_format, 3); }},
      {E::integer, kNone, plain, [](auto& x, auto) { set_instruction(x, &I::d_format, 2); }},
      {E::integer, kNone, integers,
       [](auto& x, auto r) { set_instruction(x, &I::d_format, r % 2); }},
      {E::format_a, kNone, integers,
       [](auto& x, auto r) { set_instruction(x, &I::a_format, 2 + r % 6); }},
      {E::layout_of_format, index(a), integers, [](auto& x, auto r) { x[a].layout = 1 + r % 4; }},
      {E::formats, kNone, plain,  // f16 sums of bf16
       [](auto& x, auto) {
         set_instruction(x, &I::d_format, 0);
         set_instruction(x, &I::b_format, 1);
       }},
      {E::scale_format, kNone, scaled,
       [](auto& x, auto) {
         x.kind = 5;  // whose scales are ue8m0 alone
         set_instruction(x, &I::scale_format, 0);
       }},
      {E::scale_id, kNone, scaled,
       [](auto& x, auto r) { set_instruction(x, &I::a_scale_id, 1 + r % 3); }},
      {E::scale_id, kNone, scaled,
       [](auto& x, auto r) { set_instruction(x, &I::b_scale_id, 1 + r % 3); }},
      {E::k_size, kNone, scaled, [](auto& x, auto) { set_instruction(x, &I::k_size, 1); }},
      {E::m, kNone, plain,
       [](auto& x, auto r) {
         set_instruction(x, &I::m_sixteenths, r % 2 ? 5 + r % 3 : 9 + r % 23);
       }},
      {E::m, kNone, scaled, [](auto& x, auto) { set_instruction(x, &I::m_sixteenths, 4); }},
      // mma.sync's m, of a kind that it has, too.
      {E::m, kNone, bytes, [](auto& x, auto) { set_instruction(x, &I::m_sixteenths, 1); }},
      {E::m, kNone, plain, [](auto& x, auto) { x.group = 2; }},  // a pair of 32 each
      {E::n, kNone, plain,
       [](auto& x, auto r) { set_instruction(x, &I::n_eighths, r % 2 ? 0 : 33 + r % 31); }},
      {E::n, kNone, scaled,  // halves of 4
       [](auto& x, auto) {
         x.group = 2;
         set_instruction(x, &I::n_eighths, 9);
       }},
      // Beyond 32 an integer instruction's n is a multiple of 16; a pair's is one of 32.
      {E::n, kNone, integers,
       [](auto& x, auto r) { set_instruction(x, &I::n_eighths, 5 + 2 * (r % 14)); }},
      {E::n, kNone, integers,
       [](auto& x, auto r) {
         x.group = 2;
         set_instruction(x, &I::m_sixteenths, 16);
         set_instruction(x, &I::n_eighths, 2 + 4 * (r % 8));
       }},
      {E::no_tiles, kNone, plain, [](auto& x, auto) { x.m_tiles = 0; }},
      {E::no_tiles, kNone, bytes, [](auto& x, auto) { x.n_tiles = 0; }},
      {E::no_tiles, kNone, scaled, [](auto& x, auto) { x.k_tiles = 0; }},
      {E::too_many_tiles, kNone, plain,
       [](auto& x, auto r) { x.k_tiles = 174763 + r % 0xfff0'0000; }},
      {E::too_many_tiles, kNone, bytes,
       [](auto& x, auto) { x.m_tiles = x.n_tiles = x.k_tiles = 0xffff'ffff; }},
      {E::tile_k, kNone, plain, [](auto& x, auto r) { x.tile_k = r % 2 ? 0 : 257 + r % 65279; }},
      {E::stages, kNone, plain, [](auto& x, auto r) { x.stages = r % 2 ? 0 : 33 + r % 223; }},
      {E::buffers, kNone, plain,
       [](auto& x, auto) {
         x.tile_k = 256;
         x.stages = 2;  // of 786432 bytes
       }},
      {E::unused_operand, index(c), bytes, [](auto& x, auto r) { x[c].stride = 1 + r % 0xffff; }},
      {E::unused_operand, index(sa), plain, [](auto& x, auto) { x[sa].address = 1ULL << 63; }},
      {E::unused_operand, index(sb), by_number, [](auto& x, auto) { x[sb].layout = 6; }},
      {E::layout, index(a), plain, [](auto& x, auto r) { x[a].layout = 7 + r % 249; }},
      {E::layout, index(d), bytes, [](auto& x, auto r) { x[d].layout = 7 + r % 249; }},
      {E::layout_of_operand, index(a), plain, [](auto& x, auto) { x[a].layout = 6; }},
      {E::layout_of_operand, index(c), plain, [](auto& x, auto r) { x[c].layout = 1 + r % 6; }},
      {E::layout_of_operand, index(d), bytes, [](auto& x, auto r) { x[d].layout = 1 + r % 6; }},
      {E::layout_of_operand, index(sa), scaled, [](auto& x, auto r) { x[sa].layout = 1 + r % 5; }},
      {E::layout_of_format, index(a), plain, [](auto& x, auto r) { x[a].layout = 1 + r % 5; }},
      {E::layout_of_format, index(a), bytes, [](auto& x, auto) { x[a].layout = 4; }},
      {E::layout_of_format, index(b), bytes, [](auto& x, auto r) { x[b].layout = 2 + r % 2; }},
      {E::layout_of_kind, index(a), bytes, [](auto& x, auto) { x[a].layout = 2; }},
      {E::layout_of_kind, index(b), scaled,
       [](auto& x, auto r) { x[b].layout = r % 3 == 0   ? 0
                                           : r % 3 == 1 ? 3
                                                        : 5; }},
      {E::major, index(b), plain, [](auto& x, auto r) { x[b].major = 2 + r % 254; }},
      {E::major, index(d), scaled, [](auto& x, auto r) { x[d].major = 2 + r % 254; }},
      {E::major_of_instruction, index(a), plain, [](auto& x, auto) { x[a].major = 1; }},
      {E::major_of_instruction, index(b), bytes,
       [](auto& x, auto) { set_instruction(x, &I::b_major, 1); }},
      {E::major_of_kind, index(a), scaled,
       [](auto& x, auto) {
         set_instruction(x, &I::a_major, 1);
         x[a].major = 1;
       }},
      {E::major_of_kind, index(sb), scaled, [](auto& x, auto) { x[sb].major = 1; }},
      {E::address_alignment, index(a), plain, [](auto& x, auto r) { x[a].address += 2 * r + 1; }},
      {E::address_alignment, index(b), bytes, [](auto& x, auto r) { x[b].address += 1 + r % 31; }},
      {E::address_alignment, index(a), scaled, [](auto& x, auto r) { x[a].address += 1 + r % 15; }},
      {E::address_alignment, index(d), plain, [](auto& x, auto r) { x[d].address += 1 + r % 3; }},
      {E::stride_alignment, index(a), bytes, [](auto& x, auto r) { x[a].stride += 1 + r % 31; }},
      {E::stride_alignment, index(d), plain, [](auto& x, auto r) { x[d].stride += 1 + r % 3; }},
      {E::stride, index(a), plain, [](auto& x, auto r) { x[a].stride = 2 * (r % 128); }},
      {E::stride, index(sa), scaled, [](auto& x, auto) { x[sa].stride = 0; }},
      {E::stride, index(d), bytes, [](auto& x, auto) { x[d].stride = 128 * 4 - 4; }},
      {E::inner_tile, index(a), bytes, [](auto& x, auto r) { x.tile_k = 1 + r % 3; }},
      {E::inner_tile, index(b), bytes,
       [](auto& x, auto) {
         set_instruction(x, &I::b_major, 1);
         x[b].major = 1;
       }},
      {E::address_range, index(a), plain,
       [](auto& x, auto r) { x[a].address = ~std::uint64_t{0} - 1 - 2 * (r % 1000); }},
      {E::address_range, index(d), bytes,
       [](auto& x, auto r) { x[d].address = ~std::uint64_t{3} - 4 * (r % 1000); }},
      {E::overlap, index(a), plain, [](auto& x, auto) { x[a].address = x[d].address; }},
      {E::overlap, index(b), bytes, [](auto& x, auto) { x[d].address = x[b].address + 32; }},
      {E::overlap, index(c), plain,
       [](auto& x, auto) { x[c].address = x[d].address + x[d].stride / 4 * 4 * 127; }},
      {E::overlap, index(sb), scaled, [](auto& x, auto) { x[sb].address = x[d].address; }},
  };
  return kAll;
}

Fault fault_of(const Descriptor& descriptor) {
  const auto result = validate(descriptor, catalogue_units());
  const Fault* fault = std::get_if<Fault>(&result);
  return fault != nullptr ? *fault : Fault{};
}

std::string text(const Fault& fault) {
  return std::string(row_of(fault.code).name) + " of operand " + std::to_string(fault.operand);
}

TEST(Job, EachRuleBrokenAloneHasItsCode) {
  std::set<ErrorCode> seen;
  for (const auto& valid : {plain, bytes, scaled, integers, sparse, by_number}) {
    const Fault fault = fault_of(valid());
    ASSERT_FALSE(fault) << text(fault);
  }
  for (std::size_t i = 0; i < breaks().size(); ++i) {
    const Break& rule = breaks()[i];
    Descriptor descriptor = rule.valid();
    rule.change(descriptor, i);
    const Fault fault = fault_of(descriptor);
    EXPECT_EQ(fault, (Fault{rule.code, rule.operand}))
        << i << ", " << row_of(rule.code).name << ": " << text(fault);
    seen.insert(rule.code);
  }
  // Only units of one's own break these; the rest are errors at run time.
  for (const ErrorRow& row : kErrors) {
    if (row.code > ErrorCode::none && row.code < ErrorCode::fetch &&
        row.code != ErrorCode::no_place && row.code != ErrorCode::chain) {
      EXPECT_TRUE(seen.contains(row.code)) << row.name << " is not tried";
    }
  }
}

TEST(Job, OwnUnitsAreJudgedToo) {
  const Unit& unit = catalog().find("hopper/mma.m16n8k16.f16.f16.f16.f16");
  std::vector<Unit> units{unit};
  Descriptor x = descriptor_of(0, catalogue_number(unit.instruction.id), {1, 1, 2, 1, 1});
  x.instruction = 0;
  const auto code = [&] {
    const auto result = validate(x, UnitList(units));
    const Fault* fault = std::get_if<Fault>(&result);
    return fault != nullptr ? fault->code : ErrorCode::none;
  };
  EXPECT_EQ(code(), ErrorCode::none);
  units[0].instruction.c = find_format("f32");
  EXPECT_EQ(code(), ErrorCode::chain);
  units[0] = unit.with("result.rounding", "{ mode = \"stochastic\", random_bits = 8 }");
  EXPECT_EQ(code(), ErrorCode::no_place);
}

TEST(Job, ASparseAFillsStageBuffersWithWhatItKeeps) {
  const Descriptor x = sparse();
  // Each k tile: 64 rows of the 32 bytes that A keeps, 32 columns of 64 bytes.
  const auto bytes_of_all = static_cast<std::int64_t>(x.stages * x.tile_k) * (64 * 32 + 32 * 64);
  const auto code_with = [&x](std::int64_t buffer_bytes) {
    const auto result = validate(x, catalogue_units(), {.buffer_bytes = buffer_bytes});
    const Fault* fault = std::get_if<Fault>(&result);
    return fault != nullptr ? fault->code : ErrorCode::none;
  };
  EXPECT_EQ(code_with(bytes_of_all), ErrorCode::none);
  EXPECT_EQ(code_with(bytes_of_all - 1), ErrorCode::buffers);
}

TEST(Job, OperandsHaveNames) {
  const auto name_in = [](const Descriptor& x, Operand slot) {
    const Job job = std::get<Job>(validate(x, catalogue_units()));
    return std::string(name_of(operand_in(slot_of(slot), *job.unit)));
  };
  EXPECT_EQ(name_in(sparse(), sa), "metadata");
  EXPECT_EQ(name_in(sparse(), metadata), "metadata");
  EXPECT_EQ(name_in(sparse(), a), "A");
  EXPECT_EQ(name_in(scaled(), sa), "SA");
}

TEST(Job, AnyDescriptorHasAJobOrItsCode) {
  std::mt19937_64 random(1);
  for (int i = 0; i < 100'000; ++i) {
    const Break& rule = breaks()[random() % breaks().size()];
    Descriptor descriptor = rule.valid();
    descriptor.sequence = random() & 0xffff'ffff;
    descriptor.interrupt = random() & 1;
    if (descriptor.kind != 0 && random() % 2 == 0) descriptor.a_in_tensor_memory = 1;
    ASSERT_FALSE(fault_of(descriptor));
    rule.change(descriptor, random() >> 8);
    ASSERT_EQ(fault_of(decode(encode(descriptor))), (Fault{rule.code, rule.operand}))
        << row_of(rule.code).name << ": " << text(fault_of(descriptor));
  }
}

TEST(Job, AnyBitsHaveAJobOrACode) {
  std::mt19937_64 random(2);
  std::set<ErrorCode> seen;
  for (int i = 0; i < 100'000; ++i) {
    auto bytes_of = encode(breaks()[random() % breaks().size()].valid());
    for (std::uint64_t changes = random() % 4; changes-- > 0;)
      bytes_of[random() % bytes_of.size()] ^= static_cast<std::byte>(1 << random() % 8);
    seen.insert(fault_of(decode(bytes_of)).code);
  }
  EXPECT_GT(seen.size(), 30U);
}

TEST(Descriptor, ItsFieldsCoverItOnce) {
  // Each bit of memory changes exactly one field and is written back.
  for (std::size_t bit = 0; bit < 8 * kDescriptorBytes; ++bit) {
    std::array<std::byte, kDescriptorBytes> bytes_of{};
    bytes_of[bit / 8] = static_cast<std::byte>(1 << bit % 8);
    EXPECT_EQ(encode(decode(bytes_of)), bytes_of) << bit;
  }
}

TEST(Descriptor, InstructionsOfEachUnitNameIt) {
  int saturating = 0, sparse_ones = 0;
  for (const KindRow& kind : kKinds)
    for (const Unit* unit : catalogue_units().of_kind(kind)) {
      const Instruction& row = unit->instruction;
      const auto fields = fields_of(kind, *unit, row.shape.m, row.shape.n.max);
      ASSERT_TRUE(fields) << row.id;
      saturating += fields->saturate != 0;
      sparse_ones += fields->sparse != 0;
      ChosenUnit chosen;
      EXPECT_EQ(choose_unit(catalogue_units(), kind, encode_instruction(kind, *fields), 1, chosen),
                ErrorCode::none)
          << row.id;
      ASSERT_NE(chosen.unit, nullptr) << row.id;
      EXPECT_EQ(chosen.unit->instruction.id, row.id);
    }
  EXPECT_GT(saturating, 0);
  EXPECT_GT(sparse_ones, 0);
}

TEST(Descriptor, TakesTheHardwaresInstruction) {
  // By hand: f32 sums of bf16 and f16, B along n, n = 248, m = 128.
  const std::uint32_t bits = 1U << 4 | 1U << 7 | 0U << 10 | 1U << 16 | 31U << 17 | 8U << 24;
  EXPECT_EQ(tcgen05(1, 1, 0, 1, 128, 248, 0, 1), bits);
  // NVFP4: e2m1 is 1, ue4m3 is 0.
  EXPECT_EQ(tcgen05(6, 1, 1, 0, 128, 64), 1U << 7 | 1U << 10 | 8U << 17 | 8U << 24);
}

}  // namespace
}  // namespace mmasc::tlm
