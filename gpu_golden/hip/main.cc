// SPDX-License-Identifier: Apache-2.0
// mmasc_capture_hip: recordings from AMD GPUs.
#include "hip_gpu.h"
#include "mmasc/capture/program.h"

int main(int argc, char** argv) {
  return mmasc::capture_program(argc, argv, "mmasc_capture_hip", mmasc::open_hip_gpu);
}
