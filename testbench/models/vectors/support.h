// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "mmasc/unit/error.h"
#include "mmasc/unit/formats.h"
#include "mmasc/unit/unit.h"
#include "mmasc/vectors/line_reader.h"
#include "temporary_folder.h"
#include "thrown.h"

namespace mmasc::testing {

using mmasc::error_of;

// A unit as far as vector files see it.
inline Unit make_unit(const std::string& id, std::string_view a, std::string_view b,
                      std::string_view c, std::string_view d, int k) {
  Unit unit;
  unit.instruction.id = id;
  unit.instruction.a = find_format(a);
  unit.instruction.b = find_format(b);
  unit.instruction.c = find_format(c);
  unit.instruction.shape.k = k;
  unit.datapath.result.format = find_format(d);
  return unit;
}

// Files with a column that few units have.
inline const std::string kFlagged =
    "# mmasc-vectors 1\n# instruction: my/flagged\n"
    "# formats: a=f32 b=f32 c=f32 d=f32 k=1\n"
    "# provenance: this test\n# nan: exact\n# columns: a b c d flags\n"
    "7f7fffff 40000000 00000000 7f800000 05\n";
inline const std::string kRandom =
    "# mmasc-vectors 1\n# instruction: mine\n"
    "# formats: a=f16 b=f16 c=f32 d=f32 k=4 random=5x3,1x10\n"
    "# provenance: this test\n# nan: exact\n# columns: a b c random d\n"
    "3c00000000000000 3c00000000000000 00000000 0123731f 3f800000\n";

}  // namespace mmasc::testing
