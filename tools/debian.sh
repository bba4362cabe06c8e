#!/bin/sh
# Installs what is missing of some Debian packages: tools/debian.sh PACKAGE…
# Only root can; anybody else is told what to ask for. Instant when all of them are there.
set -eu
command -v dpkg-query >/dev/null || exit 0 # no Debian: the tests say themselves what they miss

missing=
for package; do
    state=$(dpkg-query --show --showformat '${db:Status-Status}' "$package" 2>/dev/null || true)
    [ "$state" = installed ] || missing="$missing $package"
done
[ "$missing" ] || exit 0

if [ "$(id -u)" != 0 ]; then
    echo "ferrovia: missing:$missing. Run make again after: sudo apt-get install --no-install-recommends$missing" >&2
    exit 1
fi

# The tests start a PostgreSQL of their own, so Debian need not set one up for the whole machine. A setting that is
# there already is somebody's wish, and stays.
settings=/etc/postgresql-common/createcluster.conf
if [ ! -e "$settings" ]; then
    mkdir -p "${settings%/*}"
    echo 'create_main_cluster = false' >"$settings"
fi

echo "ferrovia: installing$missing"
apt-get update -qq
# shellcheck disable=SC2086 # a list of words
DEBIAN_FRONTEND=noninteractive UCF_FORCE_CONFFOLD=1 apt-get install -qq --no-install-recommends $missing >/dev/null
