/* SPDX-License-Identifier: Apache-2.0 */
/* The example's platform: what a port to another one changes. For C, C++, assembly and the linker
   script. */
#ifndef MMASC_FIRMWARE_PLATFORM_H
#define MMASC_FIRMWARE_PLATFORM_H

#define PLATFORM_TIMER 0x02000000       /* read only, 32 bits: nanoseconds, wraps */
#define PLATFORM_EXIT 0x02000004        /* write only, 32 bits: stops the CPU with this code */
#define PLATFORM_ACCELERATOR 0x10000000 /* its registers */
#define PLATFORM_RAM 0x80000000         /* code, data, stack, the rings; begins with _start */
#define PLATFORM_RAM_BYTES 0x00100000
#define PLATFORM_TASK (PLATFORM_RAM + PLATFORM_RAM_BYTES - 0x100) /* struct platform_task */

/* Exit codes; an unexpected trap adds its cause to the last. */
#define PLATFORM_DONE 0
#define PLATFORM_FAILED 1 /* platform_result.error says why */
#define PLATFORM_LATE 2   /* platform_task.timeout_ns passed without progress */
#define PLATFORM_TRAP 0x100

#ifndef __ASSEMBLER__
#include <stdint.h>

struct platform_result {
  uint32_t error;    /* of the first completion record that has one, or of the queue */
  uint32_t sequence; /* that record's */
  uint32_t blocks;   /* completed without an error */
  uint32_t waits;    /* for the accelerator */
  uint64_t cycles;   /* the completion records', added up */
};

/* D (m x n, f32) = A (m x k) * B (k x n), both f16; A and D by rows, B by columns. Addresses and
   strides in bytes; m, n and k are multiples of GEMM_BLOCK_M, _N and _K. */
struct platform_task {
  uint32_t m, n, k;
  uint32_t a, a_stride, b, b_stride, d, d_stride;
  uint32_t timeout_ns;           /* without progress; polling only */
  struct platform_result result; /* the firmware writes it */
};

#define GEMM_BLOCK_M 64
#define GEMM_BLOCK_N 64
#define GEMM_BLOCK_K 64
#endif

#endif
