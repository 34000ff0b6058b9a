// SPDX-License-Identifier: Apache-2.0
// Units to change, rows to read, and the errors of both. Errors are compared whole: file, line,
// key, reason and mend are the interface of whoever writes a row.
#pragma once

#include <string>

#include "mmasc/unit/catalog.h"
#include "mmasc/unit/error.h"

namespace mmasc {

inline bool equal(const Unit& x, const Unit& y) {
  return x.instruction == y.instruction && x.datapath == y.datapath && x.structure == y.structure;
}

// Equal but for what is claimed of it.
inline bool same_design(Unit x, const Unit& y) {
  x.instruction.evidence = y.instruction.evidence;
  x.instruction.note = y.instruction.note;
  x.datapath.undecided = y.datapath.undecided;
  return equal(x, y);
}

template <class Function>
std::string input_error(Function function) {
  try {
    function();
  } catch (const InputError& error) {
    return error.what();
  }
  return "no error";
}

inline const Unit& fp8() { return catalog().find("hopper/wgmma.m64nNk32.f32.e4m3.e4m3"); }
inline const Unit& fp4() {
  return catalog().find("rtx_blackwell/mma.m16n8k64.mxf4nvf4.f32.e2m1.e2m1.f32.4X.ue4m3");
}
inline const Unit& chained() { return catalog().find("ada/mma.m16n8k16.f32.f16.f16.f32"); }
inline const Unit& pairwise() { return catalog().find("cdna2/v_mfma_f32_32x32x8f16"); }

inline const std::string kDatapath = R"([datapath."my.dot"]
lanes  = 4
sum    = [{ name = "dot", terms = ["products", "c"] }]
result = { format = "f32" }
)";
inline const std::string kInstruction = R"([instruction."my/dot"]
shape    = { m = 1, n = 1, k = 4 }
formats  = { a = "f16", b = "f16", c = "f32" }
datapath = "my.dot"
)";

inline const std::string kEach = kDatapath + R"([instruction."my/{k}.{a}"]
shape    = { m = 1, n = 1, k = "{k}" }
formats  = { a = "{a}", b = "f16", c = "f32" }
datapath = "my.dot"
mnemonic = "{A}.{N}"
)";

inline std::string load_error(const std::string& text) {
  return input_error([&] {
    Catalog rows;
    rows.add(text, "f.toml");
  });
}

inline Catalog load(const std::string& text) {
  Catalog rows;
  rows.add(text, "f.toml");
  return rows;
}

}  // namespace mmasc
