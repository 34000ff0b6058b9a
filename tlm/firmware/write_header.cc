// SPDX-License-Identifier: Apache-2.0
// Prints the C header of the accelerator.
#include <cstdio>

#include "mmasc/accelerator_core/generated_text.h"

int main() { return std::fputs(mmasc::tlm::c_header().c_str(), stdout) < 0 ? 3 : 0; }
