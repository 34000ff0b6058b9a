// SPDX-License-Identifier: Apache-2.0
#include "mmasc/identify/formats.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <sstream>

#include "mmasc/identify/asked.h"
#include "mmasc/identify/box.h"
#include "mmasc/specification/term.h"
#include "mmasc/stimulus/random.h"
#include "mmasc/unit/error.h"
#include "mmasc/unit/formats.h"

namespace mmasc::identify {
namespace {

constexpr Operand kFound[] = {Operand::a, Operand::b, Operand::c, Operand::d};
constexpr int kAllPatterns = 8;  // bits of which every pattern is asked
constexpr int kDrawn = 96;       // of wider ones
constexpr int kClose = 8;        // an answer is within 2^-this of what is expected

bool is_number(std::string_view text) {
  return !text.empty() && text.find_first_not_of("0123456789") == std::string_view::npos;
}

using Words = std::vector<std::pair<std::string, std::string>>;  // of "a=8 b=8"

Words words_of(std::string_view formats) {
  Words words;
  std::istringstream in{std::string(formats)};
  for (std::string word; in >> word;) {
    const auto equals = word.find('=');
    words.emplace_back(word.substr(0, equals),
                       equals == std::string::npos ? "" : word.substr(equals + 1));
  }
  return words;
}

std::string text_of(const Words& words) {
  std::string text;
  for (const auto& [key, value] : words)
    text += fmt::format("{}{}={}", text.empty() ? "" : " ", key, value);
  return text;
}

// The formats of elements of so many bits, or the one that is named.
std::vector<const Format*> candidates(const std::string& operand, const std::string& value) {
  if (!is_number(value)) return {&format_named(value)};
  std::vector<const Format*> formats;
  for (const Format& format : shipped_formats())
    if (std::to_string(format.storage_bits()) == value && format.is_signed() && format.has_zero())
      formats.push_back(&format);
  for (const char* sign : {"s", "u"})
    if (const Format* integer = find_format(sign + value)) formats.push_back(integer);
  if (formats.empty())
    throw InputError(fmt::format("--formats: {}: no format has {} bits; name one", operand, value));
  return formats;
}

// What an answer says of a format: against it, nothing, or for it, the more the closer it is.
enum class Vote { against, none, near, exact };

Vote vote_of_number(const Format& d, const ExactTerm& expected, const ExactTerm& answer) {
  if (expected.significand.is_zero())
    return answer.finite() && answer.significand.is_zero() ? Vote::exact : Vote::against;
  if (!d.is_integer()) {
    const int leading = expected.leading_exponent();
    if (leading >= d.greatest_exponent() || leading < d.least_exponent()) return Vote::none;
  } else if (expected.leading_exponent() + 1 >= d.integer_bits) {
    return Vote::none;
  }
  if (!answer.finite()) return Vote::against;
  const Dyadic difference = answer.value() + -expected.value();
  if (difference.is_zero()) return Vote::exact;
  const Dyadic most{expected.significand, expected.exponent - expected.fraction_bits - kClose};
  const Dyadic size{difference.integer.abs(), difference.exponent};
  return (most + -size).integer.is_negative() ? Vote::against : Vote::near;
}

Vote vote_of(const Format& d, const ExactTerm& expected, std::uint64_t bits, bool may_be_flushed) {
  const ExactTerm answer = decode_exactly(d, Flush::none, bits);
  const std::uint64_t ignored = (std::uint64_t{1} << d.ignored_low_bits) - 1;
  if ((bits & ignored) != 0 && !answer.nan) return Vote::against;
  if (expected.nan) {
    if (!d.has_nan()) return Vote::none;
    return answer.nan ? Vote::exact : Vote::against;
  }
  if (expected.infinite) {
    if (answer.infinite) return answer.negative == expected.negative ? Vote::exact : Vote::against;
    const bool may_be_nan = !d.has_infinity() && answer.nan;
    return may_be_nan || answer.significand == BigInt(d.greatest_significand()) ? Vote::none
                                                                                : Vote::against;
  }
  if (may_be_flushed && answer.finite() && answer.significand.is_zero()) return Vote::none;
  return vote_of_number(d, expected, answer);
}

bool is_subnormal(const Format& format, const ExactTerm& term) {
  return !format.is_integer() && term.finite() && !term.zero &&
         term.leading_exponent() < format.least_exponent();
}

// The points of formats, or none where an answer is against them.
class Poll {
 public:
  void count(Vote vote) {
    if (vote == Vote::against) points_.reset();
    if (points_) *points_ += vote == Vote::exact ? 2 : vote == Vote::near ? 1 : 0;
  }
  std::optional<int> points() const { return points_; }

 private:
  std::optional<int> points_ = 0;
};

class Finder {
 public:
  explicit Finder(const std::string& formats) : words_(words_of(formats)) {
    for (const auto& [key, value] : words_) {
      if (key == "k") continue;
      const auto found = std::ranges::find_if(
          kFound, [&key = key](Operand operand) { return row_of(operand).name == key; });
      if (found == std::end(kFound))
        throw InputError(fmt::format(
            "--formats: formats are found of units with a, b, c and d alone, and {} is none of "
            "them; name all formats",
            key));
      candidates_[*found] = candidates(key, value);
    }
    for (const Operand operand : kFound)
      if (!candidates_.contains(operand))
        throw InputError(fmt::format("--formats: {} is missing; write as 'a=8 b=8 c=f32 d=f32 k=4'",
                                     row_of(operand).name));
  }

  // Any formats of so many bits: raw bits are asked.
  Unit box() const {
    std::string problem;
    for (const auto& one : all()) try {
        return box_of(text(one));
      } catch (const InputError& error) {
        problem = error.what();
      }
    throw InputError(problem);
  }

  std::vector<Case> vectors(const OperandLayout& layout) const {
    std::vector<Case> cases;
    Random random(1, 0xf0);
    const auto a = patterns(Operand::a, random), b = patterns(Operand::b, random);
    const auto add = [&](std::uint64_t x, std::uint64_t y, std::uint64_t c) {
      Case row(layout);
      row[Operand::a].front() = x;
      row[Operand::b].front() = y;
      row.c() = c;
      cases.push_back(std::move(row));
    };
    for (const std::uint64_t x : a) add(x, random.pick_from(b), 0);
    for (const std::uint64_t y : b) add(random.pick_from(a), y, 0);
    for (const std::uint64_t c : patterns(Operand::c, random)) add(0, 0, c);
    return cases;
  }

  std::vector<std::string> likely(const std::vector<Case>& answers) const {
    struct Fit {
      int ignored, points;  // bits that c and d ignore, which a sum of fewer bits seems to, too
      std::string formats;
    };
    std::vector<Fit> fit;
    for (const Choice& choice : all())
      if (const auto points = points_of(choice, answers); points && *points > 0) {
        try {
          (void)box_of(text(choice));
        } catch (const InputError&) {
          continue;
        }
        const int ignored =
            choice.at(Operand::c)->ignored_low_bits + choice.at(Operand::d)->ignored_low_bits;
        fit.push_back({ignored, *points, text(choice)});
      }
    std::ranges::stable_sort(fit, {},
                             [](const Fit& one) { return std::pair(one.ignored, -one.points); });
    std::vector<std::string> texts;
    for (Fit& one : fit) texts.push_back(std::move(one.formats));
    return texts;
  }

 private:
  using Choice = std::map<Operand, const Format*>;

  std::vector<Choice> all() const {
    std::vector<Choice> choices{{}};
    for (const auto& [operand, formats] : candidates_) {
      std::vector<Choice> longer;
      for (const Choice& choice : choices)
        for (const Format* format : formats) {
          longer.push_back(choice);
          longer.back()[operand] = format;
        }
      choices = std::move(longer);
    }
    return choices;
  }

  std::string text(const Choice& choice) const {
    Words words = words_;
    for (auto& [key, value] : words)
      for (const auto& [operand, format] : choice)
        if (row_of(operand).name == key) value = format->name;
    return text_of(words);
  }

  // All, or drawn ones with the ends of every candidate.
  std::vector<std::uint64_t> patterns(Operand operand, Random& random) const {
    const auto& formats = candidates_.at(operand);
    const int bits = formats.front()->storage_bits();
    std::set<std::uint64_t> all;
    if (bits <= kAllPatterns) {
      for (std::uint64_t x = 0; x < std::uint64_t{1} << bits; ++x) all.insert(x);
      return {all.begin(), all.end()};
    }
    for (const Format* format : formats) {
      const std::uint64_t mask = format->storage_mask();
      while (all.size() < kDrawn) all.insert(random.next() & mask);
      if (format->is_integer()) continue;
      const std::uint64_t top = std::uint64_t(format->top_exponent_field())
                                << format->exponent_low();
      for (const std::uint64_t end :
           {top, top - 1, mask >> format->sign_bits(), std::uint64_t{1} << format->exponent_low()})
        for (const std::uint64_t sign : {std::uint64_t{0}, std::uint64_t{1}})
          all.insert((end | sign << format->sign_low()) & mask);
    }
    return {all.begin(), all.end()};
  }

  static std::optional<int> points_of(const Choice& choice, const std::vector<Case>& answers) {
    const Format &a = *choice.at(Operand::a), &b = *choice.at(Operand::b),
                 &c = *choice.at(Operand::c), &d = *choice.at(Operand::d);
    Poll poll;
    for (const Case& row : answers) {
      const ExactTerm x = decode_exactly(a, Flush::none, row[Operand::a].front());
      const ExactTerm y = decode_exactly(b, Flush::none, row[Operand::b].front());
      const ExactTerm z = decode_exactly(c, Flush::none, row.c());
      const bool alone = row.c() == 0;
      const bool may_be_flushed =
          alone ? is_subnormal(a, x) || is_subnormal(b, y) : is_subnormal(c, z);
      poll.count(vote_of(d, alone ? times(x, y) : z, row.d(), may_be_flushed));
      if (!poll.points()) return std::nullopt;
    }
    return poll.points();
  }

  Words words_;
  std::map<Operand, std::vector<const Format*>> candidates_;
};

}  // namespace

bool leaves_formats_open(std::string_view formats) {
  return std::ranges::any_of(words_of(formats), [](const auto& word) {
    return word.first != "k" && is_number(word.second);
  });
}

FormatsFound find_formats(const std::string& formats,
                          const std::function<std::unique_ptr<Engine>(const Unit&)>& make_box) {
  const Finder finder(formats);
  const Unit box = finder.box();
  const Asked asked(box, [&] { return make_box(box); });
  asked.ask(finder.vectors(asked.layout()));
  FormatsFound found{{}, {asked.answers().begin(), asked.answers().end()}, asked.queries()};
  found.likely = finder.likely(found.answers);
  return found;
}

}  // namespace mmasc::identify
