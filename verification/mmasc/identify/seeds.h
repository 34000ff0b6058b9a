// SPDX-License-Identifier: Apache-2.0
// Rows to begin with: the catalogue's datapaths and a few plain ones on the operands of a black
// box, and rows of the tree that probes find.
#pragma once

#include <vector>

#include "mmasc/probes/survey.h"
#include "mmasc/unit/unit.h"

namespace mmasc::identify {

// A row to begin with, and what it is of.
struct Seed {
  Unit unit;
  std::string of;  // "hopper.fp8_f32"; "a plain fused sum"
  bool is_of_catalogue = false;
};

// Only the operands of `box` are used. Each has a plan.
std::vector<Seed> known_seeds(const Unit& box);
std::vector<Seed> plain_seeds(const Unit& box);  // those that are of no catalogue

// Of the probes' tree; none where it was not observable.
std::vector<Seed> seeds_of_tree(const Unit& box, const probes::Survey& survey);

}  // namespace mmasc::identify
