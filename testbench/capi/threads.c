/* SPDX-License-Identifier: Apache-2.0
 * One engine in several threads; each thread's own last error. */
#include <pthread.h>

#include "setup.h"
#include "tests.h"

enum { kThreads = 4, kRuns = 20, kSize = 8, kK = 32 };

typedef struct Work {
  const mmasc_engine* engine;
  uint8_t a[kSize * kK], b[kK * kSize];
  uint32_t d[kSize * kSize];
} Work;

static void multiply(Work* work) {
  const mmasc_gemm_args args = gemm_args_of(work->a, work->b, work->d, kSize, kSize, kK);
  CHECK_OK(mmasc_gemm(work->engine, &args));
}

static void* find_here(void* unit) {
  *(mmasc_unit**)unit = find(FP8);
  return NULL;
}

/* The catalogue is loaded once, whoever comes first. */
void first_use(void) {
  pthread_t thread[kThreads];
  mmasc_unit* unit[kThreads] = {NULL};
  int t;
  for (t = 0; t < kThreads; ++t) CHECK(pthread_create(&thread[t], NULL, find_here, &unit[t]) == 0);
  for (t = 0; t < kThreads; ++t) {
    CHECK(pthread_join(thread[t], NULL) == 0);
    CHECK(strcmp(mmasc_unit_id(unit[t]), FP8) == 0);
    mmasc_unit_free(unit[t]);
  }
}

static void* multiply_often(void* work) {
  int run;
  for (run = 0; run < kRuns; ++run) multiply((Work*)work);
  return NULL;
}

void threads(void) {
  mmasc_engine *shared = find_engine(FP8, "batch"), *alone = find_engine(FP8, "reference");
  pthread_t thread[kThreads];
  static Work work[kThreads], expected[kThreads];
  int t, i;
  for (t = 0; t < kThreads; ++t) {
    for (i = 0; i < kSize * kK; ++i) {
      work[t].a[i] = (uint8_t)((i * 7 + t * 31) % 120);
      work[t].b[i] = (uint8_t)((i * 11 + t * 5) % 120);
    }
    work[t].engine = shared;
    expected[t] = work[t];
    expected[t].engine = alone;
    multiply(&expected[t]);
  }
  for (t = 0; t < kThreads; ++t)
    CHECK(pthread_create(&thread[t], NULL, multiply_often, &work[t]) == 0);
  for (t = 0; t < kThreads; ++t) {
    CHECK(pthread_join(thread[t], NULL) == 0);
    CHECK(memcmp(work[t].d, expected[t].d, sizeof work[t].d) == 0);
  }
  CHECK(memcmp(expected[0].d, expected[1].d, sizeof expected[0].d) != 0);
  mmasc_engine_free(shared);
  mmasc_engine_free(alone);
}

static void* fail_here(void* message) {
  CHECK(strcmp(mmasc_last_error(), "") == 0);
  CHECK_REFUSED(mmasc_unit_find("no such unit", NULL), "out is null");
  strcpy((char*)message, mmasc_last_error());
  return NULL;
}

void messages_of_threads(void) {
  pthread_t thread;
  char message[64] = "";
  mmasc_unit* unit = NULL;
  CHECK_REFUSED(mmasc_unit_find(NULL, &unit), "id is null");
  CHECK(pthread_create(&thread, NULL, fail_here, message) == 0);
  CHECK(pthread_join(thread, NULL) == 0);
  CHECK(strcmp(message, "out is null") == 0);
  CHECK(strcmp(mmasc_last_error(), "id is null") == 0);

  /* A text of any length gives a message that fits and ends. */
  {
    static char longest[1100];
    memset(longest, 'x', sizeof longest - 1);
    CHECK_REFUSED(mmasc_unit_find(longest, &unit), "xxx");
    CHECK(strlen(mmasc_last_error()) < 1024);
  }
}
