// SPDX-License-Identifier: Apache-2.0
#include <set>

#include "mmasc/matrix_files/npy.h"
#include "mmasc/matrix_files/safetensors.h"
#include "mmasc/unit/fields.h"
#include "mmasc/unit/formats.h"
#include "mmasc/unit/names.h"
#include "seeds.h"

namespace mmasc::fuzz {
namespace {

using Words = std::set<std::string_view>;

template <class... Rows>
void add_keys(Words& words) {
  const auto add = [&](const Names& keys) { words.insert(keys.begin(), keys.end()); };
  (add(keys_of<Rows>()), ...);
}

template <class... Enums>
void add_names(Words& words) {
  const auto add = [&](const auto& names) {
    for (const auto& [value, name] : names) words.insert(name);
  };
  (add(kNames<Enums>), ...);
}

std::string entries(const Words& words) {
  std::string text;
  for (const auto word : words) text += '"' + std::string(word) + "\"\n";
  return text;
}

}  // namespace

std::string toml_dictionary() {
  // Sections, `each`, texts that are no enumerator, and marks; \" and \\ as libFuzzer wants them.
  Words words{"[format.x]", "[datapath.x]", R"([instruction.\"my/x\"])", "[structure.x]"};
  words.insert({"each", "{x}", "{X}", "exact", "own", "ignored", "default", "products"});
  words.insert({".even", ".odd", "[0:2]", "[1:2]", "[0:64]", "8..256:8", "8..32:8,48..256:16",
                "-4400", "4400"});
  words.insert({"= [{ ", " }, { ", " }]", R"(\")", R"(\\\\)", R"(\x0a)"});
  words.insert({"true", "false", "e3m3", "e11m52", "e1m0f", "e4m3fn", "e4m3fnuz"});
  add_keys<FormatRow, Rounding, TermRow, SumRow, FlushRow, ProductRow, Prerounding, ResultRow,
           Datapath, TileShape, ScaleRow, SparsityRow, OrderRow, LateC, Evidence, Instruction,
           Structure::Stage, Structure::AdderTree, Structure::Normalizer, Structure>(words);
  add_names<Specials, Sign, RoundingMode, Flush, Shape, ExponentSource, Overflow, ZeroSign,
            Underflow, LeadingZeros, EvidenceKind>(words);
  for (const auto& format : shipped_formats()) words.insert(format.name);
  return entries(words);
}

std::string operand_dictionary() {
  return entries(Words{"0x", "0X1.", "p-", "e+", "inf", "-nan", ", ", "5000", "2147483647",
                       "-2147483648", "2147483648", "18446744073709551616"});
}

std::string file_dictionary() {
  Words words{"'descr':", "'fortran_order':", "'shape':", "True", "False", ", ", "()", "(0,"};
  words.insert({R"(\"__metadata__\":)", R"(\"dtype\":)", R"(\"shape\":)", "[0,", "[]"});
  words.insert({R"(\"data_offsets\":)", R"(\x93NUMPY\x01\x00)", R"(\x93NUMPY\x02\x00)"});
  words.insert({"4294967296", "281474976710656", "9223372036854775807", "18446744073709551615"});
  for (const ElementType& type : kNpyTypes) words.insert(type.name);
  for (const ElementType& type : kSafetensorsTypes) words.insert(type.name);
  return entries(words);
}

// Sizes and addresses at the ends of their fields.
std::string descriptor_dictionary() {
  return entries(Words{R"(\xff\xff\xff\xff)", R"(\x00\x00\x00\x00)", R"(\x00\x00\x10\x00)",
                       R"(\xff\xff\xff\xff\xff\xff\xff\xff)", R"(\x00\x20\x00\x00\x06\x00)"});
}

std::string vector_dictionary() {
  Words words{"# ", ": ", R"(# case: x\x0a)", "evidence: ", "nan: any", "nan: exact"};
  words.insert({"columns: a b c metadata d", " sparsity=2:4", " sparsity=2:4:2", " sparsity=0:17"});
  words.insert({"columns: a b c d flags"});
  words.insert({"columns: a b c sa sb d", " scale=", " scale_block=0", " k=0", " k=257"});
  add_names<EvidenceKind>(words);
  for (const auto& format : shipped_formats()) words.insert(format.name);
  return entries(words);
}

}  // namespace mmasc::fuzz
