// SPDX-License-Identifier: Apache-2.0
// The library for programs, as <mmasc/mmasc.h>: units of the catalogue or of one's own, and engines
// that give their bits. docs/library.md has examples.
//
//     auto unit = mmasc::catalog().find("hopper/wgmma.m64nNk32.f32.e4m3.e4m3")
//                     .with("dot.fraction_bits", 17);
//     auto engine = mmasc::make_engine("batch", unit);
//     engine->dot(a, b, c, d);  // std::span of raw bits, n * k of a and b, n of c and d
//     engine->gemm({.a = a, .b = b, .d = d});  // matrices of any size and order
//
// Units and formats are plain values. catalog() may be called from any thread, and one engine be
// used by several at once; nothing else is shared. What a user can mend throws InputError or, where
// it is a field of a unit, RowError, an InputError too; the environment's failures throw
// EnvironmentError; memory that runs out, std::bad_alloc.
#pragma once

#include <mmasc/version.h>

#include "arith/convert.h"
#include "arith/engine.h"
#include "arith/same_bits.h"
#include "spec/catalog.h"
#include "spec/error.h"
#include "spec/plan.h"

#ifdef MMASC_HAS_BATCH  // the component batch: the engine "batch"
#include "batch/engine.h"
#endif
#ifdef MMASC_HAS_PIPELINE  // the component pipeline: the engine "pipeline"
#include "pipeline/engine.h"
#endif
