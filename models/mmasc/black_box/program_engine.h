// SPDX-License-Identifier: Apache-2.0
// A black box as an engine: a program that is given vectors without d and answers each with d.
// docs/black_box.md has the protocol.
#pragma once

#include <chrono>
#include <memory>
#include <string_view>

#include "mmasc/arith/engine.h"

namespace mmasc {

// The engine starts `command` by sh and asks it for every d. The unit says which operands there
// are; nothing else of it is used. dot() throws EnvironmentError where the program ends or says
// nothing for as long as `patience`, and InputError where an answer is no element of d's format;
// both name the operands.
std::unique_ptr<Engine> make_program_engine(const Unit& unit, std::string_view command,
                                            std::chrono::seconds patience = kPatience);

}  // namespace mmasc
