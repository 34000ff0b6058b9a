/* SPDX-License-Identifier: Apache-2.0 */
#include "queue.h"

static struct mmasc_descriptor ring[QUEUE_ENTRIES] __attribute__((aligned(128)));
static struct mmasc_completion completions[QUEUE_ENTRIES] __attribute__((aligned(16)));

static const uint32_t queue = MMASC_QUEUE(0);

/* Orders accesses to memory and to registers; the compiler keeps to it too. */
static void fence(void) { __asm__ volatile("fence" ::: "memory"); }

/* Registers of 64 bits take two words. */
static void write_address(uint32_t offset, const volatile void* address) {
  write32(offset, (uint32_t)(uintptr_t)address);
  write32(offset + 4, 0);
}

bool queue_start(uint32_t interrupts) {
  if (read32(MMASC_REG_ID) != MMASC_ID_VALUE ||
      (read32(MMASC_REG_VERSION) & 0xff) != MMASC_DESCRIPTOR_VERSION)
    return false;
  write32(MMASC_REG_CONTROL, MMASC_CONTROL_RESET);
  write32(MMASC_REG_WATCHDOG, 1000000);
  write32(MMASC_REG_INTERRUPT_ENABLE, interrupts);
  write_address(queue + MMASC_REG_RING_BASE, ring);
  write32(queue + MMASC_REG_RING_SIZE, QUEUE_ENTRIES);
  write_address(queue + MMASC_REG_COMPLETION_BASE, completions);
  write32(queue + MMASC_REG_QUEUE_CONTROL, MMASC_QUEUE_CONTROL_ENABLE);
  write32(MMASC_REG_CONTROL, MMASC_CONTROL_ENABLE);
  return true;
}

void queue_stop(void) { write32(MMASC_REG_CONTROL, MMASC_CONTROL_RESET); }

struct mmasc_descriptor* queue_entry(uint32_t index) {
  return &ring[index % QUEUE_ENTRIES];
}

void queue_submit(uint32_t end) {
  fence();
  write32(queue + MMASC_REG_TAIL, end);
}

uint32_t queue_completed(void) {
  const uint32_t head = read32(queue + MMASC_REG_HEAD);
  fence();
  return head;
}

const struct mmasc_completion* queue_completion(uint32_t index) {
  return &completions[index % QUEUE_ENTRIES];
}

uint32_t queue_error(void) {
  if ((read32(queue + MMASC_REG_QUEUE_STATUS) & MMASC_QUEUE_STATUS_FAULT) == 0) return 0;
  return read32(queue + MMASC_REG_QUEUE_ERROR);
}
