// SPDX-License-Identifier: Apache-2.0
#include "mmasc/compiled/unit_code.h"

#include <algorithm>
#include <set>
#include <utility>

#include "mmasc/compiled/instruction_graph.h"
#include "mmasc/compiled/lane_code.h"
#include "mmasc/compiled/llvm.h"
#include "mmasc/compiled/machine_code.h"

namespace mmasc::compiled {
namespace {

constexpr int kElementsAtOnce = 128;  // of K in a panel
constexpr int kRandomBytes = 4, kPlaceBytes = 2, kPointerBytes = sizeof(void*);
constexpr std::size_t kMostNodes = 20000;

int raw_bits_of(const OperandElements& operand) { return operand.bits_of(0) <= 32 ? 32 : 64; }

std::uint64_t mask_of(int bits) {
  return bits == 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << bits) - 1;
}

std::string name_of_pack(Operand operand) { return "pack_" + std::string(row_of(operand).name); }

bool is_wide(const RangedGraph& of, const std::vector<bool>& is_live, int bits) {
  for (std::size_t i = 0; i < is_live.size(); ++i)
    if (is_live[i] && lane_bits(of, static_cast<int>(i)) > bits) return true;
  return false;
}

std::string why_no_code(const InstructionGraph& graph) {
  if (graph.general.of.graph.nodes().size() > kMostNodes)
    return "its word graph has more than " + std::to_string(kMostNodes) + " nodes";
  for (const OperandRow& row : kInputs) {
    const ElementGraph& element = graph.elements[row.operand];
    if (element.planes.size() > kMostPlanes)
      return "more than " + std::to_string(kMostPlanes) + " words follow from one element";
    for (const int plane : element.planes)
      if (lane_bits(element.of, plane) > 64)
        return "words of more than 64 bits follow from one element";
  }
  return {};
}

}  // namespace

struct UnitCode::Loaded {
  MachineCode code;
};

class UnitCode::Compiler {
 public:
  Compiler(const llvm::Functions& functions, const InstructionGraph& graph, Pairing pairing,
           int b_count, int lanes, UnitCode& out)
      : call_(functions),
        graph_(graph),
        pairing_(pairing),
        b_count_(b_count),
        lanes_(lanes),
        out_(out) {}

  std::string compile() {
    lay_out();
    ModuleText module(call_);
    build(module);
    auto code = module.compile();
    if (auto* why = std::get_if<std::string>(&code)) return *why;
    out_.loaded_ = std::make_unique<Loaded>(Loaded{std::move(std::get<MachineCode>(code))});
    const MachineCode& loaded = out_.loaded_->code;
    for (auto* operands : {&out_.rows_, &out_.columns_})
      for (PackedOperand& each : *operands)
        each.pack = reinterpret_cast<decltype(each.pack)>(loaded.find(name_of_pack(each.operand)));
    out_.usual_ = reinterpret_cast<Stretch>(loaded.find("usual"));
    out_.general_ = reinterpret_cast<Stretch>(loaded.find("general"));
    return {};
  }

 private:
  bool lies_in_lanes(const OperandRow& row) const {
    return pairing_ == Pairing::separate || row.along == Along::column;
  }
  int plane_bytes(Operand operand, int plane) const {
    const ElementGraph& element = graph_.elements[operand];
    const int node = element.planes[static_cast<std::size_t>(plane)];
    return is_condition(element.of.graph, node) ? 4 : lane_bits(element.of, node) / 8;
  }

  void lay_out() {
    const InnerGraph& general = graph_.general;
    out_.lanes_ = lanes_ > 0 ? lanes_ : is_wide(general.of, general.is_live, 64) ? 8 : 16;
    out_.depth_ = std::max(1, kElementsAtOnce / graph_.layout.k);
    const int c_bits = graph_.layout[Operand::c].bits_of(0);
    const int d_bits = graph_.layout[Operand::d].bits_of(0);
    out_.tile_bytes_ = std::max(c_bits, d_bits) > 32 ? 8 : 4;
    out_.random_count_ = graph_.layout[Operand::random].count;
    out_.a_count_ = graph_.layout[Operand::a].count;
    for (const OperandRow& row : kInputs) {
      const ElementGraph& element = graph_.elements[row.operand];
      if (element.planes.empty()) continue;
      const bool is_lane = lies_in_lanes(row);
      std::int64_t& end = is_lane ? out_.panel_bytes_ : out_.row_bytes_;
      const OperandElements elements = graph_.layout[row.operand];
      const int count = row.operand == Operand::b ? b_count_ : elements.count;
      PackedOperand packed{row.operand, count, raw_bits_of(elements), {}, nullptr};
      // Rows are packed as many elements at once as there are lanes.
      const std::int64_t along =
          (std::int64_t{count} * out_.depth_ + out_.lanes_ - 1) / out_.lanes_ * out_.lanes_;
      for (std::size_t plane = 0; plane < element.planes.size(); ++plane) {
        const int bytes = plane_bytes(row.operand, static_cast<int>(plane));
        packed.planes.push_back({end, bytes});
        end += along * bytes * (is_lane ? out_.lanes_ : 1);
      }
      (is_lane ? out_.columns_ : out_.rows_).push_back(std::move(packed));
    }
    constexpr std::int64_t kLine = 64;
    out_.row_bytes_ = (out_.row_bytes_ + kLine - 1) / kLine * kLine;
  }

  void build(ModuleText& module) const {
    for (const auto* operands : {&out_.rows_, &out_.columns_})
      for (const PackedOperand& each : *operands) build_pack(module, each);
    build_stretch(module, "usual", graph_.usual, true);
    build_stretch(module, "general", graph_.general, false);
  }

  // A condition as a mask of 32 bits; a word as it stands.
  static llvm::Value stored(const LaneBuilder& b, LaneCode& code, const RangedGraph& of, int node) {
    if (is_condition(of.graph, node))
      return b.call.LLVMBuildSExt(b.builder, code.bit(node), b.vector(32), "");
    return code.word(node, lane_bits(of, node)).front();
  }

  static llvm::Value any_of(const LaneBuilder& b, LaneCode& code, const std::vector<int>& nodes) {
    llvm::Value any = b.constant(0, 1);
    for (const int node : nodes) any = b.call.LLVMBuildOr(b.builder, any, code.bit(node), "");
    return any;
  }
  static llvm::Value in_some_lane(const LaneBuilder& b, llvm::Value bits) {
    if (b.lanes == 1) return bits;
    const llvm::Value all = b.call.LLVMBuildBitCast(b.builder, bits, b.integer(b.lanes), "");
    return b.call.LLVMBuildICmp(b.builder, llvm::kNotEqual, all,
                                b.call.LLVMConstInt(b.integer(b.lanes), 0, 0), "");
  }

  void build_pack(ModuleText& module, const PackedOperand& operand) const {
    const LaneBuilder b(call_, module.context(), module.module(), out_.lanes_);
    const ElementGraph& element = graph_.elements[operand.operand];
    const llvm::Type pointer = call_.LLVMPointerType(b.integer(8), 0);
    std::vector<llvm::Type> types{pointer, b.integer(64), call_.LLVMPointerType(pointer, 0)};
    const llvm::Value function =
        module.add_function(name_of_pack(operand.operand), b.integer(1), types);
    const llvm::Value raw = call_.LLVMGetParam(function, 0),
                      count = call_.LLVMGetParam(function, 1);
    const llvm::Block entry = b.block(function), loop = b.block(function), end = b.block(function);
    call_.LLVMPositionBuilderAtEnd(b.builder, entry);
    std::vector<llvm::Value> to;
    for (std::size_t i = 0; i < operand.planes.size(); ++i) {
      llvm::Value index = b.number(static_cast<std::int64_t>(i));
      const llvm::Value at =
          call_.LLVMBuildGEP2(b.builder, pointer, call_.LLVMGetParam(function, 2), &index, 1, "");
      to.push_back(call_.LLVMBuildLoad2(b.builder, pointer, at, ""));
    }
    call_.LLVMBuildBr(b.builder, loop);
    call_.LLVMPositionBuilderAtEnd(b.builder, loop);
    const llvm::Value i = call_.LLVMBuildPhi(b.builder, b.integer(64), "");
    const llvm::Value special = call_.LLVMBuildPhi(b.builder, b.vector(1), "");
    std::vector<int> roots = element.planes;
    roots.insert(roots.end(), element.specials.begin(), element.specials.end());
    LaneCode code(b, element.of, roots, 64, {});
    const int raw_bytes = operand.raw_bits / 8;
    llvm::Value bits = b.load(b.vector(operand.raw_bits), b.address(raw, b.times(i, raw_bytes)), 4);
    code.set(element.input, {bits}, operand.raw_bits);
    code.make();
    for (std::size_t p = 0; p < operand.planes.size(); ++p)
      b.store(stored(b, code, element.of, element.planes[p]),
              b.address(to[p], b.times(i, operand.planes[p].bytes)), 4);
    const llvm::Value seen =
        call_.LLVMBuildOr(b.builder, special, any_of(b, code, element.specials), "");
    const llvm::Value next = call_.LLVMBuildAdd(b.builder, i, b.number(out_.lanes_), "");
    llvm::Value starts[] = {b.number(0), next}, specials[] = {b.constant(0, 1), seen};
    llvm::Block from[] = {entry, call_.LLVMGetInsertBlock(b.builder)};
    call_.LLVMAddIncoming(i, starts, from, 2);
    call_.LLVMAddIncoming(special, specials, from, 2);
    const llvm::Value goes_on = call_.LLVMBuildICmp(b.builder, llvm::kSignedLess, next, count, "");
    call_.LLVMBuildCondBr(b.builder, goes_on, loop, end);
    call_.LLVMPositionBuilderAtEnd(b.builder, end);
    call_.LLVMBuildRet(b.builder, in_some_lane(b, seen));
  }

  struct Places {
    llvm::Value rows, lanes, random, places;  // of this row
    llvm::Value instruction;
  };

  // The value of a packed node: of a row in every lane, of the columns each in its own.
  Limbs load_packed(const LaneBuilder& b, const PackedValue& value, const Places& at) const {
    const bool is_lane = lies_in_lanes(row_of(value.operand));
    const auto& operands = is_lane ? out_.columns_ : out_.rows_;
    const PackedOperand& packed =
        *std::ranges::find(operands, value.operand, &PackedOperand::operand);
    const PackedOperand::Plane& plane = packed.planes[static_cast<std::size_t>(value.plane)];
    const int step = plane.bytes * (is_lane ? out_.lanes_ : 1);
    const bool is_whole = row_of(value.operand).along == Along::whole;
    const std::int64_t fixed = plane.offset + std::int64_t{value.element} * step;
    const llvm::Value moved =
        is_whole ? b.number(0) : b.times(at.instruction, std::int64_t{packed.count} * step);
    llvm::Value place = nullptr;
    if (pairing_ == Pairing::selected && value.operand == Operand::b) {
      const llvm::Value chosen = call_.LLVMBuildZExt(
          b.builder,
          b.load(b.integer(8 * kPlaceBytes),
                 b.address(b.address(at.places, b.times(at.instruction,
                                                        std::int64_t{out_.a_count_} * kPlaceBytes)),
                           b.number(std::int64_t{value.element} * kPlaceBytes)),
                 kPlaceBytes),
          b.integer(64), "");
      place = b.address(b.address(at.lanes, b.times(chosen, step)), b.number(plane.offset));
    } else {
      place = b.address(b.address(is_lane ? at.lanes : at.rows, moved), b.number(fixed));
    }
    const int bits = plane.bytes * 8;
    if (is_lane) return {b.load(b.vector(bits), place, 4)};
    return {b.splat(b.load(b.integer(bits), place, 4), bits)};
  }

  void set_inputs(const LaneBuilder& b, const InnerGraph& inner, LaneCode& code, const Places& at,
                  llvm::Value c) const {
    for (const auto& [node, value] : inner.packed) {
      Limbs loaded = load_packed(b, value, at);
      const ElementGraph& element = graph_.elements[value.operand];
      const int plane = element.planes[static_cast<std::size_t>(value.plane)];
      if (is_condition(element.of.graph, plane))
        loaded = {call_.LLVMBuildICmp(b.builder, llvm::kSignedLess, loaded.front(),
                                      b.constant(0, 32), "")};
      code.set(node, std::move(loaded), 8 * plane_bytes(value.operand, value.plane));
    }
    if (inner.c != WordGraph::kNone) code.set(inner.c, {c}, 8 * out_.tile_bytes_);
    for (const auto& [node, number] : inner.random) {
      const llvm::Value moved =
          b.times(at.instruction, std::int64_t{out_.random_count_} * out_.lanes_ * kRandomBytes);
      const llvm::Value place = b.address(
          b.address(at.random, moved), b.number(std::int64_t{number} * out_.lanes_ * kRandomBytes));
      code.set(node, {b.load(b.vector(32), place, 4)}, 32);
    }
  }

  // Loops over rows and instructions; the code of one instruction stands within.
  void build_stretch(ModuleText& module, const std::string& name, const InnerGraph& inner,
                     bool stops) const {
    const LaneBuilder b(call_, module.context(), module.module(), out_.lanes_);
    const llvm::Type pointer = call_.LLVMPointerType(b.integer(8), 0), i64 = b.integer(64);
    const llvm::Value function = module.add_function(name, i64, {pointer, i64, i64, i64});
    const auto parameter = [&](unsigned i) { return call_.LLVMGetParam(function, i); };
    const llvm::Value row_count = parameter(1), first = parameter(2), last = parameter(3);
    const int tile_bits = 8 * out_.tile_bytes_;
    const std::int64_t tile_row = std::int64_t{out_.tile_bytes_} * out_.lanes_;
    const std::int64_t random_row =
        std::int64_t{out_.random_count_} * out_.lanes_ * kRandomBytes * out_.depth_;

    const llvm::Block entry = b.block(function), row_head = b.block(function),
                      head = b.block(function), body = b.block(function),
                      row_end = b.block(function), stop = b.block(function),
                      end = b.block(function);
    call_.LLVMPositionBuilderAtEnd(b.builder, entry);
    const auto member = [&](int i) {
      return b.load(pointer, b.address(parameter(0), b.number(i * kPointerBytes)), kPointerBytes);
    };
    const llvm::Value rows = member(0), lanes = member(1), tiles = member(2), random = member(3),
                      places = member(4);
    call_.LLVMBuildBr(b.builder, row_head);

    call_.LLVMPositionBuilderAtEnd(b.builder, row_head);
    const llvm::Value row = call_.LLVMBuildPhi(b.builder, i64, "");
    Places at;
    at.rows = b.address(rows, b.times(row, out_.row_bytes_));
    at.lanes = lanes;
    at.random = b.address(random, b.times(row, random_row));
    at.places = b.address(places, b.times(row, std::int64_t{out_.places_of_row()} * kPlaceBytes));
    const llvm::Value tile = b.address(tiles, b.times(row, tile_row));
    const llvm::Value first_c = b.load(b.vector(tile_bits), tile, 4);
    call_.LLVMBuildBr(b.builder, head);

    call_.LLVMPositionBuilderAtEnd(b.builder, head);
    at.instruction = call_.LLVMBuildPhi(b.builder, i64, "");
    const llvm::Value c = call_.LLVMBuildPhi(b.builder, b.vector(tile_bits), "");
    const ElementGraph& of_c = graph_.elements[Operand::c];
    if (stops && !of_c.specials.empty()) {
      LaneCode code(b, of_c.of, of_c.specials, 64, {of_c.input});
      code.set(of_c.input, {c}, tile_bits);
      code.make();
      const llvm::Value special = in_some_lane(b, any_of(b, code, of_c.specials));
      call_.LLVMBuildCondBr(b.builder, special, stop, body);
    } else {
      call_.LLVMBuildBr(b.builder, body);
    }

    call_.LLVMPositionBuilderAtEnd(b.builder, body);
    std::set<int> given;
    for (const auto& [node, value] : inner.packed) given.insert(node);
    for (const auto& [node, number] : inner.random) given.insert(node);
    if (inner.c != WordGraph::kNone) given.insert(inner.c);
    const int d_bits = graph_.layout[Operand::d].bits_of(0);
    const int roots[] = {inner.d};
    LaneCode code(b, inner.of, roots, d_bits, given);
    set_inputs(b, inner, code, at, c);
    code.make();
    const llvm::Value d = call_.LLVMBuildAnd(b.builder, code.word(inner.d, tile_bits).front(),
                                             b.constant(mask_of(d_bits), tile_bits), "");
    const llvm::Value next = call_.LLVMBuildAdd(b.builder, at.instruction, b.number(1), "");
    const llvm::Value goes_on = call_.LLVMBuildICmp(b.builder, llvm::kSignedLess, next, last, "");
    const llvm::Block body_end = call_.LLVMGetInsertBlock(b.builder);
    call_.LLVMBuildCondBr(b.builder, goes_on, head, row_end);
    llvm::Value from_instruction[] = {first, next}, from_c[] = {first_c, d};
    llvm::Block heads[] = {row_head, body_end};
    call_.LLVMAddIncoming(at.instruction, from_instruction, heads, 2);
    call_.LLVMAddIncoming(c, from_c, heads, 2);

    call_.LLVMPositionBuilderAtEnd(b.builder, row_end);
    b.store(d, tile, 4);
    const llvm::Value next_row = call_.LLVMBuildAdd(b.builder, row, b.number(1), "");
    const llvm::Value more =
        call_.LLVMBuildICmp(b.builder, llvm::kSignedLess, next_row, row_count, "");
    call_.LLVMBuildCondBr(b.builder, more, row_head, end);
    llvm::Value from_row[] = {b.number(0), next_row};
    llvm::Block row_heads[] = {entry, row_end};
    call_.LLVMAddIncoming(row, from_row, row_heads, 2);

    call_.LLVMPositionBuilderAtEnd(b.builder, stop);
    b.store(c, tile, 4);
    call_.LLVMBuildRet(
        b.builder, call_.LLVMBuildAdd(b.builder, b.times(row, out_.depth_), at.instruction, ""));
    call_.LLVMPositionBuilderAtEnd(b.builder, end);
    call_.LLVMBuildRet(b.builder, b.number(-1));
  }

  const llvm::Functions& call_;
  const InstructionGraph& graph_;
  const Pairing pairing_;
  const int b_count_, lanes_;
  UnitCode& out_;
};

UnitCode::UnitCode() = default;
UnitCode::~UnitCode() = default;

std::variant<std::shared_ptr<const UnitCode>, std::string> UnitCode::make(
    const SequencePlan& program, const OperandLayout& layout, Pairing pairing, int b_count,
    int lanes) {
  const llvm::Functions* functions = llvm::functions();
  if (functions == nullptr) return llvm::why_none();
  const InstructionGraph graph = instruction_graph(program, layout);
  if (auto why = why_no_code(graph); !why.empty()) return why;
  std::shared_ptr<UnitCode> code(new UnitCode);
  if (auto why = Compiler(*functions, graph, pairing, b_count, lanes, *code).compile();
      !why.empty())
    return why;
  return code;
}

std::string UnitCode::why_none(const SequencePlan& program, const OperandLayout& layout) {
  return why_no_code(instruction_graph(program, layout));
}

}  // namespace mmasc::compiled
