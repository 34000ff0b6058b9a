// SPDX-License-Identifier: Apache-2.0
#include "mmasc/compiled/machine_code.h"

#include <cstring>
#include <utility>

namespace mmasc::compiled {
namespace {

// A word graph comes simplified: more passes take twice the time and give no faster code.
constexpr const char* kPasses = "early-cse";

}  // namespace

MachineCode::MachineCode(MachineCode&& other) noexcept
    : call_(other.call_), jit_(std::exchange(other.jit_, nullptr)) {}
MachineCode::~MachineCode() {
  if (jit_ != nullptr) call_->LLVMOrcDisposeLLJIT(jit_);
}

void* MachineCode::find(const std::string& name) const {
  std::uint64_t address = 0;
  if (const llvm::Error error = call_->LLVMOrcLLJITLookup(jit_, &address, name.c_str())) {
    call_->LLVMDisposeErrorMessage(call_->LLVMGetErrorMessage(error));
    return nullptr;
  }
  return reinterpret_cast<void*>(address);
}

ModuleText::ModuleText(const llvm::Functions& functions)
    : call_(functions),
      context_(functions.LLVMContextCreate()),
      module_(functions.LLVMModuleCreateWithNameInContext("unit", context_)) {}
ModuleText::~ModuleText() { call_.LLVMContextDispose(context_); }

llvm::Value ModuleText::add_function(const std::string& name, llvm::Type returned,
                                     std::vector<llvm::Type> arguments) const {
  const llvm::Type type = call_.LLVMFunctionType(returned, arguments.data(),
                                                 static_cast<unsigned>(arguments.size()), 0);
  const llvm::Value function = call_.LLVMAddFunction(module_, name.c_str(), type);
  // Without these LLVM keeps to vectors of 256 bits on processors that have wider ones.
  for (const char* width : {"prefer-vector-width", "min-legal-vector-width"})
    call_.LLVMAddAttributeAtIndex(
        function, llvm::kOfFunction,
        call_.LLVMCreateStringAttribute(context_, width, static_cast<unsigned>(std::strlen(width)),
                                        "512", 3));
  return function;
}

std::string ModuleText::error_text(llvm::Error error) const {
  char* const message = call_.LLVMGetErrorMessage(error);
  std::string text = message;
  call_.LLVMDisposeErrorMessage(message);
  return text;
}

std::variant<MachineCode, std::string> ModuleText::compile() const {
  char* const triple = call_.LLVMGetDefaultTargetTriple();
  char* const cpu = call_.LLVMGetHostCPUName();
  char* const features = call_.LLVMGetHostCPUFeatures();
  llvm::Target target = nullptr;
  char* message = nullptr;
  std::string why;
  llvm::Buffer object = nullptr;
  if (call_.LLVMGetTargetFromTriple(triple, &target, &message) != 0) {
    why = message;
    call_.LLVMDisposeMessage(message);
  } else {
    const llvm::Machine machine =
        call_.LLVMCreateTargetMachine(target, triple, cpu, features, llvm::kOptimizeDefault,
                                      llvm::kRelocatePic, llvm::kCodeModelDefault);
    call_.LLVMSetTarget(module_, triple);
    const llvm::PassOptions options = call_.LLVMCreatePassBuilderOptions();
    if (const llvm::Error error = call_.LLVMRunPasses(module_, kPasses, machine, options))
      why = error_text(error);
    call_.LLVMDisposePassBuilderOptions(options);
    if (why.empty() && call_.LLVMTargetMachineEmitToMemoryBuffer(
                           machine, module_, llvm::kObjectFile, &message, &object) != 0) {
      why = message;
      call_.LLVMDisposeMessage(message);
    }
    call_.LLVMDisposeTargetMachine(machine);
  }
  for (char* text : {triple, cpu, features}) call_.LLVMDisposeMessage(text);
  if (!why.empty()) return why;
  llvm::Jit jit = nullptr;
  if (const llvm::Error error = call_.LLVMOrcCreateLLJIT(&jit, nullptr)) return error_text(error);
  MachineCode code(call_, jit);
  const llvm::Dylib library = call_.LLVMOrcLLJITGetMainJITDylib(jit);
  if (const llvm::Error error = call_.LLVMOrcLLJITAddObjectFile(jit, library, object))
    return error_text(error);
  return code;
}

}  // namespace mmasc::compiled
