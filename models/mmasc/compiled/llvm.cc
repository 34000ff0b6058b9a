// SPDX-License-Identifier: Apache-2.0
#include "mmasc/compiled/llvm.h"

#include <dlfcn.h>

#include <cstdlib>
#include <vector>

namespace mmasc::llvm {
namespace {

constexpr int kOldest = 14, kNewest = 30;

#if defined(__x86_64__)
#define MMASC_LLVM_HOST "X86"
#elif defined(__aarch64__)
#define MMASC_LLVM_HOST "AArch64"
#else
#define MMASC_LLVM_HOST ""
#endif

// The one that MMASC_LLVM names, or, under the names that Debian, Fedora and LLVM itself give it,
// the newest.
void* open_library() {
  if (const char* given = std::getenv("MMASC_LLVM")) return ::dlopen(given, RTLD_NOW | RTLD_LOCAL);
  std::vector<std::string> names;
  for (int version = kNewest; version >= kOldest; --version) {
    const std::string number = std::to_string(version);
    names.insert(names.end(), {"libLLVM.so." + number + ".1", "libLLVM-" + number + ".so.1",
                               "libLLVM-" + number + ".so"});
  }
  for (const std::string& name : names)
    if (void* const library = ::dlopen(name.c_str(), RTLD_NOW | RTLD_LOCAL)) return library;
  return nullptr;
}

struct Loaded {
  Functions functions;
  std::string why_none;

  Loaded() {
    void* const library = open_library();
    if (library == nullptr) {
      why_none = std::getenv("MMASC_LLVM") != nullptr
                     ? "MMASC_LLVM names no library that can be loaded"
                     : "there is no libLLVM from version 14 on; apt install libllvm14 or libllvm19";
      return;
    }
    const auto find = [&](const char* name) {
      void* const found = ::dlsym(library, name);
      if (found == nullptr && why_none.empty())
        why_none = "libLLVM has no function " + std::string(name);
      return found;
    };
#define MMASC_LLVM_FIND(Returned, name, arguments) \
  functions.name = reinterpret_cast<Returned(*) arguments>(find(#name));
    MMASC_LLVM_FUNCTIONS(MMASC_LLVM_FIND)
#undef MMASC_LLVM_FIND
    for (const char* part : {"TargetInfo", "Target", "TargetMC", "AsmPrinter"}) {
      const std::string name = "LLVMInitialize" MMASC_LLVM_HOST + std::string(part);
      if (const auto initialize = reinterpret_cast<void (*)()>(find(name.c_str()))) initialize();
    }
  }
};

const Loaded& loaded() {
  static const Loaded instance;
  return instance;
}

}  // namespace

const Functions* functions() { return loaded().why_none.empty() ? &loaded().functions : nullptr; }
const std::string& why_none() { return loaded().why_none; }

}  // namespace mmasc::llvm
