// SPDX-License-Identifier: Apache-2.0
// A shared library of stages, as users build one.
#include "arith/truncated.h"

MMASC_STAGES(mmasc::Truncated)
