// SPDX-License-Identifier: Apache-2.0
#include "mmasc/compiled/kernels_text.h"
#include "mmasc/compiled/lane_code.h"

namespace mmasc::compiled {
namespace {

// A condition as a mask of 32 bits; a word as it stands.
llvm::Value stored(const LaneBuilder& b, LaneCode& code, const RangedGraph& of, int node) {
  if (is_condition(of.graph, node))
    return b.call.LLVMBuildSExt(b.builder, code.bit(node), b.vector(32), "");
  return code.word(node, lane_bits(of, node)).front();
}

}  // namespace

std::string name_of_pack(Operand operand) { return "pack_" + std::string(row_of(operand).name); }

void add_pack(const ModuleText& module, const PanelLayout& layout, const PackedOperand& operand,
              const ElementGraph& element) {
  const llvm::Functions& call = module.call();
  const LaneBuilder b(module, layout.lanes);
  const llvm::Type pointer = b.pointer(b.integer(8));
  const llvm::Value function = module.add_function(name_of_pack(operand.operand), b.integer(1),
                                                   {pointer, b.integer(64), b.pointer(pointer)});
  const llvm::Value raw = call.LLVMGetParam(function, 0), count = call.LLVMGetParam(function, 1),
                    places = call.LLVMGetParam(function, 2);
  const llvm::Block entry = b.block(function), loop = b.block(function), end = b.block(function);
  b.begin(entry);
  std::vector<llvm::Value> planes;
  for (std::size_t i = 0; i < operand.planes.size(); ++i) {
    llvm::Value index = b.number(static_cast<std::int64_t>(i));
    const llvm::Value at = call.LLVMBuildGEP2(b.builder, pointer, places, &index, 1, "");
    planes.push_back(call.LLVMBuildLoad2(b.builder, pointer, at, ""));
  }
  call.LLVMBuildBr(b.builder, loop);

  b.begin(loop);
  const llvm::Value i = b.phi(b.integer(64)), special = b.phi(b.vector(1));
  std::vector<int> roots = element.planes;
  roots.insert(roots.end(), element.specials.begin(), element.specials.end());
  LaneCode code(b, element.of, roots, 64, {});
  const llvm::Value bits =
      b.load(b.vector(operand.raw_bits), b.address(raw, b.times(i, operand.raw_bits / 8)), 4);
  code.set(element.input, {bits}, operand.raw_bits);
  code.make();
  for (std::size_t p = 0; p < planes.size(); ++p)
    b.store(stored(b, code, element.of, element.planes[p]),
            b.address(planes[p], b.times(i, operand.planes[p].bytes)), 4);
  const llvm::Value seen = call.LLVMBuildOr(b.builder, special, code.any_of(element.specials), "");
  const llvm::Value next = call.LLVMBuildAdd(b.builder, i, b.number(layout.lanes), "");
  b.comes_from(i, {{b.number(0), entry}, {next, loop}});
  b.comes_from(special, {{b.constant(0, 1), entry}, {seen, loop}});
  call.LLVMBuildCondBr(b.builder, b.compare(llvm::kSignedLess, next, count), loop, end);

  b.begin(end);
  call.LLVMBuildRet(b.builder, b.in_some_lane(seen));
}

}  // namespace mmasc::compiled
