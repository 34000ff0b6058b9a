/* SPDX-License-Identifier: Apache-2.0
 * Memory that runs out at every place where this thread asks for it: the 1st, the 2nd, ... time.
 * Each call gives MMASC_OUT_OF_MEMORY or, where it needs no more, MMASC_OK. */
#include "setup.h"

#if defined(__SANITIZE_ADDRESS__) || !defined(__GLIBC__)
int main(void) {
  puts("skipped: no malloc of our own under the address sanitizer, and none outside glibc");
  return 0;
}
#else
#include <pthread.h>

void* __libc_malloc(size_t size);
void* malloc(size_t size);

static pthread_t starved;
static long left = -1; /* times that malloc still gives; negative: always */

void* malloc(size_t size) {
  if (left >= 0 && pthread_equal(pthread_self(), starved) && left-- <= 0) {
    left = 0;
    return NULL;
  }
  return __libc_malloc(size);
}

static mmasc_unit *unit, *made;
static mmasc_engine *engine, *engine_made;
static char *text, *row;

static mmasc_status do_find(void) { return mmasc_unit_find(FP8, &made); }
static mmasc_status do_with(void) {
  return mmasc_unit_with(unit, "dot.fraction_bits", "17", &made);
}
static mmasc_status do_toml(void) { return mmasc_unit_toml(unit, &text); }
static mmasc_status do_parse(void) { return mmasc_unit_parse(row, NULL, &made); }
static mmasc_status do_batch(void) {
  return mmasc_engine_create(unit, "batch", NULL, &engine_made);
}
static mmasc_status do_reference(void) {
  return mmasc_engine_create(unit, "reference", NULL, &engine_made);
}
static mmasc_status do_gemm(void) {
  uint8_t a[32] = {0x38}, b[32] = {0x38};
  uint32_t d = 0;
  const mmasc_gemm_args args = gemm_args_of(a, b, &d, 1, 1, 32);
  const mmasc_status status = mmasc_gemm(engine, &args);
  if (status == MMASC_OK && d != 0x3f800000) exit(1);
  return status;
}
static mmasc_status do_refuse(void) { return mmasc_unit_find("hopper/wgmma", &made); }  // many

/* How often memory ran out before the call gave `at_last`. */
static long starve(mmasc_status (*call)(void), mmasc_status at_last, long step, const char* name) {
  long times;
  for (times = 0; times < 1000000; times += step) {
    mmasc_status status;
    left = times;
    status = call();
    left = -1;
    mmasc_unit_free(made);
    mmasc_engine_free(engine_made);
    mmasc_text_free(text);
    made = NULL;
    engine_made = NULL;
    text = NULL;
    if (status == at_last) return times;
    if (status != MMASC_OUT_OF_MEMORY || strcmp(mmasc_last_error(), "out of memory") != 0) break;
  }
  fprintf(stderr, "%s: after %ld allocations: %s\n", name, times, mmasc_last_error());
  exit(1);
}

#define STARVE(call, at_last, step)                             \
  do {                                                          \
    const long times = starve(do_##call, at_last, step, #call); \
    printf("%s: out of memory %ld times\n", #call, times);      \
    CHECK(times > 0);                                           \
  } while (0)

int main(void) {
  starved = pthread_self();
  left = 100; /* amid the loading of the catalogue; it is loaded the next time */
  CHECK(mmasc_catalog_size() == 0);
  left = -1;
  CHECK(strcmp(mmasc_last_error(), "out of memory") == 0);
  CHECK(mmasc_catalog_size() > 300);
  unit = find(FP8);
  engine = make_engine(unit, "batch");
  STARVE(find, MMASC_OK, 1);
  STARVE(with, MMASC_OK, 1);
  STARVE(toml, MMASC_OK, 1);
  CHECK_OK(mmasc_unit_toml(unit, &row));
  STARVE(parse, MMASC_OK, 997); /* it copies the catalogue */
  STARVE(batch, MMASC_OK, 1);
  STARVE(reference, MMASC_OK, 1);
  STARVE(gemm, MMASC_OK, 1);
  STARVE(refuse, MMASC_INVALID_ARGUMENT, 1);
  mmasc_text_free(row);
  mmasc_engine_free(engine);
  mmasc_unit_free(unit);
  puts("passed");
  return 0;
}
#endif
