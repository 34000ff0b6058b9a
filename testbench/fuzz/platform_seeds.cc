// SPDX-License-Identifier: Apache-2.0
#include "mmasc/platform/platform.h"
#include "seeds.h"

namespace mmasc::fuzz {

// The shipped ones with small GEMMs; the longest seeds of all.
std::vector<std::string> platform_seeds() {
  std::vector<std::string> seeds;
  for (const EmbeddedFile& file : platform_files()) {
    const std::string_view text = file.text.substr(file.text.find("instruction"));
    std::string seed(text);
    for (const std::string_view big : {"m = 512", "n = 512", "k = 512"})
      seed.replace(seed.find(big) + 4, 3, "256");
    seeds.push_back(seed);
  }
  return seeds;
}

std::string platform_dictionary() {
  return "\"{ value = \"\n\"source\"\n\"confidence\"\n\"derived\"\n\"ss\"\n\"ts\"\n\"rs\"\n"
         "\"accelerators = 64\"\n\"group = 2\"\n\"stages = 32\"\n\"16777216\"\n\"1e6\"\n\"0.001\"\n"
         "\"outstanding = 1\"\n\"cdna3/\"\n\"hopper/\"\n\"blackwell/\"\n";
}

}  // namespace mmasc::fuzz
