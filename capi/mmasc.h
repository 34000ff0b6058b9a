/* SPDX-License-Identifier: Apache-2.0
 *
 * libmmasc.so: the matrix units of GPUs, bit by bit, for C and for languages that call C.
 *
 *   mmasc_unit* unit;
 *   mmasc_engine* engine;
 *   mmasc_unit_find("hopper/wgmma.m64nNk32.f32.e4m3.e4m3", &unit);
 *   mmasc_engine_create(unit, "batch", NULL, &engine);
 *   mmasc_dot(engine, &operands);
 *
 * Bits. Elements go in and out as the bits of their format, never as numbers: 1.0 of f16 is 0x3c00.
 * A uint64_t holds them in its low bits; higher bits are ignored.
 *
 * Errors. A function that can fail returns a status. If that is not MMASC_OK, mmasc_last_error()
 * says what was wrong and, if the caller can mend it, how. The message names the argument, as
 * "a.data". A call that fails writes nothing through an `out` argument; elements of d may have
 * changed. A pointer must not be null unless its comment allows it. No function throws, prints or
 * aborts.
 *
 * Memory. The caller owns units, engines and texts, and frees each by the _free function of its
 * kind, which accepts null. A unit may be freed while engines made from it are in use. A text that
 * is returned as const char* belongs to the library, or to the unit that was asked, and lives as
 * long as that.
 *
 * Threads. Any thread may call any function, and several threads may use one unit or engine at
 * once. An object that is being freed must not be in use.
 *
 * Versions. A structure that the caller fills begins with struct_size, the sizeof of the structure;
 * the library never reads beyond it. Functions and fields stay as they are as long as
 * MMASC_ABI_VERSION, the number in libmmasc.so.N, stays.
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

#define MMASC_ABI_VERSION 2

typedef enum mmasc_status {
  MMASC_OK = 0,
  MMASC_INVALID_ARGUMENT = 1, /* a null pointer, sizes that do not agree, an unknown name, ... */
  MMASC_INVALID_ROW = 2, /* a field of a unit, a text that is not a row, a unit without a plan */
  MMASC_OUT_OF_MEMORY = 3,
  MMASC_ENVIRONMENT = 4, /* the system refused a file or a process */
  MMASC_STOPPED = 5,     /* the caller's progress function stopped it */
  MMASC_INTERNAL = 6     /* a defect of the library */
} mmasc_status;

/* The MMASC_ABI_VERSION and the version, as "0.1.0", of the library that is loaded. */
MMASC_API int mmasc_abi_version(void);
MMASC_API const char* mmasc_version(void);

/* One line about this thread's last failed call; "" if none failed. Valid until the next fails. */
MMASC_API const char* mmasc_last_error(void);

/* The name of a status, as "MMASC_OUT_OF_MEMORY"; null for a number that is not a status. */
MMASC_API const char* mmasc_status_name(mmasc_status status);

/* -- Units ------------------------------------------------------------------------------------ */

/* One matrix instruction of one GPU. A unit never changes. */
typedef struct mmasc_unit mmasc_unit;

/* The catalogue's ids, for index 0 to mmasc_catalog_size() - 1; null past the end. If memory runs
 * out, the size is 0 and the id null. */
MMASC_API size_t mmasc_catalog_size(void);
MMASC_API const char* mmasc_catalog_id(size_t index);

/* A unit of the catalogue, by its id or by any part of the id that no other id has; or one of the
 * caller's own, as "FILE.toml" (its only row) or "FILE.toml:ROW". */
MMASC_API mmasc_status mmasc_unit_find(const char* id, mmasc_unit** out);

/* Row `index`, from 0 on, of a TOML file of the caller's own; *out is null past the end. */
MMASC_API mmasc_status mmasc_unit_read(const char* path, size_t index, mmasc_unit** out);

/* A unit of the caller's own: the row `name` (its id or part of it) of a TOML text, or, if `name`
 * is null, its only row. The row may name datapaths and structures of the catalogue.
 * docs/datapath.md describes the fields. */
MMASC_API mmasc_status mmasc_unit_parse(const char* toml, const char* name, mmasc_unit** out);

/* A copy of a unit with one field changed, for example "dot.fraction_bits" to "17". The value is
 * TOML, with or without quotes around a string; "" restores the field's default. */
MMASC_API mmasc_status mmasc_unit_with(const mmasc_unit* unit, const char* field, const char* value,
                                       mmasc_unit** out);

MMASC_API void mmasc_unit_free(mmasc_unit* unit);

/* The unit's id; null if unit is null. */
MMASC_API const char* mmasc_unit_id(const mmasc_unit* unit);

/* The row as TOML that mmasc_unit_parse() takes. The caller frees it by mmasc_text_free(). */
MMASC_API mmasc_status mmasc_unit_toml(const mmasc_unit* unit, char** out);
MMASC_API void mmasc_text_free(char* text);

/* The size of one instruction. mmasc_gemm() takes matrices of any size. */
typedef struct mmasc_shape {
  int m, n, k;     /* D is m x n; each of its elements is a dot product of k elements */
  int n_max;       /* the instruction takes n, n + n_step, ..., n_max columns; n_max may be n */
  int n_step;      /* at least 1; some take fewer beyond a size: see n in mmasc_unit_toml */
  int blocks;      /* tiles that one instruction multiplies */
  int scales;      /* scales of A, and of B, in one dot product; 0: no block scales */
  int scale_block; /* elements that share a scale; 0: no block scales */
} mmasc_shape;
MMASC_API mmasc_status mmasc_unit_shape(const mmasc_unit* unit, mmasc_shape* out);

/* The operands of a unit. Inputs are the indices of mmasc_dot_args.operands and its like. */
typedef enum mmasc_operand {
  MMASC_D = -1, /* the result */
  MMASC_A = 0,
  MMASC_B = 1,
  MMASC_C = 2,
  MMASC_SA = 3, /* the block scales of A */
  MMASC_SB = 4,
  MMASC_ST = 5,       /* the tensor-wide scale */
  MMASC_METADATA = 6, /* which elements of B those of a sparse A meet */
  MMASC_RANDOM = 7,   /* the random bits of stochastic roundings */
  MMASC_INPUTS = 8    /* how many inputs there are */
} mmasc_operand;

/* What an operand is, of whatever unit. */
typedef struct mmasc_operand_row {
  const char* name;    /* "a", "sa", "metadata", ... */
  const char* what;    /* of one dot product: "the block scales of a" */
  const char* lacks;   /* what a unit without it does: "has no block scales"; "" if each has it */
  int is_whole;        /* not 0: its elements are whole numbers, whose format no unit chooses */
  int is_drawn;        /* not 0: matrix products draw it from their seed, and are not given it */
  int may_be_left_out; /* not 0: of matrix products, where it is +0 or follows from others */
} mmasc_operand_row;

/* Null for what is no operand. */
MMASC_API const mmasc_operand_row* mmasc_operand_row_of(mmasc_operand operand);

/* The elements of an operand in one dot product: *count of them, 0 where the unit has no such
 * operand, element i of bits[i] bits. `bits` may be null; else *count holds on entry how many it
 * has room for, at least as many as there are. */
MMASC_API mmasc_status mmasc_unit_elements(const mmasc_unit* unit, mmasc_operand operand,
                                           size_t* count, int* bits);

typedef struct mmasc_format {
  const char* name;  /* "f16", "e4m3", ... */
  int storage_bits;  /* 1 to 64; the element_bits of a mmasc_matrix */
  int element_bytes; /* 1, 2, 4 or 8: the fewest that hold storage_bits */
} mmasc_format;

/* The format of an operand. One that the unit has not, and MMASC_RANDOM, which has bits of any
 * width, give MMASC_INVALID_ARGUMENT. */
MMASC_API mmasc_status mmasc_unit_format(const mmasc_unit* unit, mmasc_operand operand,
                                         mmasc_format* out);

/* The structured sparsity of A: of each `of` groups of `together` neighbours along k, A has `keep`,
 * and an element of metadata, below `of`, for each of them says which. keep, of, together and
 * metadata are 0 where A is dense. */
typedef struct mmasc_sparsity {
  int keep, of, together;
  int products; /* elements of A in one dot product; B has k */
  int metadata; /* elements of metadata in one dot product */
} mmasc_sparsity;
MMASC_API mmasc_status mmasc_unit_sparsity(const mmasc_unit* unit, mmasc_sparsity* out);

/* -- Engines ---------------------------------------------------------------------------------- */

/* An engine evaluates one unit. All engines give the same bits. */
typedef struct mmasc_engine mmasc_engine;

typedef struct mmasc_engine_options {
  size_t struct_size;
  int threads;        /* at most so many; 0: one for each processor */
  const char* target; /* one of mmasc_engine_target(); null: the first */
} mmasc_engine_options;

/* name: "batch" is fast; "reference" computes in plain integers on one thread. `options` are those
 * of "batch" and may be null; "reference" takes only null or the defaults. */
MMASC_API mmasc_status mmasc_engine_create(const mmasc_unit* unit, const char* name,
                                           const mmasc_engine_options* options, mmasc_engine** out);
MMASC_API void mmasc_engine_free(mmasc_engine* engine);

/* The names of the vector targets that this processor runs, the widest first: "avx2", ...,
 * "scalar". Null past the end, or if memory runs out. */
MMASC_API const char* mmasc_engine_target(size_t index);

/* -- Dot products ----------------------------------------------------------------------------- */

/* `size` elements; data may be null if size is 0. */
typedef struct mmasc_bits {
  const uint64_t* data;
  size_t size;
} mmasc_bits;
typedef struct mmasc_mutable_bits {
  uint64_t* data;
  size_t size;
} mmasc_mutable_bits;

/* n operations d = c + a * b. The elements of one operation lie next to each other. Nothing may
 * overlap d. */
typedef struct mmasc_dot_args {
  size_t struct_size;
  mmasc_mutable_bits d;              /* n */
  mmasc_bits operands[MMASC_INPUTS]; /* of each n times what mmasc_unit_elements() tells */
} mmasc_dot_args;

MMASC_API mmasc_status mmasc_dot(const mmasc_engine* engine, const mmasc_dot_args* args);

/* The status flags that some units raise beside d, one bit each, in the places that RISC-V's fflags
 * have (docs/datapath.md#status-flags). */
typedef enum mmasc_flag {
  MMASC_INEXACT = 1,
  MMASC_UNDERFLOW = 2,
  MMASC_OVERFLOW = 4,
  MMASC_DIVIDE_BY_ZERO = 8, /* never */
  MMASC_INVALID = 16
} mmasc_flag;

/* How many flags the unit raises: 5, or 0. */
MMASC_API mmasc_status mmasc_unit_flags(const mmasc_unit* unit, int* out);

/* mmasc_dot(), and the flags of each d: flags has as many elements as d, and overlaps nothing. A
 * unit that raises none is MMASC_INVALID_ARGUMENT. */
MMASC_API mmasc_status mmasc_dot_with_flags(const mmasc_engine* engine, const mmasc_dot_args* args,
                                            const mmasc_mutable_bits* flags);

/* -- Shrinking -------------------------------------------------------------------------------- */

/* Makes operands smaller of which a design under test gives another result than the unit: elements
 * become +0, scales 1, and bits are cleared, as long as the design fails. Which operands make it
 * fail the caller finds out: it runs the design on those that are asked about, and answers.
 *
 *   mmasc_shrinker_create(unit, &args, &shrinker);
 *   do {
 *     mmasc_shrinker_operand(shrinker, MMASC_A, &a); ...
 *     mmasc_shrinker_answer(shrinker, design_fails(a, b, c), &asks);
 *   } while (asks);
 *
 * The first question is of the operands as they were given. Then mmasc_shrinker_operand() gives the
 * smallest: none of their elements can become +0 and none of their bits 0. Where the design does
 * not fail on the first ones, these stay. The same answers lead to the same questions. One thread
 * at a time may use a shrinker. */
typedef struct mmasc_shrinker mmasc_shrinker;

/* One dot product's, of each operand as many elements as mmasc_unit_elements() tells. */
typedef struct mmasc_shrink_args {
  size_t struct_size;
  mmasc_bits operands[MMASC_INPUTS];
} mmasc_shrink_args;

MMASC_API mmasc_status mmasc_shrinker_create(const mmasc_unit* unit, const mmasc_shrink_args* args,
                                             mmasc_shrinker** out);
MMASC_API void mmasc_shrinker_free(mmasc_shrinker* shrinker);

/* The elements of an input of the operands that are asked about, or the smallest. */
MMASC_API mmasc_status mmasc_shrinker_operand(const mmasc_shrinker* shrinker, mmasc_operand operand,
                                              const mmasc_mutable_bits* out);

/* Whether the design fails on these operands. *asks: not 0 where others are asked about, 0 where
 * the smallest are found, at which an answer changes nothing. */
MMASC_API mmasc_status mmasc_shrinker_answer(mmasc_shrinker* shrinker, int fails, int* asks);

/* -- GEMM ------------------------------------------------------------------------------------- */

/* Element (row, column) is element_bits bits, the first of which is bit
 * row * row_stride + column * column_stride. Bit i is bit i mod 8 of the byte data[i / 8]. Strides
 * are in bits and may be 0 or negative. For example, an array of f32 by rows has row_stride
 * 32 * columns and column_stride 32; its transpose has the two exchanged. */
typedef struct mmasc_matrix {
  const void* data; /* may be null if there are no elements */
  int64_t rows, columns;
  int64_t row_stride, column_stride;
  int element_bits; /* the format's storage_bits */
} mmasc_matrix;

/* Each element has whole bytes of its own, so both strides are multiples of 8. */
typedef struct mmasc_mutable_matrix {
  void* data;
  int64_t rows, columns;
  int64_t row_stride, column_stride;
  int element_bits;
} mmasc_mutable_matrix;

/* Is told how many of all elements of D are done; 0 of 1 while all is not known. It may be called
 * from any thread, but never twice at once. A result that is not 0 stops the GEMM and leaves D
 * written in part. */
typedef int (*mmasc_progress)(void* context, int64_t done, int64_t all);

/* D = C + A * B, chained along K as a kernel chains it: d = c; for each k-deep slice of A and B, in
 * ascending order, d = instruction(a, b, d). K is padded with +0, and scales of the padding are 1.
 * Only C may overlap D, and only element on element. Shapes are checked against each other. That
 * the matrices lie within the caller's memory is not checked.
 *
 * A matrix of element_bits 0 is not given. A and B must be. Without C it is +0 everywhere. The
 * scales are M x ceil(K / scale_block) and ceil(K / scale_block) x N. A unit whose A is sparse
 * takes A with its zeros or, with metadata, without them: then A is M x K * keep / of, metadata M x
 * K * keep / (of * together), and K a multiple of of * together (mmasc_unit_sparsity()). Random
 * bits are drawn by the seed, the row and column of D and the instruction along K: MMASC_RANDOM is
 * never given. */
typedef struct mmasc_gemm_args {
  size_t struct_size;
  mmasc_mutable_matrix d; /* M x N */
  mmasc_matrix operands[MMASC_INPUTS];
  int64_t
      promote_k; /* N > 0, a multiple of the unit's k: after every N elements of K the partial */
                 /* sum is added to an f32 accumulator outside the unit; C and D are then f32. */
                 /* 0: never */
  const char* promote_rounding; /* "nearest_even" (null), "toward_zero", ... */
  uint64_t seed;                /* of the random bits of stochastic roundings */
  mmasc_progress progress;      /* may be null */
  void* progress_context;
} mmasc_gemm_args;

MMASC_API mmasc_status mmasc_gemm(const mmasc_engine* engine, const mmasc_gemm_args* args);

/* D = A * B in FP64 or FP32 by the Ozaki scheme: A and B are split into slices of small integers
 * that the engine's unit multiplies without an error. docs/ozaki.md explains it. */
typedef struct mmasc_dgemm_args {
  size_t struct_size;
  mmasc_matrix a, b;      /* M x K and K x N, doubles or floats (element_bits 64 or 32) */
  mmasc_mutable_matrix d; /* M x N, doubles or floats; overlaps neither */
  int slices;      /* of each matrix, at most; 0: as many as the accuracy of an FP64 (FP32) */
                   /* GEMM takes; -1: all, and all their products */
  int slice_bits;  /* 0: those that take the least time */
  int full;        /* not 0: all products of slices; 0: of slices p, q, p + q <= slices + 1 */
  int correct;     /* not 0: products are added up exactly and rounded once; 0: in FP64 */
  int threads;     /* for what the engine does not do, at most; 0: one for each processor */
  int64_t block_k; /* products along K at once, at most; 0: as many as are exact */
  mmasc_progress progress; /* may be null; told of products of slices */
  void* progress_context;
} mmasc_dgemm_args;

/* How the product was computed. */
typedef struct mmasc_dgemm_summary {
  int slice_bits, slices_a, slices_b;
  int whole; /* not 0: nothing of A * B was left out */
  int64_t slice_products;
  int64_t block_k; /* products along K at once */
} mmasc_dgemm_summary;

/* `summary` may be null. */
MMASC_API mmasc_status mmasc_dgemm(const mmasc_engine* engine, const mmasc_dgemm_args* args,
                                   mmasc_dgemm_summary* summary);

/* A matrix as elements of a small format and scales of its blocks, and products of such matrices.
 * docs/fp8.md defines both. */
typedef struct mmasc_quantise_args {
  size_t struct_size;
  mmasc_matrix numbers;
  const char* number_format; /* "f32" (null), "f16" or "bf16" */
  const char* to;            /* "mxfp8_e4m3", "mxfp4", "nvfp4", ..., or a format of elements, as */
                             /* "e4m3" or "FILE.toml:NAME", with f32 scales of 1 x 128 */
  const char* scale;         /* "float", "power_of_two", "mx"; null: that of `to` */
  const char* scale_format;  /* "f32", "ue8m0", ...; null: that of `to` */
  const char* quotient;      /* "exact" (null), "f32", "reciprocal" */
  int64_t block_rows, block_columns; /* that share a scale; 0: all; -1: those of `to` */
  float least_greatest;              /* a block's greatest magnitude counts as no smaller */
  int nan_blocks; /* not 0: a block with a NaN or an infinity has a scale of NaN; else refused */
  int threads;    /* at most; 0: one for each processor */
  mmasc_mutable_matrix elements, scales; /* in the formats and sizes that mmasc_quantise_shape() */
                                         /* tells */
  mmasc_progress progress;               /* may be null; told of rows */
  void* progress_context;
} mmasc_quantise_args;

typedef struct mmasc_quantised_shape {
  mmasc_format element, scale;
  int64_t rows, columns;             /* of scales */
  int64_t block_rows, block_columns; /* 0: all */
} mmasc_quantised_shape;

/* The formats and sizes that `elements` and `scales` must have; they need not be there. */
MMASC_API mmasc_status mmasc_quantise_shape(const mmasc_quantise_args* args,
                                            mmasc_quantised_shape* out);

/* An element stands for element * scale * *tensor_scale, which is 1 but for "nvfp4". */
MMASC_API mmasc_status mmasc_quantise(const mmasc_quantise_args* args, float* tensor_scale);

/* D = A * B: both are quantised to the formats of the engine's unit, which adds up the products of
 * `promote_k` elements of K; that sum, times the scales, is added to an f32 sum outside the unit. A
 * unit with block scales is given these. */
typedef struct mmasc_fp8gemm_args {
  size_t struct_size;
  mmasc_matrix a, b;                     /* M x K and K x N */
  const char *a_format, *b_format;       /* "f32" (null), "f16" or "bf16" */
  mmasc_mutable_matrix d;                /* M x N, floats; overlaps neither */
  int64_t block_a_rows, block_a_columns; /* of A that share a scale; 0: all */
  int64_t block_b_rows, block_b_columns; /* of B; units with block scales take neither */
  const char* scale;                     /* as mmasc_quantise_args; null: "float", or "mx" */
  const char* quotient;
  float least_greatest;
  int no_tensor_scale; /* not 0: of units as those of NVFP4 block scales alone */
  int64_t
      promote_k;   /* elements of K, a multiple of the unit's k; 0: all; -1: 128, or 0 for units */
                   /* with block scales */
  int64_t inner_k; /* after which the unit's sum is added to an f32 sum of those; 0: none */
  int two_step;    /* not 0: sum times scales is rounded before it is added; 0: fused */
  int threads;     /* for what the engine does not do, at most; 0: one for each processor */
  uint64_t seed;   /* of the random bits of stochastic roundings, as mmasc_gemm_args */
  mmasc_progress progress; /* may be null; told of partial sums */
  void* progress_context;
} mmasc_fp8gemm_args;

MMASC_API mmasc_status mmasc_fp8gemm(const mmasc_engine* engine, const mmasc_fp8gemm_args* args);

/* A matrix that is quantised already. */
typedef struct mmasc_scaled_operand {
  mmasc_matrix elements;             /* in the unit's format */
  const mmasc_matrix* scales;        /* floats, one for each block; null: 1. For a unit with */
                                     /* block scales: these, in its format */
  int64_t block_rows, block_columns; /* that share a scale; 0: all. For a unit with block */
                                     /* scales: its own, or both 0 */
  float tensor_scale;                /* of all elements besides; 0: 1 */
} mmasc_scaled_operand;

/* D = C + A * B of such matrices, as mmasc_fp8gemm() multiplies them once they are quantised. C is
 * added to the f32 sum, which is rounded to f32 and then to D's format, both to nearest even. */
typedef struct mmasc_scaled_gemm_args {
  size_t struct_size;
  mmasc_scaled_operand a, b;       /* M x K and K x N */
  const mmasc_matrix* c;           /* M x N; null: +0 everywhere */
  mmasc_mutable_matrix d;          /* M x N; overlaps nothing but C, element on element */
  const char *c_format, *d_format; /* "f32" (null), "f16" or "bf16" */
  int64_t promote_k, inner_k;      /* as mmasc_fp8gemm_args */
  int two_step, threads;
  uint64_t seed;           /* of the random bits of stochastic roundings, as mmasc_gemm_args */
  mmasc_progress progress; /* may be null; told of partial sums */
  void* progress_context;
} mmasc_scaled_gemm_args;

MMASC_API mmasc_status mmasc_scaled_gemm(const mmasc_engine* engine,
                                         const mmasc_scaled_gemm_args* args);

/* -- Numbers ---------------------------------------------------------------------------------- */

/* A format by name: "f16", "e4m3", ..., or "FILE.toml:NAME" of the caller's own. */
MMASC_API mmasc_status mmasc_format_find(const char* name, mmasc_format* out);

typedef struct mmasc_convert_args {
  size_t struct_size;
  const char* from;     /* the format of `in`, by a name that mmasc_format_find() takes */
  const char* to;       /* the format of `out` */
  const char* rounding; /* "nearest_even" (null), "toward_zero", ... */
  int saturate;         /* 0: overflow is IEEE 754's, with NaN in place of an infinity that `to` */
                        /* lacks; else the greatest number, of an infinity, too */
  mmasc_bits in;        /* f64 takes the bits of a double */
  mmasc_mutable_bits out; /* as many elements */
} mmasc_convert_args;

/* Rounds each element once. An element that `to` cannot hold at all, as a NaN where there is none,
 * is MMASC_INVALID_ARGUMENT; `out` is then in part written. */
MMASC_API mmasc_status mmasc_convert(const mmasc_convert_args* args);

/* -- Vector files ----------------------------------------------------------------------------- */

/* Vectors, by where their d comes from, and how many of the engine's d differ. */
typedef struct mmasc_tally {
  uint64_t recorded; /* from silicon */
  uint64_t stated;   /* from a statement of others, or implied by what silicon printed */
  uint64_t derived;  /* computed */
  uint64_t own;      /* of the derived: computed by mmasc itself */
  uint64_t mismatches;
} mmasc_tally;

typedef struct mmasc_verify_args {
  size_t struct_size;
  const char* const* paths; /* vector files, index.csv of recordings, or folders of these */
  size_t path_count;
  const char* engine;             /* "batch" (null) or "reference" */
  const mmasc_unit* const* units; /* of the caller's own, which vectors may be of, too */
  size_t unit_count;
  mmasc_progress progress; /* may be null; told of files */
  void* progress_context;
} mmasc_verify_args;

/* The results of vector files on an engine. */
typedef struct mmasc_verification mmasc_verification;

/* Runs the vectors and compares every bit of d. Mismatches are no error. A file whose header line
 * `unit` has changes (--set) is run on the unit with those. A unit of the caller's own stands for
 * the one of the catalogue that has its id. */
MMASC_API mmasc_status mmasc_verify(const mmasc_verify_args* args, mmasc_verification** out);
MMASC_API void mmasc_verification_free(mmasc_verification* verification);
MMASC_API mmasc_status mmasc_verification_total(const mmasc_verification* verification,
                                                mmasc_tally* out);

/* The ids of the units with vectors, from index 0 on, with what a file changes of them ("ID --set
 * FIELD=VALUE"), and their tallies, unless `out` is null; null past the end. The text lives as long
 * as the verification. */
MMASC_API const char* mmasc_verification_row(const mmasc_verification* verification, size_t index,
                                             mmasc_tally* out);

/* The command that shows a mismatch, and both d, for each of the first 20; null past the end. */
MMASC_API const char* mmasc_verification_replay(const mmasc_verification* verification,
                                                size_t index);

/* -- Comparing -------------------------------------------------------------------------------- */

typedef struct mmasc_compare_args {
  size_t struct_size;
  const mmasc_unit* x; /* the two take the same formats */
  const mmasc_unit* y;
  mmasc_matrix operands[MMASC_INPUTS]; /* as mmasc_gemm_args */
  mmasc_progress progress; /* may be null; told of elements of D, of one unit after the other */
  void* progress_context;
} mmasc_compare_args;

/* D of two units, and why the first element that differs does. Elements differ in d or, where both
 * units raise status flags, in the flags that any instruction of their chains raises. Row, column
 * and all below are 0 and "" where none differs. The texts live as long as the comparison. */
typedef struct mmasc_difference {
  int64_t elements, differing; /* of D */
  int64_t row, column;         /* of the first that differs */
  uint64_t d[2];               /* its bits, of x and of y */
  int steps[2];                /* the fused step at which they diverge, from 1 on; 0: it has none */
  const char* stage;           /* "multiplier", "aligner", "adder_tree" or "normalizer" */
  const char* what;            /* "p3 aligned for dot": p3 is a[3] * b[3]; "flags" */
  const char* values[2];       /* what x and y have there: "0", "-0.25"; "UF NX", "none" */
} mmasc_difference;

typedef struct mmasc_comparison mmasc_comparison;
MMASC_API mmasc_status mmasc_compare(const mmasc_compare_args* args, mmasc_comparison** out);
MMASC_API void mmasc_comparison_free(mmasc_comparison* comparison);
MMASC_API mmasc_status mmasc_comparison_difference(const mmasc_comparison* comparison,
                                                   mmasc_difference* out);

/* The least operands that still show a difference, as options of `mmasc eval`: for unit 0 (x) or 1
 * (y) one text an instruction, from index 0 on; null past the end. */
MMASC_API const char* mmasc_comparison_witness(const mmasc_comparison* comparison, int unit,
                                               size_t index);

#ifdef __cplusplus
}
#endif

#endif /* MMASC_H */
