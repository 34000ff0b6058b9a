#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# One PTX instruction gives other bits by the version of CUDA. Hopper (sm_90) has no FP8 mma.sync, so
# ptxas makes a sequence of mma.sync.m16n8k32.f32.e4m3.e4m3.f32:
#   12.4.131: two HMMA, both from 0 (RZ), FADD of their results, FADD of c:   8 FADD for 4 results
#   13.0.88:  an HMMA from 0, an HMMA on its result, FADD of c:               4 FADD
# So a = 448, 0, -2^-4 and b = 448, 0, 2^-4 give 200704 by the first, 200703.984375 by the second.
#
# Fails where a version makes another sequence. Needs apt-get, dpkg-deb, objcopy, and Debian 13's
# component non-free among apt's sources (APT_OPTIONS: further options of apt-get, which may name
# them). A ptxas of CUDA 13.0 is no package of Debian: it is asked where PATH has one.
set -eu
PACKAGE=nvidia-cuda-toolkit=12.4.131~12.4.1-2
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"

if ! apt-get ${APT_OPTIONS:-} download "$PACKAGE" >apt.txt 2>&1; then
  cat apt.txt >&2
  echo "$PACKAGE: not found; add Debian 13's component non-free to apt's sources" >&2
  exit 3
fi
dpkg-deb -x nvidia-cuda-toolkit_*.deb debian

cat >mma.ptx <<'PTX'
.version 8.4
.target sm_90
.address_size 64
.visible .entry mma(.param .u64 at) {
  .reg .b64 p, q;
  .reg .b32 t, a<4>, b<2>;
  .reg .f32 c<4>, d<4>;
  ld.param.u64 p, [at];
  mov.u32 t, %tid.x;
  mul.wide.u32 q, t, 64;
  add.u64 p, p, q;
  ld.global.v4.b32 {a0, a1, a2, a3}, [p];
  ld.global.v2.b32 {b0, b1}, [p+16];
  ld.global.v4.f32 {c0, c1, c2, c3}, [p+32];
  mma.sync.aligned.m16n8k32.row.col.f32.e4m3.e4m3.f32
    {d0, d1, d2, d3}, {a0, a1, a2, a3}, {b0, b1}, {c0, c1, c2, c3};
  st.global.v4.f32 [p+48], {d0, d1, d2, d3};
  ret;
}
PTX

# expect PTXAS VERSION FADDS C_OF_THE_SECOND
expect() {
  "$1" -arch=sm_90 mma.ptx -o mma.cubin
  objcopy -I elf64-little -O binary -j .text.mma mma.cubin mma.raw
  debian/usr/bin/nvdisasm -b SM90 mma.raw | grep -oE '(HMMA|FADD)[^;]*' >"$2.txt"
  echo "ptxas $2:"
  sed 's/^/  /' "$2.txt"
  first_d=$(sed -n 's/^HMMA.16816.F32 \(R[0-9]*\),.*, RZ *$/\1/p' "$2.txt" | head -1)
  second_c=$(sed -n 's/^HMMA.16816.F32 .*, \([RZ0-9]*\) *$/\1/p' "$2.txt" | sed -n 2p)
  [ "$4" = RZ ] || set -- "$1" "$2" "$3" "$first_d"
  if [ "$(grep -c ^HMMA "$2.txt") $(grep -c ^FADD "$2.txt") $second_c" != "2 $3 $4" ]; then
    echo "ptxas $2: another sequence than was seen" >&2
    exit 1
  fi
}

expect debian/usr/bin/ptxas 12.4.131 8 RZ
if ptxas --version 2>/dev/null | grep -q 'V13\.0\.88'; then
  expect ptxas 13.0.88 4 first
else
  echo "ptxas 13.0.88: none in PATH, not asked"
fi
