// SPDX-License-Identifier: Apache-2.0
// A vector file: refused with an InputError, or written back byte for byte.
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "mmasc/unit/error.h"
#include "mmasc/vectors/vector_file.h"
#include "require.h"

namespace mmasc::fuzz {
namespace {

void try_text(std::string_view text) {
  VectorFile file;
  try {
    file = parse_vectors(text, "input");
  } catch (const InputError&) {
    return;
  }
  require(!file.cases.empty(), "a file has cases");
  require(to_text(file) == text, "a file that was read is written back byte for byte");
}

}  // namespace
}  // namespace mmasc::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  mmasc::fuzz::try_text({reinterpret_cast<const char*>(data), size});
  return 0;
}
