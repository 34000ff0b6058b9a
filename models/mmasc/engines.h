// SPDX-License-Identifier: Apache-2.0
// Every engine, in one list: help, error messages and tests are made from it. A program has those
// whose component it links, or that its build has.
//
// A new engine is its own files, which derive from Engine, and a line in this list.
#pragma once

#include "mmasc/arith/engine.h"

namespace mmasc {

std::unique_ptr<Engine> make_batch_engine(const Unit& unit);
std::unique_ptr<Engine> make_pipeline_engine(const Unit& unit);
std::unique_ptr<Engine> make_rtl_engine(const Unit& unit);
std::unique_ptr<Engine> make_program_engine(const Unit& unit, std::string_view command,
                                            std::chrono::seconds patience = kPatience);
std::unique_ptr<Engine> make_library_engine(const Unit& unit, std::string_view file);
std::unique_ptr<Engine> make_vectors_engine(const Unit& unit, std::string_view path);

#ifdef MMASC_HAS_BATCH
#define MMASC_BATCH_ENGINE make_batch_engine
#else
#define MMASC_BATCH_ENGINE nullptr
#endif
#ifdef MMASC_HAS_PIPELINE
#define MMASC_PIPELINE_ENGINE make_pipeline_engine
#else
#define MMASC_PIPELINE_ENGINE nullptr
#endif
#ifdef MMASC_HAS_RTL
#define MMASC_RTL_ENGINE make_rtl_engine
#else
#define MMASC_RTL_ENGINE nullptr
#endif
#ifdef MMASC_HAS_BLACK_BOX
#define MMASC_PROGRAM_ENGINE make_program_engine
#define MMASC_LIBRARY_ENGINE make_library_engine
#define MMASC_VECTORS_ENGINE make_vectors_engine
#else
#define MMASC_PROGRAM_ENGINE nullptr
#define MMASC_LIBRARY_ENGINE nullptr
#define MMASC_VECTORS_ENGINE nullptr
#endif

// Each source file has its own list: two of a program may be compiled with other components.
static constexpr EngineRow kEngines[] = {
    {.name = "reference",
     .what = "plain integers, the definition of the bits",
     .option = "",
     .make = make_reference_engine},
    {.name = "batch",
     .what = "vector lanes and threads, the fastest",
     .option = "MMASC_BATCH=ON",
     .make = MMASC_BATCH_ENGINE},
    {.name = "pipeline",
     .what = "the SystemC pipeline, cycle by cycle",
     .option = "MMASC_SYSTEMC=ON",
     .make = MMASC_PIPELINE_ENGINE},
    {.name = "rtl",
     .what = "the SystemVerilog, compiled by Verilator",
     .option = "MMASC_RTL=ON",
     .make = MMASC_RTL_ENGINE,
     .bench = "rtl_ref"},
    {.name = "exec",
     .what = "a program that is asked for every d",
     .option = "MMASC_APPS=ON",
     .make = nullptr,
     .takes = "PROGRAM",
     .make_waiting = MMASC_PROGRAM_ENGINE},
    {.name = "lib",
     .what = "a shared library that is asked for every d",
     .option = "MMASC_APPS=ON",
     .make = nullptr,
     .takes = "FILE",
     .make_of = MMASC_LIBRARY_ENGINE},
    {.name = "vec",
     .what = "a vector file, of whose operands it gives the d",
     .option = "MMASC_APPS=ON",
     .make = nullptr,
     .takes = "FILE",
     .make_of = MMASC_VECTORS_ENGINE},
};

#undef MMASC_BATCH_ENGINE
#undef MMASC_PIPELINE_ENGINE
#undef MMASC_RTL_ENGINE
#undef MMASC_PROGRAM_ENGINE
#undef MMASC_LIBRARY_ENGINE
#undef MMASC_VECTORS_ENGINE

// Throws InputError for a name that this program has no engine of, RowError where the unit has no
// plan. A program ("exec:PROGRAM") may say nothing for as long as `patience`.
static inline std::unique_ptr<Engine> make_engine(std::string_view name, const Unit& unit,
                                                  std::chrono::seconds patience = kPatience) {
  return make_engine(kEngines, name, unit, patience);
}

// The names of the engines that this program has.
static inline std::vector<std::string> engine_names() { return engine_names(kEngines); }

}  // namespace mmasc
