/* SPDX-License-Identifier: Apache-2.0
 * test_capi NAME: runs a test. */
#include "check.h"
#include "tests.h"

#define TEST(name) \
  { #name, name }
static const struct {
  const char* name;
  void (*run)(void);
} kTests[] = {TEST(versions),
              TEST(catalog),
              TEST(finding),
              TEST(changing),
              TEST(own_rows),
              TEST(asking),
              TEST(operand_rows),
              TEST(elements),
              TEST(engines),
              TEST(tensor_scale),
              TEST(dot),
              TEST(dot_refusals),
              TEST(gemm),
              TEST(gemm_scales),
              TEST(gemm_promotion),
              TEST(gemm_stop),
              TEST(gemm_refusals),
              TEST(gemm_sparse),
              TEST(dgemm),
              TEST(dgemm_refusals),
              TEST(quantise),
              TEST(quantised_gemm),
              TEST(scaled_gemm),
              TEST(first_use),
              TEST(threads),
              TEST(messages_of_threads),
              TEST(random_bits),
              TEST(sparse_a),
              TEST(status_flags),
              TEST(compared_flags),
              TEST(shrinking),
              TEST(convert),
              TEST(verify),
              TEST(verify_own_units),
              TEST(compare),
              TEST(own_files),
              TEST(verify_changed_unit)};

int main(int argc, char** argv) {
  size_t i;
  for (i = 0; i < sizeof kTests / sizeof kTests[0]; ++i)
    if (argc == 2 && strcmp(argv[1], kTests[i].name) == 0) {
      kTests[i].run();
      puts("passed");
      return 0;
    }
  fputs("usage: test_capi NAME\n", stderr);
  return 2;
}
