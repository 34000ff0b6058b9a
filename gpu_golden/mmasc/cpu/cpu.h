// SPDX-License-Identifier: Apache-2.0
// The processor on which this program runs, as a device whose instructions are recorded.
#pragma once

#include <functional>
#include <memory>

#include "mmasc/arith/engine.h"
#include "mmasc/capture/device.h"

namespace mmasc {

// Makes the engine that evaluates the model of a comparison.
using MakeModel = std::function<std::unique_ptr<Engine>(const Unit& unit)>;

// Without `make_model` the stage functions evaluate models. Throws EnvironmentError on a processor
// for which there are no kernels.
std::unique_ptr<Device> open_cpu(MakeModel make_model = {});

}  // namespace mmasc
