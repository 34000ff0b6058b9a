// SPDX-License-Identifier: Apache-2.0
// For every instruction that can be captured, each element of each operand has a place of its own,
// and together they fill the registers or the memory.
#include "mmasc/capture/operand_map.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string_view>
#include <utility>
#include <vector>

#include "capture/captured.h"
#include "mmasc/capture/opcode.h"
#include "mmasc/unit/catalog.h"
#include "mmasc/unit/error.h"
#include "vectors/support.h"

namespace mmasc {
namespace {

// Returns how many bits of the image no element takes.
int check_permutation(const OperandMap& map, const std::string& what) {
  std::vector<int> taken(static_cast<std::size_t>(map.words()) * 32);
  for (int block = 0; block < map.blocks(); ++block)
    for (int row = 0; row < map.rows(); ++row)
      for (int column = 0; column < map.columns(); ++column) {
        const int first = map.first_bit({row, column, block});
        EXPECT_GE(first, 0) << what << ": no place for " << row << ", " << column << ", " << block;
        if (first < 0) return -1;
        for (int bit = first; bit < first + map.bits(); ++bit)
          ++taken.at(static_cast<std::size_t>(bit));
      }
  EXPECT_LE(*std::ranges::max_element(taken), 1) << what << ": two elements at one place";
  return static_cast<int>(std::ranges::count(taken, 0));
}

// Whoever adds a row of a processor that is captured says in which registers its operands lie.
TEST(OperandMap, IsKnownButForTheseRows) {
  constexpr std::string_view kUnknown[] = {"power/",
                                           "riscv/",
                                           "rdna3/",
                                           "rdna4/",
                                           "cdna3/v_smfmac_",
                                           "blackwell/tcgen05.mma.sp.",
                                           "rtx_blackwell/mma.sp.m16n8k64.f8f6f4."};
  for (const Unit& unit : catalog().units()) {
    const std::string& id = unit.instruction.id;
    const bool is_unknown =
        id.ends_with(".cuda12.4") ||
        std::ranges::any_of(kUnknown, [&](auto start) { return id.starts_with(start); });
    EXPECT_NE(testing::can_be_captured(unit.instruction), is_unknown) << id;
  }
}

TEST(OperandMap, EveryElementHasAPlaceOfItsOwn) {
  for (const Unit& unit : catalog().units()) {
    if (!testing::can_be_captured(unit.instruction)) continue;
    const Instruction& row = unit.instruction;
    const TileMaps maps = tile_maps(unit);
    const auto padding = [](const OperandMap& map) {
      return map.words() * 32 - map.rows() * map.columns() * map.blocks() * map.bits();
    };
    const OperandLayout layout = layout_of(unit);
    for (const OperandRow& operand : kOperands) {
      ASSERT_EQ(maps.has(operand.operand), layout.has(operand.operand)) << row.id;
      if (!maps.has(operand.operand)) continue;
      const OperandMap& map = maps[operand.operand];
      const std::string what = row.id + " " + std::string(operand.name);
      EXPECT_EQ(check_permutation(map, what), padding(map)) << what;
      // Only elements below 8 bits leave bits of their containers unused, scales and metadata
      // lanes, and tensor memory all above an element.
      const bool is_accumulator = operand.operand == Operand::c || operand.operand == Operand::d;
      const bool fills = operand.lacks.empty() && map.bits() >= 8 &&
                         !(is_accumulator && row.storage == Storage::tcgen05);
      EXPECT_EQ(fills ? padding(map) : 0, 0) << what;
    }
  }
}

TEST(OperandMap, HasTheTileOfTheInstruction) {
  for (const Unit& unit : catalog().units()) {
    if (!testing::can_be_captured(unit.instruction)) continue;
    const TileShape& shape = unit.instruction.shape;
    const TileMaps maps = tile_maps(unit);
    EXPECT_EQ(maps[Operand::a].rows(), shape.m);
    EXPECT_EQ(maps[Operand::a].columns(), unit.products());
    EXPECT_EQ(maps[Operand::b].rows(), shape.k);
    EXPECT_TRUE(shape.n.contains(maps[Operand::b].columns()));
    EXPECT_EQ(maps[Operand::d].rows(), shape.m);
    EXPECT_EQ(maps[Operand::d].columns(), maps[Operand::b].columns());
    EXPECT_EQ(maps[Operand::d].blocks(), shape.blocks);
  }
}

// A kernel knows its registers from the opcode alone, the host from the row.
TEST(OperandMap, AgreesWithTheOpcode) {
  const auto is = [](const OpcodeType& type, const Format& format) {
    return type.name == format.name && type.bits == format.storage_bits();
  };
  int opcodes = 0;
  for (const Unit& unit : catalog().units()) {
    if (!testing::can_be_captured(unit.instruction)) continue;
    const Instruction& row = unit.instruction;
    if (row.storage != Storage::mma && row.storage != Storage::quad_pairs) continue;
    ++opcodes;
    const Opcode opcode = read_opcode(row.mnemonic);
    ASSERT_GE(opcode.types, 4) << row.id;
    EXPECT_EQ(opcode.m, row.shape.m) << row.id;
    EXPECT_EQ(opcode.n, row.shape.n.min) << row.id;
    EXPECT_EQ(opcode.k, row.shape.k) << row.id;
    EXPECT_EQ(opcode.blocks, row.shape.blocks) << row.id;
    EXPECT_TRUE(is(opcode.a_type(), *row.a)) << row.id;
    EXPECT_TRUE(is(opcode.b_type(), *row.b)) << row.id;
    EXPECT_TRUE(is(opcode.c_type(), *row.c)) << row.id;
    EXPECT_TRUE(is(opcode.d_type(), unit.d())) << row.id;
    EXPECT_EQ(opcode.scaled(), row.scale.has_value()) << row.id;
    EXPECT_EQ(opcode.sparse, row.sparsity.has_value()) << row.id;
    const auto words = [&](int elements, const OpcodeType& type) {
      return registers(elements * opcode.blocks, type, opcode.k, 32) * (type.bits == 64 ? 2 : 1) *
             32;
    };
    const TileMaps maps = tile_maps(unit);
    EXPECT_EQ(words(opcode.m * opcode.stored_k(), opcode.a_type()), maps[Operand::a].words())
        << row.id;
    EXPECT_EQ(words(opcode.k * opcode.n, opcode.b_type()), maps[Operand::b].words()) << row.id;
    EXPECT_EQ(words(opcode.m * opcode.n, opcode.d_type()), maps[Operand::d].words()) << row.id;
  }
  EXPECT_GT(opcodes, 100);
}

// ptxas takes mma.sp with a kind as mma.sp::ordered_metadata alone.
TEST(OperandMap, ReadsEverySparseOpcode) {
  int kinds = 0;
  for (const Unit& unit : catalog().units()) {
    const std::string& mnemonic = unit.instruction.mnemonic;
    if (!mnemonic.starts_with("mma.sp")) continue;
    EXPECT_TRUE(read_opcode(mnemonic).sparse) << mnemonic;
    const bool has_kind = mnemonic.find(".kind::") != mnemonic.npos;
    EXPECT_EQ(mnemonic.starts_with("mma.sp::ordered_metadata."), has_kind) << mnemonic;
    kinds += has_kind ? 1 : 0;
  }
  EXPECT_EQ(kinds, 8);
}

TEST(OperandMap, ReadsBackWhatWasPut) {
  const Unit& unit = catalog().find("hopper/mma.m16n8k16.f64.f64.f64.f64");
  const OperandMap map = tile_maps(unit)[Operand::a];
  std::vector<std::uint32_t> image(static_cast<std::size_t>(map.words()));
  map.set(image, {9, 14}, 0x0123456789abcdef);
  EXPECT_EQ(map.get(image, {9, 14}), 0x0123456789abcdefu);
  // a7 of lane 6: row 1 + 8, k = 7 * 2 - 2 + 2.
  EXPECT_EQ(map.first_bit({9, 14}), (7 * 32 + 6) * 64);
}

TEST(OperandMap, AnE2m1InAByteIsInItsMiddle) {
  const Unit& unit = catalog().find("rtx_blackwell/mma.m16n8k32.f8f6f4.f32.e2m1.e4m3.f32");
  const TileMaps maps = tile_maps(unit);
  EXPECT_EQ(maps[Operand::a].first_bit({0, 0}), 2);
  EXPECT_EQ(maps[Operand::a].first_bit({0, 1}), 10);
  EXPECT_EQ(maps[Operand::b].first_bit({0, 0}), 0);
}

// PTX ISA, "Packing format used for matrix A and B by .kind::mxf8f6f4 in Shared Memory".
TEST(OperandMap, SmallFormatsOfTcgen05AreDenseInTheirSixteenBytes) {
  const Unit& unit = catalog().find("blackwell/tcgen05.mma.m128nNk32.f8f6f4.f32.e2m1.e3m2");
  const TileMaps maps = tile_maps(unit);
  EXPECT_EQ(maps[Operand::a].first_bit({0, 15}), 15 * 4);
  EXPECT_EQ(maps[Operand::a].first_bit({1, 0}), 128);
  EXPECT_EQ(maps[Operand::a].first_bit({0, 16}), 1024);
  EXPECT_EQ(maps[Operand::b].first_bit({15, 0}), 15 * 6);
}

// PTX ISA, "Data Path Layout Organization": layouts D and F, a warp for each 32 lanes.
TEST(OperandMap, TheAccumulatorOfTcgen05IsInTensorMemory) {
  const Unit& whole = catalog().find("blackwell/tcgen05.mma.m128nNk16.f16.f32.f16.f16");
  EXPECT_EQ(tile_maps(whole).d().first_bit({127, 2}), (2 * 128 + 127) * 32);
  const Unit& half = catalog().find("blackwell/tcgen05.mma.m64nNk16.f16.f32.f16.f16");
  EXPECT_EQ(tile_maps(half).d().first_bit({15, 0}), 15 * 32);
  EXPECT_EQ(tile_maps(half).d().first_bit({16, 0}), 32 * 32);
}

// PTX ISA, "Instruction descriptor": D's type in bits 4-5, A's in 7-9, B's in 10-12, n / 8 in
// 17-22, m / 16 in 24-28.
TEST(OperandMap, TheInstructionDescriptorHasItsFields) {
  const auto of = [](const char* id) { return instruction_descriptor(catalog().find(id), 16); };
  EXPECT_EQ(of("blackwell/tcgen05.mma.m128nNk16.f16.f32.bf16.bf16"),
            1u << 4 | 1u << 7 | 1u << 10 | 2u << 17 | 8u << 24);
  EXPECT_EQ(of("blackwell/tcgen05.mma.m64nNk32.f8f6f4.f16.e2m1.e3m2"),
            5u << 7 | 4u << 10 | 2u << 17 | 4u << 24);
  EXPECT_EQ(of("blackwell/tcgen05.mma.m64nNk8.tf32.f32.tf32.tf32"),
            1u << 4 | 2u << 7 | 2u << 10 | 2u << 17 | 4u << 24);
  // Integers: saturation in bit 3, s32 is 2, s8 is 1 and u8 is 0.
  EXPECT_EQ(of("blackwell/tcgen05.mma.m128nNk32.i8.s32.s8.u8"),
            2u << 4 | 1u << 7 | 2u << 17 | 8u << 24);
  EXPECT_EQ(of("blackwell/tcgen05.mma.m64nNk32.i8.saturate.s32.u8.s8"),
            1u << 3 | 2u << 4 | 1u << 10 | 2u << 17 | 4u << 24);
}

// The same with block scales: no type of D; the scales' in bit 23, their ids in 4-5 and 29-30; m /
// 128 in 27-28; e2m1 of kind mxf4nvf4 is 1.
TEST(OperandMap, TheInstructionDescriptorOfBlockScalesHasItsFields) {
  const auto of = [](const char* id) { return instruction_descriptor(catalog().find(id), 16); };
  EXPECT_EQ(of("blackwell/tcgen05.mma.m128nNk32.mxf8f6f4.f32.e5m2.e2m1.1X.ue8m0"),
            1u << 7 | 5u << 10 | 2u << 17 | 1u << 23 | 1u << 27);
  EXPECT_EQ(of("blackwell/tcgen05.mma.m128nNk64.mxf4nvf4.f32.e2m1.e2m1.4X.ue4m3"),
            1u << 7 | 1u << 10 | 2u << 17 | 1u << 27);
  EXPECT_EQ(of("blackwell/tcgen05.mma.m128nNk64.mxf4nvf4.f32.e2m1.e2m1.2X.ue8m0"),
            1u << 7 | 1u << 10 | 2u << 17 | 1u << 23 | 1u << 27);
}

// PTX ISA, "Scale Factor A ID" and "Scale Factor B ID": rows 0 to 31 in a partition's first column.
TEST(OperandMap, TheScalesOfTcgen05AreInTensorMemory) {
  const auto of = [](const char* id) { return tile_maps(catalog().find(id)); };
  const TileMaps one = of("blackwell/tcgen05.mma.m128nNk32.mxf8f6f4.f32.e4m3.e4m3.1X.ue8m0");
  EXPECT_EQ(one[Operand::sa].words(), 128);
  EXPECT_EQ(one[Operand::sa].first_bit({31, 0}), 31 * 32);
  EXPECT_EQ(one[Operand::sa].first_bit({32, 0}), (1 * 32 + 0) * 32);
  EXPECT_EQ(one[Operand::sa].first_bit({127, 0}), (3 * 32 + 31) * 32);
  EXPECT_EQ(one[Operand::sb].first_bit({0, 15}), 15 * 32);
  const TileMaps two = of("blackwell/tcgen05.mma.m128nNk64.mxf4nvf4.f32.e2m1.e2m1.2X.ue8m0");
  EXPECT_EQ(two[Operand::sa].first_bit({33, 1}), (1 * 32 + 1) * 32 + 8);
  const TileMaps four = of("blackwell/tcgen05.mma.m128nNk64.mxf4nvf4.f32.e2m1.e2m1.4X.ue4m3");
  EXPECT_EQ(four[Operand::sa].first_bit({2, 3}), 2 * 32 + 24);
  EXPECT_EQ(four[Operand::sb].first_bit({3, 2}), 2 * 32 + 24);
}

// PTX ISA, "Packing format used for matrix A and B by .kind::mxf4 and .kind::mxf4nvf4 in Shared
// Memory".
TEST(OperandMap, TheElementsOfMxf4nvf4AreDense) {
  const Unit& unit =
      catalog().find("blackwell/tcgen05.mma.m128nNk64.mxf4nvf4.f32.e2m1.e2m1.4X.ue4m3");
  const TileMaps maps = tile_maps(unit);
  EXPECT_EQ(maps[Operand::a].first_bit({0, 31}), 31 * 4);
  EXPECT_EQ(maps[Operand::a].first_bit({0, 32}), 1024);
  EXPECT_EQ(maps[Operand::a].first_bit({9, 0}), 2048 + 128);
  EXPECT_EQ(maps[Operand::b].first_bit({33, 1}), 1024 + 128 + 4);
}

// Intel SDM 2, "TCMMIMFP16PS": a number's real part is the lower half of its 32 bits.
TEST(OperandMap, TheImaginaryPartsOfBComeFirst) {
  const OperandMap b = tile_maps(catalog().find("x86/tcmmimfp16ps"))[Operand::b];
  for (const int number : {0, 1, 15})
    for (const int column : {0, 7}) {
      const int low = (number * 16 + column) * 32;
      EXPECT_EQ(b.first_bit({2 * number, column}), low + 16);
      EXPECT_EQ(b.first_bit({2 * number + 1, column}), low);
    }
}

// PTX ISA, "Sparse matrix storage": of two elements of tf32 0b0100 is the first, 0b1110 the second.
TEST(OperandMap, MetadataOfTf32SaysWhichHalves) {
  const OperandMap of_two =
      tile_maps(catalog().find("hopper/mma.sp.m16n8k16.f32.tf32.tf32.f32"))[Operand::metadata];
  std::vector<std::uint32_t> image(static_cast<std::size_t>(of_two.words()));
  for (int group = 0; group < 4; ++group) of_two.set(image, {0, group}, group % 2 == 0 ? 1 : 0);
  EXPECT_EQ(image[0], 0x4e4eu);
  EXPECT_EQ(of_two.get(image, {0, 0}), 1u);
  EXPECT_EQ(of_two.get(image, {0, 1}), 0u);

  const OperandMap of_four =
      tile_maps(catalog().find("hopper/mma.sp.m16n8k16.f32.f16.f16.f32"))[Operand::metadata];
  image.assign(static_cast<std::size_t>(of_four.words()), 0);
  for (int i = 0; i < 8; ++i) of_four.set(image, {8, i}, i % 2 == 0 ? 1u : 3u);
  EXPECT_EQ(image[0], 0xdddd0000u);
}

TEST(OperandMap, RefusesOperandsThatAreNotDrawn) {
  const auto refusal = [](const Unit& unit) {
    return testing::error_of<InputError>([&] { tile_maps(unit); });
  };
  Unit sparse = catalog().find("blackwell/tcgen05.mma.sp.m128nNk32.f16.f32.f16.f16");
  sparse.instruction.storage = Storage::tcgen05;
  EXPECT_EQ(refusal(sparse), sparse.instruction.id + ": the operand metadata cannot be captured");
  const Unit& dense = catalog().find("hopper/mma.m16n8k16.f32.f16.f16.f32");
  const Unit random = dense.with("result.rounding", "{ mode = \"stochastic\", random_bits = 8 }");
  EXPECT_EQ(refusal(random), random.instruction.id + ": the operand random cannot be captured");
}

TEST(OperandMap, RefusesTilesThatAStorageDoesNotHold) {
  const auto refusal = [](const char* id, Storage storage) {
    Unit unit = catalog().find(id);
    unit.instruction.storage = storage;
    return testing::error_of<InputError>([&] { tile_maps(unit); });
  };
  EXPECT_EQ(refusal("arm/bfmopa.bf16.bf16.bf16", Storage::tile),
            "arm/bfmopa.bf16.bf16.bf16: storage \"tile\" holds no tiles of this shape");
  EXPECT_EQ(refusal("x86/vpdpbusd", Storage::mma),
            "x86/vpdpbusd: storage \"mma\" holds no tiles of this shape");
}

TEST(OperandMap, RefusesWhatItHasNoLayoutFor) {
  Unit unit = catalog().find("hopper/mma.m16n8k16.f32.f16.f16.f32");
  unit.instruction.storage = Storage::unknown;
  EXPECT_EQ(
      testing::error_of<InputError>([&] { tile_maps(unit); }),
      unit.instruction.id +
          ": where its operands are stored is not known, so it cannot be captured; write storage");
}

}  // namespace
}  // namespace mmasc
