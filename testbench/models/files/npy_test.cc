// SPDX-License-Identifier: Apache-2.0
#include "mmasc/matrix_files/npy.h"

#include "file_bytes.h"
#include "mmasc/unit/formats.h"

namespace mmasc {
namespace {

using Elements = std::vector<std::uint64_t>;

void expect_npy_refused(const std::string& bytes, const std::string& part) {
  expect_error([&] { (void)read_npy_header(InputFile("x.npy", bytes)); }, part);
}

TEST(Npy, ReadsCOrderAndFortranOrder) {
  const Elements stored{0x11, 0x22, 0x33, 0x44, 0x55, 0x66};
  const std::string data = little_endian(stored, 1);
  const Matrix c = load_npy(npy("|u1", "(2, 3)", data), format("e4m3"));
  EXPECT_EQ(c.view.rows, 2);
  EXPECT_EQ(c.view.columns, 3);
  EXPECT_EQ(elements_of(c), stored);
  const Matrix fortran = load_npy(npy("|u1", "(2, 3)", data, true), format("e4m3"));
  EXPECT_EQ(fortran.view.rows, 2);
  EXPECT_EQ(elements_of(fortran), (Elements{0x11, 0x33, 0x55, 0x22, 0x44, 0x66}));
}

// As the format of its name and as no other; raw bits as any of their size.
TEST(Npy, ReadsEveryTypeAsBits) {
  const struct {
    const char *type, *format, *another;  // another of the same size, if there is one
    int bytes;
    bool is_raw = true;
  } types[] = {{"|u1", "e5m2", "s8", 1},        {"<u2", "f16", "s16", 2},
               {"<u4", "f32", "s32", 4},        {"<u8", "f64", "s64", 8},
               {"|V1", "e5m2", "s8", 1},        {"<V1", "e5m2", "s8", 1},
               {"<f1", "e5m2", "s8", 1},        {"|V2", "bf16", "f16", 2},
               {"<V2", "bf16", "f16", 2},       {"<f2", "f16", "bf16", 2, false},
               {"<f4", "f32", "s32", 4, false}, {"<f8", "f64", "s64", 8, false},
               {"|i1", "s8", "e4m3", 1, false}, {"<i2", "s16", "f16", 2, false},
               {"<i4", "s32", "f32", 4, false}, {"<i8", "s64", "f64", 8, false}};
  for (const auto& row : types) {
    const Elements stored{0x8877665544332211, 0x0102030405060708};
    Elements expected = stored;
    if (row.bytes < 8)
      for (auto& bits : expected) bits &= (std::uint64_t{1} << (8 * row.bytes)) - 1;
    const auto bytes = npy(row.type, "(1, 2)", little_endian(stored, row.bytes));
    EXPECT_EQ(elements_of(load_npy(bytes, format(row.format))), expected) << row.type;
    const auto load = [&] { return load_npy(bytes, format(row.another)); };
    if (row.is_raw)
      EXPECT_EQ(elements_of(load()), expected) << row.type;
    else
      expect_error([&] { (void)load(); }, std::string("elements are ") + row.format + " (");
  }
  EXPECT_EQ(std::size(types), kNpyTypes.size());
}

TEST(Npy, ReadsEveryVersionAndSpelling) {
  const std::string data = little_endian({0x3c00, 0xbc00}, 2);
  const char* const spellings[] = {
      "{'descr': '<f2', 'fortran_order': False, 'shape': (2, 1), }",
      "{\"shape\":(2,1),\"fortran_order\":True,\"descr\":\"<f2\"}",
      "{ 'fortran_order' : False ,'descr':'<u2', 'shape' : ( 2 , 1 , ) }  ",
  };
  for (const char* dict : spellings)
    for (const int version : {1, 2, 3})
      EXPECT_EQ(elements_of(load_npy(npy(dict, data, version), format("f16"))),
                (Elements{0x3c00, 0xbc00}))
          << dict;
}

TEST(Npy, NothingIsAMatrixToo) {
  for (const char* shape : {"(0, 3)", "(3, 0)", "(0, 281474976710656)"}) {
    const Matrix empty = load_npy(npy("<f4", shape, ""), format("f32"));
    EXPECT_TRUE(elements_of(empty).empty()) << shape;
  }
}

TEST(Npy, RefusesHeaders) {
  const auto dict = [](const std::string& text) { return npy(text, ""); };
  expect_npy_refused("", "neither .npy nor .safetensors");
  expect_npy_refused("PK\3\4", "unpack it");
  expect_npy_refused("\x93NUMPY", "cut short in its header");
  expect_npy_refused(std::string("\x93NUMPY\1\0\2", 9), "cut short in its header");
  expect_npy_refused(std::string("\x93NUMPY\1\0\x76\0{", 11), "cut short in its header");
  expect_npy_refused(std::string("\x93NUMPY\4\0\0\0", 10), "version 4.0 of the .npy format");
  expect_npy_refused(std::string("\x93NUMPY\2\0\xff\xff\xff\xff", 12),
                     "header of 4294967295 bytes");
  expect_npy_refused(dict(""),
                     "header: column 55: '{' expected; save the array again with np.save");
  expect_npy_refused(dict("{}"), "no key 'descr'");
  expect_npy_refused(dict("{'descr': '<f4', 'shape': (1, 1)}"), "no key 'fortran_order'");
  expect_npy_refused(dict("{'descr': '<f4', 'descr': '<f4'"), "'descr' for the second time");
  expect_npy_refused(dict("{'descr': '<f4' 'shape'"), "',' or '}' expected");
  expect_npy_refused(dict("{'what': 1}"), "unknown key 'what'");
  expect_npy_refused(dict("{'descr': [('x', '<f4')]}"), "a structured array");
  expect_npy_refused(dict("{'descr': __import__('os')}"), "a quoted text expected");
  expect_npy_refused(dict("{'descr': '<f\\x34'"), "a backslash in a quoted text");
  expect_npy_refused(dict("{'descr': '<f4"), "a quote without its end");
  expect_npy_refused(dict("{'" + std::string(101, 'x') + "': 1}"), "a quoted text of 101 bytes");
  expect_npy_refused(dict("{'fortran_order': 0"), "True or False expected");
  expect_npy_refused(dict("{'shape': (-1, 2)"), "a size expected");
  expect_npy_refused(dict("{'shape': (0x2, 2)"), "',' or ')' expected");
  expect_npy_refused(dict("{'shape': (9223372036854775808, 2)"), "a size beyond 2^63");
  expect_npy_refused(npy("{'descr': '<f4', 'fortran_order': False, 'shape': (0, 1)} x", ""),
                     "something behind the dict");
}

TEST(Npy, RefusesTypes) {
  expect_npy_refused(npy(">f4", "(1, 1)", "0000"),
                     "big-endian elements, >f4; save it as little-endian: x.astype('<f4')");
  expect_npy_refused(npy("<c8", "(1, 1)", "00000000"), "elements of type <c8; save raw bits");
  expect_npy_refused(npy("|O", "(1, 1)", "0000"), "elements of type |O");
  expect_npy_refused(npy("<c8\x1b[2J", "(1, 1)", "00000000"), "<c8\\x1b[2J");
}

TEST(Npy, RefusesSizes) {
  expect_npy_refused(npy("<f4", "(2, 3)", std::string(23, '\0')),
                     "cut short: 23 of the 24 bytes of 2 x 3 <f4; copy the file again");
  expect_npy_refused(npy("<f4", "(2, 3)", std::string(25, '\0')),
                     "1 bytes behind the last element");
  expect_npy_refused(npy("<f4", "(4294967296, 4294967296)", ""), "too large");
  expect_npy_refused(npy("|u1", "(9223372036854775807, 3)", ""), "too large");
  expect_npy_refused(npy("|u1", "(0, 9223372036854775807)", ""), "too large");
}

TEST(Npy, WhatIsWrittenIsRead) {
  for (const Format& written : shipped_formats()) {
    const std::string header = npy_header(written, 3, 1234567);
    EXPECT_EQ(header.size() % 64, 0U) << written.name;
    const std::string small = npy_header(written, 1, 2);
    const Elements stored{1, written.storage_mask() >> 1};
    const Matrix read = load_npy(small + little_endian(stored, element_bytes(written)), written);
    EXPECT_EQ(elements_of(read), stored) << written.name;
  }
  const std::string f32 = npy_header(format("f32"), 1, 2), bf16 = npy_header(format("bf16"), 1, 2);
  EXPECT_NE(f32.find("{'descr': '<f4', 'fortran_order': False, 'shape': (1, 2), }"), f32.npos);
  EXPECT_NE(bf16.find("'<u2'"), bf16.npos);
}

TEST(Npy, HoldsIntegers) {
  const std::string header = npy_header(format("s32"), 1, 2);
  EXPECT_NE(header.find("'<i4'"), header.npos) << header;
  const Elements stored{0x80, 0x7f};
  for (const auto& [type, name] : {std::pair("|i1", "s8"), std::pair("|u1", "u8")})
    EXPECT_EQ(elements_of(load_npy(npy(type, "(1, 2)", "\x80\x7f"), format(name))), stored) << type;
  EXPECT_THROW((void)load_npy(npy("|i1", "(1, 2)", "\x80\x7f"), format("e4m3")), InputError);
}

}  // namespace
}  // namespace mmasc
