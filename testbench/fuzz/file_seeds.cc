// SPDX-License-Identifier: Apache-2.0
#include "file_input.h"
#include "mmasc/arith/matrix.h"
#include "mmasc/matrix_files/npy.h"
#include "mmasc/matrix_files/safetensors.h"
#include "mmasc/unit/formats.h"
#include "seeds.h"

namespace mmasc::fuzz {
namespace {

constexpr int kSafetensors = 1, kConverts = 2, kTransposes = 4;

std::string elements(int count, int bytes) {
  std::string text;
  for (int i = 0; i < count * bytes; ++i) text += static_cast<char>(3 * i);
  return text;
}

std::string npy_dict(std::string_view dict, const std::string& data) {
  std::string text("\x93NUMPY\1\0", 8);
  text += static_cast<char>(dict.size());
  return (text += '\0').append(dict) + data;
}

std::string safetensors(std::string_view header, const std::string& data) {
  std::string text(1, static_cast<char>(header.size()));
  return (text += std::string(7, '\0')).append(header) + data;
}

}  // namespace

std::vector<std::string> file_seeds() {
  std::vector<std::string> seeds;
  for (std::size_t f = 0; f < shipped_formats().size(); ++f) {
    const int bytes = element_bytes(shipped_formats()[f]);
    const std::string zeros(static_cast<std::size_t>(6 * bytes), '\0');
    seeds.push_back(file_bytes(f, 0, 0, 0, npy_header(shipped_formats()[f], 2, 3) + zeros));
    seeds.push_back(file_bytes(f, kTransposes, 0, 0, npy_header(shipped_formats()[f], 0, 3)));
  }
  std::size_t f = 0;
  for (const ElementType& type : kNpyTypes) {
    const std::string dict =
        "{'descr':'" + std::string(type.name) + "','fortran_order':True,'shape':(3,2)}";
    for (const int flags : {0, kConverts})
      seeds.push_back(file_bytes(f++ % shipped_formats().size(), flags, 0, 0,
                                 npy_dict(dict, elements(6, type.bytes))));
  }
  for (const ElementType& type : kSafetensorsTypes) {
    const int size = type.bits();  // of 8 elements
    const std::string header = R"({"w":{"dtype":")" + std::string(type.name) +
                               R"(","shape":[4,2],"data_offsets":[0,)" + std::to_string(size) +
                               "]}}";
    for (const int flags : {kSafetensors, kSafetensors | kConverts})
      seeds.push_back(file_bytes(f++ % shipped_formats().size(), flags, 0, 0,
                                 safetensors(header, elements(size, 1))));
  }
  const auto e2m1 = static_cast<std::size_t>(find_format("e2m1") - shipped_formats().data());
  const auto e3m2 = static_cast<std::size_t>(find_format("e3m2") - shipped_formats().data());
  const std::string packed = "{'descr':'|u1','fortran_order':False,'shape':(2,2)}";
  seeds.push_back(file_bytes(e2m1, 0, 2, 3, npy_dict(packed, {0x21, 0x03, 0x43, 0x05})));
  seeds.push_back(file_bytes(e2m1, 0, 2, 4, npy_dict(packed, {0x21, 0x03, 0x43, 0x05})));
  seeds.push_back(file_bytes(e3m2, 0, 2, 2, npy_dict(packed, {0x21, 0x03, 0x43, 0x05})));
  // Without the 0, more bytes than 64 bits can count.
  seeds.push_back(file_bytes(
      0, 0, 0, 0,
      npy_dict("{'descr':'<f8','fortran_order':False,'shape':(65536,281474976710656,0)}", "")));
  seeds.push_back(file_bytes(
      0, kSafetensors, 0, 0,
      safetensors(
          R"({"__metadata__":{"a":"b"},"v":{"dtype":"U8","shape":[],"data_offsets":[0,1]}})",
          "x")));
  return seeds;
}

}  // namespace mmasc::fuzz
