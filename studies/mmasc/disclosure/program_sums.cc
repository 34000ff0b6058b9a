// SPDX-License-Identifier: Apache-2.0
#include <fmt/ranges.h>

#include <algorithm>
#include <map>

#include "mmasc/disclosure/program_parts.h"
#include "mmasc/unit/resolve_sums.h"

namespace mmasc::program {
namespace {

// How terms enter a sum. Neighbours in a row's list that enter alike are one argument of add_NAME.
struct Entry {
  FractionBits fraction_bits;
  Rounding alignment_rounding;
  ZeroExponent zero_exponent;
  std::optional<int> vanishes_below;
  int exponent_offset = 0;
  bool negated = false;
  friend bool operator==(const Entry&, const Entry&) = default;
  bool draws() const { return fraction_bits && alignment_rounding.is_stochastic(); }
};

struct Argument {
  Entry entry;
  std::string name;
  std::vector<const TermRow*> rows;
};

// "products[0::2]", "sum_even", "[c]": a list of terms.
std::string list_text(const TermRow& term) {
  const std::string whole = term.from == "c"          ? "[c]"
                            : term.from == "products" ? "products"
                                                      : "sum_" + term.from;
  switch (term.selection.kind) {
    case Selection::Kind::all:
      return whole;
    case Selection::Kind::even:
      return whole + "[0::2]";
    case Selection::Kind::odd:
      return whole + "[1::2]";
    case Selection::Kind::range:
      return fmt::format("{}[{}:{}]", whole, term.selection.first, term.selection.last);
  }
  return whole;
}

// "of_c", "of_products_even", "of_products_0_and_products_8"
std::string argument_name(const Argument& argument) {
  std::string name;
  for (const TermRow* term : argument.rows) {
    name += (name.empty() ? "of_" : "_and_") + term->from;
    const auto& [kind, first, last] = term->selection;
    if (kind == Selection::Kind::even) name += "_even";
    if (kind == Selection::Kind::odd) name += "_odd";
    if (kind == Selection::Kind::range) name += fmt::format("_{}", first);
  }
  return name;
}

std::string joined(const std::vector<std::string>& parts, std::string_view between) {
  return fmt::format("{}", fmt::join(parts, between));
}

// One row of `sum`: its nodes in the plan, and the functions that it becomes.
class SumFunctions {
 public:
  SumFunctions(const SequencePlan& plan, const ResolvedSum& sum, bool is_root, bool has_floats)
      : plan_(plan.step), sum_(sum), row_(*sum.row), is_root_(is_root), has_floats_(has_floats) {
    for (const SumPlan& node : plan_.sums)
      if (node.name.view() == row_.name) nodes_.push_back(&node);
    std::ranges::sort(nodes_, {}, &SumPlan::index);  // as the tree is written, not by level
    for (const TermRow& term : row_.terms) {
      const Entry entry = entry_of(term);
      if (arguments_.empty() || arguments_.back().entry != entry)
        arguments_.push_back({entry, "", {}});
      arguments_.back().rows.push_back(&term);
    }
    is_tree_ = row_.shape != Shape::fused && sum_.groups.front().size() > 1;
    if (is_tree_ && !partial_argument())  // sums of two enter with the row's own fields
      arguments_.insert(arguments_.begin(), {entry_of({}), "of_sums", {}});
    for (std::size_t i = 0; i < arguments_.size(); ++i)
      if (arguments_[i].name.empty())
        arguments_[i].name = arguments_.size() == 1 ? "terms" : argument_name(arguments_[i]);
  }

  // Whether its value may be a zero without an exponent, where those of `absent` may.
  bool may_be_absent(const std::map<std::string, bool>& absent) const {
    if (row_.round_to != nullptr || row_.exponent_floor) return false;
    return std::ranges::all_of(
        arguments_, [&](const Argument& argument) { return has_absent_zeros(argument, absent); });
  }

  void write(Writer& out, const std::map<std::string, bool>& absent) const {
    if (nodes_.front()->rounds) write_rounding(out, row_.name, nodes_.front()->round);
    write_add(out, absent);
    if (is_tree_) write_tree(out);
  }

  // In `step`: its value, a list of as many terms as it has groups.
  void write_use(Writer& out) const {
    const std::string numbers = draws() ? ", random" + std::string(is_tree_ ? ", nodes" : "") : "";
    if (draws() && (is_tree_ || row_.groups > 1)) {
      std::vector<std::string> all;
      for (const SumPlan* node : nodes_) all.push_back(node_text(*node));
      out.line(1, "nodes = iter([{}])", joined(all, ", "));
    }
    const std::string node = !draws() || is_tree_ ? ""
                             : row_.groups > 1    ? ", next(nodes)"
                                                  : ", " + node_text(*nodes_.front());
    const std::string function = fmt::format("{}_{}", is_tree_ ? "tree" : "add", row_.name);
    if (row_.groups == 1)
      out.line(1, "sum_{} = [{}({}{}{})]", row_.name, function, call_arguments(""), numbers, node);
    else
      out.line(1, "sum_{} = [{}({}{}{}) for g in range({})]", row_.name, function,
               call_arguments("g"), numbers, node, row_.groups);
  }

 private:
  // Where alignment drops no bit, terms are added as they are.
  Entry entry_of(const TermRow& term) const {
    Entry entry{term.fraction_bits.value_or(row_.fraction_bits),
                term.alignment_rounding.value_or(row_.alignment_rounding),
                term.zero_exponent.value_or(row_.zero_exponent),
                term.vanishes_below,
                term.exponent_offset.value_or(0),
                term.negated};
    if (keeps_all_bits(plan_, row_.name)) entry.fraction_bits.reset();
    return entry;
  }
  bool draws() const {
    return aligns_at_random() || (rounds_here() && row_.rounding.is_stochastic());
  }
  bool aligns_at_random() const {
    return std::ranges::any_of(arguments_, [](const Argument& a) { return a.entry.draws(); });
  }

  // Where its nodes find their random elements: the first alignment's, the rounding's.
  std::string node_text(const SumPlan& node) const {
    int first = 0;
    for (const AddendGroup& group : groups_of(plan_, node))
      if (group.alignment_rounding.is_stochastic()) {
        first = group.first_random;
        break;
      }
    // A root that is rounded to d draws what d's rounding does.
    const RoundPlan& rounding = node.rounds ? node.round : plan_.result;
    return fmt::format("({}, {})", first, rounds_here() ? rounding.first_random : 0);
  }

  std::optional<std::size_t> partial_argument() const {
    const Entry own = entry_of({});
    for (std::size_t i = 0; i < arguments_.size(); ++i)
      if (arguments_[i].entry == own) return i;
    return std::nullopt;
  }

  // Elements of a term's list in one group.
  std::size_t count_of(const TermRow& term) const {
    return static_cast<std::size_t>(
        std::ranges::count(sum_.groups.front(), &term, &ResolvedTerm::row));
  }

  // The lists that the function takes; of group `g` where there are several.
  std::string call_arguments(std::string_view g) const {
    std::vector<std::string> all;
    for (const Argument& argument : arguments_) {
      std::vector<std::string> lists;
      for (const TermRow* term : argument.rows) {
        const std::size_t count = count_of(*term);
        lists.push_back(
            g.empty() ? list_text(*term)
                      : fmt::format("{0}[{1} * {2}:{1} * {2} + {1}]", list_text(*term), count, g));
      }
      if (!lists.empty()) all.push_back(joined(lists, " + "));
    }
    return joined(all, ", ");
  }

  std::string parameters() const {
    std::vector<std::string> names;
    for (const Argument& argument : arguments_) names.push_back(argument.name);
    return joined(names, ", ");
  }
  std::string all_terms() const {
    std::vector<std::string> names;
    for (const Argument& argument : arguments_) names.push_back(argument.name);
    return joined(names, " + ");
  }

  static bool is_absent(const TermRow& term, const std::map<std::string, bool>& absent) {
    const auto found = absent.find(term.from);
    return found != absent.end() && found->second;
  }
  bool has_absent_zeros(const Argument& argument, const std::map<std::string, bool>& absent) const {
    switch (argument.entry.zero_exponent.kind) {
      case ZeroExponent::Kind::ignored:
        return true;
      case ZeroExponent::Kind::fixed:
        return false;
      case ZeroExponent::Kind::own:
        break;
    }
    return !argument.rows.empty() && std::ranges::all_of(argument.rows, [&](const TermRow* term) {
      return is_absent(*term, absent);
    });
  }

  // The exponents with which an argument's terms take part in e_max.
  std::string exponents(const Argument& argument, const std::map<std::string, bool>& absent) const {
    const auto& [kind, value] = argument.entry.zero_exponent;
    const std::string own = shifted("t.e", argument.entry.exponent_offset);
    const bool some_absent = std::ranges::any_of(
        argument.rows, [&](const TermRow* term) { return is_absent(*term, absent); });
    switch (kind) {
      case ZeroExponent::Kind::fixed:
        return fmt::format("[{} if t.kind == \"zero\" else {} for t in {}]", value, own,
                           argument.name);
      case ZeroExponent::Kind::ignored:
        return fmt::format("[{} for t in {} if t.kind != \"zero\"]", own, argument.name);
      case ZeroExponent::Kind::own:
        break;
    }
    return fmt::format("[{} for t in {}{}]", own, argument.name,
                       some_absent ? " if t.e is not None" : "");
  }

  bool rounds_here() const { return nodes_.front()->rounds; }
  bool goes_on_unrounded() const { return !rounds_here() && !is_root_; }
  bool needs_e_max() const {
    return goes_on_unrounded() || std::ranges::any_of(arguments_, [](const Argument& argument) {
             return argument.entry.fraction_bits || argument.entry.vanishes_below;
           });
  }

  void write_e_max(Writer& out, const std::map<std::string, bool>& absent) const {
    std::vector<std::string> lists;
    if (row_.exponent_floor) lists.push_back(fmt::format("[{}]", *row_.exponent_floor));
    for (const Argument& argument : arguments_) lists.push_back(exponents(argument, absent));
    const bool may_be_none =
        !row_.exponent_floor && std::ranges::all_of(arguments_, [&](const Argument& argument) {
          return has_absent_zeros(argument, absent);
        });
    out.line(1, "e_max = max({}{})", joined(lists, " + "), may_be_none ? ", default=None" : "");
    if (may_be_none) {
      out.line(1, "if e_max is None:  # every term is an exact zero, and so is the sum");
      out.line(2, "return {}Term(\"zero\", {}, Exact(0), None){}", rounded_open(), sign_of_zero(),
               rounded_close());
    }
    if (const auto& grid = row_.exponent_grid)
      out.line(1, "e_max += ({} - e_max) % {}  # coarse steps", grid->first, grid->step);
  }

  std::string last_bit(const FractionBits& fraction_bits) const {
    return fraction_bits ? fmt::format("two_to({})", shifted("e_max", -*fraction_bits)) : "1";
  }

  bool asks_lost() const { return row_.sticky || row_.cancelled == Cancelled::zero_unless_lost; }

  // Before terms vanish.
  void write_lost(Writer& out) const {
    if (!asks_lost()) return;
    std::vector<std::string> all;
    for (const Argument& argument : arguments_) {
      const Entry& entry = argument.entry;
      std::string lost;
      if (entry.fraction_bits)
        lost = fmt::format("t.value / {} % 1 != 0", last_bit(entry.fraction_bits));
      if (entry.vanishes_below)
        lost += fmt::format("{}t.kind == \"number\" and t.value != 0 and t.e < {}",
                            lost.empty() ? "" : " or ", shifted("e_max", -*entry.vanishes_below));
      if (!lost.empty()) all.push_back(fmt::format("any({} for t in {})", lost, argument.name));
    }
    if (all.empty()) all.push_back("False");
    out.line(1, "lost = {}", joined(all, " or "));
  }

  std::string cancelled_text() const {
    if (row_.cancelled == Cancelled::number) return "";
    return row_.cancelled == Cancelled::zero ? "total == 0 or " : "total == 0 and not lost or ";
  }

  void write_total(Writer& out) const {
    const TotalPlan& total = nodes_.front()->total;
    if (const auto& held = row_.accumulator; total.accumulator_bits > 0) {
      const std::string unit = last_bit(row_.fraction_bits);
      out.line(1, "half = 2**{}", held->bits - 1);
      if (held->overflow == Overflow::wrap)
        out.line(1, "total = ((total / {0} + half) % (2 * half) - half) * {0}  # it wraps", unit);
      else
        out.line(1, "total = max(-half, min(half - 1, total / {0})) * {0}  # it saturates", unit);
    }
    if (const auto& cut = row_.cut; total.cut_bits > 0) {
      const std::string unit = last_bit(cut->fraction_bits);
      if (asks_lost()) out.line(1, "lost = lost or total / {} % 1 != 0", unit);
      out.line(1, "total = {} * {}  # a cut", rounding_call(cut->rounding, "total / " + unit, ""),
               unit);
    }
    if (row_.sticky)
      out.line(1, "if lost: total += total * two_to(-1000)  # less than any rounding tells apart");
  }

  std::string rounded_open() const {
    return rounds_here() ? fmt::format("round_{}(", row_.name) : "";
  }
  std::string rounded_close() const {
    if (!rounds_here()) return "";
    return (nodes_.front()->round.rounding.is_stochastic() ? ", random[node[1]])" : ")");
  }

  // The sign of a sum that is zero, in Python.
  std::string sign_of_zero() const {
    const SumPlan& node = *nodes_.front();
    if (node.zero_sign == ZeroSign::plus) return "False";
    return fmt::format("{}(t.negative for t in {})", node.rounds_down ? "any" : "all",
                       arguments_.size() == 1 ? arguments_.front().name : all_terms());
  }

  void write_alignment(Writer& out) const {
    out.line(1, "total = Exact(0)");
    const bool at_random = aligns_at_random();
    if (at_random) out.line(1, "i = node[0]");
    for (const Argument& argument : arguments_) {
      const Entry& entry = argument.entry;
      if (!entry.fraction_bits) {
        out.line(1, "for t in {}: total += t.value  # exactly", argument.name);
        continue;
      }
      const std::string unit = fmt::format("two_to({})", shifted("e_max", -*entry.fraction_bits));
      out.line(1, "for t in {}:  # alignment", argument.name);
      out.line(2, "total += {} * {}",
               rounding_call(entry.alignment_rounding, "t.value / " + unit, "random[i]"), unit);
      if (entry.draws()) out.line(2, "i += 1");
    }
  }

  // The sign of the term that gives the frame, one of its argument's list.
  std::string frame() const {
    for (const Argument& argument : arguments_) {
      std::size_t place = 0;
      for (const TermRow* term : argument.rows) {
        if (term->from == row_.ones_complement)
          return fmt::format("{}[{}].negative", argument.name, place);
        place += count_of(*term);
      }
    }
    return "False";
  }

  void write_complement(Writer& out) const {
    out.line(1, "if any(t.kind != \"zero\" for t in {}):", all_terms());
    out.line(2, "frame = {}", frame());
    out.line(2, "for t in {}:  # negation by ones' complement: one unit more", all_terms());
    out.line(3, "if t.negative != frame: total += (-1 if t.negative else 1) * two_to({})",
             shifted("e_max", -*row_.fraction_bits));
  }

  void write_add(Writer& out, const std::map<std::string, bool>& absent) const {
    out.blank();
    out.line(0, "def add_{}({}{}):", row_.name, parameters(), draws() ? ", random, node" : "");
    for (const Argument& argument : arguments_)
      if (argument.entry.negated)
        out.line(1, "{0} = [opposite(t) for t in {0}]  # negated", argument.name);
    if (has_floats_) {
      out.line(1, "special = special_sum({})", all_terms());
      out.line(1, "if special: return {}special{}", rounded_open(), rounded_close());
    }
    if (needs_e_max()) write_e_max(out, absent);
    write_lost(out);
    for (const Argument& argument : arguments_)
      if (argument.entry.vanishes_below)
        out.line(1,
                 "{0} = [zero(t.negative, t.e) if t.kind == \"number\" and t.e < {1} else t\n"
                 "        for t in {0}]  # some vanish",
                 argument.name, shifted("e_max", -*argument.entry.vanishes_below));
    write_alignment(out);
    if (!row_.ones_complement.empty()) write_complement(out);
    write_total(out);
    const std::string sign = sign_of_zero();
    out.line(1, "negative = total < 0{}", sign == "False" ? "" : " or total == 0 and " + sign);
    if (goes_on_unrounded())
      out.line(1, "kind = \"zero\" if {}all(t.kind == \"zero\" for t in {}) else \"number\"",
               cancelled_text(), all_terms());
    out.line(1, "return {}Term({}, negative, total, {}){}", rounded_open(),
             goes_on_unrounded() ? "kind" : "\"number\"", needs_e_max() ? "e_max" : "None",
             rounded_close());
  }

  // A tree of two-term sums. Terms carry the number of their argument.
  void write_tree(Writer& out) const {
    const bool alike = arguments_.size() == 1;
    const std::size_t partial = *partial_argument();
    const std::string more = draws() ? ", random, next(nodes)" : "";
    std::vector<std::string> leaves, names;
    for (std::size_t i = 0; i < arguments_.size(); ++i)
      if (!arguments_[i].rows.empty()) {
        names.push_back(arguments_[i].name);
        leaves.push_back(fmt::format("[({}, t) for t in {}]", i, arguments_[i].name));
      }
    out.blank();
    out.line(0, "def tree_{}({}{}):", row_.name, joined(names, ", "),
             draws() ? ", random, nodes" : "");
    if (!alike) {
      out.line(1, "terms = {}", joined(leaves, " + "));
      out.line(1, "def add(pair):");
      out.line(2, "lists = [[t for j, t in pair if j == i] for i in range({})]", arguments_.size());
      out.line(2, "return {}, add_{}(*lists{})", partial, row_.name, more);
    }
    const auto added = [&](const std::string& pair) {
      return alike ? fmt::format("add_{}({}{})", row_.name, pair, more)
                   : fmt::format("add({})", pair);
    };
    out.line(1, "while len(terms) > 1:");
    if (row_.shape == Shape::pairwise) {
      out.line(2, "odd = terms[len(terms) // 2 * 2:]");
      out.line(2, "terms = [{} for i in range(0, len(terms) - 1, 2)] + odd",
               added("terms[i:i + 2]"));
    } else {
      out.line(2, "terms = [{}] + terms[2:]", added("terms[:2]"));
    }
    out.line(1, "return terms[0]{}", alike ? "" : "[1]");
  }

  const Plan& plan_;
  const ResolvedSum& sum_;
  const SumRow& row_;
  const bool is_root_, has_floats_;
  bool is_tree_ = false;
  std::vector<const SumPlan*> nodes_;
  std::vector<Argument> arguments_;
};

}  // namespace

void write_sums(Writer& out, const Unit& unit, const SequencePlan& plan) {
  const bool has_floats = !plan.step.result.is_integer();
  const std::vector<ResolvedSum> rows = resolve_sums(unit);
  std::vector<SumFunctions> functions;
  for (const ResolvedSum& row : rows)
    functions.emplace_back(plan, row, &row == &rows.back(), has_floats);
  std::map<std::string, bool> absent;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    functions[i].write(out, absent);
    absent[rows[i].row->name] = functions[i].may_be_absent(absent);
  }
  write_rounding(out, "d", plan.step.result);
  out.blank();
  out.line(0, "def step(products, c{}):", plan.step.random_bits.empty() ? "" : ", random");
  for (const SumFunctions& sum : functions) sum.write_use(out);
  out.line(1, "return round_d(sum_{}[0]{})", rows.back().row->name,
           drawn_arguments(plan.step.result, std::to_string(plan.step.result.first_random)));
}

}  // namespace mmasc::program
