/* SPDX-License-Identifier: Apache-2.0
 *
 * A black box as a shared library: what the command mmasc calls for `--engine lib:FILE`. The
 * library is somebody's model, or stands in front of a simulator or a device; it needs no other
 * header, and links nothing of mmasc. docs/black_box.md has examples in C and around a verilated
 * design.
 *
 * The library defines mmasc_box_dot() and, where it wants to, mmasc_box_open() and
 * mmasc_box_close(). The first two return null where all is well; else a line that says what is
 * wrong, with which mmasc ends. The line stays valid until the library is called again. Calls for
 * one box come one after the other, maybe from several threads. A function in C++ may throw
 * std::exception instead. Standard output is mmasc's.
 *
 * Elements are the bits of their format, never numbers: 1.0 of f16 is 0x3c00. Bits above the format
 * are zero. Both structures may grow at their end.
 */
#ifndef MMASC_BLACK_BOX_H
#define MMASC_BLACK_BOX_H

#include <stddef.h>
#include <stdint.h>

#if defined(__GNUC__)
#define MMASC_BOX_API __attribute__((visibility("default")))
#else
#define MMASC_BOX_API
#endif

#ifdef __cplusplus
extern "C" {
#endif

/* What mmasc asks for. It stays as it is until the box is closed. */
typedef struct mmasc_box_unit {
  const char* id;      /* the unit's, as "volta/mma.m8n8k4.f32.f16.f16.f32" */
  const char* formats; /* as the line `formats` of vector files: "a=f16 b=f16 c=f32 d=f32 k=4" */
  size_t a, b, c;      /* elements of each operand in one dot product; 0: the unit has it not */
  size_t sa, sb, st;   /* of scales: of the blocks of a and b, and of the whole tensor */
  size_t metadata;     /* of which elements of b those of a sparse a meet */
  size_t random;       /* of the random bits of stochastic roundings */
} mmasc_box_unit;

/* `size` dot products. Elements of one operand of one dot product lie next to each other: of dot
 * product i, a is a[i * unit->a] to a[(i + 1) * unit->a - 1]. */
typedef struct mmasc_box_batch {
  size_t size;
  uint64_t* d; /* to be written: one element for each */
  const uint64_t *a, *b, *c, *sa, *sb, *st, *metadata, *random; /* null where the unit has it not */
} mmasc_box_batch;

/* Called first, once for each engine that is made. A library that has other operands than `unit`
 * refuses it here. What it stores in *box, a pointer of its own, comes back in all calls. */
MMASC_BOX_API const char* mmasc_box_open(const mmasc_box_unit* unit, void** box);

/* Writes d of each dot product. `box` is null where the library has no mmasc_box_open(). */
MMASC_BOX_API const char* mmasc_box_dot(void* box, const mmasc_box_batch* batch);

/* Called last. */
MMASC_BOX_API void mmasc_box_close(void* box);

#ifdef __cplusplus
}
#endif

#endif
