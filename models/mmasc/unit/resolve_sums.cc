// SPDX-License-Identifier: Apache-2.0
#include "mmasc/unit/resolve_sums.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <string>
#include <vector>

#include "mmasc/unit/error.h"
#include "mmasc/unit/fields.h"
#include "mmasc/unit/plan.h"
#include "mmasc/unit/suggest.h"
#include "mmasc/unit/validate.h"

namespace mmasc {
namespace {

// A value that a term may name: the products, c, or an earlier sum with one element a group.
struct Source {
  std::string name;
  std::vector<bool> used;  // an entry an element
  int level = 0;           // two-term sums passed on the way here
  int elements() const { return static_cast<int>(used.size()); }
};

std::string range_text(int first, int last) {
  return last - first == 1 ? fmt::format("[{}]", first) : fmt::format("[{}:{}]", first, last);
}

class SumResolver {
 public:
  // `scale_block`: elements that share a scale; 0 without scales.
  SumResolver(const Datapath& datapath, int lanes, int scale_block)
      : datapath_(datapath), scale_block_(scale_block) {
    sources_.push_back({"products", std::vector<bool>(std::size_t(lanes))});
    sources_.push_back({"c", std::vector<bool>(1)});
  }

  std::vector<ResolvedSum> resolve() {
    const auto& sums = datapath_.sums;
    if (sums.empty()) throw RowError("sum", "there is no sum; add one with products and c");
    if (sums.size() > kMaxSums)
      throw RowError("sum",
                     fmt::format("{} sums are too many; use up to {}", sums.size(), kMaxSums));
    std::vector<ResolvedSum> resolved;
    for (const auto& sum : sums) resolved.push_back(resolve_sum(sum));
    if (const auto& root = sums.back(); root.groups != 1)
      throw RowError("sum." + root.name + ".groups",
                     "the last sum is the result and has one group; remove groups, or add a sum");
    sources_.back().used.assign(1, true);  // by the result
    for (const auto& source : sources_) check_used(source);
    if (nodes_ > kMaxSumNodes)
      throw RowError("sum",
                     fmt::format("{} adders are too many; use up to {}", nodes_, kMaxSumNodes));
    if (sources_.back().level > kMaxLevels)
      throw RowError("sum", fmt::format("{} sums one after another are too many; use up to {}",
                                        sources_.back().level, kMaxLevels));
    return resolved;
  }

 private:
  ResolvedSum resolve_sum(const SumRow& sum) {
    check_name(sum.name);
    if (sum.terms.empty())
      throw RowError("sum." + sum.name + ".terms",
                     "a sum needs a term; write as [\"products\", \"c\"]");
    ResolvedSum resolved{&sum, {}};
    auto& groups = resolved.groups;
    groups.resize(std::size_t(sum.groups));
    int level = 0;
    for (std::size_t i = 0; i < sum.terms.size(); ++i) {
      const auto& term = sum.terms[i];
      const std::string key = fmt::format("sum.{}.terms[{}]", sum.name, i);
      const std::size_t number = find_source(sum, term, key);
      auto& source = sources_[number];
      const auto chosen = select(source, term.selection, key);
      for (int element : chosen) use(source, element, key);
      check_groups(sum, source, static_cast<int>(chosen.size()), key);
      for (std::size_t j = 0; j < chosen.size(); ++j)
        groups[j * groups.size() / chosen.size()].push_back(
            {static_cast<int>(number), chosen[j], &term});
      check_scales(sum, term, key);
      level = std::max(level, source.level);
    }
    if (sum.exponent == ExponentSource::scales) check_scale_blocks(sum, groups);
    if (!sum.ones_complement.empty()) check_frame(sum, groups);
    check_total(sum);
    const bool rounds_nowhere = sum.shape != Shape::fused && !sum.round_to;
    if (rounds_nowhere && datapath_.result.format->is_integer())
      throw RowError("sum." + sum.name + ".shape",
                     "every two-term sum of a tree rounds, and d is an integer; write \"fused\"");
    if (rounds_nowhere)
      throw RowError("sum." + sum.name + ".round_to",
                     "every two-term sum of a tree rounds; add round_to");
    const int each = static_cast<int>(groups.front().size());
    nodes_ += sum.groups * (sum.shape == Shape::fused ? 1 : std::max(1, each - 1));
    sources_.push_back(
        {sum.name, std::vector<bool>(std::size_t(sum.groups)), level + levels(sum.shape, each)});
    return resolved;
  }

  void check_name(const std::string& name) const {
    if (!is_identifier(name))
      throw RowError("sum." + name + ".name",
                     fmt::format("\"{}\" is not a name; use up to {} letters, digits and _", name,
                                 kMaxIdentifier));
    Names taken = keys_of<Datapath>();  // a path begins with either
    taken.insert(taken.end(), {"instruction", "structure", kPlusFrame});
    for (const auto& source : sources_) taken.push_back(source.name);
    if (std::find(taken.begin(), taken.end(), name) != taken.end())
      throw RowError("sum." + name + ".name",
                     fmt::format("\"{}\" is taken; choose another name", name));
  }

  std::size_t find_source(const SumRow& sum, const TermRow& term, const std::string& key) {
    const std::string& name = term.from;
    Names free;
    for (std::size_t i = 0; i < sources_.size(); ++i) {
      if (sources_[i].name == name) return i;
      if (can_take(sum, term, sources_[i])) free.push_back(sources_[i].name);
    }
    for (const auto& sum : datapath_.sums)
      if (sum.name == name)
        throw RowError(key, fmt::format("\"{}\" is not defined yet; a sum takes earlier sums only, "
                                        "move it further up",
                                        name));
    throw RowError(key, fmt::format("unknown term \"{}\"; {}", name,
                                    free.empty() ? "remove it" : mend_name(name, free)));
  }

  // Whether the term could be of this source.
  bool can_take(const SumRow& sum, const TermRow& term, const Source& source) const {
    try {
      const std::vector<int> chosen = select(source, term.selection, "");
      check_groups(sum, source, static_cast<int>(chosen.size()), "");
      return std::ranges::none_of(chosen, [&](int i) { return source.used[std::size_t(i)]; }) &&
             (sum.exponent != ExponentSource::scales || source.name == "products");
    } catch (const RowError&) {
      return false;
    }
  }

  // The elements a term takes, ascending. With a short k a range ends where the products do.
  std::vector<int> select(const Source& source, const Selection& selection,
                          const std::string& key) const {
    const bool products = source.name == "products";
    const int count = source.elements(), all = products ? datapath_.lanes : count;
    int first = 0, last = all, step = 1;
    if (selection.kind == Selection::Kind::range) {
      first = selection.first;
      last = selection.last;
    } else if (selection.kind != Selection::Kind::all) {
      first = selection.kind == Selection::Kind::odd ? 1 : 0;
      step = 2;
    }
    if (selection != Selection{} && all == 1)
      throw RowError(key,
                     fmt::format("\"{}\" has one element; write \"{}\"", source.name, source.name));
    if (first < 0 || first >= std::min(last, count) || last > all)
      throw RowError(key, fmt::format("elements {} are outside \"{}\"; use [0:{}]",
                                      range_text(first, last), source.name, count));
    std::vector<int> chosen;
    for (int i = first; i < std::min(last, count); i += step) chosen.push_back(i);
    return chosen;
  }

  static void use(Source& source, int element, const std::string& key) {
    if (source.used[std::size_t(element)])
      throw RowError(
          key, fmt::format("{}{} is used twice; use every product, c and sum once", source.name,
                           source.elements() > 1 ? range_text(element, element + 1) : ""));
    source.used[std::size_t(element)] = true;
  }

  static void check_used(const Source& source) {
    const auto unused = std::find(source.used.begin(), source.used.end(), false);
    if (unused == source.used.end()) return;
    const int first = static_cast<int>(unused - source.used.begin());
    const int last =
        static_cast<int>(std::find(unused, source.used.end(), true) - source.used.begin());
    throw RowError("sum", fmt::format("{}{} is used nowhere; add it to a sum's terms", source.name,
                                      source.elements() > 1 ? range_text(first, last) : ""));
  }

  static void check_groups(const SumRow& sum, const Source& source, int chosen,
                           const std::string& key) {
    if (sum.groups > 1 && source.name == "c")
      throw RowError(
          key, fmt::format("c cannot be cut into {} groups; add c in a later sum", sum.groups));
    if (chosen % sum.groups != 0)
      throw RowError(
          "sum." + sum.name + ".groups",
          fmt::format("{} elements of \"{}\" do not make {} equal groups; use a divisor of {}",
                      chosen, source.name, sum.groups, chosen));
  }

  void check_scales(const SumRow& sum, const TermRow& term, const std::string& key) {
    const bool scales = sum.exponent == ExponentSource::scales;
    if (term.from == "products") {
      if (products_seen_ && scales != products_by_scales_)
        throw RowError(
            "sum." + sum.name + ".exponent",
            "some products are fixed-point and some are not; write exponent = \"scales\" "
            "in every sum of products, or in none");
      products_seen_ = true;
      products_by_scales_ = scales;
    }
    if (!scales) return;
    if (term.from != "products")
      throw RowError(key, fmt::format("\"{}\" is not a product; a sum with exponent = \"scales\" "
                                      "takes products only, add it in a later sum",
                                      term.from));
    if (sum.fraction_bits)
      throw RowError("sum." + sum.name + ".fraction_bits",
                     "fixed-point products are added exactly; write \"exact\"");
    if (term.fraction_bits && *term.fraction_bits)
      throw RowError(key + ".fraction_bits",
                     "fixed-point products are added exactly; write \"exact\"");
    if (sum.shape != Shape::fused)
      throw RowError("sum." + sum.name + ".shape",
                     "fixed-point products are added in one sum; write \"fused\"");
    if (datapath_.product.round_to)
      throw RowError("product.round_to",
                     "a rounded product is not a fixed-point number; remove it, or exponent = "
                     "\"scales\"");
    if (datapath_.product.zero_factor_exponent)
      throw RowError("product.zero_factor_exponent",
                     "a fixed-point product has the exponent of its scales alone; remove it, or "
                     "exponent = \"scales\"");
    if (datapath_.product.exponent_grid)
      throw RowError("product.exponent_grid",
                     "a fixed-point product has the exponent of its scales alone; remove it, or "
                     "exponent = \"scales\"");
  }

  // The scales give a group one exponent only if all its products have the same scales.
  void check_scale_blocks(const SumRow& sum,
                          const std::vector<std::vector<ResolvedTerm>>& groups) const {
    if (scale_block_ == 0) return;
    for (const auto& group : groups)
      for (const ResolvedTerm& term : group)
        if (term.element / scale_block_ != group.front().element / scale_block_)
          throw RowError("sum." + sum.name + ".groups",
                         fmt::format("products[{}] and products[{}] of one group have different "
                                     "scales; cut the sum into groups within a block of {}",
                                     group.front().element, term.element, scale_block_));
  }

  // Ones' complement is of a whole word: all terms end at one bit, and one term gives the sign.
  static void check_frame(const SumRow& sum, const std::vector<std::vector<ResolvedTerm>>& groups) {
    const std::string key = "sum." + sum.name + ".ones_complement";
    check_last_bit(sum, key);
    if (sum.shape != Shape::fused)
      throw RowError(key, "ones' complement needs one sum of all terms; write shape = \"fused\"");
    if (sum.ones_complement == kPlusFrame) return;
    Names single;
    for (const TermRow& term : sum.terms) {
      const auto is_of = [&](const ResolvedTerm& one) { return one.row->from == term.from; };
      if (groups.size() == 1 && std::ranges::count_if(groups.front(), is_of) == 1)
        single.push_back(term.from);
    }
    if (std::ranges::find(single, sum.ones_complement) != single.end()) return;
    single.push_back(kPlusFrame);
    throw RowError(key, fmt::format("\"{}\" is no single term of this sum; {}", sum.ones_complement,
                                    mend_name(sum.ones_complement, single)));
  }

  // An accumulator and a cut are of a word whose last bit is known, and so are the bits lost below.
  void check_total(const SumRow& sum) const {
    const std::string path = "sum." + sum.name + ".";
    const bool is_integer = datapath_.result.format->is_integer();
    if (sum.accumulator && !is_integer) check_last_bit(sum, path + "accumulator");
    if (sum.cut) check_last_bit(sum, path + "cut");
    if (sum.sticky) check_last_bit(sum, path + "sticky");
  }

  static void check_last_bit(const SumRow& sum, const std::string& key) {
    for (const TermRow& term : sum.terms)
      if (const FractionBits bits = term.fraction_bits.value_or(sum.fraction_bits);
          !bits || *bits != sum.fraction_bits)
        throw RowError(key,
                       "all terms need to end at one bit; give the sum a number of fraction_bits, "
                       "and its terms no other");
  }

  static int levels(Shape shape, int terms) {
    switch (shape) {
      case Shape::fused:
        return 1;
      case Shape::pairwise:
        return std::max(1, static_cast<int>(std::bit_width(unsigned(terms - 1))));
      case Shape::sequential:
        return std::max(1, terms - 1);
    }
    return 1;
  }

  const Datapath& datapath_;
  const int scale_block_;
  std::vector<Source> sources_;
  int nodes_ = 0;
  bool products_seen_ = false, products_by_scales_ = false;
};

}  // namespace

std::vector<ResolvedSum> resolve_sums(const Datapath& datapath) {
  return SumResolver(datapath, datapath.lanes, 0).resolve();
}

std::vector<ResolvedSum> resolve_sums(const Unit& unit) {
  const auto& scale = unit.instruction.scale;
  return SumResolver(unit.datapath, unit.lanes(), scale ? scale->block : 0).resolve();
}

}  // namespace mmasc
