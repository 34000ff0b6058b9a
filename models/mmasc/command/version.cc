// SPDX-License-Identifier: Apache-2.0
#include "mmasc/command/version.h"

#include <fmt/format.h>

#include "mmasc/command/engines.h"
#include "mmasc/unit/catalog.h"
#include "mmasc/unit/library_version.h"

namespace mmasc {
namespace {

#ifdef __clang__
constexpr std::string_view kCompiler = "clang " __clang_version__;
#else
constexpr std::string_view kCompiler = "gcc " __VERSION__;
#endif

}  // namespace

std::string version_name() { return fmt::format("mmasc {}", library_version()); }

std::string version_text() {
  return fmt::format("{}\n{}\nbuilt by {}\n{} rows in the catalogue", version_name(),
                     systemc_text(), kCompiler, catalog().ids().size());
}

}  // namespace mmasc
