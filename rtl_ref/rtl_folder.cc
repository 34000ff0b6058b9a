// SPDX-License-Identifier: Apache-2.0
#include "rtl_ref/rtl_folder.h"

#include <fstream>
#include <iterator>
#include <sstream>

#include "spec/error.h"

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
  std::ifstream file(path, std::ios::binary);
  if (!file || !fs::is_regular_file(path, error)) throw InputError(path.string() + ": cannot read");
  return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

}  // namespace

RtlFolder read_rtl_folder(const fs::path& folder) {
  const fs::path list = only_list_in(folder);
  RtlFolder read{list.stem().string(), {}};
  std::istringstream names(read_text(list));
  for (std::string name; names >> name;) {
    if (fs::path(name).filename() != name || name == "..")
      throw InputError(list.string() + ": \"" + name + "\" is no file in the folder");
    read.files.push_back({name, read_text(folder / name)});
  }
  if (read.files.empty()) throw InputError(list.string() + ": names no file");
  return read;
}

}  // namespace mmasc
