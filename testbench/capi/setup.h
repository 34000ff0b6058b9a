/* SPDX-License-Identifier: Apache-2.0
 * Units, engines and arguments that several tests begin with. */
#ifndef MMASC_TESTBENCH_CAPI_SETUP_H
#define MMASC_TESTBENCH_CAPI_SETUP_H

#include "check.h"

#define FP8 "hopper/wgmma.m64nNk32.f32.e4m3.e4m3"
#define MXFP8 "blackwell/tcgen05.mma.m128nNk32.mxf8f6f4.f32.e4m3.e4m3.1X.ue8m0"

static inline mmasc_unit* find(const char* id) {
  mmasc_unit* unit = NULL;
  CHECK_OK(mmasc_unit_find(id, &unit));
  return unit;
}

static inline mmasc_unit* with(mmasc_unit* unit, const char* field, const char* value) {
  mmasc_unit* changed = NULL;
  CHECK_OK(mmasc_unit_with(unit, field, value, &changed));
  mmasc_unit_free(unit);
  return changed;
}

/* FP8 with 17 fraction bits and a result rounded to the nearest f32. */
static inline mmasc_unit* find_wider(void) {
  mmasc_unit* unit = with(find(FP8), "dot.fraction_bits", "17");
  unit = with(unit, "result.significand_fraction", "23");
  return with(unit, "result.rounding", "nearest_even");
}

static inline mmasc_engine* make_engine(mmasc_unit* unit, const char* name) {
  mmasc_engine* engine = NULL;
  CHECK_OK(mmasc_engine_create(unit, name, NULL, &engine));
  return engine;
}

/* The engine goes on without its unit. */
static inline mmasc_engine* find_engine(const char* id, const char* name) {
  mmasc_unit* unit = find(id);
  mmasc_engine* engine = make_engine(unit, name);
  mmasc_unit_free(unit);
  return engine;
}

/* `count` dot products of depth k, without scales. */
static inline mmasc_dot_args dot_args_of(const uint64_t* a, const uint64_t* b, const uint64_t* c,
                                         uint64_t* d, size_t k, size_t count) {
  mmasc_dot_args args;
  memset(&args, 0, sizeof args);
  args.struct_size = sizeof args;
  args.operands[MMASC_A].data = a;
  args.operands[MMASC_B].data = b;
  args.operands[MMASC_C].data = c;
  args.d.data = d;
  args.operands[MMASC_A].size = args.operands[MMASC_B].size = count * k;
  args.operands[MMASC_C].size = args.d.size = count;
  return args;
}

/* A and B of bytes and D of f32, all by rows; no C. */
static inline mmasc_gemm_args gemm_args_of(const uint8_t* a, const uint8_t* b, void* d, int64_t m,
                                           int64_t n, int64_t k) {
  const mmasc_matrix a_by_rows = {a, m, k, 8 * k, 8, 8}, b_by_rows = {b, k, n, 8 * n, 8, 8};
  const mmasc_mutable_matrix d_by_rows = {d, m, n, 32 * n, 32, 32};
  mmasc_gemm_args args;
  memset(&args, 0, sizeof args);
  args.struct_size = sizeof args;
  args.operands[MMASC_A] = a_by_rows;
  args.operands[MMASC_B] = b_by_rows;
  args.d = d_by_rows;
  return args;
}

#endif
