/* SPDX-License-Identifier: Apache-2.0 */
/* A GEMM in blocks of D, a descriptor each, as many in the ring as it holds. */
#ifndef MMASC_FIRMWARE_GEMM_H
#define MMASC_FIRMWARE_GEMM_H

#include <stdbool.h>
#include <stdint.h>

#include "platform.h"

/* Runs the task. `wait` returns once the queue may have completed more than `completed`
   descriptors, or has stopped; false where that takes too long. Gives an exit code. */
int gemm(struct platform_task* task, uint32_t interrupts, bool (*wait)(uint32_t completed));

#endif
