// SPDX-License-Identifier: Apache-2.0
// Units whose products are added in groups under one scale of a and one of b.
#pragma once

#include <string>

#include "mmasc/unit/catalog.h"

namespace mmasc {

// Two groups of products, each under one scale of a and one of b, then c.
inline Unit grouped(const std::string& fields, const std::string& scale = "ue8m0",
                    const std::string& terms = "\"products\"", const std::string& more = "") {
  return parse_unit("[datapath.\"my.group\"]\nlanes = 8\nzero_sign = \"ieee\"\n" + more +
                    "sum = [\n{ name = \"group\", terms = [" + terms + "], groups = 2" + fields +
                    " },\n{ name = \"dot\", terms = [\"group\", \"c\"], fraction_bits = 35 },\n]\n"
                    "result = { format = \"f32\", nan = \"7fffffff\" }\n"
                    "[instruction.\"my/group\"]\nformats = { a = \"e4m3\", b = \"e2m1\", c = "
                    "\"f32\" }\nscale = { format = \"" +
                    scale +
                    "\", block = 4 }\ndatapath = \"my.group\"\nshape = { m = 1, n = 1, k = 8 }\n");
}

// Fields of the groups' sum, which is exact.
inline constexpr const char* kGroupedFields[] = {
    "",
    ", zero_exponent = \"ignored\"",
    ", exponent_grid = { step = 4, first = 1 }",
    ", zero_exponent = -40",
    ", exponent_floor = -300",
    ", round_to = \"f32\"",
    ", exponent = \"scales\", zero_exponent = \"ignored\"",
    ", cancelled = \"zero\"",
};

// Pairs of products, whose exact sums are added exactly in such groups.
inline Unit grouped_pairs(const std::string& pair, const std::string& group = "") {
  return grouped("", "ue4m3")
      .with("sum", "[{ name = \"pair\", terms = [\"products\"], groups = 4" + pair +
                       " }, { name = \"group\", terms = [\"pair\"], groups = 2" + group +
                       " }, { name = \"dot\", terms = [\"group\", \"c\"], fraction_bits = 35 }]");
}

// Groups of three products, one of which lies in two blocks.
inline Unit grouped_across_blocks(const std::string& fields, const std::string& scale = "ue8m0") {
  return grouped("", scale).with(
      "sum",
      "[{ name = \"first\", terms = [\"products[0:2]\"]" + fields +
          " }, { name = \"group\", terms = "
          "[\"products[2:8]\"], groups = 2" +
          fields +
          " }, { name = \"dot\", terms = [\"first\", \"group\", \"c\"], fraction_bits = 35 }]");
}

}  // namespace mmasc
