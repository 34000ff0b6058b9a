// SPDX-License-Identifier: Apache-2.0
#include "mmasc/compiled/llvm.h"

#include <dlfcn.h>

#include <cstdlib>
#include <string_view>
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

std::string named_library() {
  const char* const name = std::getenv("MMASC_LLVM");
  return name != nullptr ? name : "";
}

// The one that MMASC_LLVM names, or the newest first under the names that Debian, Fedora and LLVM
// itself give it.
std::vector<std::string> names_of_libraries() {
  if (const std::string given = named_library(); !given.empty()) return {given};
  std::vector<std::string> names;
  for (int version = kNewest; version >= kOldest; --version) {
    const std::string number = std::to_string(version);
    names.insert(names.end(), {"libLLVM.so." + number + ".1", "libLLVM-" + number + ".so.1",
                               "libLLVM-" + number + ".so"});
  }
  return names;
}

// Takes the functions of a library; returns the name of one that it lacks, or nothing.
std::string take(void* library, Functions& functions) {
  std::string lacks;
  const auto find = [&](const std::string& name) {
    void* const found = ::dlsym(library, name.c_str());
    if (found == nullptr && lacks.empty()) lacks = name;
    return found;
  };
#define MMASC_LLVM_FIND(Returned, name, arguments) \
  functions.name = reinterpret_cast<Returned(*) arguments>(find(#name));
  MMASC_LLVM_FUNCTIONS(MMASC_LLVM_FIND)
#undef MMASC_LLVM_FIND
  std::vector<void (*)()> initialize;
  for (const char* part : {"TargetInfo", "Target", "TargetMC", "AsmPrinter"})
    initialize.push_back(
        reinterpret_cast<void (*)()>(find("LLVMInitialize" MMASC_LLVM_HOST + std::string(part))));
  if (lacks.empty())
    for (const auto each : initialize) each();
  return lacks;
}

struct Loaded {
  Functions functions;
  std::string why_none;

  Loaded() {
    if (std::string_view(MMASC_LLVM_HOST).empty()) {
      why_none = "there is no code of a unit's own for this processor";
      return;
    }
    for (const std::string& name : names_of_libraries()) {
      void* const library = ::dlopen(name.c_str(), RTLD_NOW | RTLD_LOCAL);
      if (library == nullptr) continue;
      const std::string lacks = take(library, functions);
      if (lacks.empty()) {
        why_none.clear();
        return;
      }
      if (why_none.empty()) why_none = name + " is no libLLVM with " + lacks;
    }
    if (!why_none.empty()) return;
    why_none = !named_library().empty()
                   ? "MMASC_LLVM names no library that can be loaded"
                   : "there is no libLLVM from version 14 on; apt install libllvm14 or libllvm19";
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
