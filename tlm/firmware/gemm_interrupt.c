/* SPDX-License-Identifier: Apache-2.0 */
/* A GEMM by interrupt: the CPU sleeps while the accelerator works. */
#include "gemm.h"
#include "queue.h"

enum { MSTATUS_MIE = 8, MIE_MEIE = 0x800 };
static const uint32_t external_interrupt = 0x8000000b; /* mcause */

static volatile bool pending;

/* Acknowledged before main looks at the queue, so that what completes later interrupts again. */
__attribute__((interrupt("machine"), aligned(4))) static void handle_trap(void) {
  uint32_t cause;
  __asm__ volatile("csrr %0, mcause" : "=r"(cause));
  if (cause != external_interrupt) {
    *(volatile uint32_t*)PLATFORM_EXIT = PLATFORM_TRAP + cause;
    for (;;) continue;
  }
  write32(MMASC_REG_INTERRUPT_STATUS, read32(MMASC_REG_INTERRUPT_STATUS));
  pending = true;
}

/* With interrupts off an interrupt between the test and wfi is not lost: it ends wfi, and is taken
   once they are on. */
static bool sleep(uint32_t completed) {
  (void)completed;
  __asm__ volatile("csrc mstatus, %0" ::"r"(MSTATUS_MIE) : "memory");
  while (!pending)
    __asm__ volatile(
        "wfi\n"
        "csrs mstatus, %0\n"
        "csrc mstatus, %0" ::"r"(MSTATUS_MIE)
        : "memory");
  pending = false;
  __asm__ volatile("csrs mstatus, %0" ::"r"(MSTATUS_MIE) : "memory");
  return true;
}

int main(void) {
  __asm__ volatile("csrw mtvec, %0" ::"r"(handle_trap));
  __asm__ volatile("csrs mie, %0" ::"r"(MIE_MEIE));
  __asm__ volatile("csrs mstatus, %0" ::"r"(MSTATUS_MIE));
  return gemm((struct platform_task*)PLATFORM_TASK,
              MMASC_INTERRUPT_DONE(0) | MMASC_INTERRUPT_FAULT(0), sleep);
}
