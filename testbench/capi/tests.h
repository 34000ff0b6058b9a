/* SPDX-License-Identifier: Apache-2.0
 * The tests by name; each runs in a process of its own. */
#ifndef MMASC_TESTBENCH_CAPI_TESTS_H
#define MMASC_TESTBENCH_CAPI_TESTS_H

void versions(void), catalog(void), finding(void), changing(void), own_rows(void), asking(void);
void operand_rows(void), elements(void);
void engines(void), dot(void), dot_refusals(void), random_bits(void), sparse_a(void),
    tensor_scale(void);
void status_flags(void), compared_flags(void), shrinking(void);
void gemm_sparse(void), gemm(void), gemm_scales(void), gemm_promotion(void), gemm_stop(void),
    gemm_refusals(void);
void dgemm(void), dgemm_refusals(void);
void quantise(void), quantised_gemm(void), scaled_gemm(void);
void first_use(void), threads(void), messages_of_threads(void);
void convert(void), verify(void), verify_own_units(void), compare(void);
void own_files(void), verify_changed_unit(void);

#endif
