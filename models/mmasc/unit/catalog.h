// SPDX-License-Identifier: Apache-2.0
// The shipped rows (models/mmasc/unit/catalog/*.toml, embedded) and users' files.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "mmasc/unit/unit.h"

namespace mmasc {

class ShippedRows;

// Whether the text is part of the instruction's mnemonic or SASS name, in which {N} stands for each
// n of its shape.
bool is_in_names(const Instruction& instruction, std::string_view text);

class Catalog {
 public:
  Catalog() = default;

  // Adds the rows of a TOML text. `origin` names it in errors. All or nothing.
  // Throws InputError (file, line, key, mend), also where a name is already taken.
  void add(std::string_view toml_text, std::string_view origin);

  // The units that add() would add, and the formats() that there would be.
  std::vector<Unit> read(std::string_view toml_text, std::string_view origin,
                         Formats& formats) const;

  // Those that are shipped are read when they are first asked for: all by units(), one by find(),
  // none by ids().
  const std::vector<Unit>& units() const;
  const std::vector<std::string>& ids() const;         // of units(), in their order
  const Formats& formats() const { return formats_; }  // of the texts that were added

  // By canonical id, or any unique part of one; where no id has it, by a unique part of a mnemonic
  // or a SASS name. Throws InputError naming the nearest ids.
  const Unit& find(std::string_view id) const;

 private:
  friend const Catalog& catalog();
  explicit Catalog(const ShippedRows* shipped) : shipped_(shipped) {}

  bool is_shipped_alone() const { return shipped_ && units_.empty(); }
  std::vector<Unit> take(std::string_view toml_text, std::string_view origin);

  const ShippedRows* shipped_ = nullptr;  // null: none
  Formats formats_;
  std::vector<std::string> ids_;  // of units_
  std::vector<Unit> units_;  // the shipped ones with those that were added; empty: shipped alone
  std::vector<Datapath> datapaths_;    // that were added
  std::vector<Structure> structures_;  // that were added
};

// The shipped catalogue.
const Catalog& catalog();

// "file.toml" or "file.toml:row" cut in two; none where the name has no file in it.
struct NameInFile {
  std::string path;
  std::optional<std::string_view> row;
};
std::optional<NameInFile> split_name(std::string_view name);

// The unit that a command's UNIT names: an id, "file.toml" (one instruction) or "file.toml:row".
// Throws InputError, EnvironmentError.
Unit find_unit(std::string_view name);

// Every row of a TOML file. Throws InputError, EnvironmentError.
std::vector<Unit> read_units(const std::string& path);
// The formats that a file defines. Throws InputError, EnvironmentError.
Formats formats_in(const std::string& path);

// The format that a command's FORMAT names: a name that every file knows, or "file.toml:name".
// Throws InputError, EnvironmentError.
const Format& find_format_argument(std::string_view name);

// A row of one's own: `name` (an id or any unique part of it; empty: the only one) of a TOML text,
// which may name the shipped formats, datapaths and structures. `origin` names the text in errors.
// Throws InputError.
Unit parse_unit(std::string_view toml_text, std::string_view name = {},
                std::string_view origin = "row");

// The row as TOML that loads again, under names of the user's own ("my/..."). Fields at their
// default are left out.
std::string to_toml(const Unit& unit);

// The same without where operands are stored, which changes no number: what fingerprints are of.
std::string to_toml_of_numbers(Unit unit);

}  // namespace mmasc
