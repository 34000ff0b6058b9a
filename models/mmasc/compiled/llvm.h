// SPDX-License-Identifier: Apache-2.0
// The functions of LLVM's C interface that mmasc calls. They are those of the libLLVM that the
// variable MMASC_LLVM names, or of the newest from version 14 on that has them all, and are looked
// for when the first is needed: to build and to start mmasc takes none. Names and arguments are
// those of llvm-c, whose headers say what they do; enumerations are int.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

namespace mmasc::llvm {

// Handles, each of a type of its own.
using Context = struct OpaqueContext*;
using Module = struct OpaqueModule*;
using Builder = struct OpaqueBuilder*;
using Type = struct OpaqueType*;
using Value = struct OpaqueValue*;
using Block = struct OpaqueBasicBlock*;
using Attribute = struct OpaqueAttributeRef*;
using Buffer = struct OpaqueMemoryBuffer*;
using Target = struct TargetRecord*;
using Machine = struct OpaqueTargetMachine*;
using PassOptions = struct OpaquePassBuilderOptions*;
using Error = struct OpaqueError*;
using Jit = struct OrcOpaqueLLJIT*;
using JitBuilder = struct OrcOpaqueLLJITBuilder*;
using Session = struct OrcOpaqueExecutionSession*;
using Dylib = struct OrcOpaqueJITDylib*;

// Values of enumerations.
inline constexpr int kObjectFile = 1;        // LLVMCodeGenFileType
inline constexpr int kOptimizeDefault = 2;   // LLVMCodeGenOptLevel
inline constexpr int kRelocatePic = 2;       // LLVMRelocMode
inline constexpr int kCodeModelDefault = 0;  // LLVMCodeModel
inline constexpr int kEqual = 32, kNotEqual = 33, kUnsignedLess = 36, kSignedLess = 40;
inline constexpr unsigned kOfFunction = ~0U;  // LLVMAttributeIndex

// Each line: what the function returns, its name, its arguments.
#define MMASC_LLVM_FUNCTIONS(X)                                                                    \
  X(Context, LLVMContextCreate, ())                                                                \
  X(void, LLVMContextDispose, (Context))                                                           \
  X(Module, LLVMModuleCreateWithNameInContext, (const char*, Context))                             \
  X(void, LLVMSetTarget, (Module, const char*))                                                    \
  X(Builder, LLVMCreateBuilderInContext, (Context))                                                \
  X(void, LLVMDisposeBuilder, (Builder))                                                           \
  X(Type, LLVMIntTypeInContext, (Context, unsigned))                                               \
  X(Type, LLVMVectorType, (Type, unsigned))                                                        \
  X(Type, LLVMPointerType, (Type, unsigned))                                                       \
  X(Type, LLVMFunctionType, (Type, Type*, unsigned, int))                                          \
  X(Value, LLVMAddFunction, (Module, const char*, Type))                                           \
  X(Value, LLVMGetParam, (Value, unsigned))                                                        \
  X(Attribute, LLVMCreateStringAttribute, (Context, const char*, unsigned, const char*, unsigned)) \
  X(unsigned, LLVMGetEnumAttributeKindForName, (const char*, std::size_t))                         \
  X(Attribute, LLVMCreateEnumAttribute, (Context, unsigned, std::uint64_t))                        \
  X(void, LLVMAddAttributeAtIndex, (Value, unsigned, Attribute))                                   \
  X(Block, LLVMAppendBasicBlockInContext, (Context, Value, const char*))                           \
  X(void, LLVMPositionBuilderAtEnd, (Builder, Block))                                              \
  X(Value, LLVMConstInt, (Type, unsigned long long, int))                                          \
  X(Value, LLVMConstNull, (Type))                                                                  \
  X(Value, LLVMConstVector, (Value*, unsigned))                                                    \
  X(Value, LLVMGetPoison, (Type))                                                                  \
  X(Type, LLVMTypeOf, (Value))                                                                     \
  X(Value, LLVMBuildAdd, (Builder, Value, Value, const char*))                                     \
  X(Value, LLVMBuildSub, (Builder, Value, Value, const char*))                                     \
  X(Value, LLVMBuildMul, (Builder, Value, Value, const char*))                                     \
  X(Value, LLVMBuildAnd, (Builder, Value, Value, const char*))                                     \
  X(Value, LLVMBuildOr, (Builder, Value, Value, const char*))                                      \
  X(Value, LLVMBuildXor, (Builder, Value, Value, const char*))                                     \
  X(Value, LLVMBuildShl, (Builder, Value, Value, const char*))                                     \
  X(Value, LLVMBuildLShr, (Builder, Value, Value, const char*))                                    \
  X(Value, LLVMBuildAShr, (Builder, Value, Value, const char*))                                    \
  X(Value, LLVMBuildICmp, (Builder, int, Value, Value, const char*))                               \
  X(Value, LLVMBuildSelect, (Builder, Value, Value, Value, const char*))                           \
  X(Value, LLVMBuildTrunc, (Builder, Value, Type, const char*))                                    \
  X(Value, LLVMBuildZExt, (Builder, Value, Type, const char*))                                     \
  X(Value, LLVMBuildSExt, (Builder, Value, Type, const char*))                                     \
  X(Value, LLVMBuildBitCast, (Builder, Value, Type, const char*))                                  \
  X(Value, LLVMBuildLoad2, (Builder, Type, Value, const char*))                                    \
  X(Value, LLVMBuildStore, (Builder, Value, Value))                                                \
  X(void, LLVMSetAlignment, (Value, unsigned))                                                     \
  X(Value, LLVMBuildGEP2, (Builder, Type, Value, Value*, unsigned, const char*))                   \
  X(Value, LLVMBuildInsertElement, (Builder, Value, Value, Value, const char*))                    \
  X(Value, LLVMBuildShuffleVector, (Builder, Value, Value, Value, const char*))                    \
  X(Value, LLVMBuildPhi, (Builder, Type, const char*))                                             \
  X(void, LLVMAddIncoming, (Value, Value*, Block*, unsigned))                                      \
  X(Value, LLVMBuildBr, (Builder, Block))                                                          \
  X(Value, LLVMBuildCondBr, (Builder, Value, Block, Block))                                        \
  X(Value, LLVMBuildRet, (Builder, Value))                                                         \
  X(Value, LLVMBuildCall2, (Builder, Type, Value, Value*, unsigned, const char*))                  \
  X(unsigned, LLVMLookupIntrinsicID, (const char*, std::size_t))                                   \
  X(Value, LLVMGetIntrinsicDeclaration, (Module, unsigned, Type*, std::size_t))                    \
  X(Type, LLVMIntrinsicGetType, (Context, unsigned, Type*, std::size_t))                           \
  X(char*, LLVMGetDefaultTargetTriple, ())                                                         \
  X(char*, LLVMGetHostCPUName, ())                                                                 \
  X(char*, LLVMGetHostCPUFeatures, ())                                                             \
  X(int, LLVMGetTargetFromTriple, (const char*, Target*, char**))                                  \
  X(Machine, LLVMCreateTargetMachine,                                                              \
    (Target, const char*, const char*, const char*, int, int, int))                                \
  X(void, LLVMDisposeTargetMachine, (Machine))                                                     \
  X(int, LLVMTargetMachineEmitToMemoryBuffer, (Machine, Module, int, char**, Buffer*))             \
  X(void, LLVMDisposeMemoryBuffer, (Buffer))                                                       \
  X(void, LLVMDisposeMessage, (char*))                                                             \
  X(PassOptions, LLVMCreatePassBuilderOptions, ())                                                 \
  X(void, LLVMDisposePassBuilderOptions, (PassOptions))                                            \
  X(Error, LLVMRunPasses, (Module, const char*, Machine, PassOptions))                             \
  X(char*, LLVMGetErrorMessage, (Error))                                                           \
  X(void, LLVMDisposeErrorMessage, (char*))                                                        \
  X(void, LLVMConsumeError, (Error))                                                               \
  X(Session, LLVMOrcLLJITGetExecutionSession, (Jit))                                               \
  X(void, LLVMOrcExecutionSessionSetErrorReporter, (Session, void (*)(void*, Error), void*))       \
  X(Error, LLVMOrcCreateLLJIT, (Jit*, JitBuilder))                                                 \
  X(Error, LLVMOrcDisposeLLJIT, (Jit))                                                             \
  X(Dylib, LLVMOrcLLJITGetMainJITDylib, (Jit))                                                     \
  X(Error, LLVMOrcLLJITAddObjectFile, (Jit, Dylib, Buffer))                                        \
  X(Error, LLVMOrcLLJITLookup, (Jit, std::uint64_t*, const char*))

struct Functions {
#define MMASC_LLVM_MEMBER(Returned, name, arguments) Returned(*name) arguments = nullptr;
  MMASC_LLVM_FUNCTIONS(MMASC_LLVM_MEMBER)
#undef MMASC_LLVM_MEMBER
};

// Null where there is no libLLVM that has them all; then why_none() says so in a line.
const Functions* functions();
const std::string& why_none();

}  // namespace mmasc::llvm
