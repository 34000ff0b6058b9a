// SPDX-License-Identifier: Apache-2.0
#include "vectors/replay.h"

#include <fmt/format.h>

#include "spec/hex.h"

namespace mmasc {

std::string operand_flags(const VectorFormats& formats, const Case& row) {
  std::string flags = fmt::format("--a {} --b {} --c {}", to_hex(row.a, *formats.a),
                                  to_hex(row.b, *formats.b), to_hex(row.c, *formats.c));
  if (formats.scale)
    flags += fmt::format(" --sa {} --sb {}", to_hex(row.sa, *formats.scale->format),
                         to_hex(row.sb, *formats.scale->format));
  if (formats.sparsity)
    flags += " --metadata " + to_hex(row.metadata, metadata_format(*formats.sparsity));
  if (!formats.random.empty()) flags += " --random " + to_hex(row.random, formats.random);
  return flags;
}

}  // namespace mmasc
