// SPDX-License-Identifier: Apache-2.0
// Ctrl-C, SIGTERM and SIGHUP: long commands stop at the next case, so that no file is left
// half-written.
#pragma once

namespace mmasc {

struct Interrupted {};

void watch_interrupts();
// Signals end this process at once again, as it becomes another; throws Interrupted where one came.
void unwatch_interrupts();
bool interrupted();
void stop_if_interrupted();  // throws Interrupted

}  // namespace mmasc
