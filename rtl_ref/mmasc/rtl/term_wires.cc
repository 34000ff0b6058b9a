// SPDX-License-Identifier: Apache-2.0
#include "mmasc/rtl/term_wires.h"

#include <algorithm>
#include <numeric>

namespace mmasc {
namespace {

constexpr const char* kFields[] = {"significand", "exponent", "negative",
                                   "zero",        "nan",      "infinite"};
constexpr Slice TermWires::*kWires[] = {&TermWires::significand, &TermWires::exponent,
                                        &TermWires::negative,    &TermWires::zero,
                                        &TermWires::nan,         &TermWires::infinite};

std::string vector_of(const std::string& name, const char* field) { return name + "_" + field; }

}  // namespace

void add_fields(const TermWires& term, const std::string& of, FieldWires& fields) {
  for (std::size_t f = 0; f < std::size(kFields); ++f)
    fields[of + "." + kFields[f]] = term.*kWires[f];
  if (term.leading_zeros.width > 0)
    fields[leading_zeros_of(of + ".significand")] = term.leading_zeros;
}

std::vector<TermWires> wire_terms(ModuleText& module, const std::string& name,
                                  const std::vector<int>& significand_bits, int exponent_bits,
                                  const std::vector<int>& leading_zeros_bits) {
  const int count = static_cast<int>(significand_bits.size());
  int zeros_low = std::accumulate(significand_bits.begin(), significand_bits.end(), 0);
  const int all = std::accumulate(leading_zeros_bits.begin(), leading_zeros_bits.end(), zeros_low);
  const int widths[] = {all, count * exponent_bits, count, count, count, count};
  for (std::size_t f = 0; f < std::size(kFields); ++f)
    module.wire(vector_of(name, kFields[f]), widths[f]);
  std::vector<TermWires> terms;
  int low = 0;
  for (int i = 0; i < count; ++i) {
    const int bits = significand_bits[static_cast<std::size_t>(i)];
    terms.push_back({{vector_of(name, "significand"), low, bits},
                     {vector_of(name, "exponent"), i * exponent_bits, exponent_bits},
                     {vector_of(name, "negative"), i, 1},
                     {vector_of(name, "zero"), i, 1},
                     {vector_of(name, "nan"), i, 1},
                     {vector_of(name, "infinite"), i, 1}});
    low += bits;
  }
  for (std::size_t i = 0; i < leading_zeros_bits.size(); zeros_low += leading_zeros_bits[i++])
    terms[i].leading_zeros = {vector_of(name, "significand"), zeros_low, leading_zeros_bits[i]};
  return terms;
}

void connect_terms_in(Instance& instance, const ModuleText& module,
                      const std::vector<TermWires>& terms, const Slice& random) {
  for (std::size_t f = 0; f < std::size(kFields); ++f) {
    std::vector<Slice> slices;
    for (const TermWires& term : terms) slices.push_back(term.*kWires[f]);
    if (f == 0)
      for (const TermWires& term : terms)
        if (term.leading_zeros.width > 0) slices.push_back(term.leading_zeros);
    if (f == 0 && random.width > 0) slices.push_back(random);
    instance.port(vector_of(kFields[f], "i"), module.join(slices));
  }
}

void connect_terms_out(Instance& instance, const std::string& name) {
  for (const char* field : kFields) instance.port(vector_of(field, "o"), vector_of(name, field));
}

// The stage after a tree alone is told leading zeros.
void BypassTerms::add(const TermWires& term) {
  terms_.push_back(term);
  terms_.back().leading_zeros = {};
}

int BypassTerms::bits_of_terms() const {
  int bits = 0;
  for (const TermWires& term : terms_)
    for (const Slice& field : term.fields()) bits += field.width;
  return bits;
}

int BypassTerms::bits() const { return std::max(1, bits_of_terms() + random_.width); }

Slice BypassTerms::random_from(const std::string& vector) const {
  return {vector, bits_of_terms(), random_.width};
}

std::string BypassTerms::joined(const ModuleText& module) const {
  std::vector<Slice> slices;
  for (const TermWires& term : terms_)
    for (const Slice& field : term.fields()) slices.push_back(field);
  if (random_.width > 0) slices.push_back(random_);
  return slices.empty() ? "1'b0" : module.join(slices);
}

std::vector<TermWires> BypassTerms::taken_from(const std::string& vector) const {
  std::vector<TermWires> taken = terms_;
  int low = 0;
  for (TermWires& term : taken)
    for (const auto wire : kWires) {
      (term.*wire).vector = vector;
      (term.*wire).low = low;
      low += (term.*wire).width;
    }
  return taken;
}

}  // namespace mmasc
