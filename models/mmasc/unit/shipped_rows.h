// SPDX-License-Identifier: Apache-2.0
// The embedded rows, each read when it is first asked for: a start that wants one unit reads two
// tables of some hundred. A test reads all and compares them with the files read as a whole.
//
// Every function may be called from any thread. Rows that were returned stay where they are.
#pragma once

#include <atomic>
#include <cstddef>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "mmasc/unit/embedded.h"
#include "mmasc/unit/named_rows.h"
#include "mmasc/unit/unit.h"

namespace mmasc {

struct Rows;
template <class Row>
struct SourceRow;

class ShippedRows final : public NamedRows {
 public:
  // Finds the tables and the ids of the instructions that they make. The files are as TOML as any,
  // but a table's head has a line of its own, `[KIND."NAME"]`, and so has its field `each`.
  explicit ShippedRows(std::span<const EmbeddedFile> files);

  const std::vector<std::string>& ids() const { return ids_; }

  // The unit of ids()[index], and all of them, of which that is one. Throw InputError where a row
  // is wrong.
  const Unit& unit(std::size_t index) const;
  const std::vector<Unit>& units() const;

  const Datapath* find_datapath(std::string_view name) const override;
  const Structure* find_structure(std::string_view name) const override;
  Names datapath_names() const override;
  Names structure_names() const override;

 private:
  struct Table {
    std::string_view file;
    int line;  // of the head
    std::string_view text, kind, name;
    std::size_t first_id = 0, id_count = 0;  // of the instructions that it makes
  };

  struct DatapathPlace {
    std::string name;
    std::size_t table, index;  // the row among those that the table makes
  };

  void add_tables(const EmbeddedFile& file);
  void add_ids(Table& table);
  void add_datapaths(std::size_t table);
  Rows read(const Table& table, std::optional<std::size_t> only = {}) const;
  void keep(std::size_t index, const Rows& rows, const SourceRow<Instruction>& row) const;

  std::vector<Table> tables_;
  std::vector<std::string> ids_;
  std::vector<DatapathPlace> datapath_places_;

  mutable std::recursive_mutex mutex_;  // of what follows; one row's reader reads others
  mutable std::vector<Unit> units_;
  std::unique_ptr<std::atomic<bool>[]> is_read_;  // of each unit: it may be used without the mutex
  mutable std::atomic<bool> all_are_read_ = false;
  mutable std::map<std::string_view, Datapath, std::less<>> datapaths_;
};

}  // namespace mmasc
