/* SPDX-License-Identifier: Apache-2.0
 * Units: found, parsed, changed, asked about. */
#include "setup.h"
#include "tests.h"

void versions(void) {
  CHECK(mmasc_abi_version() == MMASC_ABI_VERSION);
  CHECK(strcmp(mmasc_version(), MMASC_EXPECTED_VERSION) == 0);
  CHECK(strcmp(mmasc_last_error(), "") == 0);
  CHECK(strcmp(mmasc_status_name(MMASC_STOPPED), "MMASC_STOPPED") == 0);
  CHECK(strcmp(mmasc_status_name(MMASC_INTERNAL), "MMASC_INTERNAL") == 0);
  CHECK(mmasc_status_name((mmasc_status)7) == NULL);
}

void catalog(void) {
  const size_t size = mmasc_catalog_size();
  size_t i;
  CHECK(size > 300);
  for (i = 0; i < size; i += 50) {
    mmasc_unit* unit = find(mmasc_catalog_id(i));
    CHECK(strcmp(mmasc_unit_id(unit), mmasc_catalog_id(i)) == 0);
    mmasc_unit_free(unit);
  }
  CHECK(mmasc_catalog_id(size) == NULL);
  CHECK(mmasc_catalog_id((size_t)-1) == NULL);
}

void finding(void) {
  mmasc_unit* unit = find("hopper/wgmma.m64nNk32.f32.e4m3.e4m");
  mmasc_unit* untouched = unit;
  CHECK(strcmp(mmasc_unit_id(unit), FP8) == 0);
  CHECK_REFUSED(mmasc_unit_find("hopper/wgmma", &untouched), "write more of one");
  CHECK_REFUSED(mmasc_unit_find("no such unit", &untouched), "nearest are");
  CHECK_REFUSED(mmasc_unit_find("", &untouched), "");
  CHECK_REFUSED(mmasc_unit_find(NULL, &untouched), "id is null");
  CHECK_REFUSED(mmasc_unit_find(FP8, NULL), "out is null");
  CHECK(untouched == unit);
  CHECK(mmasc_unit_id(NULL) == NULL);
  mmasc_unit_free(unit);
  mmasc_unit_free(NULL);
}

void changing(void) {
  mmasc_unit* unit = find(FP8);
  mmasc_unit* out = NULL;
  CHECK_FAILS(mmasc_unit_with(unit, "dot.fraction_bits", "many", &out), MMASC_INVALID_ROW,
              "dot.fraction_bits");
  CHECK_FAILS(mmasc_unit_with(unit, "dot.fraction_bits", "1e9", &out), MMASC_INVALID_ROW, "");
  CHECK_FAILS(mmasc_unit_with(unit, "no.such", "1", &out), MMASC_INVALID_ROW, "no");
  CHECK_FAILS(mmasc_unit_with(unit, "", "1", &out), MMASC_INVALID_ROW, "");
  CHECK_REFUSED(mmasc_unit_with(NULL, "lanes", "1", &out), "unit is null");
  CHECK_REFUSED(mmasc_unit_with(unit, NULL, "1", &out), "field is null");
  CHECK_REFUSED(mmasc_unit_with(unit, "lanes", NULL, &out), "value is null");
  CHECK_REFUSED(mmasc_unit_with(unit, "lanes", "1", NULL), "out is null");
  CHECK(out == NULL);
  mmasc_unit_free(unit);
}

#define ROW(name)                                          \
  "[instruction.\"" name                                   \
  "\"]\nmnemonic = \"m\"\ndatapath = \"hopper.fp8_f32\"\n" \
  "shape = { m = 8, n = 8, k = 32 }\n"                     \
  "formats = { a = \"e4m3\", b = \"e4m3\", c = \"f32\"}\n" \
  "evidence = [{ kind = \"extrapolated\", source = \"a test\" }]\n"
#define TWO_ROWS ROW("my/one") ROW("my/two")

void own_rows(void) {
  mmasc_unit* unit = find_wider();
  mmasc_unit *again = NULL, *none = NULL;
  char *toml = NULL, *toml_again = NULL;
  CHECK_OK(mmasc_unit_toml(unit, &toml));
  CHECK(strstr(toml, "fraction_bits = 17") != NULL);
  CHECK_OK(mmasc_unit_parse(toml, NULL, &again));
  CHECK_OK(mmasc_unit_toml(again, &toml_again));
  CHECK(strcmp(toml, toml_again) == 0);
  CHECK(strncmp(mmasc_unit_id(again), "my/", 3) == 0);

  mmasc_unit_free(again);
  CHECK_OK(mmasc_unit_parse(toml, "my/", &again));
  CHECK_REFUSED(mmasc_unit_parse(toml, "no such row", &none), "no such row");
  CHECK_REFUSED(mmasc_unit_parse(toml, "", &none), "name is empty");
  CHECK_REFUSED(mmasc_unit_parse("", NULL, &none), "there is no instruction");
  CHECK_REFUSED(mmasc_unit_parse("[[", NULL, &none), "toml:1");
  CHECK_REFUSED(mmasc_unit_parse("lanes = 3", NULL, &none), "toml:1");
  CHECK_REFUSED(mmasc_unit_parse(NULL, NULL, &none), "toml is null");
  CHECK_REFUSED(mmasc_unit_parse(toml, NULL, NULL), "out is null");
  CHECK_REFUSED(mmasc_unit_parse(TWO_ROWS, NULL, &none), "name one of");
  CHECK_REFUSED(mmasc_unit_parse(TWO_ROWS, "my/", &none), "write more of one");
  CHECK(none == NULL);
  CHECK_OK(mmasc_unit_parse(TWO_ROWS, "my/two", &none));
  CHECK(strcmp(mmasc_unit_id(none), "my/two") == 0);
  mmasc_unit_free(none);

  CHECK_REFUSED(mmasc_unit_toml(NULL, &toml_again), "unit is null");
  CHECK_REFUSED(mmasc_unit_toml(unit, NULL), "out is null");
  mmasc_text_free(toml);
  mmasc_text_free(toml_again);
  mmasc_text_free(NULL);
  mmasc_unit_free(unit);
  mmasc_unit_free(again);
}

void asking(void) {
  mmasc_unit* fp8 = find(FP8);
  mmasc_unit* scaled = find(MXFP8);
  mmasc_shape shape;
  mmasc_format format;
  CHECK_OK(mmasc_unit_shape(fp8, &shape));
  CHECK(shape.m == 64 && shape.n == 8 && shape.k == 32 && shape.n_max == 256);
  CHECK(shape.n_step == 8 && shape.blocks == 1 && shape.scales == 0 && shape.scale_block == 0);
  CHECK_OK(mmasc_unit_shape(scaled, &shape));
  CHECK(shape.scales == 1 && shape.scale_block == 32);

  CHECK_OK(mmasc_unit_format(fp8, MMASC_A, &format));
  CHECK(strcmp(format.name, "e4m3") == 0 && format.storage_bits == 8 && format.element_bytes == 1);
  CHECK_OK(mmasc_unit_format(fp8, MMASC_B, &format));
  CHECK(strcmp(format.name, "e4m3") == 0);
  CHECK_OK(mmasc_unit_format(fp8, MMASC_C, &format));
  CHECK(strcmp(format.name, "f32") == 0 && format.storage_bits == 32 && format.element_bytes == 4);
  CHECK_OK(mmasc_unit_format(fp8, MMASC_D, &format));
  CHECK(strcmp(format.name, "f32") == 0);
  CHECK_OK(mmasc_unit_format(scaled, MMASC_SB, &format));
  CHECK(strcmp(format.name, "ue8m0") == 0 && format.storage_bits == 8);

  CHECK_REFUSED(mmasc_unit_format(fp8, MMASC_SA, &format), "no block scales");
  CHECK_REFUSED(mmasc_unit_format(fp8, MMASC_INPUTS, &format), "none of mmasc_operand");
  CHECK_REFUSED(mmasc_unit_format(fp8, MMASC_RANDOM, &format), "rounds nothing stochastically");
  CHECK_REFUSED(mmasc_unit_format(NULL, MMASC_A, &format), "unit is null");
  CHECK_REFUSED(mmasc_unit_format(fp8, MMASC_A, NULL), "out is null");
  CHECK_REFUSED(mmasc_unit_shape(NULL, &shape), "unit is null");
  CHECK_REFUSED(mmasc_unit_shape(fp8, NULL), "out is null");
  mmasc_unit_free(fp8);
  mmasc_unit_free(scaled);
}

/* A unit is refused an operand that it has not as the operand's row says. */
void operand_rows(void) {
  mmasc_unit* unit = find(FP8);
  mmasc_format format;
  int i, of_every_unit = 0, whole = 0, drawn = 0;
  for (i = 0; i < MMASC_INPUTS; ++i) {
    const mmasc_operand operand = (mmasc_operand)i;
    const mmasc_operand_row* row = mmasc_operand_row_of(operand);
    size_t count = 0;
    CHECK(row->name[0] != '\0' && row->what[0] != '\0');
    CHECK_OK(mmasc_unit_elements(unit, operand, &count, NULL));
    CHECK((count > 0) == (row->lacks[0] == '\0'));
    if (count == 0) CHECK_REFUSED(mmasc_unit_format(unit, operand, &format), row->lacks);
    of_every_unit += count > 0;
    whole += row->is_whole;
    drawn += row->is_drawn;
  }
  CHECK(of_every_unit == 3 && whole == 2 && drawn == 1);
  CHECK(strcmp(mmasc_operand_row_of(MMASC_D)->name, "d") == 0);
  CHECK(strcmp(mmasc_operand_row_of(MMASC_METADATA)->name, "metadata") == 0);
  CHECK(mmasc_operand_row_of(MMASC_METADATA)->is_whole);
  CHECK(mmasc_operand_row_of(MMASC_RANDOM)->is_drawn);
  CHECK(mmasc_operand_row_of(MMASC_C)->may_be_left_out);
  CHECK(!mmasc_operand_row_of(MMASC_SA)->may_be_left_out);
  CHECK(mmasc_operand_row_of(MMASC_INPUTS) == NULL);
  CHECK(mmasc_operand_row_of((mmasc_operand)-2) == NULL);
  mmasc_unit_free(unit);
}

/* Into more room than is needed, and into less. */
void elements(void) {
  mmasc_unit* unit = find(FP8);
  int bits[40] = {0};
  size_t count = 40;
  CHECK_OK(mmasc_unit_elements(unit, MMASC_A, &count, bits));
  CHECK(count == 32 && bits[0] == 8 && bits[31] == 8 && bits[32] == 0);
  count = 31;
  bits[0] = 0;
  CHECK_REFUSED(mmasc_unit_elements(unit, MMASC_A, &count, bits),
                "count is 31; bits needs room for 32");
  CHECK(count == 31 && bits[0] == 0);
  count = 40;
  CHECK_OK(mmasc_unit_elements(unit, MMASC_SA, &count, bits));
  CHECK(count == 0 && bits[0] == 0);
  CHECK_REFUSED(mmasc_unit_elements(unit, MMASC_A, NULL, bits), "count is null");
  mmasc_unit_free(unit);
}
