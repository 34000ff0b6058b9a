// SPDX-License-Identifier: Apache-2.0
#include "mmasc/compiled/machine_code.h"

#include <cstring>
#include <string_view>
#include <utility>

namespace mmasc::compiled {
namespace {

// A word graph comes simplified: more passes take twice the time and give no faster code.
constexpr const char* kPasses = "early-cse";

std::string text_of(const llvm::Functions& call, llvm::Error error) {
  char* const message = call.LLVMGetErrorMessage(error);
  std::string text = message;
  call.LLVMDisposeErrorMessage(message);
  return text;
}

// LLVM writes errors of linking to standard error, where nobody says otherwise; lookups return
// them, too.
void ignore(void* call, llvm::Error error) {
  static_cast<const llvm::Functions*>(call)->LLVMConsumeError(error);
}

}  // namespace

MachineCode::MachineCode(MachineCode&& other) noexcept
    : call_(other.call_), jit_(std::exchange(other.jit_, nullptr)) {}
MachineCode::~MachineCode() {
  if (jit_ == nullptr) return;
  if (const llvm::Error error = call_->LLVMOrcDisposeLLJIT(jit_)) call_->LLVMConsumeError(error);
}

std::string MachineCode::link(const std::string& name) const {
  std::uint64_t address = 0;
  const llvm::Error error = call_->LLVMOrcLLJITLookup(jit_, &address, name.c_str());
  return error != nullptr ? text_of(*call_, error) : std::string{};
}

void* MachineCode::find(const std::string& name) const {
  std::uint64_t address = 0;
  if (const llvm::Error error = call_->LLVMOrcLLJITLookup(jit_, &address, name.c_str())) {
    call_->LLVMConsumeError(error);
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
  // Code that throws nothing has no tables for unwinding, which stay registered where linking
  // fails.
  constexpr std::string_view kThrowsNothing = "nounwind";
  const unsigned kind =
      call_.LLVMGetEnumAttributeKindForName(kThrowsNothing.data(), kThrowsNothing.size());
  call_.LLVMAddAttributeAtIndex(function, llvm::kOfFunction,
                                call_.LLVMCreateEnumAttribute(context_, kind, 0));
  // Without these LLVM keeps to vectors of 256 bits on processors that have wider ones.
  for (const char* width : {"prefer-vector-width", "min-legal-vector-width"})
    call_.LLVMAddAttributeAtIndex(
        function, llvm::kOfFunction,
        call_.LLVMCreateStringAttribute(context_, width, static_cast<unsigned>(std::strlen(width)),
                                        "512", 3));
  return function;
}

std::variant<llvm::Buffer, std::string> ModuleText::object() const {
  char* const triple = call_.LLVMGetDefaultTargetTriple();
  char* const cpu = call_.LLVMGetHostCPUName();
  char* const features = call_.LLVMGetHostCPUFeatures();
  llvm::Target target = nullptr;
  llvm::Machine machine = nullptr;
  char* message = nullptr;
  std::string why;
  llvm::Buffer object = nullptr;
  const auto take_message = [&] {
    why = message != nullptr ? message : "LLVM knows no such processor";
    if (message != nullptr) call_.LLVMDisposeMessage(message);
  };
  if (call_.LLVMGetTargetFromTriple(triple, &target, &message) == 0)
    machine = call_.LLVMCreateTargetMachine(target, triple, cpu, features, llvm::kOptimizeDefault,
                                            llvm::kRelocatePic, llvm::kCodeModelDefault);
  if (machine == nullptr) {
    take_message();
  } else {
    call_.LLVMSetTarget(module_, triple);
    const llvm::PassOptions options = call_.LLVMCreatePassBuilderOptions();
    if (const llvm::Error error = call_.LLVMRunPasses(module_, kPasses, machine, options))
      why = text_of(call_, error);
    call_.LLVMDisposePassBuilderOptions(options);
    if (why.empty() && call_.LLVMTargetMachineEmitToMemoryBuffer(
                           machine, module_, llvm::kObjectFile, &message, &object) != 0)
      take_message();
    call_.LLVMDisposeTargetMachine(machine);
  }
  for (char* text : {triple, cpu, features}) call_.LLVMDisposeMessage(text);
  if (!why.empty()) return why;
  return object;
}

std::variant<MachineCode, std::string> ModuleText::compile(
    const std::vector<std::string>& names) const {
  const auto made = object();
  if (const auto* why = std::get_if<std::string>(&made)) return *why;
  const llvm::Buffer buffer = std::get<llvm::Buffer>(made);
  llvm::Jit jit = nullptr;
  if (const llvm::Error error = call_.LLVMOrcCreateLLJIT(&jit, nullptr)) {
    call_.LLVMDisposeMemoryBuffer(buffer);
    return text_of(call_, error);
  }
  MachineCode code(call_, jit);
  call_.LLVMOrcExecutionSessionSetErrorReporter(call_.LLVMOrcLLJITGetExecutionSession(jit), ignore,
                                                const_cast<llvm::Functions*>(&call_));
  const llvm::Dylib library = call_.LLVMOrcLLJITGetMainJITDylib(jit);
  if (const llvm::Error error = call_.LLVMOrcLLJITAddObjectFile(jit, library, buffer))
    return text_of(call_, error);
  for (const std::string& name : names)
    if (auto why = code.link(name); !why.empty()) return why;
  return code;
}

}  // namespace mmasc::compiled
