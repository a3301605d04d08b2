#!/bin/sh
# Installs ytt [[.Number]] for Linux or macOS:
#
#     sh install.sh [FOLDER]        into FOLDER, or ~/.local/bin
#
# YTT_URL is another place that has the files of the release. YTT_KEY is a public key, of minisign or ssh-keygen, that the checksums must be
# signed with, in place of the one below; without any, only checksums are compared. To uninstall, delete FOLDER/ytt.
set -eu

version=[[.Number]]
url=${YTT_URL:-[[.URL]]}
key=${YTT_KEY:-'[[.Key]]'}
folder=${1:-${HOME:?}/.local/bin}

fail() {
  echo "install.sh: $1" >&2
  exit 1
}

case $(uname -s) in
Linux) system=linux ;;
Darwin) system=darwin ;;
*) fail "there is no archive for $(uname -s) that this script can install: see $url" ;;
esac
case $(uname -m) in
x86_64 | amd64) arch=amd64 ;;
aarch64 | arm64) arch=arm64 ;;
*) fail "there is no archive for $(uname -m)" ;;
esac

# fetch NAME downloads a file of the release.
fetch() {
  if command -v curl >/dev/null; then
    curl -fsSL --retry 2 -o "$work/$1" "$url/$1"
  elif command -v wget >/dev/null; then
    wget -q -O "$work/$1" "$url/$1"
  else
    fail 'neither curl nor wget is there'
  fi
}

sum() {
  if command -v sha256sum >/dev/null; then
    sha256sum <"$1"
  elif command -v shasum >/dev/null; then
    shasum -a 256 <"$1"
  else
    fail 'neither sha256sum nor shasum is there: the download cannot be checked'
  fi | cut -d ' ' -f 1
}

# check_signature refuses checksums that the key did not sign.
check_signature() {
  case $key in
  ssh-* | ecdsa-*)
    command -v ssh-keygen >/dev/null || fail 'ssh-keygen is missing: the signature cannot be checked'
    fetch checksums.txt.sig || fail 'the checksums are not signed, but a key is given'
    printf 'ytt namespaces="ytt-release" %s\n' "$key" >"$work/signers"
    ssh-keygen -q -Y verify -f "$work/signers" -I ytt -n ytt-release -s "$work/checksums.txt.sig" <"$work/checksums.txt" >/dev/null ||
      fail 'the signature of the checksums is wrong'
    ;;
  *)
    command -v minisign >/dev/null || fail 'minisign is missing: the signature cannot be checked'
    fetch checksums.txt.minisig || fail 'the checksums are not signed, but a key is given'
    minisign -q -V -P "$key" -m "$work/checksums.txt" -x "$work/checksums.txt.minisig" >/dev/null ||
      fail 'the signature of the checksums is wrong'
    ;;
  esac
}

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
trap 'exit 1' HUP INT TERM

archive=ytt_${version}_${system}_$arch
fetch checksums.txt || fail "cannot fetch $url/checksums.txt"
[ -z "$key" ] || check_signature
want=$(awk -v name="$archive.tar.gz" '$2 == name { print $1 }' "$work/checksums.txt")
[ -n "$want" ] || fail "checksums.txt has no line for $archive.tar.gz"
fetch "$archive.tar.gz" || fail "cannot fetch $url/$archive.tar.gz"
got=$(sum "$work/$archive.tar.gz")
[ "$got" = "$want" ] || fail "$archive.tar.gz is not what was released: its checksum is $got instead of $want. Nothing is installed."

tar -xzf "$work/$archive.tar.gz" -C "$work"
mkdir -p "$folder"
# The new program takes the place of an older one at once, which may be running.
cp "$work/$archive/ytt" "$folder/.ytt.$$"
chmod 755 "$folder/.ytt.$$"
mv -f "$folder/.ytt.$$" "$folder/ytt"
echo "ytt $version is $folder/ytt${key:+, signed}"
case :$PATH: in
*:"$folder":*) ;;
*) echo "$folder is not in your PATH" ;;
esac
