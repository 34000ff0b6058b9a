/* SPDX-License-Identifier: Apache-2.0
 * Engines and dot products. */
#include "setup.h"
#include "tests.h"

enum { kK = 32, kN = 3 };

/* Operation 0 is 1 * 1 + 2^-7 * 2^-8, operation 1 the same with c = 2, operation 2 zeros. */
static void fill(uint64_t* a, uint64_t* b, uint64_t* c) {
  int i;
  memset(a, 0, kN * kK * sizeof *a);
  memset(b, 0, kN * kK * sizeof *b);
  for (i = 0; i < 2; ++i) {
    a[i * kK] = 0x38;
    a[i * kK + 1] = 0xff04; /* bits above the format's are ignored */
    b[i * kK] = 0x38;
    b[i * kK + 1] = 0x02;
  }
  c[0] = c[2] = 0;
  c[1] = 0x40000000;
}

void engines(void) {
  mmasc_unit* unit = find(FP8);
  mmasc_engine* engine = NULL;
  mmasc_engine_options options = {sizeof options, 1, NULL};
  size_t i;
  CHECK(mmasc_engine_target(0) != NULL);
  for (i = 0; mmasc_engine_target(i) != NULL; ++i) {
    options.target = mmasc_engine_target(i);
    CHECK_OK(mmasc_engine_create(unit, "batch", &options, &engine));
    mmasc_engine_free(engine);
  }
  CHECK(strcmp(mmasc_engine_target(i - 1), "scalar") == 0);
  CHECK(mmasc_engine_target((size_t)-1) == NULL);

  engine = NULL;
  CHECK_REFUSED(mmasc_engine_create(unit, "reference", &options, &engine), "takes none");
  options.target = "no such target";
  CHECK_REFUSED(mmasc_engine_create(unit, "batch", &options, &engine), "no such target");
  options.target = NULL;
  options.threads = -1;
  CHECK_REFUSED(mmasc_engine_create(unit, "batch", &options, &engine), "negative");
  options.threads = 0;
  options.struct_size = 3;
  CHECK_REFUSED(mmasc_engine_create(unit, "batch", &options, &engine), "options.struct_size is 3");
  CHECK_REFUSED(mmasc_engine_create(unit, "no such engine", NULL, &engine), "reference, batch");
  CHECK_REFUSED(mmasc_engine_create(NULL, "batch", NULL, &engine), "unit is null");
  CHECK_REFUSED(mmasc_engine_create(unit, NULL, NULL, &engine), "name is null");
  CHECK_REFUSED(mmasc_engine_create(unit, "batch", NULL, NULL), "out is null");
  CHECK(engine == NULL);
  mmasc_engine_free(NULL);
  mmasc_unit_free(unit);
}

void dot(void) {
  static const char* const kEngines[] = {"reference", "batch"};
  uint64_t a[kN * kK] = {0}, b[kN * kK] = {0}, c[kN] = {0}, d[kN];
  const mmasc_dot_args args = dot_args_of(a, b, c, d, kK, kN);
  size_t i;
  fill(a, b, c);
  for (i = 0; i < 2; ++i) {
    mmasc_unit* wider = find_wider();
    mmasc_engine* engine = find_engine(FP8, kEngines[i]);
    CHECK_OK(mmasc_dot(engine, &args));
    CHECK(d[0] == 0x3f800000 && d[1] == 0x40400000 && d[2] == 0);
    mmasc_engine_free(engine);

    engine = make_engine(wider, kEngines[i]);
    CHECK_OK(mmasc_dot(engine, &args));
    CHECK(d[0] == 0x3f800100 && d[1] == 0x40400080 && d[2] == 0);
    mmasc_engine_free(engine);
    mmasc_unit_free(wider);
  }
}

void dot_refusals(void) {
  mmasc_engine *engine = find_engine(FP8, "batch"), *scaled_engine = find_engine(MXFP8, "batch");
  uint64_t a[kN * kK] = {0}, b[kN * kK] = {0}, c[kN] = {0}, d[kN] = {7, 7, 7},
                  scales[kN] = {127, 127, 127};
  const mmasc_dot_args good = dot_args_of(a, b, c, d, kK, kN);
  mmasc_dot_args args = good;
  fill(a, b, c);

#define REFUSES(change, text) \
  args = good;                \
  change;                     \
  CHECK_REFUSED(mmasc_dot(engine, &args), text)
  REFUSES(args.operands[MMASC_A].data = NULL, "a.data is null");
  REFUSES(args.operands[MMASC_B].data = NULL, "b.data is null");
  REFUSES(args.operands[MMASC_C].data = NULL, "c.data is null");
  REFUSES(args.d.data = NULL, "d.data is null");
  REFUSES(args.operands[MMASC_A].size -= 1, "a has 95 elements; 3 of d take 32");
  REFUSES(args.operands[MMASC_B].size += kK, "b has 128 elements");
  REFUSES(args.operands[MMASC_C].size = 2, "c has 2 elements");
  REFUSES(args.operands[MMASC_C].size = 0, "c has 0 elements");
  REFUSES(args.d.size = 4, "4 of d take 32");
  REFUSES(args.d.size = 0, "0 of d take 32");
  REFUSES(args.operands[MMASC_A].size = (size_t)-1, "a.size is");
  REFUSES(args.d.size = (size_t)-1, "d.size is");
  REFUSES(args.d.size = (size_t)1 << 59, "a has 96 elements"); /* times k it would wrap to 0 */
  REFUSES(args.operands[MMASC_A].data = (const uint64_t*)((const char*)a + 1),
          "a.data is not aligned");
  REFUSES(args.operands[MMASC_SA].data = scales;
          args.operands[MMASC_SA].size = kN, "sa has 3 elements; 3 of d take 0 each");
  REFUSES(args.struct_size = 0, "args.struct_size is 0");
  REFUSES(args.struct_size += 8, "args.struct_size");
#undef REFUSES
  CHECK_REFUSED(mmasc_dot(engine, NULL), "args is null");
  CHECK_REFUSED(mmasc_dot(NULL, &good), "engine is null");
  CHECK_REFUSED(mmasc_dot(scaled_engine, &good), "sa has 0 elements; 3 of d take 1 each");
  CHECK(d[0] == 7 && d[1] == 7 && d[2] == 7);

  args = good;
  args.operands[MMASC_SA].data = args.operands[MMASC_SB].data = scales;
  args.operands[MMASC_SA].size = args.operands[MMASC_SB].size = kN;
  CHECK_OK(mmasc_dot(scaled_engine, &args));
  CHECK(d[0] != 7 && d[2] == 0);

  memset(&args, 0, sizeof args); /* no operation at all */
  args.struct_size = sizeof args;
  CHECK_OK(mmasc_dot(engine, &args));
  mmasc_engine_free(engine);
  mmasc_engine_free(scaled_engine);
}

static const char kFma[] =
    "[datapath.\"my.fma\"]\nlanes = 1\nzero_sign = \"ieee\"\n"
    "sum = [{ name = \"fma\", terms = [\"products\", \"c\"] }]\n"
    "result = { format = \"f16\", nan = \"7e00\", flags = \"ieee\" }\n"
    "[instruction.\"my/fma\"]\nformats = { a = \"f16\", b = \"f16\", c = \"f16\" }\n"
    "datapath = \"my.fma\"\nshape = { m = 1, n = 1, k = 1 }\n";

/* 65504 * 2, 1 * 1, the least number times itself, 0 times infinity, 1 / 2^11 to 1. */
void status_flags(void) {
  static const char* const kEngines[] = {"reference", "batch"};
  static const uint64_t kA[] = {0x7bff, 0x3c00, 1, 0, 0x1000};
  static const uint64_t kB[] = {0x4000, 0x3c00, 1, 0x7c00, 0x3c00};
  static const uint64_t kC[] = {0, 0, 0, 0, 0x3c00};
  static const uint64_t kFlags[] = {MMASC_OVERFLOW | MMASC_INEXACT, 0,
                                    MMASC_UNDERFLOW | MMASC_INEXACT, MMASC_INVALID, MMASC_INEXACT};
  enum { kCount = 5 };
  uint64_t d[kCount], plain[kCount], flags[kCount];
  mmasc_mutable_bits out = {flags, kCount};
  mmasc_dot_args args = dot_args_of(kA, kB, kC, d, 1, kCount);
  mmasc_unit *unit = NULL, *quiet = find(FP8);
  mmasc_engine* engine = NULL;
  int bits = 7;
  size_t i, j;
  CHECK_OK(mmasc_unit_parse(kFma, NULL, &unit));
  CHECK_OK(mmasc_unit_flags(unit, &bits));
  CHECK(bits == 5);
  for (i = 0; i < 2; ++i) {
    engine = make_engine(unit, kEngines[i]);
    args.d.data = plain;
    CHECK_OK(mmasc_dot(engine, &args));
    args.d.data = d;
    memset(flags, 0xff, sizeof flags);
    CHECK_OK(mmasc_dot_with_flags(engine, &args, &out));
    for (j = 0; j < kCount; ++j) CHECK(d[j] == plain[j] && flags[j] == kFlags[j]);
    out.size = kCount - 1;
    CHECK_REFUSED(mmasc_dot_with_flags(engine, &args, &out), "flags has 4 elements, and d 5");
    out.data = NULL;
    CHECK_REFUSED(mmasc_dot_with_flags(engine, &args, &out), "flags.data is null");
    CHECK_REFUSED(mmasc_dot_with_flags(engine, &args, NULL), "flags is null");
    CHECK_REFUSED(mmasc_dot_with_flags(engine, NULL, &out), "args is null");
    CHECK_REFUSED(mmasc_dot_with_flags(NULL, &args, &out), "engine is null");
    out.data = flags;
    out.size = kCount;
    mmasc_engine_free(engine);
  }
  CHECK_REFUSED(mmasc_unit_flags(unit, NULL), "out is null");
  CHECK_REFUSED(mmasc_unit_flags(NULL, &bits), "unit is null");
  mmasc_unit_free(unit);

  CHECK_OK(mmasc_unit_flags(quiet, &bits));
  CHECK(bits == 0);
  engine = make_engine(quiet, "batch");
  memset(&args, 0, sizeof args);
  args.struct_size = sizeof args;
  out.size = 0;
  CHECK_REFUSED(mmasc_dot_with_flags(engine, &args, &out), "the unit raises none");
  mmasc_engine_free(engine);
  mmasc_unit_free(quiet);
}

/* Just below the least normal number, which d is, rounded to nearest or up: UF is raised or not. */
void compared_flags(void) {
  const uint16_t a = 0x18c0, b = 0x26bc;
  const mmasc_matrix a_one = {&a, 1, 1, 16, 16, 16}, b_one = {&b, 1, 1, 16, 16, 16};
  mmasc_comparison* comparison = NULL;
  mmasc_difference found;
  mmasc_compare_args args;
  mmasc_unit *x = NULL, *y = NULL;
  CHECK_OK(mmasc_unit_parse(kFma, NULL, &x));
  CHECK_OK(mmasc_unit_with(x, "result.rounding", "up", &y));
  memset(&args, 0, sizeof args);
  args.struct_size = sizeof args;
  args.x = x;
  args.y = y;
  args.operands[MMASC_A] = a_one;
  args.operands[MMASC_B] = b_one;
  CHECK_OK(mmasc_compare(&args, &comparison));
  CHECK_OK(mmasc_comparison_difference(comparison, &found));
  CHECK(found.differing == 1 && found.d[0] == 0x0400 && found.d[1] == 0x0400);
  CHECK(strcmp(found.stage, "normalizer") == 0 && strcmp(found.what, "flags") == 0);
  CHECK(strcmp(found.values[0], "UF NX") == 0 && strcmp(found.values[1], "NX") == 0);
  mmasc_comparison_free(comparison);
  mmasc_unit_free(x);
  mmasc_unit_free(y);
}

/* A unit whose A is sparse: 1 * 3 + 2 * 8, of b's 0, 3 and 0, 8. */
void sparse_a(void) {
  mmasc_unit *plain = find(FP8), *unit = find("ampere/mma.sp.m16n8k32.s32.s8.s8.s32");
  mmasc_engine* engine = NULL;
  mmasc_sparsity sparsity;
  uint64_t a[16] = {1, 0, 0, 2}, b[32] = {0, 3, 0, 0, 0, 0, 0, 8}, c = 5, d = 0;
  uint64_t metadata[16] = {1, 0, 0, 3};
  mmasc_dot_args args = dot_args_of(a, b, &c, &d, 32, 1);
  CHECK_OK(mmasc_unit_sparsity(plain, &sparsity));
  CHECK(sparsity.keep == 0 && sparsity.of == 0 && sparsity.products == kK &&
        sparsity.metadata == 0);
  CHECK_OK(mmasc_unit_sparsity(unit, &sparsity));
  CHECK(sparsity.keep == 2 && sparsity.of == 4 && sparsity.together == 1 &&
        sparsity.products == 16 && sparsity.metadata == 16);
  CHECK_REFUSED(mmasc_unit_sparsity(unit, NULL), "out is null");
  CHECK_OK(mmasc_engine_create(unit, "batch", NULL, &engine));
  args.operands[MMASC_A].size = 16;
  CHECK_REFUSED(mmasc_dot(engine, &args), "metadata has 0 elements");
  args.operands[MMASC_METADATA].data = metadata;
  args.operands[MMASC_METADATA].size = 16;
  CHECK_OK(mmasc_dot(engine, &args));
  CHECK(d == 24);
  args.operands[MMASC_A].size = 32;
  CHECK_REFUSED(mmasc_dot(engine, &args), "a has 32 elements; 1 of d take 16 each");
  mmasc_engine_free(engine);
  mmasc_unit_free(unit);
  mmasc_unit_free(plain);
}

/* A unit that rounds stochastically. */
void random_bits(void) {
  static const char kRounding[] = "{ mode = \"stochastic\", random_bits = 9 }";
  mmasc_unit *plain = find(FP8), *unit = NULL;
  mmasc_engine* engine = NULL;
  uint64_t a[kN * kK] = {0}, b[kN * kK] = {0}, c[kN] = {0}, d[kN], random[kN] = {0};
  mmasc_dot_args args = dot_args_of(a, b, c, d, kK, kN);
  size_t count = 7;
  int bits = 0;
  fill(a, b, c);
  CHECK_OK(mmasc_unit_elements(plain, MMASC_RANDOM, &count, NULL));
  CHECK(count == 0);
  CHECK_OK(mmasc_unit_with(plain, "result.rounding", kRounding, &unit));
  CHECK_OK(mmasc_unit_elements(unit, MMASC_RANDOM, &count, NULL));
  CHECK(count == 1);
  CHECK_OK(mmasc_unit_elements(unit, MMASC_RANDOM, &count, &bits));
  CHECK(count == 1 && bits == 9);
  CHECK_REFUSED(mmasc_unit_elements(unit, MMASC_RANDOM, NULL, NULL), "count is null");
  CHECK_OK(mmasc_engine_create(unit, "batch", NULL, &engine));
  CHECK_REFUSED(mmasc_dot(engine, &args), "random has 0 elements");
  args.operands[MMASC_RANDOM].data = random;
  args.operands[MMASC_RANDOM].size = kN;
  CHECK_OK(mmasc_dot(engine, &args));
  CHECK(d[1] == 0x40400000);
  args.operands[MMASC_RANDOM].size = kN - 1;
  CHECK_REFUSED(mmasc_dot(engine, &args), "random has 2 elements");
  mmasc_engine_free(engine);
  mmasc_unit_free(unit);
  mmasc_unit_free(plain);
}

/* One scale for each dot product, and one for a product of matrices. */
void tensor_scale(void) {
  static const float kScales[kN] = {0.25f, -1.f, 0.f};
  static const float kHalf = 0.5f;
  mmasc_unit* unit = with(find(FP8), "instruction.tensor_scale", "f32");
  mmasc_engine* engine = make_engine(unit, "batch");
  uint64_t a[kN * kK] = {0}, b[kN * kK] = {0}, c[kN] = {0}, st[kN], d[kN];
  mmasc_dot_args args = dot_args_of(a, b, c, d, kK, kN);
  uint8_t rows[2 * kK], columns[kK * 2];
  float product[4];
  mmasc_gemm_args gemm = gemm_args_of(rows, columns, product, 2, 2, kK);
  const mmasc_matrix scale = {(const uint8_t*)&kHalf, 1, 1, 32, 32, 32};
  size_t i, count = 0;
  CHECK_OK(mmasc_unit_elements(unit, MMASC_ST, &count, NULL));
  CHECK(count == 1);
  for (i = 0; i < kN * kK; ++i) a[i] = b[i] = 0x38;
  for (i = 0; i < kN; ++i) {
    uint32_t bits;
    memcpy(&bits, &kScales[i], sizeof bits);
    st[i] = bits;
  }
  CHECK_REFUSED(mmasc_dot(engine, &args), "st has 0 elements; 3 of d take 1 each");
  args.operands[MMASC_ST].data = st;
  args.operands[MMASC_ST].size = kN;
  CHECK_OK(mmasc_dot(engine, &args));
  CHECK(d[0] == 0x41000000 && d[1] == 0xc2000000 && d[2] == 0); /* 8, -32, 0 */

  memset(rows, 0x38, sizeof rows);
  memset(columns, 0x38, sizeof columns);
  CHECK_REFUSED(mmasc_gemm(engine, &gemm), "the tensor-wide scale");
  gemm.operands[MMASC_ST] = scale;
  CHECK_OK(mmasc_gemm(engine, &gemm));
  for (i = 0; i < 4; ++i) CHECK(product[i] == 16.f);
  mmasc_engine_free(engine);
  mmasc_unit_free(unit);
}
