/* SPDX-License-Identifier: Apache-2.0 */
/* A GEMM by polling. */
#include "gemm.h"
#include "queue.h"

static struct platform_task* const task = (struct platform_task*)PLATFORM_TASK;

static uint32_t nanoseconds(void) { return *(volatile uint32_t*)PLATFORM_TIMER; }

static bool poll(uint32_t completed) {
  const uint32_t begin = nanoseconds();
  while (queue_completed() == completed && queue_error() == 0)
    if (nanoseconds() - begin > task->timeout_ns) return false;
  return true;
}

int main(void) { return gemm(task, 0, poll); }
