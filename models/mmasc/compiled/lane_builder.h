// SPDX-License-Identifier: Apache-2.0
// LLVM's builder of instructions, for vectors of so many lanes.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <utility>
#include <vector>

#include "mmasc/compiled/machine_code.h"

namespace mmasc::compiled {

// A function's builder, and the vectors of `lanes` lanes that it builds.
class LaneBuilder {
 public:
  LaneBuilder(const ModuleText& module, int lanes);
  ~LaneBuilder();
  LaneBuilder(const LaneBuilder&) = delete;
  LaneBuilder& operator=(const LaneBuilder&) = delete;

  const llvm::Functions& call;
  const llvm::Context context;
  const llvm::Module module;
  const llvm::Builder builder;
  const int lanes;

  llvm::Type integer(int bits) const;
  llvm::Type vector(int bits) const;  // a scalar where there is one lane
  llvm::Type pointer(llvm::Type to) const { return call.LLVMPointerType(to, 0); }
  llvm::Value constant(std::uint64_t value, int bits) const;  // in every lane
  llvm::Value splat(llvm::Value scalar, int bits) const;
  llvm::Value number(std::int64_t value) const {
    return call.LLVMConstInt(integer(64), static_cast<unsigned long long>(value), 1);
  }
  // A call of an intrinsic function that is overloaded on the type of its results.
  llvm::Value intrinsic(const char* name, llvm::Type type,
                        std::vector<llvm::Value> arguments) const;
  llvm::Value times(llvm::Value index, std::int64_t factor) const {
    return call.LLVMBuildMul(builder, index, number(factor), "");
  }
  llvm::Value plus(llvm::Value index, std::int64_t more) const {
    return call.LLVMBuildAdd(builder, index, number(more), "");
  }
  llvm::Value compare(int predicate, llvm::Value x, llvm::Value y) const {
    return call.LLVMBuildICmp(builder, predicate, x, y, "");
  }
  llvm::Value phi(llvm::Type type) const { return call.LLVMBuildPhi(builder, type, ""); }
  void comes_from(llvm::Value phi,
                  std::initializer_list<std::pair<llvm::Value, llvm::Block>> sources) const {
    for (auto [value, block] : sources) call.LLVMAddIncoming(phi, &value, &block, 1);
  }
  void begin(llvm::Block block) const { call.LLVMPositionBuilderAtEnd(builder, block); }
  // Whether a vector of single bits has one that is set.
  llvm::Value in_some_lane(llvm::Value bits) const;
  llvm::Block block(llvm::Value function) const {
    return call.LLVMAppendBasicBlockInContext(context, function, "");
  }
  // The address `bytes` behind another.
  llvm::Value address(llvm::Value base, llvm::Value bytes) const;
  llvm::Value load(llvm::Type type, llvm::Value address, int alignment) const;
  void store(llvm::Value value, llvm::Value address, int alignment) const;
};

}  // namespace mmasc::compiled
