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
  args.interval = -1;
  CHECK_OK(mmasc_fp8gemm(engine, &args));
  CHECK(d[0] == 3 + 1 + 2 && d[1] == 1 + 14 + 2.25f && d[2] == 0 && d[3] == 0);
#undef REFUSES
#define REFUSES(change, text) \
  changed = args;             \
  change;                     \
  CHECK_REFUSED(mmasc_fp8gemm(engine, &changed), text)
  REFUSES(changed.interval = 100, "an interval of 100");
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
