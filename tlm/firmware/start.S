# SPDX-License-Identifier: Apache-2.0
# Clears .bss and calls main, whose result is the exit code.
#include "platform.h"

  .section .text.start, "ax"
  .globl _start
_start:
  la sp, stack_top
  la t0, unexpected_trap
  csrw mtvec, t0
  la a0, bss_begin
  li a1, 0
  la a2, bss_end
  sub a2, a2, a0
  call memset
  call main
stop:
  li t0, PLATFORM_EXIT
  sw a0, 0(t0)
1:
  j 1b

  .balign 4
unexpected_trap:
  csrr a0, mcause
  addi a0, a0, PLATFORM_TRAP
  j stop

# The compiler calls it, and there is no C library.
  .globl memset
memset:
  mv t0, a0
  add t1, a0, a2
2:
  bgeu t0, t1, 3f
  sb a1, 0(t0)
  addi t0, t0, 1
  j 2b
3:
  ret
