// SPDX-License-Identifier: Apache-2.0
// The rows that an instruction may name.
#pragma once

#include "mmasc/unit/datapath.h"
#include "mmasc/unit/structure.h"
#include "mmasc/unit/suggest.h"

namespace mmasc {

// The structure that needs no row.
const Structure& default_structure();

class NamedRows {
 public:
  virtual ~NamedRows() = default;

  // Null where there is none of that name.
  virtual const Datapath* find_datapath(std::string_view name) const = 0;
  virtual const Structure* find_structure(std::string_view name) const = 0;

  virtual Names datapath_names() const = 0;
  virtual Names structure_names() const = 0;
};

}  // namespace mmasc
