// SPDX-License-Identifier: Apache-2.0
#include "mmasc/command/explain.h"

namespace mmasc {
namespace {

ExplainByField g_explain = nullptr;

}  // namespace

ExplainByField explain_by_field() { return g_explain; }
RegisteredExplanation::RegisteredExplanation(ExplainByField explain) { g_explain = explain; }

}  // namespace mmasc
