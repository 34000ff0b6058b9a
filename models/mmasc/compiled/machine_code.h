// SPDX-License-Identifier: Apache-2.0
// LLVM modules, made into machine code for this processor and loaded.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <variant>
#include <vector>

#include "mmasc/compiled/llvm.h"

namespace mmasc::compiled {

// Code that stays loaded as long as this lives.
class MachineCode {
 public:
  MachineCode(const llvm::Functions& functions, llvm::Jit jit) : call_(&functions), jit_(jit) {}
  MachineCode(MachineCode&& other) noexcept;
  MachineCode& operator=(MachineCode&&) = delete;
  ~MachineCode();

  // Null where it has no such function.
  void* find(const std::string& name) const;
  // Links a function; returns what is said against that, or nothing.
  std::string link(const std::string& name) const;

 private:
  const llvm::Functions* call_;
  llvm::Jit jit_;
};

// A module while it is built, in a context of its own.
class ModuleText {
 public:
  explicit ModuleText(const llvm::Functions& functions);
  ~ModuleText();
  ModuleText(const ModuleText&) = delete;
  ModuleText& operator=(const ModuleText&) = delete;

  const llvm::Functions& call() const { return call_; }
  llvm::Context context() const { return context_; }
  llvm::Module module() const { return module_; }
  llvm::Value add_function(const std::string& name, llvm::Type returned,
                           std::vector<llvm::Type> arguments) const;

  // With the functions of these names. Or what LLVM or the system says against it.
  std::variant<MachineCode, std::string> compile(const std::vector<std::string>& names) const;

 private:
  std::variant<llvm::Buffer, std::string> object() const;

  const llvm::Functions& call_;
  llvm::Context context_;
  llvm::Module module_;
};

}  // namespace mmasc::compiled
