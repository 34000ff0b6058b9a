// SPDX-License-Identifier: Apache-2.0
// fuzz_seeds FOLDER: writes toml/, vectors/, operands/, files/, descriptor/, platform/, where/, a
// file a seed, and their dictionaries.
#include <cstdio>
#include <filesystem>
#include <fstream>

#include "seeds.h"

namespace mmasc::fuzz {
namespace {

namespace fs = std::filesystem;

void write(const fs::path& path, const std::string& text) {
  std::ofstream(path, std::ios::binary) << text;
}

void write_all(const fs::path& folder, const std::vector<std::string>& seeds) {
  fs::remove_all(folder);
  fs::create_directories(folder);
  for (std::size_t i = 0; i < seeds.size(); ++i) write(folder / std::to_string(i), seeds[i]);
  std::printf("%s: %zu seeds\n", folder.filename().c_str(), seeds.size());
}

}  // namespace
}  // namespace mmasc::fuzz

int main(int count, char** arguments) {
  using namespace mmasc::fuzz;
  if (count != 2) {
    std::fprintf(stderr, "usage: fuzz_seeds FOLDER\n");
    return 2;
  }
  const fs::path folder = arguments[1];
  write_all(folder / "toml", toml_seeds());
  write_all(folder / "vectors", vector_seeds());
  write_all(folder / "operands", operand_seeds());
  write_all(folder / "files", file_seeds());
  write_all(folder / "descriptor", descriptor_seeds());
  write_all(folder / "platform", platform_seeds());
  write_all(folder / "where", where_seeds());
  write(folder / "toml.dict", toml_dictionary());
  write(folder / "vectors.dict", vector_dictionary());
  write(folder / "operands.dict", operand_dictionary());
  write(folder / "files.dict", file_dictionary());
  write(folder / "descriptor.dict", descriptor_dictionary());
  write(folder / "platform.dict", platform_dictionary());
  write(folder / "where.dict", where_dictionary());
}
