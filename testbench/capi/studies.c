/* SPDX-License-Identifier: Apache-2.0
 * Numbers converted, vector files verified, units compared. */
#include "setup.h"
#include "tests.h"

void convert(void) {
  const uint64_t in[3] = {0x3fb999999999999a, 0xc08f400000000000, 0x3ff0000000000000};
  uint64_t out[3];
  mmasc_format format;
  mmasc_convert_args args;
  memset(&args, 0, sizeof args);
  args.struct_size = sizeof args;
  args.from = "f64";
  args.to = "e4m3";
  args.in.data = in;
  args.out.data = out;
  args.in.size = args.out.size = 3; /* 0.1, -1000, 1 */
  CHECK_OK(mmasc_convert(&args));
  CHECK(out[0] == 0x1d && out[1] == 0x7f && out[2] == 0x38);
  args.saturate = 1;
  args.rounding = "toward_zero";
  CHECK_OK(mmasc_convert(&args));
  CHECK(out[0] == 0x1c && out[1] == 0xfe && out[2] == 0x38);
  args.saturate = 0;
  args.to = "f16";
  CHECK_OK(mmasc_convert(&args));
  CHECK(out[1] == 0xe3d0);
  args.to = "e4m3";
  CHECK_OK(mmasc_convert(&args));
  CHECK(out[1] == 0xfe);
  args.rounding = "up";
  CHECK_OK(mmasc_convert(&args));
  CHECK(out[1] == 0xfe);
  args.rounding = "down";
  CHECK_OK(mmasc_convert(&args));
  CHECK(out[1] == 0x7f);
  args.rounding = "sideways";
  CHECK_REFUSED(mmasc_convert(&args), "rounding is \"sideways\"; one of nearest_even");
  args.rounding = NULL;
  args.to = "ue8m0";
  CHECK_REFUSED(mmasc_convert(&args), "in[1]: ue8m0 has no negative numbers");
  args.to = "no format";
  CHECK_REFUSED(mmasc_convert(&args), "to is \"no format\", which is no format");
  args.to = NULL;
  CHECK_REFUSED(mmasc_convert(&args), "to is null");
  args.to = "e4m3";
  args.out.size = 2;
  CHECK_REFUSED(mmasc_convert(&args), "out has 2 elements, and in 3");

  CHECK_OK(mmasc_format_find("e2m3", &format));
  CHECK(strcmp(format.name, "e2m3") == 0 && format.storage_bits == 6 && format.element_bytes == 1);
  CHECK_REFUSED(mmasc_format_find("e2m3", NULL), "out is null");
}

static int stop_at_once(void* context, int64_t done, int64_t all) {
  (void)context;
  return done == 0 && all == 1;
}

void verify(void) {
  static const char* const kFiles[] = {"capi_verify.vec"};
  static const char kVectors[] =
      "# mmasc-vectors 1\n"
      "# instruction: volta/mma.m8n8k4.f32.f16.f16.f32\n"
      "# formats: a=f16 b=f16 c=f32 d=f32 k=4\n"
      "# provenance: this test\n"
      "# evidence: recorded\n"
      "# nan: exact\n"
      "# columns: a b c d\n"
      "3c00000000000000 3c00000000000000 00000000 3f800000\n"
      "3c00000000000000 3c00000000000000 00000000 40000000\n";
  mmasc_verification* verification = NULL;
  mmasc_tally tally;
  mmasc_verify_args args;
  FILE* const file = fopen(kFiles[0], "wb");
  CHECK(file != NULL && fputs(kVectors, file) >= 0 && fclose(file) == 0);
  memset(&args, 0, sizeof args);
  args.struct_size = sizeof args;
  CHECK_REFUSED(mmasc_verify(&args, &verification), "no vectors were run");
  args.paths = kFiles;
  args.path_count = 1;
  CHECK_OK(mmasc_verify(&args, &verification));
  CHECK_OK(mmasc_verification_total(verification, &tally));
  CHECK(tally.recorded == 2 && tally.derived == 0 && tally.own == 0 && tally.mismatches == 1);
  memset(&tally, 0, sizeof tally);
  CHECK(strcmp(mmasc_verification_row(verification, 0, &tally),
               "volta/mma.m8n8k4.f32.f16.f16.f32") == 0);
  CHECK(tally.recorded == 2 && tally.mismatches == 1);
  CHECK(mmasc_verification_row(verification, 1, NULL) == NULL);
  CHECK(strstr(mmasc_verification_replay(verification, 0), "expected 40000000 (2), got 3f800000") !=
        NULL);
  CHECK(mmasc_verification_replay(verification, 1) == NULL);
  mmasc_verification_free(verification);
  mmasc_verification_free(NULL);
  args.engine = "pipeline";
  CHECK_REFUSED(mmasc_verify(&args, &verification), "one of reference, batch");
  args.engine = "reference";
  args.progress = stop_at_once;
  CHECK_FAILS(mmasc_verify(&args, &verification), MMASC_STOPPED, "asked to stop");
  remove(kFiles[0]);
  args.progress = NULL;
  CHECK_REFUSED(mmasc_verify(&args, &verification), "capi_verify.vec");
}

/* Files of a unit that is no row of the catalogue. */
void verify_own_units(void) {
  static const char* const kFiles[] = {"capi_verify_own.vec"};
  mmasc_unit* const shipped = find("volta/mma.m8n8k4.f32.f16.f16.f32");
  mmasc_unit* own = NULL;
  const mmasc_unit* units[1];
  mmasc_verification* verification = NULL;
  mmasc_verify_args args;
  char* toml = NULL;
  FILE* const file = fopen(kFiles[0], "wb");
  CHECK_OK(mmasc_unit_toml(shipped, &toml));
  CHECK_OK(mmasc_unit_parse(toml, NULL, &own));
  CHECK(file != NULL);
  fprintf(file,
          "# mmasc-vectors 1\n# instruction: %s\n# formats: a=f16 b=f16 c=f32 d=f32 k=4\n"
          "# provenance: this test\n# nan: exact\n# columns: a b c d\n"
          "3c00000000000000 3c00000000000000 00000000 3f800000\n",
          mmasc_unit_id(own));
  CHECK(fclose(file) == 0);
  memset(&args, 0, sizeof args);
  args.struct_size = sizeof args;
  args.paths = kFiles;
  args.path_count = 1;
  CHECK_REFUSED(mmasc_verify(&args, &verification), "unknown unit");
  units[0] = own;
  args.units = units;
  args.unit_count = 1;
  CHECK_OK(mmasc_verify(&args, &verification));
  CHECK(strcmp(mmasc_verification_row(verification, 0, NULL), mmasc_unit_id(own)) == 0);
  mmasc_verification_free(verification);
  units[0] = NULL;
  CHECK_REFUSED(mmasc_verify(&args, &verification), "units is null");
  remove(kFiles[0]);
  mmasc_text_free(toml);
  mmasc_unit_free(own);
  mmasc_unit_free(shipped);
}

/* Units and formats of a file, as the command takes them. */
void own_files(void) {
  static const char kPath[] = "capi_own.toml", kRow[] = "capi_own.toml:my/mma";
  mmasc_unit* const shipped = find("volta/mma.m8n8k4.f32.f16.f16.f32");
  mmasc_unit* unit = NULL;
  mmasc_format format;
  mmasc_convert_args args;
  const uint64_t in = 0x3ff0000000000000; /* 1 */
  uint64_t out;
  char* toml = NULL;
  FILE* const file = fopen(kPath, "wb");
  CHECK_OK(mmasc_unit_toml(shipped, &toml));
  CHECK(file != NULL && fputs(toml, file) >= 0);
  CHECK(fputs("\n[format.mine]\nexponent_bits = 4\nfraction_bits = 3\nbias = 9\n", file) >= 0);
  CHECK(fclose(file) == 0);
  CHECK_OK(mmasc_unit_find(kPath, &unit));
  CHECK(strncmp(mmasc_unit_id(unit), "my/mma", 6) == 0);
  mmasc_unit_free(unit);
  CHECK_OK(mmasc_unit_find(kRow, &unit));
  mmasc_unit_free(unit);
  CHECK_REFUSED(mmasc_unit_find("capi_own.toml:no/such", &unit), "unknown unit \"no/such\"");
  CHECK_REFUSED(mmasc_unit_find("capi_none.toml", &unit), "capi_none.toml: no such file");
  CHECK_OK(mmasc_unit_read(kPath, 0, &unit));
  CHECK(strncmp(mmasc_unit_id(unit), "my/mma", 6) == 0);
  mmasc_unit_free(unit);
  CHECK_OK(mmasc_unit_read(kPath, 1, &unit));
  CHECK(unit == NULL);
  CHECK_REFUSED(mmasc_unit_read("capi_none.toml", 0, &unit), "no such file");
  CHECK_REFUSED(mmasc_unit_read(NULL, 0, &unit), "path is null");

  CHECK_OK(mmasc_format_find("capi_own.toml:mine", &format));
  CHECK(strcmp(format.name, "mine") == 0 && format.storage_bits == 8);
  CHECK_REFUSED(mmasc_format_find("capi_own.toml:yours", &format), "capi_own.toml");
  CHECK_REFUSED(mmasc_format_find("mine", &format), "which is no format");
  memset(&args, 0, sizeof args);
  args.struct_size = sizeof args;
  args.from = "f64";
  args.to = "capi_own.toml:mine";
  args.in.data = &in;
  args.out.data = &out;
  args.in.size = args.out.size = 1;
  CHECK_OK(mmasc_convert(&args));
  CHECK(out == 9 << 3);
  remove(kPath);
  mmasc_text_free(toml);
  mmasc_unit_free(shipped);
}

/* The unit is that of the file's `unit` line; with 0 fraction bits 1 + 2^-1 is 1. */
void verify_changed_unit(void) {
  static const char* const kFiles[] = {"capi_verify_changed.vec"};
  mmasc_verification* verification = NULL;
  mmasc_tally tally;
  mmasc_verify_args args;
  FILE* const file = fopen(kFiles[0], "wb");
  CHECK(file != NULL);
  CHECK(fputs("# mmasc-vectors 1\n# instruction: volta/mma.m8n8k4.f32.f16.f16.f32\n"
              "# unit: m8n8k4.f32.f16.f16.f32 --set dot.fraction_bits=0\n"
              "# formats: a=f16 b=f16 c=f32 d=f32 k=4\n# provenance: this test\n"
              "# nan: exact\n# columns: a b c d\n"
              "3c003c0000000000 3c00380000000000 00000000 3f800000\n"
              "3c003c0000000000 3c00380000000000 00000000 3fc00000\n",
              file) >= 0);
  CHECK(fclose(file) == 0);
  memset(&args, 0, sizeof args);
  args.struct_size = sizeof args;
  args.paths = kFiles;
  args.path_count = 1;
  CHECK_OK(mmasc_verify(&args, &verification));
  CHECK(strcmp(mmasc_verification_row(verification, 0, &tally),
               "volta/mma.m8n8k4.f32.f16.f16.f32 --set dot.fraction_bits=0") == 0);
  CHECK(tally.derived == 2 && tally.mismatches == 1);
  CHECK(mmasc_verification_row(verification, 1, NULL) == NULL);
  CHECK(strstr(mmasc_verification_replay(verification, 0),
               "mmasc eval volta/mma.m8n8k4.f32.f16.f16.f32 --set dot.fraction_bits=0 --a ") !=
        NULL);
  mmasc_verification_free(verification);
  remove(kFiles[0]);
}

void compare(void) {
  mmasc_unit *x = find("ada/mma.m16n8k16.f32.f16.f16.f32"),
             *y = find("hopper/wgmma.m64nNk16.f32.f16.f16"), *other = find(FP8);
  const uint16_t a[4] = {0xf000, 0xb800, 0xb400, 0xb000}, b[4] = {0x6400, 0x3c00, 0x3c00, 0x3c00};
  const uint32_t c = 0x4b000000;
  const mmasc_matrix a_row = {a, 1, 4, 64, 16, 16}, b_column = {b, 4, 1, 16, 16, 16},
                     c_one = {&c, 1, 1, 32, 32, 32};
  mmasc_comparison* comparison = NULL;
  mmasc_difference found;
  mmasc_compare_args args;
  memset(&args, 0, sizeof args);
  args.struct_size = sizeof args;
  args.x = x;
  args.y = y;
  args.operands[MMASC_A] = a_row;
  args.operands[MMASC_B] = b_column;
  args.operands[MMASC_C] = c_one;
  CHECK_OK(mmasc_compare(&args, &comparison));
  CHECK_OK(mmasc_comparison_difference(comparison, &found));
  CHECK(found.elements == 1 && found.differing == 1 && found.row == 0 && found.column == 0);
  CHECK(found.d[0] == 0xbf000000 && found.d[1] == 0xbf400000);
  CHECK(found.steps[0] == 1 && found.steps[1] == 1 && strcmp(found.stage, "aligner") == 0);
  CHECK(strcmp(found.what, "p2 aligned for dot") == 0);
  CHECK(strcmp(found.values[0], "0") == 0 && strcmp(found.values[1], "-0.25") == 0);
  CHECK(strstr(mmasc_comparison_witness(comparison, 0, 0), "--c 4b000000") != NULL);
  CHECK(strstr(mmasc_comparison_witness(comparison, 1, 0), "--a b4000") != NULL);
  CHECK(mmasc_comparison_witness(comparison, 0, 1) == NULL);
  CHECK(mmasc_comparison_witness(comparison, 2, 0) == NULL);
  mmasc_comparison_free(comparison);
  mmasc_comparison_free(NULL);

  args.y = x;
  CHECK_OK(mmasc_compare(&args, &comparison));
  CHECK_OK(mmasc_comparison_difference(comparison, &found));
  CHECK(found.elements == 1 && found.differing == 0 && strcmp(found.stage, "") == 0);
  CHECK(mmasc_comparison_witness(comparison, 0, 0) == NULL);
  mmasc_comparison_free(comparison);
  args.y = other;
  CHECK_REFUSED(mmasc_compare(&args, &comparison), "compare units of the same formats");
  args.y = NULL;
  CHECK_REFUSED(mmasc_compare(&args, &comparison), "y is null");
  args.y = y;
  args.operands[MMASC_A].rows = -1;
  CHECK_REFUSED(mmasc_compare(&args, &comparison), "-1");
  args.operands[MMASC_A].element_bits = 0;
  CHECK_REFUSED(mmasc_compare(&args, &comparison), "A: missing");
  args.operands[MMASC_A] = a_row;
  args.operands[MMASC_B].element_bits = 0;
  CHECK_REFUSED(mmasc_compare(&args, &comparison), "B: missing");
  mmasc_unit_free(x);
  mmasc_unit_free(y);
  mmasc_unit_free(other);
}
