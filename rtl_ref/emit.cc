// SPDX-License-Identifier: Apache-2.0
#include "rtl_ref/emit.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <map>

#include "rtl_ref/descriptor.h"
#include "rtl_ref/wires.h"
#include "spec/embedded.h"
#include "spec/stage_name.h"

namespace mmasc {

std::span<const EmbeddedFile> rtl_stage_files();

namespace {

// An instance of a stage, its parameters and ports in the order they are given.
class Instance {
 public:
  Instance(std::string module, std::string name)
      : module_(std::move(module)), name_(std::move(name)) {}

  Instance& parameter(std::string_view name, const std::string& value) {
    parameters_.push_back(fmt::format("      .{}({})", name, value));
    return *this;
  }
  Instance& parameter(std::string_view name, std::int64_t value) {
    return parameter(name, value < 0 ? fmt::format("32'h{:08x}", static_cast<std::uint32_t>(value))
                                     : std::to_string(value));
  }
  Instance& port(std::string_view name, const std::string& value) {
    ports_.push_back(fmt::format("      .{}({})", name, value));
    return *this;
  }
  std::string text() const {
    return fmt::format("  {} #(\n{}\n  ) {} (\n{}\n  );\n", module_, fmt::join(parameters_, ",\n"),
                       name_, fmt::join(ports_, ",\n"));
  }

 private:
  std::string module_, name_;
  std::vector<std::string> parameters_, ports_;
};

class Emitter {
 public:
  Emitter(const RtlUnit& unit, const std::string& top)
      : plan_(unit.plan),
        formats_(unit.formats),
        top_(top),
        a_bits_(unit.a_bits()),
        b_bits_(unit.b_bits()) {}

  std::string unit() {
    for (const StagePlan& stage : plan_.stages) append(stage);
    return fmt::format(
        "// SPDX-License-Identifier: Apache-2.0\n"
        "// Parameters, wires and instances, written by mmasc emit-rtl. {} cycles from an "
        "operation\n"
        "// that is taken to its result, if nothing stalls. Lane 0 is the least significant "
        "slice.\n"
        "module {} #(\n    parameter ID_BITS = 8\n) (\n{}\n);\n{}endmodule\n",
        plan_.latency(), top_, fmt::join(ports(), ",\n"), body_);
  }

 private:
  using Slices = std::vector<Slice>;

  int exponent_bits() const { return plan_.exponent_bits; }
  const MultiplierPlan& multiplier() const { return plan_.multiplier; }
  int scales() const {
    return multiplier().scale_lanes > 0 ? plan_.lanes() / multiplier().scale_lanes : 0;
  }

  std::vector<std::string> ports() const {
    const MultiplierPlan& m = multiplier();
    std::vector<std::string> lines;
    const auto add = [&](std::string_view direction, const std::string& width,
                         std::string_view name, std::string_view what = "") {
      lines.push_back(fmt::format("    {} logic {}{}{}", direction,
                                  width.empty() ? "" : "[" + width + "] ", name,
                                  what.empty() ? "" : fmt::format(" /* {} */", what)));
    };
    const auto vector = [&](std::string_view direction, int bits, std::string_view name,
                            std::string_view what = "") {
      add(direction, fmt::format("{}:0", bits - 1), name, what);
    };
    add("input ", "", "clk_i");
    add("input ", "", "rst_ni", "asynchronous, active low");
    add("input ", "", "valid_i");
    add("output", "", "ready_o");
    add("input ", "ID_BITS-1:0", "id_i");
    vector("input ", select_bits(), "format_i", pairs());
    vector("input ", plan_.lanes() * a_bits_, "a_i",
           fmt::format("{} elements of {} bits", plan_.lanes(), a_bits_));
    vector("input ", plan_.lanes() * b_bits_, "b_i",
           fmt::format("{} elements of {} bits", plan_.lanes(), b_bits_));
    vector("input ", m.c.storage_bits(), "c_i", std::string(m.c.name));
    if (scales() > 0)
      for (const char* name : {"sa_i", "sb_i"})
        vector("input ", scales() * m.scale.storage_bits(), name,
               fmt::format("{} x {}", scales(), m.scale.name));
    add("input ", "", "c_is_input_i", "c is the instruction's own, not a step's result");
    add("output", "", "valid_o");
    add("input ", "", "ready_i");
    add("output", "ID_BITS-1:0", "id_o");
    vector("output", plan_.d.storage_bits(), "d_o", std::string(plan_.d.name));
    return lines;
  }
  std::string pairs() const {
    std::vector<std::string> pairs;
    for (const auto& [a, b] : formats_)
      pairs.push_back(fmt::format("{}: {} x {}", pairs.size(), a.name, b.name));
    return fmt::format("{}", fmt::join(pairs, ", "));
  }
  int select_bits() const {
    return std::max(1, static_cast<int>(std::bit_width(formats_.size() - 1)));
  }

  // --- wires -----------------------------------------------------------------------------------

  std::string wire(const std::string& name, int width) {
    widths_[name] = width;
    body_ += width == 1 ? fmt::format("  wire {};\n", name)
                        : fmt::format("  wire [{}:0] {};\n", width - 1, name);
    return name;
  }
  std::string join(const Slices& slices) const {
    return mmasc::join(slices, [this](const std::string& vector) { return widths_.at(vector); });
  }
  static int bits_of(const Slices& slices) {
    int bits = 0;
    for (const Slice& slice : slices) bits += slice.width;
    return bits;
  }
  // One field of some terms.
  static Slices field(const std::vector<TermWires>& terms, Slice TermWires::*which) {
    Slices slices;
    for (const TermWires& term : terms) slices.push_back(term.*which);
    return slices;
  }

  // Descriptors are declared once, whatever refers to them.
  std::string declare(const std::string& name, const Descriptor& descriptor) {
    for (const auto& [known, text] : descriptors_)
      if (text == descriptor) return known;
    descriptors_.emplace_back(name, descriptor);
    body_ += descriptor.declaration(name);
    return name;
  }
  static std::string upper(std::string text) {
    std::ranges::transform(text, text.begin(), [](unsigned char letter) {
      return static_cast<char>(std::toupper(letter));
    });
    return text;
  }
  static std::string concatenation(std::vector<std::string> names) {  // the first lowest
    std::ranges::reverse(names);
    return fmt::format("{{{}}}", fmt::join(names, ", "));
  }

  // --- stages ----------------------------------------------------------------------------------

  void append(const StagePlan& stage) {
    body_ += "\n";
    switch (stage.kind) {
      case StageKind::multiplier:
        return append_multiplier(stage);
      case StageKind::aligner:
        return append_aligner(stage);
      case StageKind::adder_tree:
        return stage.last_tree_level ? append_adder_tree(stage) : append_tree_level(stage);
      case StageKind::normalizer:
        return stage.last ? append_result(stage) : append_normalizer(stage);
    }
  }

  // The handshake on both sides of a stage. `drives`: its output is what later stages wait for.
  Instance stage_instance(const std::string& module, const StagePlan& stage,
                          const std::string& name, bool drives = true) {
    Instance instance(module, "u_" + name);
    instance.parameter("REGISTERS", stage.registers).parameter("ID_BITS", "ID_BITS");
    handshake(name, stage.last, drives);
    return instance;
  }
  void connect_handshake(Instance& instance, const StagePlan& stage, const std::string& name,
                         bool drives = true) {
    const std::string from = previous_.empty() ? "" : previous_ + "_";
    const bool first = previous_.empty();
    instance.port("clk_i", "clk_i").port("rst_ni", "rst_ni");
    instance.port("valid_i", first ? "valid_i" : from + "valid");
    instance.port("ready_o", !drives ? "unused_" + name + "_ready"
                             : first ? "ready_o"
                                     : from + "ready");
    instance.port("id_i", first ? "id_i" : from + "id");
    const std::string to = drives ? name : "unused_" + name;
    instance.port("valid_o", stage.last ? "valid_o" : to + "_valid");
    instance.port("ready_i", stage.last ? "ready_i" : ready_of_);
    instance.port("id_o", stage.last ? "id_o" : to + "_id");
  }
  void handshake(const std::string& name, bool last, bool drives) {
    if (last) return;
    const std::string to = drives ? name : "unused_" + name;
    wire(to + "_valid", 1);
    if (drives) ready_of_ = wire(name + "_ready", 1);
    if (!drives) wire("unused_" + name + "_ready", 1);
    body_ += fmt::format("  wire [ID_BITS-1:0] {}_id;\n", to);
  }

  // What passes a stage by: terms put side by side into one vector, and taken out again.
  struct Passing {
    Slices slices;
    int bits() const { return std::max(1, bits_of(slices)); }
  };
  static void put(Passing& passing, const TermWires& term) {
    for (const Slice& slice :
         {term.significand, term.exponent, term.negative, term.zero, term.nan, term.infinite})
      passing.slices.push_back(slice);
  }
  static TermWires take(const TermWires& term, const std::string& vector, int& low) {
    TermWires out;
    const auto next = [&](const Slice& slice) {
      const Slice taken{vector, low, slice.width};
      low += slice.width;
      return taken;
    };
    out.significand = next(term.significand);
    out.exponent = next(term.exponent);
    out.negative = next(term.negative);
    out.zero = next(term.zero);
    out.nan = next(term.nan);
    out.infinite = next(term.infinite);
    return out;
  }
  void connect_pass(Instance& instance, const std::string& name, const Passing& passing) {
    instance.port("pass_i", passing.slices.empty() ? "1'b0" : join(passing.slices));
    instance.port("pass_o", passing.slices.empty() ? wire("unused_" + name + "_pass", 1)
                                                   : wire(name + "_pass", passing.bits()));
  }

  // The vectors of some terms that leave a stage, and the terms in them.
  std::vector<TermWires> terms_out(const std::string& name,
                                   const std::vector<int>& significand_bits,
                                   std::string_view prefix = "") {
    const auto of = [&](const char* field) { return fmt::format("{}{}_{}", prefix, name, field); };
    const int count = static_cast<int>(significand_bits.size());
    int all = 0;
    for (const int bits : significand_bits) all += bits;
    wire(of("significand"), all);
    wire(of("exponent"), count * exponent_bits());
    for (const char* field : {"negative", "zero", "nan", "infinite"}) wire(of(field), count);
    std::vector<TermWires> terms;
    int low = 0;
    for (int i = 0; i < count; ++i) {
      const int bits = significand_bits[static_cast<std::size_t>(i)];
      terms.push_back({{of("significand"), low, bits},
                       {of("exponent"), i * exponent_bits(), exponent_bits()},
                       {of("negative"), i, 1},
                       {of("zero"), i, 1},
                       {of("nan"), i, 1},
                       {of("infinite"), i, 1}});
      low += bits;
    }
    return terms;
  }
  void connect_terms_in(Instance& instance, const std::vector<TermWires>& terms) {
    instance.port("significand_i", join(field(terms, &TermWires::significand)))
        .port("exponent_i", join(field(terms, &TermWires::exponent)))
        .port("negative_i", join(field(terms, &TermWires::negative)))
        .port("zero_i", join(field(terms, &TermWires::zero)))
        .port("nan_i", join(field(terms, &TermWires::nan)))
        .port("infinite_i", join(field(terms, &TermWires::infinite)));
  }
  static void connect_terms_out(Instance& instance, const std::string& name) {
    for (const char* field : {"significand", "exponent", "negative", "zero", "nan", "infinite"})
      instance.port(fmt::format("{}_o", field), name + "_" + field);
  }

  void append_multiplier(const StagePlan& stage) {
    const MultiplierPlan& m = multiplier();
    const std::string name = stage_name(stage);
    std::vector<std::string> a, b;
    for (std::size_t i = 0; i < formats_.size(); ++i) {
      a.push_back(declare(fmt::format("A_FORMAT_{}", i), describe_format(formats_[i].a)));
      b.push_back(declare(fmt::format("B_FORMAT_{}", i), describe_format(formats_[i].b)));
    }
    const std::string c = declare("C_FORMAT", describe_format(m.c));
    const bool has_scales = scales() > 0;
    Instance instance = stage_instance("mmasc_multiplier", stage, name);
    instance.parameter("LANES", plan_.lanes())
        .parameter("FORMATS", static_cast<std::int64_t>(formats_.size()))
        .parameter("SELECT_BITS", select_bits())
        .parameter("A_FORMATS", concatenation(a))
        .parameter("B_FORMATS", concatenation(b))
        .parameter("C_FORMAT", c)
        .parameter("A_BITS", a_bits_)
        .parameter("B_BITS", b_bits_)
        .parameter("C_BITS", m.c.storage_bits())
        .parameter("A_SIGNIFICAND_BITS", m.a.significand_bits())
        .parameter("B_SIGNIFICAND_BITS", m.b.significand_bits())
        .parameter("C_SIGNIFICAND_BITS", m.c.significand_bits());
    if (has_scales)
      instance.parameter("HAS_SCALES", 1)
          .parameter("SCALE_FORMAT", declare("SCALE_FORMAT", describe_format(m.scale)))
          .parameter("SCALE_BITS", m.scale.storage_bits())
          .parameter("SCALES", scales())
          .parameter("SCALE_SIGNIFICAND_BITS", m.scale.significand_bits());
    instance.parameter("EXPONENT_BITS", exponent_bits())
        .parameter("PRODUCT_BITS", m.product.magnitude_bits)
        .parameter("INTEGER_BITS", m.product.integer_bits())
        .parameter("FLUSH", code_of(m.flush_inputs));
    if (m.fixed_point())
      instance.parameter("IS_FIXED_POINT", 1)
          .parameter("FIXED_POINT_SHIFT", m.fixed_point_shift)
          .parameter("LEAST_EXPONENT", m.a.least_exponent() + m.b.least_exponent());
    if (m.infinity_at != kNoLimit)
      instance.parameter("HAS_OVERFLOW", 1).parameter("INFINITY_AT", m.infinity_at);

    std::vector<int> bits(static_cast<std::size_t>(plan_.lanes()), m.product.magnitude_bits);
    bits.push_back(m.c_term.magnitude_bits);
    slots_ = terms_out(name, bits);
    connect_handshake(instance, stage, name);
    for (const char* port : {"format_i", "a_i", "b_i", "c_i"}) instance.port(port, port);
    instance.port("sa_i", has_scales ? "sa_i" : "1'b0").port("sb_i", has_scales ? "sb_i" : "1'b0");
    instance.port("c_is_input_i", "c_is_input_i");
    connect_terms_out(instance, name);
    finish(instance, name);
  }

  void append_aligner(const StagePlan& stage) {
    const std::string name = stage_name(stage);
    const LevelPlan& level = plan_.levels[stage.level];
    std::vector<TermWires> terms;
    std::vector<std::string> sums, groups;
    int significand_low = 0, addend_low = 0;
    for (int s = 0; s < level.sum_count; ++s) {
      const SumPlan& sum = plan_.sums[level.first_sum + s];
      const int first_term = static_cast<int>(terms.size());
      const int first_group = static_cast<int>(groups.size());
      int low = 0;
      for (int g = 0; g < sum.group_count; ++g) {
        const AddendGroup& group = plan_.groups[sum.first_group + g];
        const int first = static_cast<int>(terms.size()) - first_term;
        groups.push_back(declare(upper(fmt::format("{}_group_{}", name, groups.size())),
                                 describe_group(group, first, low)));
        for (int i = 0; i < group.count; ++i)
          terms.push_back(slots_[static_cast<std::size_t>(group.first_slot + i * group.stride)]);
        low += group.count * group.input.magnitude_bits;
      }
      const auto zero_sign = sum.zero_sign == ZeroSign::plus ? "mmasc_pkg::ZERO_IS_PLUS"
                             : sum.rounds_down               ? "mmasc_pkg::ZERO_IF_ANY_NEGATIVE"
                                                             : "mmasc_pkg::ZERO_IF_ALL_NEGATIVE";
      sums.push_back(declare(upper(fmt::format("{}_sum_{}", name, s)),
                             Descriptor()
                                 .add("first group", first_group)
                                 .add("groups", sum.group_count)
                                 .add("first term", first_term)
                                 .add("terms", sum.addend_count)
                                 .add("first bit of the significands", significand_low)
                                 .add("bits of the significands", low)
                                 .add("first bit of the addends", addend_low)
                                 .add("bits of an addend", sum.sum_bits)
                                 .add("least e_max", sum.has_exponent_floor ? sum.exponent_floor
                                                                            : plan_.absent_exponent)
                                 .add_code("sign of an exact zero", zero_sign)));
      significand_low += low;
      addend_low += sum.addend_count * sum.sum_bits;
    }
    Passing passing;
    std::vector<TermWires> passed;
    for (const int slot : level.passing) {
      passed.push_back(slots_[static_cast<std::size_t>(slot)]);
      put(passing, passed.back());
    }

    Instance instance = stage_instance("mmasc_aligner", stage, name);
    instance.parameter("PASS_BITS", passing.bits())
        .parameter("TERMS", static_cast<std::int64_t>(terms.size()))
        .parameter("SUMS", level.sum_count)
        .parameter("SUM", concatenation(sums))
        .parameter("GROUPS", static_cast<std::int64_t>(groups.size()))
        .parameter("GROUP", concatenation(groups))
        .parameter("SIGNIFICAND_BITS", significand_low)
        .parameter("EXPONENT_BITS", exponent_bits())
        .parameter("ADDEND_BITS", addend_low);
    declare_sums(name, level, addend_low);
    connect_handshake(instance, stage, name);
    connect_pass(instance, name, passing);
    connect_terms_in(instance, terms);
    connect_sums_out(instance, name);
    finish(instance, name);
    passed_ = passed;
    passing_bits_ = passing.bits();
  }

  static constexpr const char* kFlags[] = {"zero", "nan", "infinite", "negative_infinity",
                                           "negative_zero"};
  void declare_sums(const std::string& name, const LevelPlan& level, int addend_bits) {
    wire(name + "_addend", addend_bits);
    wire(name + "_sum_exponent", level.sum_count * exponent_bits());
    for (const char* flag : kFlags) wire(fmt::format("{}_sum_{}", name, flag), level.sum_count);
  }
  static void connect_sums(Instance& instance, const std::string& name, const char* suffix) {
    instance.port(fmt::format("addend{}", suffix), name + "_addend");
    instance.port(fmt::format("sum_exponent{}", suffix), name + "_sum_exponent");
    for (const char* flag : kFlags)
      instance.port(fmt::format("sum_{}{}", flag, suffix), fmt::format("{}_sum_{}", name, flag));
  }
  static void connect_sums_out(Instance& instance, const std::string& name) {
    connect_sums(instance, name, "_o");
  }
  // The vector of terms that pass by, as a stage between the aligner and the last tree level.
  void forward_pass(Instance& instance, const std::string& name) {
    const bool any = !passed_.empty();
    instance.port("pass_i", any ? previous_ + "_pass" : "1'b0");
    instance.port("pass_o",
                  any ? wire(name + "_pass", passing_bits_) : wire("unused_" + name + "_pass", 1));
  }

  void append_tree_level(const StagePlan& stage) {
    const std::string name = stage_name(stage);
    const LevelPlan& level = plan_.levels[stage.level];
    std::vector<std::string> sums;
    int low = 0, low_out = 0;
    for (int s = 0; s < level.sum_count; ++s) {
      const SumPlan& sum = plan_.sums[level.first_sum + s];
      const int count = addends_left(sum.addend_count, plan_.adder_radix, stage.tree_level);
      const int left = addends_left(count, plan_.adder_radix, 1);
      sums.push_back(declare(upper(fmt::format("{}_sum_{}", name, s)),
                             describe_tree(count, sum.sum_bits, low, low_out, 0)));
      low += count * sum.sum_bits;
      low_out += left * sum.sum_bits;
    }
    Instance instance = stage_instance("mmasc_adder_tree_level", stage, name);
    instance.parameter("PASS_BITS", passing_bits_)
        .parameter("RADIX", plan_.adder_radix)
        .parameter("SUMS", level.sum_count)
        .parameter("TREE", concatenation(sums))
        .parameter("EXPONENT_BITS", exponent_bits())
        .parameter("ADDEND_BITS", low)
        .parameter("ADDEND_OUT_BITS", low_out);
    declare_sums(name, level, low_out);
    connect_handshake(instance, stage, name);
    forward_pass(instance, name);
    connect_sums(instance, previous_, "_i");
    connect_sums_out(instance, name);
    finish(instance, name);
  }

  static Descriptor describe_tree(int addends, int bits, int low, int low_out, int significand) {
    return Descriptor()
        .add("addends", addends)
        .add("bits of one", bits)
        .add("first bit of the addends", low)
        .add("first bit of what leaves", low_out)
        .add("bits of the significand", significand);
  }

  void append_adder_tree(const StagePlan& stage) {
    const std::string name = stage_name(stage);
    const LevelPlan& level = plan_.levels[stage.level];
    std::vector<std::string> sums;
    std::vector<int> significand_bits;
    int low = 0, low_out = 0;
    for (int s = 0; s < level.sum_count; ++s) {
      const SumPlan& sum = plan_.sums[level.first_sum + s];
      const int count = addends_left(sum.addend_count, plan_.adder_radix, stage.tree_level);
      const int bits = sum.output.magnitude_bits;
      sums.push_back(declare(upper(fmt::format("{}_sum_{}", name, s)),
                             describe_tree(count, sum.sum_bits, low, low_out, bits)));
      significand_bits.push_back(bits);
      low += count * sum.sum_bits;
      low_out += bits;
    }
    Instance instance = stage_instance("mmasc_adder_tree", stage, name);
    instance.parameter("PASS_BITS", passing_bits_)
        .parameter("SUMS", level.sum_count)
        .parameter("TREE", concatenation(sums))
        .parameter("EXPONENT_BITS", exponent_bits())
        .parameter("ADDEND_BITS", low)
        .parameter("SIGNIFICAND_BITS", low_out);
    slots_ = terms_out(name, significand_bits);
    connect_handshake(instance, stage, name);
    forward_pass(instance, name);
    connect_sums(instance, previous_, "_i");
    connect_terms_out(instance, name);
    finish(instance, name);
    take_passed(name);
  }

  void take_passed(const std::string& name) {
    int bit = 0;
    for (const TermWires& term : passed_) slots_.push_back(take(term, name + "_pass", bit));
    passed_.clear();
  }

  // A level's terms that are rounded alike, one after the other.
  struct Run {
    int first = 0, count = 0;
    const RoundPlan* round = nullptr;
  };

  void append_normalizer(const StagePlan& stage) {
    std::vector<Run> runs;
    const auto width_of = [&](int term) {
      return slots_[static_cast<std::size_t>(term)].significand.width;
    };
    const auto add = [&](int term, const RoundPlan& round) {
      const bool continues = !runs.empty() && runs.back().first + runs.back().count == term &&
                             width_of(runs.back().first) == width_of(term) &&
                             describe_rounding(*runs.back().round) == describe_rounding(round);
      if (continues)
        ++runs.back().count;
      else
        runs.push_back({term, 1, &round});
    };
    if (stage.level < 0) {
      for (int k = 0; k < plan_.lanes(); ++k) add(k, multiplier().round);
    } else {
      const LevelPlan& level = plan_.levels[stage.level];
      for (int s = 0; s < level.sum_count; ++s)
        if (const SumPlan& sum = plan_.sums[level.first_sum + s]; sum.rounds) add(s, sum.round);
    }

    // The first instance has the handshake, and the terms that are not rounded pass it by.
    const std::string name = stage_name(stage);
    std::vector<bool> rounded(slots_.size());
    for (const Run& run : runs)
      for (int i = 0; i < run.count; ++i) rounded[static_cast<std::size_t>(run.first + i)] = true;
    Passing passing;
    for (std::size_t i = 0; i < slots_.size(); ++i)
      if (!rounded[i]) put(passing, slots_[i]);

    std::vector<TermWires> out = slots_;
    int low = 0;
    for (std::size_t i = 0; i < slots_.size(); ++i)
      if (!rounded[i]) out[i] = take(slots_[i], name + "_pass", low);
    for (std::size_t r = 0; r < runs.size(); ++r) {
      const Run& run = runs[r];
      const std::string own = r == 0 ? name : fmt::format("{}_{}", name, r);
      const std::string round = declare(upper(own) + "_ROUND", describe_rounding(*run.round));
      const auto begin = slots_.begin() + run.first;
      const std::vector<TermWires> terms(begin, begin + run.count);
      const int bits_out = run.round->output().magnitude_bits;
      Instance instance = stage_instance("mmasc_normalizer", stage, own, r == 0);
      const Passing here = r == 0 ? passing : Passing{};
      instance.parameter("PASS_BITS", here.bits())
          .parameter("TERMS", run.count)
          .parameter("ROUND", round)
          .parameter("EXPONENT_BITS", exponent_bits())
          .parameter("BITS_IN", terms[0].significand.width)
          .parameter("BITS_OUT", bits_out);
      const auto made =
          terms_out(own, std::vector<int>(static_cast<std::size_t>(run.count), bits_out));
      std::ranges::copy(made, out.begin() + run.first);
      connect_handshake(instance, stage, own, r == 0);
      connect_pass(instance, own, here);
      connect_terms_in(instance, terms);
      connect_terms_out(instance, own);
      body_ += instance.text();
    }
    slots_ = out;
    previous_ = name;
  }

  void append_result(const StagePlan& stage) {
    const std::string name = stage_name(stage);
    const std::string round = declare("RESULT_ROUND", describe_rounding(plan_.result));
    const std::string d = declare("D_FORMAT", describe_format(plan_.d));
    Instance instance = stage_instance("mmasc_result_normalizer", stage, name);
    instance.parameter("ROUND", round)
        .parameter("D_FORMAT", d)
        .parameter("EXPONENT_BITS", exponent_bits())
        .parameter("BITS_IN", slots_[0].significand.width)
        .parameter("ROUNDED_BITS", plan_.result.output().magnitude_bits)
        .parameter("D_BITS", plan_.d.storage_bits())
        .parameter("NAN", fmt::format("{}'h{:x}", plan_.d.storage_bits(), plan_.nan));
    connect_handshake(instance, stage, name);
    connect_terms_in(instance, {slots_[0]});
    instance.port("d_o", "d_o");
    body_ += instance.text();
  }

  void finish(const Instance& instance, const std::string& name) {
    body_ += instance.text();
    previous_ = name;
  }

  const Plan& plan_;
  const std::vector<OperandFormats>& formats_;
  const std::string top_;
  const int a_bits_, b_bits_;
  std::string body_;
  std::map<std::string, int> widths_;
  std::vector<std::pair<std::string, Descriptor>> descriptors_;
  std::string previous_;           // the stage before
  std::string ready_of_;           // of the stage at hand
  std::vector<TermWires> slots_;   // the terms at hand
  std::vector<TermWires> passed_;  // those that pass the level by, as they entered it
  int passing_bits_ = 1;
};

}  // namespace

Rtl emit_rtl(const RtlUnit& unit, const std::string& top) {
  Rtl rtl;
  rtl.top = top;
  const auto is_package = [](const EmbeddedFile& file) { return file.name == "mmasc_pkg.sv"; };
  const auto stages = rtl_stage_files();
  for (const bool package : {true, false})
    for (const EmbeddedFile& file : stages)
      if (is_package(file) == package)
        rtl.files.push_back({std::string(file.name), std::string(file.text)});
  rtl.files.push_back({top + ".sv", Emitter(unit, top).unit()});
  return rtl;
}

}  // namespace mmasc
