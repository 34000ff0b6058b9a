// SPDX-License-Identifier: Apache-2.0
// A folder for one run of a tool, removed with what the tool left.
#pragma once

#include <filesystem>
#include <string>

namespace mmasc::proof {

class WorkFolder {
 public:
  WorkFolder();  // throws EnvironmentError where it cannot be made
  ~WorkFolder();
  WorkFolder(const WorkFolder&) = delete;
  WorkFolder& operator=(const WorkFolder&) = delete;
  const std::filesystem::path& path() const { return path_; }
  std::string text_of(const std::string& file) const;  // empty where there is none

 private:
  std::filesystem::path path_;
};

}  // namespace mmasc::proof
