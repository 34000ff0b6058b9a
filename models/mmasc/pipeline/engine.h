// SPDX-License-Identifier: Apache-2.0
// The SystemC pipeline behind the engine interface.
#pragma once

#include <memory>

#include "mmasc/arith/engine.h"
#include "mmasc/pipeline/dot_product_unit.h"
#include "mmasc/pipeline/tile.h"

namespace mmasc {

// Every dot() simulates an MMA unit of one dot-product unit in a child process. Throws RowError if
// the unit has no plan. dot() throws EnvironmentError if it cannot start a child.
std::unique_ptr<Engine> make_pipeline_engine(const Unit& unit);
// `make` makes the dot-product units, of a sequence without stages of its own; where it is empty
// the sequence says how they are made.
std::unique_ptr<Engine> make_pipeline_engine_of(const Sequence& sequence, MakeUnit make = {});

// A batch as a tile of 1 x 1 blocks.
TileData make_tile(const DotBatch& batch);

}  // namespace mmasc
