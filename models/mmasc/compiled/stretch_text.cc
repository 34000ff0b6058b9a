// SPDX-License-Identifier: Apache-2.0
#include <set>

#include "mmasc/compiled/kernels_text.h"
#include "mmasc/compiled/lane_code.h"

namespace mmasc::compiled {
namespace {

std::uint64_t mask_of(int bits) {
  return bits == 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << bits) - 1;
}

class StretchText {
 public:
  StretchText(const LaneBuilder& build, const PanelLayout& layout, const InstructionGraph& graph,
              const InnerGraph& inner, bool stops)
      : b_(build),
        call_(build.call),
        layout_(layout),
        graph_(graph),
        inner_(inner),
        tile_bits_(8 * layout.tile_bytes),
        stops_(stops && !graph.elements[Operand::c].specials.empty()) {}

  // Loops over instructions and rows; the code of one instruction of one row stands within.
  void build(llvm::Value function) {
    const auto parameter = [&](unsigned i) { return call_.LLVMGetParam(function, i); };
    const llvm::Value row_count = parameter(1), first = parameter(2), last = parameter(3),
                      first_row = parameter(4);
    const llvm::Block entry = b_.block(function), head = b_.block(function),
                      row_head = b_.block(function), body = b_.block(function),
                      tail = b_.block(function), stop = b_.block(function),
                      end = b_.block(function);
    b_.begin(entry);
    load_operands(parameter(0));
    call_.LLVMBuildBr(b_.builder, head);

    b_.begin(head);
    instruction_ = b_.phi(b_.integer(64));
    const llvm::Value from_row = b_.phi(b_.integer(64));
    call_.LLVMBuildBr(b_.builder, row_head);

    b_.begin(row_head);
    row_ = b_.phi(b_.integer(64));
    const llvm::Value tile = b_.address(tiles_, b_.times(row_, layout_.tile_row_bytes()));
    const llvm::Value c = b_.load(b_.vector(tile_bits_), tile, 4);
    if (stops_)
      call_.LLVMBuildCondBr(b_.builder, is_special(c), stop, body);
    else
      call_.LLVMBuildBr(b_.builder, body);

    b_.begin(body);
    b_.store(instruction_of(c), tile, 4);
    const llvm::Value next_row = b_.plus(row_, 1);
    call_.LLVMBuildCondBr(b_.builder, b_.compare(llvm::kSignedLess, next_row, row_count), row_head,
                          tail);
    b_.comes_from(row_, {{from_row, head}, {next_row, body}});

    b_.begin(tail);
    const llvm::Value next = b_.plus(instruction_, 1);
    call_.LLVMBuildCondBr(b_.builder, b_.compare(llvm::kSignedLess, next, last), head, end);
    b_.comes_from(instruction_, {{first, entry}, {next, tail}});
    b_.comes_from(from_row, {{first_row, entry}, {b_.number(0), tail}});

    b_.begin(stop);
    call_.LLVMBuildRet(
        b_.builder,
        call_.LLVMBuildAdd(b_.builder, call_.LLVMBuildMul(b_.builder, instruction_, row_count, ""),
                           row_, ""));
    b_.begin(end);
    call_.LLVMBuildRet(b_.builder, b_.number(-1));
  }

 private:
  // The members of StretchOperands.
  void load_operands(llvm::Value operands) {
    const llvm::Type pointer = b_.pointer(b_.integer(8));
    int member = 0;
    for (llvm::Value* each : {&rows_, &lanes_, &tiles_, &random_, &places_}) {
      constexpr int kPointerBytes = sizeof(void*);
      *each = b_.load(pointer, b_.address(operands, b_.number(kPointerBytes * member++)),
                      kPointerBytes);
    }
  }

  llvm::Value is_special(llvm::Value c) const {
    const ElementGraph& element = graph_.elements[Operand::c];
    LaneCode code(b_, element.of, element.specials, 64, {element.input});
    code.set(element.input, {c}, tile_bits_);
    code.make();
    return b_.in_some_lane(code.any_of(element.specials));
  }

  // d of one instruction.
  llvm::Value instruction_of(llvm::Value c) const {
    std::set<int> given;
    for (const auto& [node, value] : inner_.packed) given.insert(node);
    for (const auto& [node, number] : inner_.random) given.insert(node);
    if (inner_.c != kNone) given.insert(inner_.c);
    const int d_bits = graph_.layout[Operand::d].bits_of(0);
    const int roots[] = {inner_.d};
    LaneCode code(b_, inner_.of, roots, d_bits, given);
    for (const auto& [node, value] : inner_.packed) {
      const PackedOperand& operand = layout_.operand(value.operand);
      const int bytes = operand.planes[static_cast<std::size_t>(value.plane)].bytes;
      code.set(node, {load_packed(operand, value)}, 8 * bytes);
    }
    for (const auto& [node, number] : inner_.random)
      code.set(node, {load_random(number)}, 8 * kRandomBytes);
    if (inner_.c != kNone) code.set(inner_.c, {c}, tile_bits_);
    code.make();
    return call_.LLVMBuildAnd(b_.builder, code.word(inner_.d, tile_bits_).front(),
                              b_.constant(mask_of(d_bits), tile_bits_), "");
  }

  // A packed value: of a row in every lane, of the columns each in its own.
  llvm::Value load_packed(const PackedOperand& operand, const PackedValue& value) const {
    const OperandRow& row = row_of(value.operand);
    const bool is_lane = layout_.lies_in_lanes(row);
    const PackedOperand::Plane& plane = operand.planes[static_cast<std::size_t>(value.plane)];
    const int step = plane.bytes * (is_lane ? layout_.lanes : 1);
    llvm::Value at = is_lane ? lanes_ : b_.address(rows_, b_.times(row_, layout_.row_bytes));
    if (layout_.pairing == Pairing::selected && value.operand == Operand::b) {
      at = b_.address(b_.address(at, b_.times(load_place(value.element), step)),
                      b_.number(plane.offset));
    } else {
      if (row.along != Along::whole)
        at = b_.address(at, b_.times(instruction_, std::int64_t{operand.count} * step));
      at = b_.address(at, b_.number(plane.offset + std::int64_t{value.element} * step));
    }
    const int bits = 8 * plane.bytes;
    return is_lane ? b_.load(b_.vector(bits), at, 4)
                   : b_.splat(b_.load(b_.integer(bits), at, 4), bits);
  }

  // Which element of b in the panel meets an element of a.
  llvm::Value load_place(int element) const {
    llvm::Value at =
        b_.address(places_, b_.times(row_, std::int64_t{layout_.places_of_row()} * kPlaceBytes));
    at = b_.address(at, b_.times(instruction_, std::int64_t{layout_.a_count} * kPlaceBytes));
    at = b_.address(at, b_.number(std::int64_t{element} * kPlaceBytes));
    return call_.LLVMBuildZExt(b_.builder, b_.load(b_.integer(8 * kPlaceBytes), at, kPlaceBytes),
                               b_.integer(64), "");
  }

  llvm::Value load_random(int element) const {
    llvm::Value at = b_.address(random_, b_.times(row_, layout_.random_row_bytes()));
    at = b_.address(at, b_.times(instruction_, layout_.random_bytes()));
    at = b_.address(at, b_.number(std::int64_t{element} * layout_.lanes * kRandomBytes));
    return b_.load(b_.vector(8 * kRandomBytes), at, 4);
  }

  const LaneBuilder& b_;
  const llvm::Functions& call_;
  const PanelLayout& layout_;
  const InstructionGraph& graph_;
  const InnerGraph& inner_;
  const int tile_bits_;
  const bool stops_;
  llvm::Value rows_ = nullptr, lanes_ = nullptr, tiles_ = nullptr, random_ = nullptr,
              places_ = nullptr;
  llvm::Value instruction_ = nullptr, row_ = nullptr;
};

}  // namespace

void add_stretch(const ModuleText& module, const std::string& name, const PanelLayout& layout,
                 const InstructionGraph& graph, const InnerGraph& inner, bool stops) {
  const LaneBuilder b(module, layout.lanes);
  const llvm::Type i64 = b.integer(64);
  const llvm::Value function =
      module.add_function(name, i64, {b.pointer(b.integer(8)), i64, i64, i64, i64});
  StretchText(b, layout, graph, inner, stops).build(function);
}

}  // namespace mmasc::compiled
