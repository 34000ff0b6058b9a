// SPDX-License-Identifier: Apache-2.0
// Elements as a unit takes them: packed, transposed, converted, refused.
#include "mmasc/matrix_files/load.h"

#include <cmath>

#include "file_bytes.h"

namespace mmasc {
namespace {

using Elements = std::vector<std::uint64_t>;

std::string bytes(const Elements& values) { return little_endian(values, 1); }

TEST(LoadMatrix, PackedRowsOfFourBits) {
  // Three elements a row: 1 2 3 and 4 5 6, the last half byte of each row is padding.
  const MatrixSource source{"A", "", "2x3", false};
  const Elements expected{1, 2, 3, 4, 5, 6};
  for (const char* shape : {"(2, 2)", "(4,)"}) {
    const auto file = npy("|u1", shape, bytes({0x21, 0x03, 0x54, 0x06}));
    EXPECT_EQ(elements_of(load_npy(file, format("e2m1"), source)), expected) << shape;
  }
}

TEST(LoadMatrix, PackedRowsOfSixBits) {
  // 3 x 6 bits: 0x3f, 0x01, 0x2a -> 0b101010'000001'111111, padded to three bytes.
  const auto file = npy("|u1", "(1, 3)", bytes({0x7f, 0xa0, 0x02}));
  const Matrix packed = load_npy(file, format("e3m2"), {"A", "", "1x3", false});
  EXPECT_EQ(elements_of(packed), (Elements{0x3f, 0x01, 0x2a}));
  const Matrix transposed = load_npy(file, format("e2m3"), {"A", "", "1x3", true});
  EXPECT_EQ(transposed.view.rows, 3);
  EXPECT_EQ(elements_of(transposed), (Elements{0x3f, 0x01, 0x2a}));
}

// The shape follows from bytes that are full.
TEST(LoadMatrix, PackedBytes) {
  const MatrixSource source{"A", "", "packed", false};
  const Matrix two = load_npy(npy("|u1", "(2, 1)", bytes({0x21, 0x03})), format("e2m1"), source);
  EXPECT_EQ(two.view.columns, 2);
  EXPECT_EQ(elements_of(two), (Elements{1, 2, 3, 0}));
  const Matrix six =
      load_npy(npy("|u1", "(1, 3)", bytes({0x7f, 0xa0, 0x56})), format("e3m2"), source);
  EXPECT_EQ(elements_of(six), (Elements{0x3f, 1, 0x2a, 0x15}));
  expect_error(
      [&] {
        load_npy(npy("|u1", "(1, 2)", bytes({1, 2})), format("e3m2"), source);
      },
      "rows of 2 bytes are no whole number of e3m2; give the shape");
  expect_error(
      [&] {
        load_npy(npy("|u1", "(2,)", bytes({1, 2})), format("e2m1"), source);
      },
      "packed rows without a shape are two-dimensional");
}

TEST(LoadMatrix, RefusesPackedRowsThatAreNot) {
  const auto packed = [](const std::string& shape, const std::string& size, const std::string& part,
                         const char* element = "e2m1", const char* descr = "|u1",
                         bool fortran = false) {
    const auto data = std::string(descr[1] == 'u' ? 4 : 16, '\x7f');
    expect_error(
        [&] {
          (void)load_npy(npy(descr, shape, data, fortran), format(element), {"A", "", size, false});
        },
        part);
  };
  packed("(2, 2)", "2x5", "A: x.npy: 2 x 2 bytes; packed rows of 2 x 5 e2m1 are 2 x 3 bytes");
  packed("(4,)", "3x4", "packed rows of 3 x 4 e2m1 are 3 x 2 bytes");
  packed("(2, 2)", "2x3", "bits behind the last element of packed row 0; is 2x3 its shape?");
  expect_error(
      [&] {
        const auto last = npy("|u1", "(3, 2)", bytes({0x21, 0x03, 0x54, 0x06, 0x11, 0x12}));
        (void)load_npy(last, format("e2m1"), {"A", "", "3x3", false});
      },
      "bits behind the last element of packed row 2; is 3x3 its shape?");
  packed("(2, 2)", "2x4", "packed rows in Fortran order", "e2m1", "|u1", true);
  packed("(2, 2)", "2x2", "packed rows are bytes (uint8) of elements of less than 8 bits", "e4m3");
  packed("(2, 2)", "2x2", "packed rows are bytes (uint8)", "e2m1", "<f4");
  for (const char* size : {"2", "2x", "x2", "2x4x1", "-2x4", "2 x 4", "99999999999999999999x1",
                           "281474976710657x1", "281474976710656x281474976710656"})
    packed("(2, 2)", size, "write rows x columns, as 128x64");
}

TEST(LoadMatrix, ElementsOfAByteEachHaveNoOtherBits) {
  const auto load = [](const Elements& values) {
    return load_npy(npy("|u1", "(1, 2)", bytes(values)), format("e2m1"));
  };
  EXPECT_EQ(elements_of(load({0x0f, 0x08})), (Elements{0x0f, 0x08}));
  expect_error(
      [&] {
        (void)load({0x0f, 0x18});
      },
      "element (0, 1) is 0x18, and e2m1 has 4 bits; packed rows need their shape");
}

TEST(LoadMatrix, TransposesEitherOrder) {
  const std::string data = bytes({1, 2, 3, 4, 5, 6});
  const MatrixSource transposed{"B", "", "", true};
  const Matrix c = load_npy(npy("|u1", "(2, 3)", data), format("e4m3"), transposed);
  EXPECT_EQ(c.view.rows, 3);
  EXPECT_EQ(elements_of(c), (Elements{1, 4, 2, 5, 3, 6}));
  const Matrix fortran = load_npy(npy("|u1", "(2, 3)", data, true), format("e4m3"), transposed);
  EXPECT_EQ(elements_of(fortran), (Elements{1, 2, 3, 4, 5, 6}));
}

TEST(LoadMatrix, TakesF32AsTf32) {
  const auto file = npy("<f4", "(1, 2)", floats({1.0F, 1.0F + 0x1p-23F}));
  EXPECT_EQ(elements_of(load_npy(file, format("tf32"))), (Elements{0x3f800000, 0x3f800001}));
}

// What a format ignores of the file's own is rounded off where elements are to be rounded. A sign
// that a scale ignores is no matter of rounding.
TEST(LoadMatrix, RoundsF32ToTf32WhenToldTo) {
  const auto file =  // 1 + 0.75 * 2^-10, -1 - 2^-11, the greatest number, a NaN
      npy("<f4", "(1, 4)", little_endian({0x3f801800, 0xbf801000, 0x7f7fffff, 0x7f800001}, 4));
  const auto load = [&](Conversion conversion) {
    LoadOptions options;
    options.convert = conversion;
    return elements_of(load_npy(file, format("tf32"), {"A", "", "", false}, options));
  };
  EXPECT_EQ(load({}), (Elements{0x3f802000, 0xbf800000, 0x7f800000, 0x7fc00000}));
  EXPECT_EQ(load({.rounding = Rounding::nearest_away}),
            (Elements{0x3f802000, 0xbf802000, 0x7f800000, 0x7fc00000}));
  EXPECT_EQ(load({Rounding::up, Overflow::saturate}),
            (Elements{0x3f802000, 0xbf800000, 0x7f7fe000, 0x7fc00000}));
  LoadOptions options;
  options.convert = Conversion{};
  const auto scales = safetensors("{" + tensor("s", "F8_E4M3", "[1,2]", 0, 2) + "}",
                                  little_endian({0x38, 0xb8}, 1));
  EXPECT_EQ(elements_of(load_safetensors(scales, "", format("ue4m3"), options)),
            (Elements{0x38, 0xb8}));
}

TEST(LoadMatrix, ConvertsOnlyWhenToldTo) {
  const auto file = npy("<f4", "(2, 2)", floats({1.0F, 0.3125F, -1000.0F, 0x1p-20F}), true);
  expect_error([&] { (void)load_npy(file, format("e4m3")); },
               "A: x.npy: elements are f32 (<f4), not e4m3; give --convert");
  const auto converted = [&](Conversion conversion) {
    LoadOptions options;
    options.convert = conversion;
    return elements_of(load_npy(file, format("e4m3"), {"A", "", "", false}, options));
  };
  EXPECT_EQ(converted({}), (Elements{0x38, 0x7f, 0x2a, 0x00}));
  EXPECT_EQ(converted({Rounding::up, Overflow::saturate}), (Elements{0x38, 0xfe, 0x2a, 0x01}));
}

// Each element is convert()'s, also those that loops round many at a time; in either order.
TEST(LoadMatrix, ConvertsEveryNumber) {
  constexpr std::int64_t kRows = 3, kColumns = 70'000;
  for (const auto& [from, type, width] :
       {std::tuple("f32", "<f4", 4), std::tuple("f16", "<f2", 2), std::tuple("f64", "<f8", 8)}) {
    Elements numbers;
    for (std::uint64_t i = 0; i < kRows * kColumns; ++i)
      numbers.push_back(i * 0x9e3779b97f4a7c15 >> (64 - 8 * width));
    const std::string data = little_endian(numbers, width);
    for (const char* to : {"e4m3", "bf16"}) {
      Elements expected;
      for (const std::uint64_t bits : numbers)
        expected.push_back(*convert(format(from), format(to), bits, {}));
      LoadOptions options;
      options.convert = Conversion{};
      const auto load = [&](const std::string& shape, bool fortran) {
        return load_npy(npy(type, shape, data, fortran), format(to), {"A", "", "", false}, options);
      };
      EXPECT_EQ(elements_of(load("(3, 70000)", false)), expected) << from << " " << to;
      const Matrix by_columns = load("(70000, 3)", true);
      EXPECT_EQ(elements_of({by_columns.view.transposed(), by_columns.memory}), expected);
    }
  }
}

TEST(LoadMatrix, RefusesWhatCannotBeConverted) {
  LoadOptions how;
  how.convert = Conversion{};
  const auto load = [&](const std::string& file, const char* to) {
    return [&how, file, to] { (void)load_npy(file, format(to), {"A", "", "", false}, how); };
  };
  const auto nan = npy("<f4", "(1, 2)", floats({1.0F, NAN}));
  expect_error(load(nan, "e2m1"), "element (0, 1) cannot be converted: e2m1 has no NaN");
  const auto two = npy("<f4", "(2, 2)", floats({1.0F, NAN, NAN, 1.0F}), true);  // by columns
  expect_error(load(two, "e2m1"), "element (0, 1) cannot be converted: e2m1 has no NaN");
  const auto negative = npy("<f4", "(2, 1)", floats({1.0F, -1.0F}));
  expect_error(load(negative, "ue8m0"),
               "element (1, 0) cannot be converted: ue8m0 has no negative");
  const auto raw = npy("<u2", "(1, 1)", bytes({0, 0}));
  expect_error(load(raw, "e4m3"), "elements are raw bits of 2 bytes (<u2); e4m3 takes 1 byte");
  expect_error(load(raw, "f32"), "f32 takes 4 bytes");
}

TEST(LoadMatrix, MatricesHaveTwoDimensions) {
  for (const char* shape : {"()", "(4,)", "(2, 2, 1)"}) {
    const auto data = std::string(std::string(shape) == "()" ? 4 : 16, '\0');
    expect_error([&] { (void)load_npy(npy("<f4", shape, data), format("f32")); },
                 "a matrix has two dimensions");
  }
}

TEST(LoadMatrix, LooksUpFromItsWork) {
  LoadOptions options;
  options.convert = Conversion{};
  options.tick = [] { throw 130; };
  const auto file = npy("<f4", "(1, 1)", floats({1.0F}));
  EXPECT_THROW((void)load_npy(file, format("e4m3"), {"A", "", "", false}, options), int);
}

TEST(LoadMatrix, KnowsItsFiles) {
  for (const char* name : {"a.npy", "d/model.safetensors", "m.safetensors:layers.0.w"})
    EXPECT_TRUE(names_matrix_file(name)) << name;
  for (const char* text : {"1.0,2", "38b8", "0x38", "npy", "a.safetensorsx", "-inf"})
    EXPECT_FALSE(names_matrix_file(text)) << text;
}

}  // namespace
}  // namespace mmasc
