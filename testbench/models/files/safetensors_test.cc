// SPDX-License-Identifier: Apache-2.0
#include "mmasc/matrix_files/safetensors.h"

#include <algorithm>

#include "file_bytes.h"

namespace mmasc {
namespace {

using Elements = std::vector<std::uint64_t>;

std::string two_tensors() {
  return safetensors(
      "{\"__metadata__\":{\"format\":\"pt\"}," +
          tensor("layers.0.weight", "F8_E4M3", "[2,2]", 0, 4) + "," +
          tensor("layers.0.bias", "BF16", "[1,2]", 4, 8) + "}  ",
      little_endian({0x38, 0xb8, 0x7e, 0x01}, 1) + little_endian({0x3f80, 0xbf80}, 2));
}

void expect_refused(const std::string& bytes, const std::string& part,
                    const std::string& name = "") {
  expect_error([&] { (void)read_safetensors_header(InputFile("x.safetensors", bytes), name); },
               part);
}

void expect_header_refused(const std::string& header, const std::string& part) {
  expect_refused(safetensors(header, "0000"), part);
}

TEST(Safetensors, ReadsTensorsByName) {
  const auto weight = load_safetensors(two_tensors(), "layers.0.weight", format("e4m3"));
  EXPECT_EQ(elements_of(weight), (Elements{0x38, 0xb8, 0x7e, 0x01}));
  const auto bias = load_safetensors(two_tensors(), "layers.0.bias", format("bf16"));
  EXPECT_EQ(elements_of(bias), (Elements{0x3f80, 0xbf80}));
}

// As the format of its name and as no other; raw bits as any of their size.
TEST(Safetensors, ReadsEveryType) {
  const struct {
    const char *type, *format, *another;  // another of the same size, if there is one
    int bytes;
    bool is_raw = false;
  } types[] = {{"F8_E4M3", "e4m3", "e5m2", 1},
               {"F8_E5M2", "e5m2", "e4m3", 1},
               {"F8_E4M3FNUZ", "e4m3fnuz", "e4m3", 1},
               {"F8_E5M2FNUZ", "e5m2fnuz", "e5m2", 1},
               {"F8_E8M0", "ue8m0", "ue4m3", 1},
               {"BF16", "bf16", "f16", 2},
               {"F16", "f16", "bf16", 2},
               {"F32", "f32", "s32", 4},
               {"F64", "f64", "s64", 8},
               {"I8", "s8", "u8", 1},
               {"I16", "s16", "u16", 2},
               {"I32", "s32", "f32", 4},
               {"I64", "s64", "f64", 8},
               {"U8", "e5m2fnuz", "s8", 1, true},
               {"U16", "f16", "bf16", 2, true},
               {"U32", "tf32", "s32", 4, true},
               {"U64", "f64", "f64", 8, true}};
  const Elements stored{0x11, 0x22};
  for (const auto& row : types) {
    const auto size = static_cast<std::size_t>(2 * row.bytes);
    const auto file = safetensors("{" + tensor("w", row.type, "[1,2]", 0, size) + "}",
                                  little_endian(stored, row.bytes));
    EXPECT_EQ(elements_of(load_safetensors(file, "", format(row.format))), stored) << row.type;
    const auto load = [&] { return load_safetensors(file, "", format(row.another)); };
    if (row.is_raw)
      EXPECT_EQ(elements_of(load()), stored) << row.type;
    else
      expect_error([&] { (void)load(); }, std::string("elements are ") + row.format + " (");
  }
  EXPECT_EQ(std::ranges::count(kSafetensorsTypes, false, &ElementType::is_packed),
            std::ssize(types));
}

// Without a gap, also from row to row, element 0 in the lowest bits.
TEST(Safetensors, ReadsPackedTypes) {
  const auto load = [](const char* type, const char* shape, const std::string& data,
                       const char* name) {
    return load_safetensors(safetensors("{" + tensor("w", type, shape, 0, data.size()) + "}", data),
                            "", format(name));
  };
  const Matrix fp4 = load("F4", "[2,3]", little_endian({0x21, 0x43, 0x65}, 1), "e2m1");
  EXPECT_EQ(fp4.view.columns, 3);
  EXPECT_EQ(elements_of(fp4), (Elements{1, 2, 3, 4, 5, 6}));
  // 0x3f, 0x01, 0x2a, 0x15 from the lowest bits on.
  const std::string six = little_endian({0x56a07f}, 3);
  EXPECT_EQ(elements_of(load("F6_E3M2", "[2,2]", six, "e3m2")), (Elements{0x3f, 1, 0x2a, 0x15}));
  EXPECT_EQ(elements_of(load("F6_E2M3", "[4,1]", six, "e2m3")), (Elements{0x3f, 1, 0x2a, 0x15}));
  expect_error([&] { (void)load("F4", "[2,3]", six, "e2m3"); }, "elements are e2m1 (F4), not e2m3");
  expect_refused(safetensors("{" + tensor("w", "F4", "[1,3]", 0, 2) + "}", "ab"),
                 "\"w\" is 1 x 3 F4, which are no whole bytes");
  expect_refused(safetensors("{" + tensor("w", "F4", "[2,3]", 0, 2) + "}", "ab"),
                 "\"w\" is 2 x 3 F4 and has 2 bytes");
  LoadOptions how;
  how.convert = Conversion{};
  EXPECT_EQ(elements_of(
                load_safetensors(safetensors("{" + tensor("w", "F4", "[1,2]", 0, 1) + "}", "\x72"),
                                 "", format("e4m3"), how)),
            (Elements{0x38, 0x4c}));
}

TEST(Safetensors, ScalesWithASignAreScales) {
  const auto file = safetensors("{" + tensor("s", "F8_E4M3", "[1,2]", 0, 2) + "}",
                                little_endian({0x38, 0x7e}, 1));
  EXPECT_EQ(elements_of(load_safetensors(file, "", format("ue4m3"))), (Elements{0x38, 0x7e}));
}

TEST(Safetensors, OtherFormatsAreRefusedOrConverted) {
  expect_error([] { (void)load_safetensors(two_tensors(), "layers.0.weight", format("e5m2")); },
               "elements are e4m3 (F8_E4M3), not e5m2; give --convert");
  LoadOptions how;
  how.convert = Conversion{};
  EXPECT_EQ(elements_of(load_safetensors(two_tensors(), "layers.0.bias", format("e5m2"), how)),
            (Elements{0x3c, 0xbc}));
}

// 1 and -2 in CDNA3's formats, whose bits are 0.5 and -1 in OCP's.
TEST(Safetensors, FnuzIsConverted) {
  LoadOptions how;
  how.convert = Conversion{};
  for (const auto& [type, one, minus_two] :
       {std::tuple("F8_E4M3FNUZ", 0x40u, 0xc8u), std::tuple("F8_E5M2FNUZ", 0x40u, 0xc4u)}) {
    const auto file = safetensors(std::string("{") + tensor("w", type, "[1,2]", 0, 2) + "}",
                                  little_endian({one, minus_two}, 1));
    EXPECT_EQ(elements_of(load_safetensors(file, "", format("e4m3"), how)), (Elements{0x38, 0xc0}))
        << type;
  }
}

TEST(Safetensors, NamesWhatThereIs) {
  expect_refused(two_tensors(),
                 "2 tensors; name one as x.safetensors:layers.0.weight: "
                 "\"layers.0.weight\", \"layers.0.bias\"");
  expect_refused(two_tensors(),
                 "no tensor \"layers.0.wait\"; the nearest of 2: \"layers.0.weight\", "
                 "\"layers.0.bias\"",
                 "layers.0.wait");
  expect_refused(safetensors("{}", ""), "has no tensors");
}

TEST(Safetensors, RefusesLengths) {
  expect_refused("1234567", "cut short; copy the file again");
  expect_refused(little_endian({3}, 8) + "{}", "cut short: 2 of the 3 bytes of the header");
  expect_refused(little_endian({~std::uint64_t{0}}, 8) + "{}",
                 "header of 18446744073709551615 bytes, of at most 100000000");
}

TEST(Safetensors, RefusesHeaders) {
  const std::string good = tensor("w", "F32", "[1,1]", 0, 4);
  for (const auto& [header, part] : std::vector<std::pair<std::string, std::string>>{
           {"", "does not begin with '{'"},
           {" {}", "does not begin with '{'"},
           {"{", "header: no JSON at byte 2"},
           {"{\"w\":1}", "w: not a value that the format has there"},
           {"{\"w\":[1]}", "not a value that the format has there"},
           {"{\"w\":null}", "not a value that the format has there"},
           {"{\"w\":{\"dtype\":{}}}", "\"w\", dtype: not a value"},
           {"{\"w\":{\"dtype\":[]}}", "\"w\", dtype: not a value"},
           {"{\"w\":{\"dtype\":true}}", "\"w\", dtype: not a value"},
           {"{\"w\":{\"shape\":[[1]]}}", "\"w\", shape: not a value"},
           {"{\"w\":{\"shape\":[-1]}}", "\"w\", shape: not a value"},
           {"{\"w\":{\"shape\":[1.5]}}", "\"w\", shape: not a value"},
           {"{\"w\":{\"shape\":[9223372036854775808]}}", "\"w\", shape: not a value"},
           {"{\"w\":{\"shape\":[1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1]}}", "\"w\", shape: not a value"},
           {"{\"w\":{\"shape\":\"1\"}}", "\"w\", shape: not a value"},
           {"{\"w\":{\"data_offsets\":[1]}}", "\"w\": data_offsets are a begin and an end"},
           {"{\"w\":{\"data_offsets\":[4,0]}}", "\"w\": data_offsets are a begin and an end"},
           {"{\"w\":{\"more\":1}}", "\"w\": unknown key \"more\""},
           {"{\"w\":{\"dtype\":\"F32\",\"dtype\":\"F32\"}}", "\"w\": \"dtype\" is there twice"},
           {"{\"" + std::string(1001, 'x') + "\":{}}", "a name of 1001 bytes; at most 1000"},
           {"{\"w\":{\"dtype\":\"12345678901234567\"}}", "\"w\", dtype: not a value"},
           {"{\"w\":{\"dtype\":\"F32\"}}", "\"w\": dtype, shape or data_offsets is missing"},
           {"{\"__metadata__\":{\"a\":1}}", "the header, a: not a value"},
           {"{" + good + "," + good + "}", "\"w\" is there twice"},
           {"{" + good + "}x", "no JSON at byte"},
           {"{\"\xff\":{}}", "no JSON at byte"},
           {"{" + tensor("w", "C64", "[1,1]", 0, 4) + "}",
            "\"w\" has elements of type C64; save it as F8_E4M3, F8_E5M2, F8_E4M3FNUZ, "
            "F8_E5M2FNUZ, F8_E8M0, F6_E3M2, F6_E2M3, F4, BF16, F16, F32, F64, I8, I16, I32, I64, "
            "or its bits as U8, U16, U32, U64"},
           {"{" + tensor("w", "F32", "[1,2]", 0, 4) + "}", "\"w\" is 1 x 2 F32 and has 4 bytes"},
           {"{" + tensor("w", "F32", "[4294967296,4294967296]", 0, 4) + "}", "and has 4 bytes"},
           {"{" + tensor("w", "F32", "[1,2]", 0, 8) + "}", "cut short: \"w\" ends at byte 8 of 4"},
           {"{" + tensor("w", "U8", "[1,2]", 0, 2) + "}", "2 bytes behind the last tensor"},
           {"{" + tensor("w", "U8", "[1,2]", 2, 4) + "}",
            "begins at byte 2, and what is before it"},
           {"{" + tensor("w", "F32", "[1,1]", 0, 4) + "," + tensor("v", "U8", "[1,2]", 2, 4) + "}",
            "begins at byte 2, and what is before it ends at 4"},
       })
    expect_header_refused(header, part);
}

TEST(Safetensors, DeepNestingIsNoTrouble) {
  expect_header_refused("{\"w\":" + std::string(1000000, '['), "not a value");
}

}  // namespace
}  // namespace mmasc
