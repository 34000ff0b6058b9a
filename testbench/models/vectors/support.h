// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <string>

#include "mmasc/unit/error.h"
#include "mmasc/unit/formats.h"
#include "mmasc/unit/unit.h"
#include "mmasc/vectors/line_reader.h"

namespace mmasc::testing {

// The message of the Error that `action` throws; a failure and "" where it throws none.
template <class Error, class Action>
std::string error_of(Action action) {
  try {
    action();
  } catch (const Error& error) {
    return error.what();
  }
  ADD_FAILURE() << "no error";
  return {};
}

// A folder of its own for each test, removed with it.
class TemporaryFolder {
 public:
  TemporaryFolder() {
    std::string name = std::filesystem::temp_directory_path() / "mmasc-test-XXXXXX";
    path_ = ::mkdtemp(name.data());
  }
  ~TemporaryFolder() { std::filesystem::remove_all(path_); }
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;

  std::string operator/(const std::string& name) const { return path_ / name; }
  const std::filesystem::path& path() const { return path_; }

  std::string put(const std::string& name, const std::string& text) const {
    const std::filesystem::path path = path_ / name;
    std::filesystem::create_directories(path.parent_path());
    std::ofstream(path, std::ios::binary) << text;
    return path;
  }

 private:
  std::filesystem::path path_;
};

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

}  // namespace mmasc::testing
