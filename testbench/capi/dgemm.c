/* SPDX-License-Identifier: Apache-2.0
 * DGEMM by slices: values, what was done, stopping, refusals. */
#include <math.h>

#include "setup.h"
#include "tests.h"

enum { kM = 2, kN = 2, kK = 3 };

typedef struct Problem {
  double a[kM * kK], b[kK * kN], d[kM * kN];
} Problem;

/* Exact sums that take more than FP64 on the way: 2^60 + 3 - 2^60, ... */
static const Problem kProblem = {{1152921504606846976.0, 3, -1152921504606846976.0, 1, 2, 4},
                                 {1, 1, 1, 0.5, 1, 0.25},
                                 {9, 9, 9, 9}};

static mmasc_dgemm_args args_of(Problem* p) {
  const mmasc_matrix a = {p->a, kM, kK, 64 * kK, 64, 64}, b = {p->b, kK, kN, 64 * kN, 64, 64};
  const mmasc_mutable_matrix d = {p->d, kM, kN, 64 * kN, 64, 64};
  mmasc_dgemm_args args;
  memset(&args, 0, sizeof args);
  args.struct_size = sizeof args;
  args.a = a;
  args.b = b;
  args.d = d;
  return args;
}

static int stop(void* context, int64_t done, int64_t all) {
  (void)done, (void)all;
  ++*(int*)context;
  return 1;
}

void dgemm(void) {
  mmasc_engine* engine = find_engine(FP8, "batch");
  Problem p = kProblem;
  mmasc_dgemm_args args = args_of(&p);
  mmasc_dgemm_summary summary;
  int calls = 0;
  args.slices = -1;
  args.correct = 1;
  CHECK_OK(mmasc_dgemm(engine, &args, &summary));
  CHECK(p.d[0] == 3);
  CHECK(p.d[1] == 864691128455135232.0 + 2); /* 2^60 * 3/4 + 3/2, rounded */
  CHECK(p.d[2] == 7 && p.d[3] == 3);
  CHECK(summary.whole != 0 && summary.slices_a > 10 && summary.block_k == kK);
  CHECK(summary.slice_products == (int64_t)summary.slices_a * summary.slices_b);
  args.slices = 1;
  args.correct = 0;
  CHECK_OK(mmasc_dgemm(engine, &args, &summary));
  CHECK(p.d[0] == 0 && summary.whole == 0 && summary.slice_products == 1);
  CHECK_OK(mmasc_dgemm(engine, &args, NULL));
  args.progress = stop;
  args.progress_context = &calls;
  CHECK_FAILS(mmasc_dgemm(engine, &args, &summary), MMASC_STOPPED, "asked to stop");
  CHECK(calls == 1);
  mmasc_engine_free(engine);
}

void dgemm_refusals(void) {
  mmasc_engine* engine = find_engine(FP8, "batch");
  Problem p = kProblem;
  mmasc_dgemm_args good = args_of(&p), args;
#define REFUSES(change, text) \
  args = good;                \
  change;                     \
  CHECK_REFUSED(mmasc_dgemm(engine, &args, NULL), text)
  REFUSES(args.a.data = NULL, "A has no data");
  REFUSES(args.b.rows = 4, "B is 4 x 2, not 3 x 2");
  REFUSES(args.a.element_bits = 16, "A has elements of 16 bits; give f64 (64) or f32 (32)");
  REFUSES(args.a.row_stride = INT64_MIN, "A reaches beyond all memory");
  REFUSES(args.d.row_stride = INT64_MIN, "D reaches beyond all memory");
  REFUSES(args.d.row_stride = args.d.column_stride, "D's elements overlap");
  REFUSES(args.slices = -2, "-2 slices");
  REFUSES(args.slice_bits = 6, "adds up slices of 1 to 5 bits exactly");
  REFUSES(args.block_k = -1, "not negative");
  REFUSES(args.struct_size = 8, "args.struct_size is 8");
  CHECK_REFUSED(mmasc_dgemm(engine, NULL, NULL), "args is null");
  CHECK_REFUSED(mmasc_dgemm(NULL, &good, NULL), "engine is null");
  p.b[3] = INFINITY;
  CHECK_REFUSED(mmasc_dgemm(engine, &good, NULL), "B[1, 1] is infinite");
  mmasc_engine_free(engine);
}
