/* SPDX-License-Identifier: Apache-2.0 */
#include "gemm.h"

#include "queue.h"

/* tcgen05.mma kind::f16 of 64 x 32 x 16; four of them along k make a stage. */
enum { M = 64, N = 32, K = 16, TILE_K = GEMM_BLOCK_K / K, D_IS_F32 = 1 };

static void write_block(struct mmasc_descriptor* x, const struct platform_task* task,
                        uint32_t index) {
  const uint32_t columns = task->n / GEMM_BLOCK_N;
  const uint32_t row = index / columns * GEMM_BLOCK_M;
  const uint32_t column = index % columns * GEMM_BLOCK_N;
  *x = (struct mmasc_descriptor){
      .version = MMASC_DESCRIPTOR_VERSION,
      .kind = MMASC_KIND_F16,
      .flags = MMASC_FLAG_INTERRUPT,
      .instruction = MMASC_INSTRUCTION_D_FORMAT(D_IS_F32) |
                     MMASC_INSTRUCTION_A_FORMAT(MMASC_FORMAT_F16_F16) |
                     MMASC_INSTRUCTION_B_FORMAT(MMASC_FORMAT_F16_F16) |
                     MMASC_INSTRUCTION_M_SIXTEENTHS(M / 16) | MMASC_INSTRUCTION_N_EIGHTHS(N / 8),
      .m_tiles = GEMM_BLOCK_M / M,
      .n_tiles = GEMM_BLOCK_N / N,
      .k_tiles = task->k / GEMM_BLOCK_K,
      .tile_k = TILE_K,
      .stages = 2,
      .group = 1,
      .sequence = index,
      .a = {.address = task->a + row * task->a_stride, .stride = task->a_stride},
      .b = {.address = task->b + column * task->b_stride, .stride = task->b_stride},
      .d = {.address = task->d + row * task->d_stride + column * 4, .stride = task->d_stride},
  };
}

/* False where the record has an error, or is not of this block. */
static bool take_completion(struct platform_result* result, uint32_t index) {
  const struct mmasc_completion* record = queue_completion(index);
  if (record->error != 0 || record->sequence != index) {
    result->error = record->error;
    result->sequence = record->sequence;
    return false;
  }
  result->cycles += record->cycles;
  ++result->blocks;
  return true;
}

static int run(struct platform_task* task, bool (*wait)(uint32_t completed)) {
  const uint32_t blocks = (task->m / GEMM_BLOCK_M) * (task->n / GEMM_BLOCK_N);
  struct platform_result* const result = &task->result;
  uint32_t submitted = 0, completed = 0;
  *result = (struct platform_result){0};
  while (completed < blocks) {
    while (submitted < blocks && submitted - completed < QUEUE_ENTRIES) {
      write_block(queue_entry(submitted), task, submitted);
      queue_submit(++submitted);
    }
    ++result->waits;
    if (!wait(completed)) return PLATFORM_LATE;
    for (const uint32_t end = queue_completed(); completed != end; ++completed)
      if (!take_completion(result, completed)) return PLATFORM_FAILED;
    /* An error may stop the queue without a completion record. */
    if ((result->error = queue_error()) != 0) return PLATFORM_FAILED;
  }
  return PLATFORM_DONE;
}

int gemm(struct platform_task* task, uint32_t interrupts, bool (*wait)(uint32_t completed)) {
  if (!queue_start(interrupts)) return PLATFORM_FAILED;
  const int code = run(task, wait);
  queue_stop();
  return code;
}
