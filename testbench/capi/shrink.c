/* SPDX-License-Identifier: Apache-2.0
 * Operands made smaller by a caller that knows which fail. */
#include "setup.h"
#include "tests.h"

enum { kK = 32 };

/* As a design that ignores the sign of a[5] where b[9] is not 0. */
static int fails(const uint64_t* a, const uint64_t* b) { return (a[5] & 0x80) && b[9] != 0; }

static void get(const mmasc_shrinker* shrinker, mmasc_operand operand, uint64_t* to, size_t size) {
  mmasc_mutable_bits out;
  out.data = to;
  out.size = size;
  CHECK_OK(mmasc_shrinker_operand(shrinker, operand, &out));
}

void shrinking(void) {
  mmasc_unit* unit = find(FP8);
  mmasc_shrinker* shrinker = NULL;
  uint64_t a[kK], b[kK], c[1] = {0x3f800000};
  mmasc_shrink_args args;
  mmasc_mutable_bits out = {a, kK - 1};
  int i, asks = 1, questions = 0;
  for (i = 0; i < kK; ++i) {
    a[i] = 0xffb8; /* bits above the format's are ignored */
    b[i] = 0x38;
  }
  memset(&args, 0, sizeof args);
  args.struct_size = sizeof args;
  args.operands[MMASC_A].data = a;
  args.operands[MMASC_B].data = b;
  args.operands[MMASC_C].data = c;
  args.operands[MMASC_A].size = args.operands[MMASC_B].size = kK;
  args.operands[MMASC_C].size = 1;
  CHECK_OK(mmasc_shrinker_create(unit, &args, &shrinker));
  while (asks) {
    get(shrinker, MMASC_A, a, kK);
    get(shrinker, MMASC_B, b, kK);
    if (questions++ == 0) CHECK(a[5] == 0xb8 && a[31] == 0xb8 && b[0] == 0x38);
    CHECK_OK(mmasc_shrinker_answer(shrinker, fails(a, b), &asks));
  }
  CHECK(questions > 10);
  get(shrinker, MMASC_A, a, kK);
  get(shrinker, MMASC_B, b, kK);
  get(shrinker, MMASC_C, c, 1);
  for (i = 0; i < kK; ++i) CHECK(a[i] == (i == 5 ? 0x80u : 0u));
  for (i = 0; i < kK; ++i) CHECK(i == 9 ? b[i] == 0x20 : b[i] == 0);
  CHECK(c[0] == 0);
  CHECK_OK(mmasc_shrinker_answer(shrinker, 1, &asks)); /* nothing is asked any more */
  CHECK(asks == 0);

  CHECK_REFUSED(mmasc_shrinker_operand(shrinker, MMASC_A, &out), "out has 31 elements, not 32");
  CHECK_REFUSED(mmasc_shrinker_operand(shrinker, MMASC_D, &out), "operand is no input");
  CHECK_REFUSED(mmasc_shrinker_operand(shrinker, MMASC_A, NULL), "out is null");
  CHECK_REFUSED(mmasc_shrinker_operand(NULL, MMASC_A, &out), "shrinker is null");
  CHECK_REFUSED(mmasc_shrinker_answer(NULL, 1, &asks), "shrinker is null");
  CHECK_REFUSED(mmasc_shrinker_answer(shrinker, 1, NULL), "asks is null");
  mmasc_shrinker_free(shrinker);
  shrinker = NULL;
  args.operands[MMASC_B].size = 3;
  CHECK_REFUSED(mmasc_shrinker_create(unit, &args, &shrinker), "b has 3 elements, not 32");
  args.struct_size = 1;
  CHECK_REFUSED(mmasc_shrinker_create(unit, &args, &shrinker), "args.struct_size is 1");
  CHECK_REFUSED(mmasc_shrinker_create(unit, NULL, &shrinker), "args is null");
  CHECK_REFUSED(mmasc_shrinker_create(NULL, &args, &shrinker), "unit is null");
  CHECK_REFUSED(mmasc_shrinker_create(unit, &args, NULL), "out is null");
  CHECK(shrinker == NULL);
  mmasc_shrinker_free(NULL);
  mmasc_unit_free(unit);
}
