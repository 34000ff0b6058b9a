// SPDX-License-Identifier: Apache-2.0
// Largest exponents that no bit of d tells from larger ones, because alignment to these loses no
// bit either. With an exponent e, and with e + 1, an addend is
//
//     at e        [ s q q q q q 0 ]  * 2^(e - fraction_bits)
//     at e + 1    [ s s q q q q q ]  * 2^(e + 1 - fraction_bits)
//
// and so is each sum of such addends, until a normalizer gives both the same. It is asked, for each
// e below a limit that is below none of the terms, stage by stage, of which fields this holds; all
// others have to be the same, and d at the end. A later aligner's largest exponent may be the same
// or raised, too: both cases are asked. By induction d is what it is with the exponent raised to
// the limit.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "mmasc/proof/premises.h"
#include "mmasc/proof/prove.h"
#include "mmasc/proof/way.h"

namespace mmasc::proof {

// Behind an aligner whose largest exponent is raised, a stage is asked whether what enters it is as
// is proved of the model. That a zero has the least exponent is not asked: it may be raised.
Invariants allowed_when_raised(const ProvedModel& model, std::size_t stage);

class RaisedExponent {
 public:
  // The exponent is a field that the aligners of a model and of another hand on, which are next on
  // both ways. All that it is given outlives it.
  RaisedExponent(const ProvedModel& model, const Way& x, const Way& y, const std::string& exponent,
                 AndGraph& gates, std::vector<NamedLiteral>& inputs);

  // Whether both give the same d with their largest exponents raised, and raised these are the
  // same. Throws as never() does.
  bool is_proved();

 private:
  // A number at e and that at e + 1 are both 0, are the same, or the one is twice the other, or
  // less by one.
  enum class Relation { zero, same, doubled, next };
  using Relations = std::map<std::string, Relation>;
  using Cases = std::vector<Relations>;  // one of them holds; with none, nothing is known
  struct Asked {
    AndGraph& gates;
    std::vector<NamedLiteral>& inputs;
    Premises premises = {};
    Literals widest = {};  // inputs of a word, by the leading one of which claims fall into cases
  };

  std::optional<int> limit_of_both();
  bool are_same_above(int limit);
  std::vector<Literals> terms_of(const Way& way);
  std::optional<int> least_of(const Way& way);
  bool keeps_d(const Way& way);
  bool keeps_d_behind(const Way& way, const Way& fields, const Cases& cases);
  Cases behind_aligner(const Way& way, const Way& fields);
  Cases behind_stage(const Way& way, const Way& fields, const Relations& entering);
  Cases cases(const Asked& asked, const Way& lower, const Way& upper, const Way& fields) const;
  std::optional<Relations> relations(Asked asked, const Way& lower, const Way& upper,
                                     const Way& fields) const;
  Outcome outcome(Asked& asked, Literal wrong, std::uint64_t seconds) const;
  bool is_never(Asked& asked, Literal wrong) const;
  Literals below_limit(AndGraph& gates, const Literals& word) const;

  const ProvedModel& model_;
  const Way &x_, &y_;
  const std::string exponent_;
  AndGraph& gates_;
  std::vector<NamedLiteral>& inputs_;
  int least_ = 0, limit_ = 0;  // e lies from the one to below the other
};

}  // namespace mmasc::proof
