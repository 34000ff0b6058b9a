# SPDX-License-Identifier: Apache-2.0
# What transcripts call besides commands: matrices in files, and names of what is long.

volta=volta/mma.m8n8k4.f32.f16.f16.f32
ampere=ampere/mma.m16n8k16.f32.f16.f16.f32
hopper=hopper/wgmma.m64nNk16.f32.f16.f16
fp8=hopper/wgmma.m64nNk32.f32.e4m3.e4m3
fp4=blackwell/tcgen05.mma.m128nNk64.mxf4nvf4.f32.e2m1.e2m1.4X.ue4m3
sparse=hopper/mma.sp.m16n8k32.f32.f16.f16.f32

# bytes WORD...: little-endian bytes of words in hex, for printf; N*WORD is N of them.
bytes() {
  local word
  for word; do
    local times=1 bits=${word#*\*} reversed='' i
    [ "$bits" = "$word" ] || times=${word%\**}
    for ((i = ${#bits} - 2; i >= 0; i -= 2)); do reversed+="\\x${bits:i:2}"; done
    for ((i = 0; i < times; ++i)); do printf %s "$reversed"; done
  done
}

# npy FILE DTYPE RxC WORD...: a matrix as NumPy saves it. safetensors FILE HEADER WORD...
npy() {
  local header="{'descr': '$2', 'fortran_order': False, 'shape': (${3/x/, }), }"
  printf '\x93NUMPY\x01\x00\x76\x00%-117s\n%b' "$header" "$(bytes "${@:4}")" >"$1"
}
safetensors() {
  printf "%b%s%b" "$(bytes "$(printf %016x ${#2})")" "$2" "$(bytes "${@:3}")" >"$1"
}

# bits FORMAT NUMBER...: its words.
bits() {
  local format=$1
  shift
  mmasc convert "$@" --to "$format" | sed 's/.* -> [^ ]* \([^ ]*\) .*/\1/'
}

# elements FILE.npy [SIZE]: its type, its shape, and its words of SIZE bytes, or 4, in hex.
elements() {
  sed -n "1s/.*'descr': '\(.*\)', .*'shape': (\(.*\)), }.*/\1 (\2)/p" "$1"
  od -An -v -w16 -tx"${2:-4}" -j$((10 + $(od -An -tu2 -j8 -N2 "$1"))) "$1"
}

# replayed: each line `mmasc eval` of its input, run, behind the d that stands there.
replayed() {
  local line command
  while IFS= read -r line; do
    case $line in
      mmasc\ eval\ *) command=$line ;;
      "  d = "*) echo "$line: $(eval "$command" | sed '/^d/s/  .*//')" ;;
    esac
  done
}

# columns FILE.csv NAME...: these columns of a table, numbers to 3 digits, or $digits.
columns() {
  awk -F, -v names="${*:2}" -v form="%.${digits:-3}g" '
    NR == 1 { n = split(names, name, " "); for (i = 1; i <= NF; ++i) at[$i] = i }
    { for (j = 1; j <= n; ++j) {
        value = $(at[name[j]])
        printf "%s%s", value ~ /^-?[0-9]*[.][0-9]|^-?[0-9.]*e-/ ? sprintf(form, value) : value,
               j < n ? "," : "\n" } }' "$1"
}

# study LINE...: a question, about $unit or fp8, and these lines.
study() { printf '%s\n' 'question = "what?"' "unit = \"${unit:-$fp8}\"" "$@"; }
