/* SPDX-License-Identifier: Apache-2.0
 *
 * The matrix units of GPUs, bit by bit, for C and for whatever calls C: libmmasc.so.
 *
 *   mmasc_unit* unit;
 *   mmasc_engine* engine;
 *   mmasc_unit_find("hopper/wgmma.m64nNk32.f32.e4m3.e4m3", &unit);
 *   mmasc_engine_create(unit, "batch", NULL, &engine);
 *   mmasc_dot(engine, &operands);
 *
 * Bits. Elements go in and out as the bits of their format, never as numbers: 1.0 of f16 is 0x3c00.
 * In a uint64_t they are the low bits; those above the format's are ignored.
 *
 * Errors. A function that can fail returns a status. Unless that is MMASC_OK, mmasc_last_error()
 * says what was wrong and, where the caller can, how to mend it; the message names the argument, as
 * "a.data". What is written through an `out` argument is then unchanged, but for the elements of d.
 * A pointer must not be null where nothing else is said. Nothing is thrown, printed or aborted.
 *
 * Memory. Units, engines and texts are the caller's and are given back by the _free function of
 * their kind, which takes null too. A unit may be freed while engines made of it go on. A text that
 * is returned as const char* belongs to the library, or to the unit it is asked of, and lives as
 * long.
 *
 * Threads. Every function may be called from any thread, and one unit or engine be used by several
 * at once. Only what is being freed must be in no other use.
 *
 * Versions. Structures that a caller fills begin with struct_size, sizeof of the structure; memory
 * beyond is never looked at. Functions and the structures' fields stay as they are as long as
 * MMASC_ABI_VERSION, the number in libmmasc.so.N, does.
 */
#ifndef MMASC_H
#define MMASC_H

#include <stddef.h>
#include <stdint.h>

#if defined(__GNUC__)
#define MMASC_API __attribute__((visibility("default")))
#else
#define MMASC_API
#endif

#ifdef __cplusplus
extern "C" {
#endif

#define MMASC_ABI_VERSION 1

typedef enum mmasc_status {
  MMASC_OK = 0,
  MMASC_INVALID_ARGUMENT = 1, /* a null pointer, sizes that do not agree, an unknown name, ... */
  MMASC_INVALID_ROW = 2, /* a field of a unit, a text that is not a row, a unit without a plan */
  MMASC_OUT_OF_MEMORY = 3,
  MMASC_ENVIRONMENT = 4, /* a file or a process that the system refuses */
  MMASC_STOPPED = 5,     /* the caller's progress function said so */
  MMASC_INTERNAL = 6     /* a defect of the library */
} mmasc_status;

/* The library that is loaded: its MMASC_ABI_VERSION, and its version, as "0.1.0". */
MMASC_API int mmasc_abi_version(void);
MMASC_API const char* mmasc_version(void);

/* One line on the last call of this thread that failed; "" before any. Valid until the next. */
MMASC_API const char* mmasc_last_error(void);

/* The status by name, as "MMASC_OUT_OF_MEMORY"; null for a number that is none. */
MMASC_API const char* mmasc_status_name(mmasc_status status);

/* -- Units ------------------------------------------------------------------------------------ */

/* One matrix instruction of one GPU. Never changes. */
typedef struct mmasc_unit mmasc_unit;

/* The catalogue's ids, 0 to mmasc_catalog_size() - 1. Size 0 and null where memory runs out; null
 * past the end. */
MMASC_API size_t mmasc_catalog_size(void);
MMASC_API const char* mmasc_catalog_id(size_t index);

/* A unit of the catalogue, by its id or any part of it that no other has. */
MMASC_API mmasc_status mmasc_unit_find(const char* id, mmasc_unit** out);

/* A unit of the caller's own: the row `name` (its id or part of it) of a TOML text; null: its only
 * row. It may name datapaths and structures of the catalogue. docs/datapath.md has the fields. */
MMASC_API mmasc_status mmasc_unit_parse(const char* toml, const char* name, mmasc_unit** out);

/* A copy with one field changed: "dot.fraction_bits" to "17". The value is TOML, with or without
 * quotes around a string; "" puts the default back. */
MMASC_API mmasc_status mmasc_unit_with(const mmasc_unit* unit, const char* field, const char* value,
                                       mmasc_unit** out);

MMASC_API void mmasc_unit_free(mmasc_unit* unit);

/* Null where unit is. */
MMASC_API const char* mmasc_unit_id(const mmasc_unit* unit);

/* The row as TOML that mmasc_unit_parse() takes. To be freed by mmasc_text_free(). */
MMASC_API mmasc_status mmasc_unit_toml(const mmasc_unit* unit, char** out);
MMASC_API void mmasc_text_free(char* text);

/* What the instruction does in one piece. It sets no limit on mmasc_gemm(). */
typedef struct mmasc_shape {
  int m, n, k;     /* D is m x n, each of its elements a dot product of k */
  int n_max;       /* n, or where the instruction has several: n, n + n_step, ..., n_max */
  int n_step;      /* at least 1 */
  int blocks;      /* tiles at once */
  int scales;      /* of A, and of B, for one dot product; 0: no block scales */
  int scale_block; /* elements to a scale; 0: no block scales */
} mmasc_shape;
MMASC_API mmasc_status mmasc_unit_shape(const mmasc_unit* unit, mmasc_shape* out);

typedef enum mmasc_operand {
  MMASC_A = 0,
  MMASC_B = 1,
  MMASC_C = 2,
  MMASC_D = 3,
  MMASC_SCALE = 4 /* of A and of B */
} mmasc_operand;

typedef struct mmasc_format {
  const char* name;  /* "f16", "e4m3", ... */
  int storage_bits;  /* 1 to 64; of mmasc_matrix the element_bits */
  int element_bytes; /* 1, 2, 4 or 8: the least that hold them */
} mmasc_format;

/* MMASC_INVALID_ARGUMENT for MMASC_SCALE of a unit without block scales. */
MMASC_API mmasc_status mmasc_unit_format(const mmasc_unit* unit, mmasc_operand operand,
                                         mmasc_format* out);

/* -- Engines ---------------------------------------------------------------------------------- */

/* What evaluates one unit. All engines give the same bits. */
typedef struct mmasc_engine mmasc_engine;

typedef struct mmasc_engine_options {
  size_t struct_size;
  int threads;        /* at most; 0: one a processor */
  const char* target; /* one of mmasc_engine_target(); null: the first */
} mmasc_engine_options;

/* name: "batch", fast, or "reference", plain integers on one thread. `options`, which are those of
 * "batch", may be null; "reference" refuses others. */
MMASC_API mmasc_status mmasc_engine_create(const mmasc_unit* unit, const char* name,
                                           const mmasc_engine_options* options, mmasc_engine** out);
MMASC_API void mmasc_engine_free(mmasc_engine* engine);

/* The vector targets that this processor runs, the widest first: "avx2", ..., "scalar"; null past
 * the end, or where memory runs out. */
MMASC_API const char* mmasc_engine_target(size_t index);

/* -- Dot products ----------------------------------------------------------------------------- */

/* `size` elements; data may be null where that is 0. */
typedef struct mmasc_bits {
  const uint64_t* data;
  size_t size;
} mmasc_bits;
typedef struct mmasc_mutable_bits {
  uint64_t* data;
  size_t size;
} mmasc_mutable_bits;

/* n operations d = c + a * b, the k elements (and the scales) of one next to each other.
 * Nothing may overlap d. */
typedef struct mmasc_dot_args {
  size_t struct_size;
  mmasc_bits a, b;      /* n * k elements */
  mmasc_bits c;         /* n */
  mmasc_bits sa, sb;    /* n * scales; none without block scales */
  mmasc_mutable_bits d; /* n */
} mmasc_dot_args;

MMASC_API mmasc_status mmasc_dot(const mmasc_engine* engine, const mmasc_dot_args* args);

/* -- GEMM ------------------------------------------------------------------------------------- */

/* Element (row, column) is the element_bits bits from bit row * row_stride + column * column_stride
 * on; bit i is bit i mod 8 of the byte data[i / 8]. Strides are in bits and may be 0 or negative:
 * an array of f32 by rows has row_stride 32 * columns and column_stride 32, its transpose the two
 * the other way round. */
typedef struct mmasc_matrix {
  const void* data; /* may be null where there are no elements */
  int64_t rows, columns;
  int64_t row_stride, column_stride;
  int element_bits; /* the format's storage_bits */
} mmasc_matrix;

/* Elements begin at a byte, so both strides are multiples of 8, and have their bytes to themselves.
 */
typedef struct mmasc_mutable_matrix {
  void* data;
  int64_t rows, columns;
  int64_t row_stride, column_stride;
  int element_bits;
} mmasc_mutable_matrix;

/* Told how many of all elements of D are done, from any thread, one at a time. Nonzero stops the
 * GEMM; D is then in part written. */
typedef int (*mmasc_progress)(void* context, int64_t done, int64_t all);

/* D = C + A * B, chained along K as a kernel chains it: d = c; for each k-deep slice of A and B, in
 * ascending order, d = instruction(a, b, d). K is padded with +0, scales of the padding are 1.
 * Nothing may overlap D but C, element on element. The memory that the matrices reach is the
 * caller's to get right; shapes are checked against each other. */
typedef struct mmasc_gemm_args {
  size_t struct_size;
  mmasc_matrix a;         /* M x K */
  mmasc_matrix b;         /* K x N */
  const mmasc_matrix* c;  /* M x N; null: +0 everywhere */
  const mmasc_matrix* sa; /* M x ceil(K / scale_block); null without block scales */
  const mmasc_matrix* sb; /* ceil(K / scale_block) x N; null without block scales */
  mmasc_mutable_matrix d; /* M x N */
  int promotion_interval; /* above 0: partial sums leave the unit every so many instructions and */
                          /* are added to an f32 accumulator; C and D are then f32 */
  const char* promotion_rounding; /* "nearest_even" (null), "toward_zero", ... */
  mmasc_progress progress;        /* may be null */
  void* progress_context;
} mmasc_gemm_args;

MMASC_API mmasc_status mmasc_gemm(const mmasc_engine* engine, const mmasc_gemm_args* args);

#ifdef __cplusplus
}
#endif

#endif /* MMASC_H */
