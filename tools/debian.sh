#!/bin/sh
# Installs what is missing of some Debian packages: tools/debian.sh PACKAGE…
# Only root can; anybody else is told what to ask for. Instant when all of them are there. While another program installs
# packages it waits, FERROVIA_LOCK_SECONDS at most.
set -eu
command -v dpkg-query >/dev/null || exit 0 # no Debian: whoever asked says what is missing

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

errors=$(mktemp)
policy=
trap 'rm -f "$errors" $policy' EXIT
seconds=${FERROVIA_LOCK_SECONDS:-600}
until=$(($(date +%s) + seconds))
waiting=

# apt-get has three locks (lists, archives, dpkg) and an option to wait for the last of them only.
run_apt() {
    while ! LC_ALL=C DEBIAN_FRONTEND=noninteractive UCF_FORCE_CONFFOLD=1 apt-get "$@" >/dev/null 2>"$errors"; do
        lock=$(grep --max-count=1 'Could not get lock' "$errors") || fail_apt "apt-get $1 failed:"
        [ "$(date +%s)" -lt "$until" ] || fail_apt "another program is still installing packages after $seconds seconds:"
        [ "$waiting" ] || echo "ferrovia: another program is installing packages; waiting for it, $seconds seconds at most" \
            "(${lock#E: })"
        waiting=yes
        sleep 2
    done
}

fail_apt() { # WHAT
    echo "ferrovia: $1" >&2
    cat "$errors" >&2
    echo "ferrovia: missing:$missing. Run make again when that is settled." >&2
    exit 1
}

# The tests start a PostgreSQL of their own, so Debian need not set one up for the whole machine. A setting that is
# there already is somebody's wish, and stays.
settings=/etc/postgresql-common/createcluster.conf
if [ "${missing#* postgresql}" != "$missing" ] && [ ! -e "$settings" ]; then
    mkdir -p "${settings%/*}"
    echo 'create_main_cluster = false' >"$settings"
fi

# Nor need a proxy start to listen: while this file is there, Debian starts no service that it installs.
if [ ! -e /usr/sbin/policy-rc.d ] && [ -w /usr/sbin ]; then
    policy=/usr/sbin/policy-rc.d
    printf '#!/bin/sh\nexit 101\n' >"$policy"
    chmod 755 "$policy"
fi

echo "ferrovia: installing$missing from Debian"
run_apt update -qq
# shellcheck disable=SC2086 # a list of words
run_apt install -qq --no-install-recommends $missing
