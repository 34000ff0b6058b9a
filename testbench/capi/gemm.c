/* SPDX-License-Identifier: Apache-2.0
 * Matrices: bits, orders in memory, scales, promotion, stopping, refusals. */
#include "setup.h"
#include "tests.h"

enum { kM = 3, kN = 2, kK = 64, kDepth = 32 };

typedef struct Problem {
  uint8_t a[kM * kK], b[kK * kN];
  float c[kM * kN], d[kM * kN];
} Problem;

static uint32_t bits_of(float number) {
  uint32_t bits;
  memcpy(&bits, &number, sizeof bits);
  return bits;
}

/* Any bits but NaN. */
static void fill(Problem* p) {
  uint32_t state = 1;
  int i;
  for (i = 0; i < kM * kK; ++i) p->a[i] = (uint8_t)((state = state * 1664525u + 1013904223u) >> 26);
  for (i = 0; i < kK * kN; ++i) p->b[i] = (uint8_t)((state = state * 1664525u + 1013904223u) >> 26);
  for (i = 0; i < kM * kN; ++i) p->c[i] = (float)i;
  memset(p->d, 0xff, sizeof p->d);
}

static const mmasc_matrix kNotGiven = {NULL, 0, 0, 0, 0, 0};

static mmasc_gemm_args args_of(Problem* p) {
  mmasc_gemm_args args = gemm_args_of(p->a, p->b, p->d, kM, kN, kK);
  const mmasc_matrix c_by_rows = {p->c, kM, kN, 32 * kN, 32, 32};
  args.operands[MMASC_C] = c_by_rows;
  return args;
}

/* Element (i, j) as two chained dot products, from bits c. */
static uint32_t chained(const mmasc_engine* engine, const Problem* p, int i, int j, uint64_t c) {
  int step, k;
  for (step = 0; step < kK / kDepth; ++step) {
    uint64_t a[kDepth], b[kDepth], d;
    const mmasc_dot_args dot = dot_args_of(a, b, &c, &d, kDepth, 1);
    for (k = 0; k < kDepth; ++k) {
      a[k] = p->a[i * kK + step * kDepth + k];
      b[k] = p->b[(step * kDepth + k) * kN + j];
    }
    CHECK_OK(mmasc_dot(engine, &dot));
    c = d;
  }
  return (uint32_t)c;
}

void gemm(void) {
  mmasc_engine* engine = find_engine(FP8, "batch");
  Problem p, t;
  mmasc_gemm_args args;
  int i, j;
  fill(&p);
  args = args_of(&p);
  CHECK_OK(mmasc_gemm(engine, &args));
  for (i = 0; i < kM; ++i)
    for (j = 0; j < kN; ++j)
      CHECK(bits_of(p.d[i * kN + j]) == chained(engine, &p, i, j, bits_of(p.c[i * kN + j])));

  /* B by columns, D by columns, and A backwards in memory; the same bits. */
  t = p;
  for (i = 0; i < kK; ++i)
    for (j = 0; j < kN; ++j) t.b[j * kK + i] = p.b[i * kN + j];
  for (i = 0; i < kM * kK; ++i) t.a[i] = p.a[kM * kK - 1 - i];
  args = args_of(&t);
  args.operands[MMASC_A].data = t.a + kM * kK - 1;
  args.operands[MMASC_A].row_stride = -8 * kK;
  args.operands[MMASC_A].column_stride = -8;
  args.operands[MMASC_B].row_stride = 8;
  args.operands[MMASC_B].column_stride = 8 * kK;
  args.d.row_stride = 32;
  args.d.column_stride = 32 * kM;
  CHECK_OK(mmasc_gemm(engine, &args));
  for (i = 0; i < kM; ++i)
    for (j = 0; j < kN; ++j) CHECK(bits_of(t.d[j * kM + i]) == bits_of(p.d[i * kN + j]));

  args = args_of(&t); /* K = 0 gives C */
  args.operands[MMASC_A].columns = args.operands[MMASC_B].rows = 0;
  CHECK_OK(mmasc_gemm(engine, &args));
  CHECK(memcmp(t.d, t.c, sizeof t.d) == 0);
  args.operands[MMASC_C] = kNotGiven;
  CHECK_OK(mmasc_gemm(engine, &args));
  CHECK(bits_of(t.d[kM * kN - 1]) == 0);
  mmasc_engine_free(engine);
}

void gemm_scales(void) {
  mmasc_engine* engine = find_engine(MXFP8, "batch");
  const uint8_t twos[kM * kK / kDepth] = {128, 128, 128, 128, 128, 128};
  const uint8_t ones[kN * kK / kDepth] = {127, 127, 127, 127};
  const mmasc_matrix sa = {twos, kM, kK / kDepth, 8 * kK / kDepth, 8, 8};
  const mmasc_matrix sb = {ones, kK / kDepth, kN, 8 * kN, 8, 8};
  Problem p;
  mmasc_gemm_args args;
  fill(&p);
  memset(p.a, 0, sizeof p.a);
  p.a[0] = p.b[0] = 0x38;
  args = args_of(&p);
  args.operands[MMASC_C] = kNotGiven;
  args.operands[MMASC_SA] = sa;
  args.operands[MMASC_SB] = sb;
  CHECK_OK(mmasc_gemm(engine, &args));
  CHECK(bits_of(p.d[0]) == 0x40000000); /* 1 * 2 * 1 * 1 */

  args.operands[MMASC_SB] = kNotGiven;
  CHECK_REFUSED(mmasc_gemm(engine, &args), "the scales of B: missing");
  args.operands[MMASC_SB] = sa;
  CHECK_REFUSED(mmasc_gemm(engine, &args), "the scales of B");
  mmasc_engine_free(engine);
}

void gemm_promotion(void) {
  mmasc_engine* engine = find_engine(FP8, "batch");
  Problem p;
  mmasc_gemm_args args;
  int k;
  fill(&p);
  memset(p.a, 0, sizeof p.a);
  memset(p.b, 0, sizeof p.b);
  for (k = 0; k < kK; k += kDepth) p.a[k] = p.b[k * kN] = 0x38;
  p.c[0] = 0x1p-20f; /* lost in the unit, kept outside */
  args = args_of(&p);
  CHECK_OK(mmasc_gemm(engine, &args));
  CHECK(bits_of(p.d[0]) == bits_of(2.0f));
  args.promote_k = kDepth;
  CHECK_OK(mmasc_gemm(engine, &args));
  CHECK(bits_of(p.d[0]) == bits_of(2.0f + 0x1p-20f));
  p.c[0] = 0x1p-30f;
  args.promote_rounding = "up";
  CHECK_OK(mmasc_gemm(engine, &args));
  CHECK(bits_of(p.d[0]) > bits_of(2.0f));
  args.promote_rounding = "upwards";
  CHECK_REFUSED(mmasc_gemm(engine, &args), "promote_rounding is \"upwards\"; one of nearest_even");
  args.promote_k = 0;
  CHECK_REFUSED(mmasc_gemm(engine, &args), "promote_k 0");
  args.promote_k = -1;
  args.promote_rounding = NULL;
  CHECK_REFUSED(mmasc_gemm(engine, &args), "promote_k -1");
  args.promote_k = kDepth + 1;
  CHECK_REFUSED(mmasc_gemm(engine, &args), "give a multiple of 32");
  mmasc_engine_free(engine);
}

typedef struct Watch {
  int calls, stop_at;
  int64_t done, all;
} Watch;

static int watch(void* context, int64_t done, int64_t all) {
  Watch* seen = (Watch*)context;
  seen->done = done;
  seen->all = all;
  return ++seen->calls == seen->stop_at;
}

void gemm_stop(void) {
  mmasc_engine* engine = find_engine(FP8, "batch");
  Watch seen = {0, 0, 0, 0};
  Problem p;
  mmasc_gemm_args args;
  fill(&p);
  args = args_of(&p);
  args.progress = watch;
  args.progress_context = &seen;
  CHECK_OK(mmasc_gemm(engine, &args));
  CHECK(seen.calls > 0 && seen.done == kM * kN && seen.all == kM * kN);
  seen.calls = 0;
  seen.stop_at = 1;
  CHECK_FAILS(mmasc_gemm(engine, &args), MMASC_STOPPED, "asked to stop");
  CHECK(seen.calls == 1);
  seen.stop_at = 0;
  CHECK_OK(mmasc_gemm(engine, &args)); /* none the worse */
  mmasc_engine_free(engine);
}

void gemm_refusals(void) {
  mmasc_engine* engine = find_engine(FP8, "batch");
  Problem p;
  mmasc_gemm_args good, args;
  fill(&p);
  good = args_of(&p);
#define REFUSES(change, text) \
  args = good;                \
  change;                     \
  CHECK_REFUSED(mmasc_gemm(engine, &args), text)
  REFUSES(args.operands[MMASC_A].data = NULL, "A has no data");
  REFUSES(args.operands[MMASC_B].data = NULL, "B has no data");
  REFUSES(args.d.data = NULL, "D has no data");
  REFUSES(args.operands[MMASC_A].rows = -1, "A has a negative size");
  REFUSES(args.operands[MMASC_B].columns = -1, "negative size");
  REFUSES(args.d.rows = -1, "D has a negative size");
  REFUSES(args.operands[MMASC_A].columns = kK + 1, "must be as many");
  REFUSES(args.operands[MMASC_A].rows = kM + 1, "C is 3 x 2, not 4 x 2");
  REFUSES(args.d.columns = kN - 1, "D is 3 x 1, not 3 x 2");
  REFUSES(args.operands[MMASC_A].element_bits = 16, "A has elements of 16 bits; e4m3 has 8");
  REFUSES(args.operands[MMASC_B].element_bits = 0, "B: missing");
  REFUSES(args.d.element_bits = 64, "D has elements of 64 bits");
  REFUSES(args.d.column_stride = 33, "do not begin at a byte");
  REFUSES(args.operands[MMASC_A].row_stride = INT64_MAX, "A reaches beyond all memory");
  REFUSES(args.operands[MMASC_B].row_stride = INT64_MIN, "B reaches beyond all memory");
  REFUSES(args.d.column_stride = INT64_MIN, "D reaches beyond all memory");
  REFUSES(
      (args.operands[MMASC_A].rows = args.d.rows = INT64_MAX, args.operands[MMASC_C] = kNotGiven),
      "reaches beyond all memory");
  REFUSES((args.operands[MMASC_A].rows = args.d.rows = INT64_MAX,
           args.operands[MMASC_A].row_stride = args.d.row_stride = 0,
           args.operands[MMASC_C] = kNotGiven),
          "more elements than can be counted");
  REFUSES(args.struct_size = 0, "args.struct_size is 0");
  REFUSES(args.struct_size = (size_t)-1, "args.struct_size");
  REFUSES(args.operands[MMASC_SA] = args.operands[MMASC_C], "this unit has no block scales");
  REFUSES(args.operands[MMASC_RANDOM] = args.operands[MMASC_C], "drawn from the seed");
  REFUSES(args.operands[MMASC_C].data = NULL, "C has no data");
  REFUSES(args.operands[MMASC_C].rows = 0, "C is 0 x 2, not 3 x 2");
#undef REFUSES
  CHECK_REFUSED(mmasc_gemm(engine, NULL), "args is null");
  CHECK_REFUSED(mmasc_gemm(NULL, &good), "engine is null");
  CHECK(bits_of(p.d[0]) == 0xffffffffu); /* nothing was written */
  mmasc_engine_free(engine);
}

/* A without its zeros gives what A with them gives. */
void gemm_sparse(void) {
  enum { kRows = 2, kColumns = 3, kDense = 64, kKept = 32 };
  mmasc_engine* engine = find_engine("ampere/mma.sp.m16n8k32.s32.s8.s8.s32", "batch");
  mmasc_engine* plain = find_engine(FP8, "batch");
  int8_t dense[kRows * kDense], kept[kRows * kKept], b[kDense * kColumns];
  uint8_t places[kRows * kKept];
  int32_t expected[kRows * kColumns], d[kRows * kColumns];
  const mmasc_matrix metadata = {places, kRows, kKept, 8 * kKept, 8, 2};
  mmasc_gemm_args args =
      gemm_args_of((const uint8_t*)dense, (const uint8_t*)b, expected, kRows, kColumns, kDense);
  int i;
  memset(dense, 0, sizeof dense);
  for (i = 0; i < kRows * kKept; ++i) { /* of each four one of the first two, and the last */
    places[i] = (uint8_t)(i % 2 == 0 ? i / 2 % 2 : 3);
    kept[i] = (int8_t)(i + 1);
    dense[i / 2 * 4 + places[i]] = kept[i];
  }
  for (i = 0; i < kDense * kColumns; ++i) b[i] = (int8_t)(7 * i % 101 - 50);
  CHECK_OK(mmasc_gemm(engine, &args));
  args.operands[MMASC_A].data = kept;
  args.operands[MMASC_A].columns = kKept;
  args.operands[MMASC_A].row_stride = 8 * kKept;
  args.d.data = d;
  args.operands[MMASC_METADATA] = metadata;
  CHECK_OK(mmasc_gemm(engine, &args));
  CHECK(memcmp(d, expected, sizeof d) == 0);
  CHECK(d[0] != d[1]);
  places[0] ^= 1; /* another element of B */
  CHECK_OK(mmasc_gemm(engine, &args));
  CHECK(memcmp(d, expected, sizeof d) != 0);
  CHECK_REFUSED(mmasc_gemm(plain, &args), "takes no metadata");
  args.operands[MMASC_METADATA].columns = kKept - 1;
  CHECK_REFUSED(mmasc_gemm(engine, &args), "the metadata of A is 2 x 31, not 2 x 32");
  args.operands[MMASC_METADATA] = metadata;
  args.operands[MMASC_METADATA].element_bits = 8;
  CHECK_REFUSED(mmasc_gemm(engine, &args), "has elements of 8 bits");
  args.operands[MMASC_METADATA] = kNotGiven;
  CHECK_REFUSED(mmasc_gemm(engine, &args), "A is 2 x 32 and B 64 x 3");
  mmasc_engine_free(engine);
  mmasc_engine_free(plain);
}
