// SPDX-License-Identifier: Apache-2.0
// Verilator's runtime as one source, compiled once for all units, never with mmasc. What would end
// the process ends a cycle instead.
#define VL_USER_FINISH
#define VL_USER_STOP
#define VL_USER_FATAL
#include <stdexcept>
#include <string>

#include "verilated.cpp"
#include "verilated_threads.cpp"

namespace {

[[noreturn]] void stop(const char* file, int line, const char* why) {
  throw std::runtime_error(std::string(file) + ":" + std::to_string(line) + ": " + why);
}

}  // namespace

void vl_finish(const char* file, int line, const char*) VL_MT_UNSAFE {
  stop(file, line, "$finish");
}
void vl_stop(const char* file, int line, const char*) VL_MT_UNSAFE {
  stop(file, line, "an assertion failed, or $stop");
}
void vl_fatal(const char* file, int line, const char*, const char* why) VL_MT_UNSAFE {
  stop(file, line, why);
}
