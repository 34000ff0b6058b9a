# SPDX-License-Identifier: Apache-2.0
# Toolchain: cross-compiles for AArch64, with the libraries of scripts/neon-sysroot, and runs the
# tests by qemu-user.
set(CMAKE_SYSTEM_NAME Linux)
set(CMAKE_SYSTEM_PROCESSOR aarch64)
set(CMAKE_C_COMPILER aarch64-linux-gnu-gcc)
set(CMAKE_CXX_COMPILER aarch64-linux-gnu-g++)
# As Highway compiles its NEON target: GCC refuses to inline its vectors elsewhere.
set(CMAKE_CXX_FLAGS_INIT -march=armv8-a+crypto)
set(CMAKE_CROSSCOMPILING_EMULATOR qemu-aarch64 -cpu max -L /usr/aarch64-linux-gnu)

set(MMASC_SYSROOT "" CACHE PATH "The folder of the AArch64 libraries")
list(APPEND CMAKE_TRY_COMPILE_PLATFORM_VARIABLES MMASC_SYSROOT)
set(CMAKE_FIND_ROOT_PATH ${MMASC_SYSROOT})
set(CMAKE_FIND_ROOT_PATH_MODE_PROGRAM NEVER)
set(CMAKE_FIND_ROOT_PATH_MODE_LIBRARY ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_INCLUDE ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_PACKAGE ONLY)
set(ENV{PKG_CONFIG_LIBDIR} ${MMASC_SYSROOT}/usr/lib/aarch64-linux-gnu/pkgconfig)
set(ENV{PKG_CONFIG_SYSROOT_DIR} ${MMASC_SYSROOT})
