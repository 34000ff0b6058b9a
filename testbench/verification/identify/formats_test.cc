// SPDX-License-Identifier: Apache-2.0
#include "mmasc/identify/formats.h"

#include <gtest/gtest.h>

#include "mmasc/arith/engine.h"
#include "mmasc/unit/catalog.h"
#include "mmasc/unit/error.h"
#include "mmasc/unit/operand_layout.h"
#include "thrown.h"

namespace mmasc::identify {
namespace {

// The text with the bits of every format in its place.
std::string in_bits(const Unit& unit) {
  const OperandLayout layout = layout_of(unit);
  std::string text;
  for (const Operand operand : {Operand::a, Operand::b, Operand::c, Operand::d})
    text += std::string(row_of(operand).name) + "=" +
            std::to_string(layout.format[operand]->storage_bits()) + " ";
  return text + "k=" + std::to_string(layout.k);
}

FormatsFound found_of(const Unit& unit) {
  return find_formats(in_bits(unit), [&](const Unit&) { return make_reference_engine(unit); });
}

TEST(Formats, AreFoundByTheirBits) {
  for (const char* id : {"hopper/wgmma.m64nNk32.f32.e4m3.e5m2",
                         "hopper/wgmma.m64nNk32.f16.e5m2.e4m3", "volta/mma.m8n8k4.f32.f16.f16.f32",
                         "ampere/mma.m16n8k8.f32.bf16.bf16", "cdna3/v_mfma_f32_16x16x32_fp8_bf8",
                         "x86/vpdpbusd", "x86/vdpbf16ps", "cdna3/v_mfma_f64_16x16x4_f64"}) {
    const Unit unit = find_unit(id);
    const FormatsFound found = found_of(unit);
    ASSERT_FALSE(found.likely.empty()) << id;
    EXPECT_EQ(found.likely.front(), to_text(layout_of(unit))) << id;
    EXPECT_EQ(found.answers.size(), found.queries) << id;
    EXPECT_LE(found.queries, 900u) << id;
  }
}

// f32 stored, tf32 read: both go with it, so the answers of whole units decide.
TEST(Formats, AreSeveralWhereOneProductDoesNotTell) {
  const Unit unit = find_unit("ampere/mma.m16n8k8.f32.tf32.tf32");
  const FormatsFound found = found_of(unit);
  EXPECT_NE(std::ranges::find(found.likely, to_text(layout_of(unit))), found.likely.end());
}

TEST(Formats, NoneGoWithABoxThatMultipliesNothing) {
  Unit unit = find_unit("volta/mma.m8n8k4.f32.f16.f16.f32");
  unit.datapath.product.infinity_at = -1000;  // every product is an infinity
  EXPECT_TRUE(found_of(unit).likely.empty());
}

TEST(Formats, RefuseWhatIsNoText) {
  const auto refusal = [](const char* text) {
    return error_of<InputError>([&] {
      (void)find_formats(text, [](const Unit& unit) { return make_reference_engine(unit); });
    });
  };
  EXPECT_NE(refusal("a=8 b=8 c=f32 k=4").find("d is missing"), std::string::npos);
  EXPECT_NE(refusal("a=8 b=70 c=f32 d=f32 k=4").find("name one"), std::string::npos)
      << refusal("a=8 b=70 c=f32 d=f32 k=4");
  EXPECT_NE(refusal("a=8 b=8 c=f32 d=f32 k=4 scale=ue8m0/2").find("name all formats"),
            std::string::npos);
  EXPECT_TRUE(leaves_formats_open("a=8 b=8 c=f32 d=f32 k=4"));
  EXPECT_FALSE(leaves_formats_open("a=f16 b=f16 c=f32 d=f32 k=4"));
}

}  // namespace
}  // namespace mmasc::identify
