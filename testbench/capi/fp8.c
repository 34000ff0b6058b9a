/* SPDX-License-Identifier: Apache-2.0
 * Quantising and FP8 GEMM: values, shapes, stopping, refusals. */
#include <math.h>

#include "setup.h"
#include "tests.h"

enum { kM = 2, kN = 2, kK = 64 };

static int stop(void* context, int64_t done, int64_t all) {
  (void)done, (void)all;
  ++*(int*)context;
  return 1;
}

static mmasc_quantise_args quantise_args(const float* numbers, uint8_t* elements, float* scales) {
  const mmasc_matrix x = {numbers, kM, kK, 32 * kK, 32, 32};
  const mmasc_mutable_matrix e = {elements, kM, kK, 8 * kK, 8, 8}, s = {scales, kM, 2, 64, 32, 32};
  mmasc_quantise_args args;
  memset(&args, 0, sizeof args);
  args.struct_size = sizeof args;
  args.numbers = x;
  args.to = "e4m3";
  args.block_rows = 1;
  args.block_columns = 32;
  args.elements = e;
  args.scales = s;
  return args;
}

void quantise(void) {
  float numbers[kM * kK] = {896, -2, 1}, scales[kM * 2], tensor_scale = 0;
  uint8_t elements[kM * kK];
  mmasc_quantise_args args = quantise_args(numbers, elements, scales), changed;
  mmasc_quantised_shape shape;
  int calls = 0;
  CHECK_OK(mmasc_quantise_shape(&args, &shape));
  CHECK(strcmp(shape.element.name, "e4m3") == 0 && strcmp(shape.scale.name, "f32") == 0);
  CHECK(shape.rows == kM && shape.columns == 2 && shape.block_columns == 32);
  CHECK_OK(mmasc_quantise(&args, &tensor_scale));
  CHECK(tensor_scale == 1 && scales[0] == 2 && scales[1] == 1 && scales[3] == 1);
  CHECK(elements[0] == 0x7e && elements[1] == 0xb8 && elements[2] == 0x30 && elements[3] == 0);
  changed = args;
  changed.to = "nvfp4";
  changed.block_rows = changed.block_columns = -1;
  CHECK_OK(mmasc_quantise_shape(&changed, &shape));
  CHECK(shape.element.storage_bits == 4 && shape.columns == kK / 16);
#define REFUSES(change, text) \
  changed = args;             \
  change;                     \
  CHECK_REFUSED(mmasc_quantise(&changed, &tensor_scale), text)
  REFUSES(changed.to = NULL, "to is null");
  REFUSES(changed.to = "mxfp5", "no format \"mxfp5\"");
  REFUSES(changed.scale = "near", "scale: unknown \"near\"");
  REFUSES(changed.quotient = "near", "quotient: unknown \"near\"");
  REFUSES(changed.number_format = "f16", "numbers has elements of 32 bits; f16 has 16");
  REFUSES(changed.scales.columns = 3, "the scales are 2 x 3, not 2 x 2");
  REFUSES(changed.struct_size = 8, "args.struct_size is 8");
  REFUSES(changed.numbers.row_stride = INT64_MIN, "numbers reaches beyond all memory");
  REFUSES(changed.elements.row_stride = INT64_MIN, "matrix of elements reaches beyond all memory");
  REFUSES(changed.elements.row_stride = 8, "the elements overlap");
  REFUSES(changed.scales.row_stride = 32, "the scales overlap");
  CHECK_REFUSED(mmasc_quantise(&args, NULL), "tensor_scale is null");
  args.progress = stop;
  args.progress_context = &calls;
  CHECK_FAILS(mmasc_quantise(&args, &tensor_scale), MMASC_STOPPED, "asked to stop");
  CHECK(calls == 1);
  args.progress = NULL;
  numbers[5] = INFINITY;
  CHECK_REFUSED(mmasc_quantise(&args, &tensor_scale), "numbers[0, 5] is infinite");
}

void quantised_gemm(void) {
  mmasc_engine* engine = find_engine(FP8, "batch");
  float a[kM * kK] = {1, 2, 0.25f}, b[kK * kN] = {3, 1, 0.5f, 7, 8, 9}, d[kM * kN] = {9, 9, 9, 9};
  const mmasc_matrix ma = {a, kM, kK, 32 * kK, 32, 32}, mb = {b, kK, kN, 32 * kN, 32, 32};
  const mmasc_mutable_matrix md = {d, kM, kN, 32 * kN, 32, 32};
  mmasc_fp8gemm_args args, changed;
  int calls = 0;
  memset(&args, 0, sizeof args);
  args.struct_size = sizeof args;
  args.a = ma;
  args.b = mb;
  args.d = md;
  args.block_a_rows = 1;
  args.block_a_columns = args.block_b_rows = args.block_b_columns = 128;
  args.scale = "power_of_two";
  args.promote_k = -1;
  CHECK_OK(mmasc_fp8gemm(engine, &args));
  CHECK(d[0] == 3 + 1 + 2 && d[1] == 1 + 14 + 2.25f && d[2] == 0 && d[3] == 0);
#undef REFUSES
#define REFUSES(change, text) \
  changed = args;             \
  change;                     \
  CHECK_REFUSED(mmasc_fp8gemm(engine, &changed), text)
  REFUSES(changed.promote_k = 100, "promote_k 100");
  REFUSES(changed.b.rows = 3, "A is 2 x 64 and B 3 x 2");
  REFUSES(changed.a_format = "f64", "A has elements of f64");
  REFUSES(changed.threads = -1, "not negative");
  REFUSES(changed.d.data = NULL, "D has no data");
  CHECK_REFUSED(mmasc_fp8gemm(NULL, &args), "engine is null");
  CHECK_REFUSED(mmasc_fp8gemm(engine, NULL), "args is null");
  args.progress = stop;
  args.progress_context = &calls;
  CHECK_FAILS(mmasc_fp8gemm(engine, &args), MMASC_STOPPED, "asked to stop");
  CHECK(calls == 1);
  mmasc_engine_free(engine);
}

static mmasc_matrix by_rows(const void* data, int64_t rows, int64_t columns, int bits) {
  const mmasc_matrix matrix = {data, rows, columns, bits * columns, bits, bits};
  return matrix;
}

static mmasc_mutable_matrix to_rows(void* data, int64_t rows, int64_t columns, int bits) {
  const mmasc_mutable_matrix matrix = {data, rows, columns, bits * columns, bits, bits};
  return matrix;
}

/* Matrices of mmasc_quantise() are multiplied to what mmasc_fp8gemm() gives; C, and D in bf16. */
void scaled_gemm(void) {
  mmasc_engine* engine = find_engine(FP8, "batch");
  float a[kM * kK] = {448, -2, 1}, b[kK * kN], c[kM * kN] = {0.25f, -3, 0, 1}, d[kM * kN];
  float whole[kM * kN], a_scales[kM], b_scales[kN], tensor_scale;
  uint8_t a_elements[kM * kK], b_elements[kK * kN];
  uint16_t narrow[kM * kN];
  const mmasc_matrix mc = by_rows(c, kM, kN, 32), sa = by_rows(a_scales, kM, 1, 32),
                     sb = by_rows(b_scales, 1, kN, 32), nowhere = by_rows(NULL, kM, 1, 32);
  mmasc_quantise_args to_elements;
  mmasc_fp8gemm_args at_once;
  mmasc_scaled_gemm_args args, changed;
  int i, calls = 0;
  for (i = 0; i < kK * kN; ++i) b[i] = (float)(i % 13 - 5) / 3;
  to_elements = quantise_args(a, a_elements, a_scales);
  to_elements.block_columns = 0;
  to_elements.scales = to_rows(a_scales, kM, 1, 32);
  CHECK_OK(mmasc_quantise(&to_elements, &tensor_scale));
  to_elements.numbers = by_rows(b, kK, kN, 32);
  to_elements.elements = to_rows(b_elements, kK, kN, 8);
  to_elements.scales = to_rows(b_scales, 1, kN, 32);
  to_elements.block_rows = 0;
  to_elements.block_columns = 1;
  CHECK_OK(mmasc_quantise(&to_elements, &tensor_scale));
  memset(&at_once, 0, sizeof at_once);
  at_once.struct_size = sizeof at_once;
  at_once.a = by_rows(a, kM, kK, 32);
  at_once.b = by_rows(b, kK, kN, 32);
  at_once.d = to_rows(whole, kM, kN, 32);
  at_once.block_a_rows = at_once.block_b_columns = 1;
  at_once.seed = 7;
  CHECK_OK(mmasc_fp8gemm(engine, &at_once));
  memset(&args, 0, sizeof args);
  args.struct_size = sizeof args;
  args.a.elements = by_rows(a_elements, kM, kK, 8);
  args.b.elements = by_rows(b_elements, kK, kN, 8);
  args.a.scales = &sa;
  args.b.scales = &sb;
  args.a.block_rows = args.b.block_columns = 1;
  args.d = to_rows(d, kM, kN, 32);
  CHECK_OK(mmasc_scaled_gemm(engine, &args));
  CHECK(memcmp(d, whole, sizeof d) == 0 && d[0] != 0 && d[0] != d[1]);
  args.a.tensor_scale = 2;
  CHECK_OK(mmasc_scaled_gemm(engine, &args));
  CHECK(d[0] == 2 * whole[0] && d[1] == 2 * whole[1]);
  args.a.tensor_scale = 1;
  args.c = &mc;
  CHECK_OK(mmasc_scaled_gemm(engine, &args));
  for (i = 0; i < kM * kN; ++i) CHECK(d[i] == whole[i] + c[i]);
  args.d_format = "bf16";
  args.d = to_rows(narrow, kM, kN, 16);
  CHECK_OK(mmasc_scaled_gemm(engine, &args));
  for (i = 0; i < kM * kN; ++i) {
    uint32_t bits;
    memcpy(&bits, &d[i], sizeof bits);
    CHECK(narrow[i] == (uint16_t)((bits + 0x7fff + (bits >> 16 & 1)) >> 16));
  }
#undef REFUSES
#define REFUSES(change, text) \
  changed = args;             \
  change;                     \
  CHECK_REFUSED(mmasc_scaled_gemm(engine, &changed), text)
  REFUSES(changed.d_format = "bf17", "d_format is \"bf17\", which is no format");
  REFUSES(changed.d_format = NULL, "D has elements of 16 bits; f32 has 32");
  REFUSES(changed.promote_k = 100, "promote_k 100");
  REFUSES(changed.a.block_columns = 32, "scales of A change after 32 elements of K");
  REFUSES(changed.a.block_rows = 2, "the scales of A are 2 x 1 of 32 bits, not 1 x 1 of f32");
  REFUSES(changed.a.scales = &nowhere, "the matrix of scales of A has no data");
  REFUSES(changed.b.elements.rows = 3, "A is 2 x 64 and B 3 x 2");
  REFUSES(changed.threads = -1, "not negative");
  REFUSES(changed.d.row_stride = 16, "D's elements overlap");
  REFUSES(changed.struct_size = 8, "args.struct_size is 8");
  CHECK_REFUSED(mmasc_scaled_gemm(NULL, &args), "engine is null");
  CHECK_REFUSED(mmasc_scaled_gemm(engine, NULL), "args is null");
  args.progress = stop;
  args.progress_context = &calls;
  CHECK_FAILS(mmasc_scaled_gemm(engine, &args), MMASC_STOPPED, "asked to stop");
  CHECK(calls == 1);
  mmasc_engine_free(engine);
}
