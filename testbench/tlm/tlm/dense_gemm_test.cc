// SPDX-License-Identifier: Apache-2.0
// Descriptors of plain GEMMs: every field, and what is refused.
#include "mmasc/accelerator_core/dense_gemm.h"

#include "mmasc/unit/error.h"
#include "thrown.h"
#include "tlm/tiled_problem.h"

namespace mmasc::tlm {
namespace {

DenseGemm small_gemm() {
  return {.unit = "hopper/mma.m16n8k16.f32.f16.f16.f32",
          .m = 32,
          .n = 24,
          .k = 128,
          .a = 0x1'0000,
          .b = 0x2'0000,
          .d = 0x3'0000,
          .accumulate = true,
          .tile_k = 4,
          .stages = 3};
}

TEST(DenseGemm, FillsInEveryField) {
  Descriptor expected{.interrupt = 1,
                      .accumulate = 1,
                      .instruction = catalogue_number("hopper/mma.m16n8k16.f32.f16.f16.f32"),
                      .m_tiles = 2,
                      .n_tiles = 3,
                      .k_tiles = 2,
                      .tile_k = 4,
                      .stages = 3,
                      .group = 1};
  expected[Operand::a] = {.address = 0x1'0000, .stride = 256};
  expected[Operand::b] = {.address = 0x2'0000, .stride = 256};
  expected[Operand::d] = {.address = 0x3'0000, .stride = 96};
  EXPECT_EQ(dense_gemm(small_gemm()), expected);
}

TEST(DenseGemm, HasScalesAndTheColumnsOfOneInstruction) {
  const char* const id = "blackwell/tcgen05.mma.m128nNk64.mxf4nvf4.f32.e2m1.e2m1.4X.ue4m3";
  const Descriptor x = dense_gemm({.unit = id,
                                   .m = 256,
                                   .n = 32,
                                   .k = 128,
                                   .a = 0x10'0000,
                                   .b = 0x20'0000,
                                   .d = 0x30'0000,
                                   .sa = 0x40'0000,
                                   .sb = 0x50'0000,
                                   .instruction_n = 16});
  EXPECT_EQ(x.m_tiles, 2u);
  EXPECT_EQ(x.n_tiles, 2u);
  EXPECT_EQ(x.k_tiles, 2u);
  EXPECT_EQ(x[Operand::sa].stride, 8u);
  EXPECT_EQ(x[Operand::sb].address, 0x50'0000u);
  EXPECT_EQ(job_of(x).n, 16);
}

TEST(DenseGemm, ASparseAComesWithMetadata) {
  DenseGemm gemm = small_gemm();
  gemm.unit = "hopper/mma.sp.m16n8k32.f32.f16.f16.f32";
  gemm.tile_k = 1;
  gemm.metadata = 0x4'0000;
  const Descriptor x = dense_gemm(gemm);
  EXPECT_EQ(x.k_tiles, 4u);
  EXPECT_EQ(x[Operand::a], (OperandFields{.address = 0x1'0000, .stride = 128}));
  EXPECT_EQ(x[Operand::b], (OperandFields{.address = 0x2'0000, .stride = 256}));
  EXPECT_EQ(x[Operand::metadata], (OperandFields{.address = 0x4'0000, .stride = 64}));
  EXPECT_EQ(x[Operand::sb], OperandFields{});
  gemm.metadata = gemm.d;
  EXPECT_EQ(error_of<InputError>([&] { dense_gemm(gemm); }),
            "dense_gemm: " + std::string(gemm.unit) +
                ": metadata: " + std::string(row_of(ErrorCode::overlap).text));
}

TEST(DenseGemm, RefusesWhatTheAcceleratorWould) {
  const auto refusal = [](auto change) {
    DenseGemm gemm = small_gemm();
    change(gemm);
    return error_of<InputError>([&] { dense_gemm(gemm); });
  };
  const std::string begin = "dense_gemm: hopper/mma.m16n8k16.f32.f16.f16.f32: ";
  EXPECT_EQ(refusal([](DenseGemm& x) { x.unit = "hopper/mma"; }),
            "dense_gemm: hopper/mma: there is no such instruction");
  EXPECT_EQ(refusal([](DenseGemm& x) { x.m = 24; }), begin + "m = 24 is no multiple of 16");
  EXPECT_EQ(refusal([](DenseGemm& x) { x.n = 0; }), begin + "n = 0 is no multiple of 8");
  EXPECT_EQ(refusal([](DenseGemm& x) { x.k = 96; }), begin + "k = 96 is no multiple of 64");
  EXPECT_EQ(refusal([](DenseGemm& x) { x.tile_k = -1; }), begin + "k = 128 is no multiple of -16");
  EXPECT_EQ(refusal([](DenseGemm& x) { x.instruction_n = 16; }),
            begin + std::string(row_of(ErrorCode::instruction_n).text));
  EXPECT_EQ(refusal([](DenseGemm& x) { x.stages = 0; }),
            begin + std::string(row_of(ErrorCode::stages).text));
  EXPECT_EQ(refusal([](DenseGemm& x) { x.b = x.d; }),
            begin + "B: " + std::string(row_of(ErrorCode::overlap).text));
  EXPECT_EQ(refusal([](DenseGemm& x) { x.a = 1; }),
            begin + "A: " + std::string(row_of(ErrorCode::address_alignment).text));
}

}  // namespace
}  // namespace mmasc::tlm
