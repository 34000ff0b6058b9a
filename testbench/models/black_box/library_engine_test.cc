// SPDX-License-Identifier: Apache-2.0
// Shared libraries as engines: the example of docs/black_box.md, operands of all kinds, and
// libraries that do not keep to mmasc/black_box.h.
#include "mmasc/black_box/library_engine.h"

#include "answers.h"
#include "mmasc/unit/error.h"
#include "mmasc/unit/operand_layout.h"

namespace mmasc {
namespace {

TEST(LibraryEngine, TheExampleIsCvfpusMultiplyAdd) {
  EXPECT_GT(compare(*make_library_engine(f32_fma(), MMASC_FMA_LIBRARY), 900), 4096u);
}

// Between them the units have every operand.
TEST(LibraryEngine, OperandsOfAllKinds) {
  const Unit units[] = {
      catalog().find("tcgen05.mma.m128nNk64.mxf4nvf4.f32.e2m1.e2m1.4X.ue4m3"),
      catalog().find("ada/mma.sp.m16n8k16.f32.f16.f16.f32"),
      catalog().find("arm/fdot.f32.e4m3.e5m2"),
      catalog().find("volta/mma.m8n8k4.f32.f16.f16.f32").with("result.rounding", MMASC_STOCHASTIC),
  };
  PerInput<int> met;
  for (const Unit& unit : units) {
    const OperandLayout layout = layout_of(unit);
    for (const OperandRow& row : kInputs) met[row.operand] += layout.has(row.operand) ? 1 : 0;
    EXPECT_GT(compare(*make_library_engine(unit, MMASC_REFERENCE_BOX), 40), 100u);
  }
  for (const OperandRow& row : kInputs) EXPECT_GT(met[row.operand], 0) << row.name;
}

// A library has each engine's own box, whatever it has of others.
TEST(LibraryEngine, TwoOfOneLibrary) {
  const auto x = make_library_engine(catalog().find("x86/vdpbf16ps"), MMASC_REFERENCE_BOX);
  const auto y = make_library_engine(catalog().find("arm/bfdot"), MMASC_REFERENCE_BOX);
  EXPECT_GT(compare(*x, 40) + compare(*y, 40), 200u);
}

// The reference box refuses them.
TEST(LibraryEngine, BitsAboveTheFormatAreLeftOut) {
  const Unit& unit = catalog().find("x86/vdpbf16ps");
  constexpr std::uint64_t kAbove = ~std::uint64_t{0} << 32;
  std::vector<std::uint64_t> d(1);
  make_library_engine(unit, MMASC_REFERENCE_BOX)
      ->dot(std::vector<std::uint64_t>{kAbove | 0x3f80, 0}, std::vector<std::uint64_t>{0x4000, 0},
            std::vector<std::uint64_t>{kAbove | 0x3f800000}, d);
  EXPECT_EQ(d.front(), 0x40400000u);
}

template <class Error>
std::string refusal_by_library(const std::string& file, std::uint64_t fault = 0) {
  return refusal<Error>(make_library_engine, file, fault);
}

TEST(LibraryEngine, FilesThatAreNone) {
  EXPECT_EQ(refusal_by_library<InputError>("none.so"),
            "none.so: no such file; name a shared library");
  const std::string page = MMASC_DOCS "/black_box.md";
  EXPECT_TRUE(refusal_by_library<EnvironmentError>(page).starts_with(page + " cannot be loaded: "));
  EXPECT_EQ(refusal_by_library<InputError>(MMASC_NO_BOX),
            MMASC_NO_BOX " has no function mmasc_box_dot; define it as mmasc/black_box.h has it");
}

TEST(LibraryEngine, ToldWhatItDidWrong) {
  const std::string box = MMASC_ODD_BOX;
  EXPECT_EQ(refusal_by_library<EnvironmentError>(box, 1), box + ": the board\\nis off");
  EXPECT_EQ(refusal_by_library<EnvironmentError>(box, 2), box + ": no licence");
  EXPECT_EQ(refusal_by_library<EnvironmentError>(box, 3),
            box + ": an exception that is no std::exception");
  EXPECT_EQ(refusal_by_library<InputError>(box, 4),
            box + ": answer 2 of 2, 100000000, is no element of f32");
  EXPECT_EQ(refusal_by_library<InputError>(box, 5),
            box + ": answer 2 of 2, ffffffffffffffff, is no element of f32; was it written?");
  EXPECT_EQ(refusal_by_library<std::exception>(box), "");
}

TEST(LibraryEngine, RefusesAUnit) {
  const auto refusal_of_volta = [](const char* file) -> std::string {
    try {
      make_library_engine(catalog().find("volta/mma.m8n8k4.f32.f16.f16.f32"), file);
    } catch (const InputError& error) {
      return error.what();
    }
    return "";
  };
  EXPECT_EQ(refusal_of_volta(MMASC_FMA_LIBRARY),
            MMASC_FMA_LIBRARY ": only a=f32 b=f32 c=f32 d=f32 k=1 is computed here");
  EXPECT_EQ(refusal_of_volta(MMASC_ODD_BOX), MMASC_ODD_BOX ": k is not 1");
}

}  // namespace
}  // namespace mmasc
