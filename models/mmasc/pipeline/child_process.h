// SPDX-License-Identifier: Apache-2.0
// Work in a child process: SystemC elaborates once in a process.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

namespace mmasc {

// Runs `work` in a forked child and returns its bytes. An InputError or EnvironmentError thrown
// there is thrown again here, with its message. A child that dies is an EnvironmentError. So is a
// signal that this process handles: the child is killed, and the caller decides about the signal.
std::vector<std::uint8_t> run_in_child(const std::function<std::vector<std::uint8_t>()>& work);

}  // namespace mmasc
