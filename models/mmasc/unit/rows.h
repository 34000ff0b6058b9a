// SPDX-License-Identifier: Apache-2.0
// A TOML text as rows, each with the table it came from.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "mmasc/unit/formats.h"
#include "mmasc/unit/instruction.h"
#include "mmasc/unit/named_rows.h"
#include "mmasc/unit/structure.h"
#include "mmasc/unit/value.h"

namespace mmasc {

template <class Row>
struct SourceRow {
  Row row;
  std::string path;  // as datapath."my.fp8"
  Value table;       // for the lines of errors
};

struct Rows {
  std::string origin;
  std::vector<SourceRow<FormatRow>> formats;
  std::vector<SourceRow<Datapath>> datapaths;
  std::vector<SourceRow<Structure>> structures;
  std::vector<SourceRow<Instruction>> instructions;

  // Throws the one-line error `origin:line: key: what is wrong; mend` for a field of the row.
  template <class Row>
  [[noreturn]] void refuse(const SourceRow<Row>& source, std::string_view key,
                           const std::string& reason) const {
    refuse(key.empty() ? source.table.line : line_of(source.table, key),
           key.empty() ? source.path : source.path + "." + std::string(key), reason);
  }
  [[noreturn]] void refuse(int line, const std::string& path, const std::string& reason) const;
};

// Reads, expands `each` and `like`, and validates each datapath. A datapath may be like one of
// `others`. Adds the text's formats to `formats`, which may be named beside them. `only` is the one
// to read of the rows that each table makes; it is in range. Throws InputError.
Rows read_rows(std::string_view toml_text, std::string_view origin, const NamedRows& others,
               Formats& formats, std::optional<std::size_t> only = {});

}  // namespace mmasc
