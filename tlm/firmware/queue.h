/* SPDX-License-Identifier: Apache-2.0 */
/* Queue 0 of the accelerator: descriptors go in, completion records come out in the same order. */
#ifndef MMASC_FIRMWARE_QUEUE_H
#define MMASC_FIRMWARE_QUEUE_H

#include <stdbool.h>
#include <stdint.h>

#include "mmasc_accelerator.h"
#include "platform.h"

#define QUEUE_ENTRIES 4u /* a power of two */

static inline uint32_t read32(uint32_t offset) {
  return *(volatile uint32_t*)(PLATFORM_ACCELERATOR + offset);
}
static inline void write32(uint32_t offset, uint32_t value) {
  *(volatile uint32_t*)(PLATFORM_ACCELERATOR + offset) = value;
}

/* False where the accelerator is not there, or is of another version. */
bool queue_start(uint32_t interrupts);
/* Resets the accelerator. */
void queue_stop(void);

/* Where descriptor `index` is written. It is free once descriptor index - QUEUE_ENTRIES has been
   completed. */
struct mmasc_descriptor* queue_entry(uint32_t index);
/* The doorbell: all descriptors before `end` are written. */
void queue_submit(uint32_t end);
/* Descriptors that were completed ever. */
uint32_t queue_completed(void);
const struct mmasc_completion* queue_completion(uint32_t index);
/* The error that stopped the queue, 0 for none. */
uint32_t queue_error(void);

#endif
