// SPDX-License-Identifier: Apache-2.0
// The C++ library, included as <mmasc/mmasc.h>: units of the catalogue or your own, and engines
// that compute their bits. docs/library.md has examples.
//
//     auto unit = mmasc::catalog().find("hopper/wgmma.m64nNk32.f32.e4m3.e4m3")
//                     .with("dot.fraction_bits", 17);
//     auto engine = mmasc::make_engine("batch", unit);
//     engine->dot(a, b, c, d);  // std::span of raw bits, n * k of a and b, n of c and d
//     engine->gemm({.a = a, .b = b, .d = d});  // matrices of any size and order
//
// Units and formats are plain values. Any thread may call catalog(), and several threads may use
// one engine at once; nothing else is shared. An error that the user can mend throws InputError, or
// RowError (an InputError) if a field of a unit is wrong. A failure of the environment throws
// EnvironmentError. Memory that runs out throws std::bad_alloc.
#pragma once

#include <mmasc/engines.h>
#include <mmasc/version.h>

#include "mmasc/arith/convert.h"
#include "mmasc/arith/engine.h"
#include "mmasc/arith/same_bits.h"
#include "mmasc/unit/catalog.h"
#include "mmasc/unit/error.h"
#include "mmasc/unit/plan.h"
#include "mmasc/unit/random_elements.h"

#ifdef MMASC_HAS_BATCH  // the component batch
#include "mmasc/batch/engine.h"
#include "mmasc/ozaki/dgemm.h"
#include "mmasc/quantise/fp8gemm.h"
#endif
#ifdef MMASC_HAS_PIPELINE  // the component pipeline
#include "mmasc/pipeline/engine.h"
#endif
