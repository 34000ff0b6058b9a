// SPDX-License-Identifier: Apache-2.0
#include "mmasc/compiled/lane_builder.h"

#include <cstring>

namespace mmasc::compiled {

LaneBuilder::LaneBuilder(const ModuleText& in, int count)
    : call(in.call()),
      context(in.context()),
      module(in.module()),
      builder(call.LLVMCreateBuilderInContext(context)),
      lanes(count) {}
LaneBuilder::~LaneBuilder() { call.LLVMDisposeBuilder(builder); }

llvm::Type LaneBuilder::integer(int bits) const {
  return call.LLVMIntTypeInContext(context, static_cast<unsigned>(bits));
}
llvm::Type LaneBuilder::vector(int bits) const {
  return lanes == 1 ? integer(bits)
                    : call.LLVMVectorType(integer(bits), static_cast<unsigned>(lanes));
}
llvm::Value LaneBuilder::constant(std::uint64_t value, int bits) const {
  const llvm::Value scalar = call.LLVMConstInt(integer(bits), value, 0);
  if (lanes == 1) return scalar;
  std::vector<llvm::Value> all(static_cast<std::size_t>(lanes), scalar);
  return call.LLVMConstVector(all.data(), static_cast<unsigned>(lanes));
}
llvm::Value LaneBuilder::splat(llvm::Value scalar, int bits) const {
  if (lanes == 1) return scalar;
  const llvm::Value poison = call.LLVMGetPoison(vector(bits));
  const llvm::Value zero = call.LLVMConstInt(integer(32), 0, 0);
  const llvm::Value first = call.LLVMBuildInsertElement(builder, poison, scalar, zero, "");
  const llvm::Type mask = call.LLVMVectorType(integer(32), static_cast<unsigned>(lanes));
  return call.LLVMBuildShuffleVector(builder, first, poison, call.LLVMConstNull(mask), "");
}
llvm::Value LaneBuilder::intrinsic(const char* name, llvm::Type type,
                                   std::vector<llvm::Value> arguments) const {
  const unsigned id = call.LLVMLookupIntrinsicID(name, std::strlen(name));
  const llvm::Value function = call.LLVMGetIntrinsicDeclaration(module, id, &type, 1);
  return call.LLVMBuildCall2(builder, call.LLVMIntrinsicGetType(context, id, &type, 1), function,
                             arguments.data(), static_cast<unsigned>(arguments.size()), "");
}
llvm::Value LaneBuilder::address(llvm::Value base, llvm::Value bytes) const {
  return call.LLVMBuildGEP2(builder, integer(8), base, &bytes, 1, "");
}
llvm::Value LaneBuilder::load(llvm::Type type, llvm::Value from, int alignment) const {
  const llvm::Value typed = call.LLVMBuildBitCast(builder, from, call.LLVMPointerType(type, 0), "");
  const llvm::Value value = call.LLVMBuildLoad2(builder, type, typed, "");
  call.LLVMSetAlignment(value, static_cast<unsigned>(alignment));
  return value;
}
void LaneBuilder::store(llvm::Value value, llvm::Value to, int alignment) const {
  const llvm::Value typed =
      call.LLVMBuildBitCast(builder, to, call.LLVMPointerType(call.LLVMTypeOf(value), 0), "");
  call.LLVMSetAlignment(call.LLVMBuildStore(builder, value, typed),
                        static_cast<unsigned>(alignment));
}

llvm::Value LaneBuilder::in_some_lane(llvm::Value bits) const {
  if (lanes == 1) return bits;
  const llvm::Value all = call.LLVMBuildBitCast(builder, bits, integer(lanes), "");
  return compare(llvm::kNotEqual, all, call.LLVMConstInt(integer(lanes), 0, 0));
}

}  // namespace mmasc::compiled
