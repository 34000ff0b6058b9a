// SPDX-License-Identifier: Apache-2.0
// RTL of units whose products yield to infinities, whose zero factors have an exponent, and whose
// factors have coarse exponents.
#include "mmasc/unit/catalog.h"
#include "random/coarse_unit.h"
#include "random/product_unit.h"
#include "rtl/random_units.h"
#include "rtl/with_verilator.h"

namespace mmasc {
namespace {

class ProductRtl : public testing::WithVerilator {};

TEST_F(ProductRtl, AgreesOnUnitsNobodyBuilt) { expect_rtl_of_first_agrees(product_unit, 1); }

TEST_F(ProductRtl, AgreesWhereFactorsAreCoarse) { expect_rtl_of_first_agrees(coarse_unit, 1); }

TEST_F(ProductRtl, AgreesOnTheReadingsOfCdna3) {
  expect_rtl_agrees(catalog()
                        .find("cdna3/v_mfma_f32_16x16x8_xf32")
                        .with("product.infinity_yields", "true")
                        .with("product.zero_factor_exponent", "-126")
                        .with("dot.zero_exponent", "own"),
                    3, 400);
}

}  // namespace
}  // namespace mmasc
