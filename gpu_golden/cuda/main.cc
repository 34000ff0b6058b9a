// SPDX-License-Identifier: Apache-2.0
// mmasc_capture: recordings from NVIDIA GPUs.
#include "cuda_gpu.h"
#include "mmasc/capture/program.h"

int main(int argc, char** argv) {
  return mmasc::capture_program(argc, argv, "mmasc_capture", mmasc::open_cuda_gpu);
}
