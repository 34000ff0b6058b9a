// SPDX-License-Identifier: Apache-2.0
#include "mmasc/stimulus/memory_image.h"

#include <gtest/gtest.h>

#include "mmasc/unit/catalog.h"

namespace mmasc {
namespace {

VectorFile one_vector() {
  VectorFile file;
  const Unit& unit = catalog().find("volta/mma.m8n8k4.f32.f16.f16.f32");
  file.instruction = unit.instruction.id;
  file.layout = layout_of(unit);
  file.provenance = "this test";
  file.cases.push_back(Case({{Operand::a, {0x1111, 0x2222, 0x3333, 0x4444}},
                             {Operand::b, {0x5555, 0x6666, 0x7777, 0x8888}},
                             {Operand::c, {0x9999aaaa}},
                             {Operand::d, {0xbbbbcccc}}}));
  return file;
}

std::string image_of(const VectorFile& file) {
  return memory_image_header(file, 1) + memory_image_word(file, file.cases.front());
}

TEST(MemoryImage, ElementZeroIsLeastSignificant) {
  EXPECT_EQ(image_of(one_vector()),
            "// volta/mma.m8n8k4.f32.f16.f16.f32: 1 word of 192 bits\n"
            "// [63:0] a: 4 f16\n"
            "// [127:64] b: 4 f16\n"
            "// [159:128] c: 1 f32\n"
            "// [191:160] d: 1 f32\n"
            "// this test\n"
            "bbbbcccc9999aaaa88887777666655554444333322221111\n");
}

TEST(MemoryImage, WithoutD) {
  VectorFile file = one_vector();
  file.has_d = false;
  const std::string text = image_of(file);
  EXPECT_TRUE(text.ends_with("\n9999aaaa88887777666655554444333322221111\n")) << text;
}

TEST(MemoryImage, SubByteElementsTouch) {
  const Unit& unit =
      catalog().find("rtx_blackwell/mma.m16n8k64.mxf4nvf4.f32.e2m1.e2m1.f32.4X.ue4m3");
  EXPECT_EQ(word_bits(layout_of(unit), true), 64 * 4 * 2 + 32 + 4 * 8 * 2 + 32);
}

}  // namespace
}  // namespace mmasc
