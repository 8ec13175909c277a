#!/usr/bin/env bash
# Installs what `npm run test:all` needs besides Node.js: Chromium, Redis and curl, from Debian's packages. Does nothing
# if all are there; without root or Debian's packages it says what is missing.
set -eu

has() {
  for name in "$@"; do
    if command -v "$name" >/dev/null || [ -x "/usr/sbin/$name" ]; then return 0; fi
  done
  return 1
}

packages=()
[ -n "${QUARRY_TEST_CHROMIUM:-}" ] || has chromium-headless-shell chromium chromium-browser google-chrome google-chrome-stable || packages+=(chromium-headless-shell)
[ -n "${QUARRY_TEST_REDIS:-}" ] || has redis-server valkey-server || packages+=(redis-server)
has curl || packages+=(curl)
[ "${#packages[@]}" -gt 0 ] || exit 0

if [ "$(id -u)" != 0 ] || ! has apt-get; then
  echo "Missing for the tests: ${packages[*]}. Install it, or name it in QUARRY_TEST_CHROMIUM or QUARRY_TEST_REDIS." >&2
  exit 0
fi
export DEBIAN_FRONTEND=noninteractive
apt-get -qq update
# Releases before Debian 12 have only the whole browser.
apt-cache show chromium-headless-shell >/dev/null 2>&1 || packages=("${packages[@]/chromium-headless-shell/chromium}")
apt-get -qq install -y --no-install-recommends "${packages[@]}" >/dev/null
