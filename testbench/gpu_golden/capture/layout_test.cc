// SPDX-License-Identifier: Apache-2.0
// The one rule of layout.h against each figure of the documents, as they write it.
#include "mmasc/capture/layout.h"

#include <gtest/gtest.h>

namespace mmasc {
namespace {

struct Figure {
  const char* name;
  int packed, elements;
  Coordinate (*at)(int group, int thread, int i);  // groupID, threadID_in_group
};

// PTX ISA, "Matrix Fragments for mma.m8n8k4 with .f64" to "mma.m16n8k64".
constexpr Figure kFiguresOfA[] = {
    {"m8n8k4 f64", 1, 1,
     [](int g, int t, int) {
       return Coordinate{g, t};
     }},
    {"m16n8k4 tf32, f64", 1, 2,
     [](int g, int t, int i) {
       return Coordinate{g + 8 * i, t};
     }},
    {"m16n8k8 f16, bf16", 2, 4,
     [](int g, int t, int i) {
       return Coordinate{i < 2 ? g : g + 8, t * 2 + (i & 1)};
     }},
    {"m16n8k8 tf32, f64", 1, 4,
     [](int g, int t, int i) {
       return Coordinate{i == 0 || i == 2 ? g : g + 8, i < 2 ? t : t + 4};
     }},
    {"m16n8k16 f16, bf16", 2, 8,
     [](int g, int t, int i) {
       return Coordinate{i < 2 || (i >= 4 && i < 6) ? g : g + 8, t * 2 + (i & 1) + (i < 4 ? 0 : 8)};
     }},
    {"m16n8k16 f64", 1, 8,
     [](int g, int t, int i) {
       return i % 2 == 0 ? Coordinate{g, i * 2 + t} : Coordinate{g + 8, i * 2 - 2 + t};
     }},
    {"m16n8k16 e4m3, e5m2", 4, 8,
     [](int g, int t, int i) {
       return Coordinate{i < 4 ? g : g + 8, t * 4 + (i & 3)};
     }},
    {"m16n8k32 e4m3 to e2m1", 4, 16,
     [](int g, int t, int i) {
       return Coordinate{i < 4 || (i >= 8 && i < 12) ? g : g + 8,
                         t * 4 + (i & 3) + (i < 8 ? 0 : 16)};
     }},
    {"m16n8k64 e2m1", 8, 32,
     [](int g, int t, int i) {
       return Coordinate{i < 8 || (i >= 16 && i < 24) ? g : g + 8,
                         t * 8 + (i & 7) + (i < 16 ? 0 : 32)};
     }},
};

constexpr Figure kFiguresOfB[] = {
    {"m8n8k4 f64, m16n8k4", 1, 1,
     [](int g, int t, int) {
       return Coordinate{t, g};
     }},
    {"m16n8k8 f16, bf16", 2, 2,
     [](int g, int t, int i) {
       return Coordinate{t * 2 + i, g};
     }},
    {"m16n8k8 tf32, f64", 1, 2,
     [](int g, int t, int i) {
       return Coordinate{i == 0 ? t : t + 4, g};
     }},
    {"m16n8k16 f16, bf16", 2, 4,
     [](int g, int t, int i) {
       return Coordinate{t * 2 + (i & 1) + (i < 2 ? 0 : 8), g};
     }},
    {"m16n8k16 f64", 1, 4,
     [](int g, int t, int i) {
       return Coordinate{t + i * 4, g};
     }},
    {"m16n8k16 e4m3, e5m2", 4, 4,
     [](int g, int t, int i) {
       return Coordinate{t * 4 + i, g};
     }},
    {"m16n8k32 e4m3 to e2m1", 4, 8,
     [](int g, int t, int i) {
       return Coordinate{t * 4 + (i & 3) + (i < 4 ? 0 : 16), g};
     }},
    {"m16n8k64 e2m1", 8, 16,
     [](int g, int t, int i) {
       return Coordinate{t * 8 + (i & 7) + (i < 8 ? 0 : 32), g};
     }},
};

TEST(MmaLayout, AIsThatOfTheFigures) {
  for (const Figure& figure : kFiguresOfA)
    for (int lane = 0; lane < mma_layout::kLanes; ++lane)
      for (int i = 0; i < figure.elements; ++i)
        EXPECT_EQ(mma_layout::a(figure.packed, lane, i), figure.at(lane >> 2, lane % 4, i))
            << figure.name << " lane " << lane << " a" << i;
}

TEST(MmaLayout, BIsThatOfTheFigures) {
  for (const Figure& figure : kFiguresOfB)
    for (int lane = 0; lane < mma_layout::kLanes; ++lane)
      for (int i = 0; i < figure.elements; ++i)
        EXPECT_EQ(mma_layout::b(figure.packed, lane, i), figure.at(lane >> 2, lane % 4, i))
            << figure.name << " lane " << lane << " b" << i;
}

TEST(MmaLayout, TheAccumulatorIsThatOfTheFigures) {
  EXPECT_EQ(mma_layout::accumulator(0, 1), (Coordinate{0, 1}));
  EXPECT_EQ(mma_layout::accumulator(5, 0), (Coordinate{1, 2}));
  EXPECT_EQ(mma_layout::accumulator(31, 1), (Coordinate{7, 7}));
  EXPECT_EQ(mma_layout::accumulator(31, 3), (Coordinate{15, 7}));
}

// PTX ISA, "Matrix Fragments for mma.m8n8k4 with .f16": the threads of computation 1 are 0 to 3
// and 16 to 19.
TEST(QuadPairLayout, IsThatOfTheFigures) {
  using namespace quad_pair_layout;
  EXPECT_EQ(a(0, 3), (Coordinate{0, 3, 0}));
  EXPECT_EQ(a(18, 1), (Coordinate{6, 1, 0}));
  EXPECT_EQ(a(31, 2), (Coordinate{7, 2, 3}));
  EXPECT_EQ(b(22, 3), (Coordinate{3, 6, 1}));
  EXPECT_EQ(accumulator_f16(9, 7), (Coordinate{1, 7, 2}));
  EXPECT_EQ(accumulator_f32(0, 0), (Coordinate{0, 0, 0}));
  EXPECT_EQ(accumulator_f32(1, 0), (Coordinate{1, 0, 0}));
  EXPECT_EQ(accumulator_f32(2, 1), (Coordinate{0, 3, 0}));
  EXPECT_EQ(accumulator_f32(0, 2), (Coordinate{2, 0, 0}));
  EXPECT_EQ(accumulator_f32(19, 7), (Coordinate{7, 7, 0}));
}

// PTX ISA, "Register Fragments" of wgmma: warp w of the four has the rows 16 w to 16 w + 15.
TEST(WgmmaLayout, TheAccumulatorIsThatOfTheFigure) {
  using namespace wgmma_layout;
  EXPECT_EQ(accumulator(0, 0), (Coordinate{0, 0}));
  EXPECT_EQ(accumulator(3, 1), (Coordinate{0, 7}));
  EXPECT_EQ(accumulator(4, 2), (Coordinate{9, 0}));
  EXPECT_EQ(accumulator(33, 0), (Coordinate{16, 2}));
  EXPECT_EQ(accumulator(127, 3), (Coordinate{63, 7}));
  EXPECT_EQ(accumulator(127, 7), (Coordinate{63, 15}));
}

// PTX ISA, "Canonical Layouts", K-major without swizzling: ((8,m),(T,2k)):((1T,SBO),(1,LBO)), with
// 8 x 16 bytes in a row.
TEST(WgmmaLayout, SharedMemoryIsMadeOfCoreMatrices) {
  using namespace wgmma_layout;
  EXPECT_EQ(byte(0, 0, 32), 0);
  EXPECT_EQ(byte(0, 15, 32), 15);
  EXPECT_EQ(byte(1, 0, 32), 16);
  EXPECT_EQ(byte(7, 15, 32), 127);
  EXPECT_EQ(byte(0, 16, 32), 128);
  EXPECT_EQ(byte(8, 0, 32), 256);
  EXPECT_EQ(byte(63, 31, 32), 2047);
  // Beside a sparse A a row of B takes four core rows.
  EXPECT_EQ(row_bytes_of_b(true), 64);
  EXPECT_EQ(byte(7, 63, 64), 511);
  EXPECT_EQ(byte(8, 0, 64), 512);
}

// PTX ISA, "Matrix Descriptor Format": bits 0-13, 16-29 and 32-45 hold bytes / 16.
TEST(WgmmaLayout, TheDescriptorHasItsFields) {
  EXPECT_EQ(wgmma_layout::descriptor(0, 32), 0x0000'0010'0008'0000u);
  EXPECT_EQ(wgmma_layout::descriptor(0x400, 32), 0x0000'0010'0008'0040u);
  EXPECT_EQ(wgmma_layout::descriptor(0x3ffff0, 32) & 0xffff, 0x3fffu);
}

// An H100 computes so: the metadata of f16 with k = 32 comes from two lanes of each quad, of 8-bit
// elements with k = 64 from all four, with k = 32 from two.
TEST(MetadataLayout, IsThatOfSilicon) {
  using metadata_layout::place, metadata_layout::Place;
  EXPECT_EQ(place(0, 0, 16), (Place{0, 0}));
  EXPECT_EQ(place(8, 0, 16), (Place{0, 16}));
  EXPECT_EQ(place(1, 18, 16), (Place{5, 2}));
  EXPECT_EQ(place(15, 31, 16), (Place{29, 31}));
  EXPECT_EQ(place(0, 31, 8), (Place{0, 31}));
  EXPECT_EQ(place(8, 0, 8), (Place{1, 0}));
  EXPECT_EQ(place(3, 33, 8), (Place{14, 1}));
  EXPECT_EQ(place(63, 62, 8), (Place{32 * 3 + 31, 30}));
}

// AMD's matrix instruction calculator: which lane and register an element is in.
TEST(MfmaLayout, IsThatOfTheDocuments) {
  using namespace mfma_layout;
  EXPECT_EQ(a(32, 1, 4, 32, 1), (Coordinate{0, 5, 0}));    // 32x32x8 f16
  EXPECT_EQ(a(16, 4, 1, 17, 0), (Coordinate{1, 0, 1}));    // 16x16x1 f32, 4 blocks
  EXPECT_EQ(a(4, 4, 1, 21, 0), (Coordinate{1, 1, 1}));     // 4x4x4 f64, 4 blocks
  EXPECT_EQ(b(16, 1, 8, 63, 7), (Coordinate{31, 15, 0}));  // 16x16x32 fp8
  EXPECT_EQ(accumulator_f32(32, 32, 4), (Coordinate{12, 0, 0}));
  EXPECT_EQ(accumulator_f32(32, 1, 17), (Coordinate{1, 1, 1}));
  EXPECT_EQ(accumulator_f32(16, 16, 3), (Coordinate{7, 0, 0}));
  EXPECT_EQ(accumulator_f32(16, 0, 4), (Coordinate{0, 0, 1}));
  EXPECT_EQ(accumulator_f32(4, 5, 2), (Coordinate{2, 1, 1}));
  EXPECT_EQ(accumulator_f64(16, 16, 1), (Coordinate{5, 0, 0}));
  EXPECT_EQ(accumulator_f64(4, 21, 0), (Coordinate{1, 1, 1}));
}

// Arm ARM DDI 0487, "BFMMLA": the first register is 2 x 4 by rows, the second 4 x 2 by columns, the
// third 2 x 2 by rows.
TEST(RegisterLayout, IsThatOfTheDocuments) {
  using namespace register_layout;
  for (int i = 0; i < 2; ++i)
    for (int k = 0; k < 4; ++k) {
      EXPECT_EQ(a(2, 4, 4 * i + k), (Coordinate{i, k, 0}));
      EXPECT_EQ(b(2, 4, 4 * i + k), (Coordinate{k, i, 0}));
    }
  EXPECT_EQ(accumulator(2, 2, 1), (Coordinate{0, 1, 0}));
  EXPECT_EQ(accumulator(2, 2, 2), (Coordinate{1, 0, 0}));
  EXPECT_EQ(a(1, 4, 7), (Coordinate{0, 3, 1}));  // dot products in lanes
  EXPECT_EQ(b(1, 4, 6), (Coordinate{2, 0, 1}));
  EXPECT_EQ(accumulator(1, 1, 15), (Coordinate{0, 0, 15}));
}

// Intel SDM 2, "TDPBSSD" and "TDPFP16PS": tsrc2.row[k].byte[4 * n + i] meets byte 4 * k + i of a
// row of tsrc1, and tsrc2.row[k].fp16[2 * n + i] meets fp16[2 * k + i].
TEST(AmxLayout, IsThatOfTheDocument) {
  for (const int packed : {4, 2})
    for (int k = 0; k < 16; ++k)
      for (int n = 0; n < 16; ++n)
        for (int i = 0; i < packed; ++i)
          EXPECT_EQ(amx_layout::b(16, packed, packed * (16 * k + n) + i),
                    (Coordinate{packed * k + i, n}));
}

}  // namespace
}  // namespace mmasc
