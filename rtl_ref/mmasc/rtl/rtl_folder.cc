// SPDX-License-Identifier: Apache-2.0
#include "mmasc/rtl/rtl_folder.h"

#include <algorithm>
#include <cctype>
#include <fstream>
#include <iterator>
#include <sstream>

#include "mmasc/rtl/identifier.h"
#include "mmasc/unit/error.h"

namespace mmasc {
namespace fs = std::filesystem;
namespace {

fs::path only_list_in(const fs::path& folder) {
  std::vector<fs::path> lists;
  std::error_code error;
  for (fs::directory_iterator each(folder, error), end; !error && each != end;
       each.increment(error))
    if (each->path().extension() == ".f") lists.push_back(each->path());
  if (error) throw InputError(folder.string() + ": " + error.message());
  if (lists.size() != 1)
    throw InputError(folder.string() + ": has " + (lists.empty() ? "no" : "more than one") +
                     " file list (*.f); give the folder of mmasc emit-rtl");
  return lists.front();
}

std::string read_text(const fs::path& path) {
  std::error_code error;
  const bool is_file = fs::is_regular_file(path, error);  // a pipe would wait
  std::ifstream file;
  if (is_file) file.open(path, std::ios::binary);
  if (!file.is_open()) throw InputError(path.string() + ": cannot read");
  return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

// "unit.sv", and no option or path.
bool is_source(const std::string& name) {
  const auto is_plain = [](unsigned char letter) {
    return std::isalnum(letter) != 0 || letter == '_' || letter == '.' || letter == '-';
  };
  const fs::path extension = fs::path(name).extension();
  return std::isalnum(static_cast<unsigned char>(name[0])) != 0 &&
         std::ranges::all_of(name, is_plain) &&
         (extension == ".sv" || extension == ".v" || extension == ".svh" || extension == ".vh");
}

}  // namespace

RtlFolder read_rtl_folder(const fs::path& folder) {
  const fs::path list = only_list_in(folder);
  RtlFolder read{list.stem().string(), {}};
  check_identifier(read.top);
  std::istringstream names(read_text(list));
  for (std::string name; names >> name;) {
    if (!is_source(name))
      throw InputError(list.string() + ": \"" + name + "\" is no SystemVerilog file in the folder");
    read.files.push_back({name, read_text(folder / name)});
  }
  if (read.files.empty()) throw InputError(list.string() + ": names no file");
  return read;
}

}  // namespace mmasc
